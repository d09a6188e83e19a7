# SPDX-License-Identifier: Apache-2.0
"""What can go wrong between an adapter and the service, and the tools that must not run then."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from svc_sdk import SvcClient
from svc_sdk.tools import Descriptions
from svc_sdk.types import Decision, EventRequest

from ..scripted import ScriptedServer, answer_of

if TYPE_CHECKING:
    from ..conftest import Service

Client = TypeVar("Client")

OUTAGES = ("away", "status 500", "hangs")
"""The fail mode decides."""
FAULTS = ("HTML", "wrong key", "describe")
"""No fail mode applies."""


@contextmanager
def faulty(name: str, service: Service, make: Callable[..., Client]) -> Iterator[Client]:
    """A client that meets the fault."""
    if name == "away":
        with socket.socket() as found:
            found.bind(("127.0.0.1", 0))
            port = found.getsockname()[1]
        yield make(service.live_key, f"http://127.0.0.1:{port}", retries=0)
    elif name == "wrong key":
        yield make(service.live_key[:-4] + "xxxx", service.base_url, retries=0)
    elif name == "describe":
        yield make(service.live_key, service.base_url)
    else:
        page = answer_of(200, "<html>Sign in</html>", {"content-type": "text/html"})
        answers: dict[str, bytes | str] = {"HTML": page, "status 500": answer_of(500), "hangs": "hang"}
        with ScriptedServer([answers[name]]) as server:
            yield make(service.live_key, server.base_url, retries=0, timeout=0.3)


def described(name: str, raises: BaseException | None = None) -> Callable[[Any], EventRequest]:
    """The action of the tool of that name, by the rules of the tests' service."""
    actions: dict[str, EventRequest] = {
        "read_orders": {"agent": "billing-bot", "action": "READ_DATA", "resource": "orders"},
        "export_customers": {"agent": "billing-bot", "action": "EXPORT_DATA", "resource": "customers"},
        "delete_orders": {"agent": "billing-bot", "action": "DELETE_DATA", "resource": "orders"},
    }

    def describe(args: Any) -> EventRequest:
        if raises is not None:
            raise raises
        return {**actions[name], "recordsAffected": args["count"]}

    return describe


def descriptions(raises: BaseException | None = None) -> Descriptions:
    """ALLOW, REVIEW and BLOCK, a tool that needs no decision, and nothing of `unknown`."""
    guarded = ("read_orders", "export_customers", "delete_orders")
    return {**{name: described(name, raises) for name in guarded}, "clock": None}


def outcomes(service: Service, decisions: Sequence[Decision]) -> list[str | None]:
    """How the runs of the decided events ended, each event once."""
    client = SvcClient(service.live_key, service.base_url)
    told: list[str | None] = []
    for event_id in dict.fromkeys(decision["id"] for decision in decisions):
        assert event_id is not None
        outcome = client.get_decision(event_id)["outcome"]
        told.append(None if outcome is None else outcome["status"])
    return told
