# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a guarded tool of a FastMCP server runs once after an ALLOW, and never otherwise, for each client."""

from __future__ import annotations

import asyncio
import threading
import uuid
from collections.abc import Callable
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import pytest
from fastmcp import Client, FastMCP
from fastmcp.exceptions import ToolError

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk.fastmcp import svc_middleware
from svc_sdk.tools import GuardSettings

from ..outages import FAULTS, OUTAGES, described, descriptions, faulty, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

CLIENTS = [AsyncSvcClient, SvcClient]


class Server:
    """A server whose tools tell that they ran, and clients of it."""

    def __init__(
        self,
        client: Any,
        raises: BaseException | None = None,
        on_decision: Callable[[Any], object] | None = None,
        wait: float = 0,
        **more: Any,
    ) -> None:
        self.ran: list[str] = []
        self.decisions: list[Any] = []
        self._client = client
        self._server: Any = FastMCP("Office", **more.pop("server", {}))
        for name in ("read_orders", "export_customers", "delete_orders", "clock", "breaks", "other"):
            self._add(name)
        settings = GuardSettings(on_decision=on_decision or self.decisions.append, wait=wait)
        told = {**descriptions(raises), "breaks": described("read_orders", raises)}
        self._server.add_middleware(svc_middleware(client, told, settings, **more))

    def _add(self, name: str) -> None:
        def run(count: int) -> str:
            """Does it."""
            self.ran.append(name)
            if name == "breaks":
                raise RuntimeError("the tool broke")
            return f"{name} of {count}"

        self._server.tool(run, name=name)

    def call(self, *names: str) -> list[str]:
        """What a client reads: a result, or the text of an error."""

        async def one(session: Any, name: str) -> str:
            try:
                answer = await session.call_tool(name, {"count": 3})
            except ToolError as error:
                return f"error: {error}"
            content = getattr(answer, "content", answer)
            return str(content[0].text)

        async def all_of_them() -> list[str]:
            try:
                async with Client(self._server) as session:
                    return [await one(session, name) for name in names]
            finally:
                if isinstance(self._client, AsyncSvcClient):
                    await self._client.close()

        return asyncio.run(all_of_them())


@pytest.fixture(params=CLIENTS)
def server(request: pytest.FixtureRequest, service: Service) -> Callable[..., Server]:
    return lambda **more: Server(request.param(service.live_key, service.base_url), **more)


def test_an_allowed_call_runs_once_and_its_outcome_is_reported(server: Callable[..., Server], service: Service) -> None:
    made = server()
    assert made.call("read_orders") == ["read_orders of 3"]
    assert made.ran == ["read_orders"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    assert service.last_event()["door"] == "FASTMCP"


def test_a_blocked_call_does_not_run_and_the_client_reads_why(server: Callable[..., Server]) -> None:
    made = server()
    assert made.call("delete_orders")[0].startswith("error: Not run: svc decided BLOCK. ")
    assert made.ran == []


def test_a_tool_that_nothing_is_said_of_is_refused(server: Callable[..., Server]) -> None:
    made = server()
    other, clock = made.call("other", "clock")
    assert other.startswith("error: Not run: svc knows no tool other.")
    assert (clock, made.ran, made.decisions) == ("clock of 3", ["clock"], [])


def test_a_review_is_held_until_a_person_answers(server: Callable[..., Server], service: Service) -> None:
    answers = [service.approve, service.deny]

    def answer(decision: Any) -> None:
        if decision["finalDecision"] == "REVIEW":
            threading.Timer(0.3, answers.pop(0), [decision["id"]]).start()

    made = server(on_decision=answer, wait=60)
    approved, denied = made.call("export_customers", "export_customers")
    assert approved == "export_customers of 3"
    assert "Review denied" in denied
    assert made.ran == ["export_customers"]


def test_a_call_that_is_made_again_finds_its_review(server: Callable[..., Server], service: Service) -> None:
    made = server()
    assert "waits for a person's review" in made.call("export_customers")[0]
    service.approve(made.decisions[-1]["id"])
    approved, next_one = made.call("export_customers", "export_customers")
    assert (approved, made.ran) == ("export_customers of 3", ["export_customers"])
    assert "waits for a person's review" in next_one
    assert outcomes(service, made.decisions) == ["SUCCEEDED", None]


def test_callers_of_two_sessions_share_no_review(server: Callable[..., Server], service: Service) -> None:
    callers, chat = ["one", "other", "one"], uuid.uuid4()
    made = server(session=lambda context: f"{context.method} {callers.pop(0)} {chat}")
    made.call("export_customers")
    service.approve(made.decisions[-1]["id"])
    other, one = made.call("export_customers", "export_customers")
    assert "waits for a person's review" in other
    assert one == "export_customers of 3"


def test_two_same_calls_are_two_acts(server: Callable[..., Server], service: Service) -> None:
    made = server()
    assert made.call("read_orders", "read_orders") == ["read_orders of 3"] * 2
    assert outcomes(service, made.decisions) == ["SUCCEEDED"] * 2


def test_a_tool_that_breaks_is_reported_so(server: Callable[..., Server], service: Service) -> None:
    made = server()
    assert made.call("breaks") == ["error: Error calling tool 'breaks': the tool broke"]
    assert outcomes(service, made.decisions) == ["FAILED"]


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("outage", OUTAGES)
def test_no_outage_runs_a_tool(client: Any, outage: str, service: Service) -> None:
    with faulty(outage, service, client) as svc:
        made = Server(svc)
        assert "The fail mode is closed: the action does not run." in made.call("read_orders")[0]
        assert made.ran == []


TOLD = {"HTML": "The answer is not one of svc", "wrong key": "API key", "describe": "LookupError."}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("fault", FAULTS)
@pytest.mark.parametrize("is_masked", [False, True])
def test_no_fault_runs_a_tool(client: Any, fault: str, is_masked: bool, service: Service) -> None:
    with faulty(fault, service, client) as svc:
        raises = LookupError("a secret of the call") if fault == "describe" else None
        made = Server(svc, raises, server={"mask_error_details": is_masked})
        (read,) = made.call("read_orders")
        assert read.startswith("error: Not run: svc could not decide. ")
        assert TOLD[fault] in read
        assert (made.ran, "secret" in read, service.live_key[:-4] in read) == ([], False, False)


@pytest.mark.parametrize("raised", [asyncio.CancelledError(), KeyboardInterrupt()])
def test_a_call_that_is_cut_off_does_not_run(raised: BaseException, service: Service) -> None:
    made = Server(SvcClient(service.live_key, service.base_url))
    told = {"read_orders": described("read_orders", raised)}
    middleware: Any = svc_middleware(made._client, told)
    message = SimpleNamespace(name="read_orders", arguments={"count": 3})

    async def call_next(_: Any) -> None:
        made.ran.append("read_orders")

    with pytest.raises(type(raised)):
        asyncio.run(middleware.on_call_tool(SimpleNamespace(message=message), call_next))
    assert made.ran == []
