# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a tool of the Google ADK runs once for each ALLOW, and no fault lets one run."""

from __future__ import annotations

import asyncio
from contextlib import AbstractContextManager, suppress
from typing import TYPE_CHECKING, Any

import pytest
from google.adk.tools import FunctionTool

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk._both import EitherClient

from ..outages import FAULTS, OUTAGES, faulty, outcomes
from .world import World, read, request_of

if TYPE_CHECKING:
    from ...conftest import Service

# The framework warns of features of its own.
pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


@pytest.mark.parametrize("kind", [AsyncSvcClient, SvcClient])
def test_runs_what_is_allowed_once_and_reports_it(service: Service, kind: type[EitherClient]) -> None:
    async def test() -> None:
        world = World(client := kind(service.live_key, service.base_url))
        told = read(await world.asks(("read_orders", 2), ("read_orders", 2), ("read_orders", 3)))
        assert sorted(world.ran) == [("read_orders", 2), ("read_orders", 2), ("read_orders", 3)]
        assert told == ["read_orders of 2", "read_orders of 2", "read_orders of 3"]
        assert outcomes(service, world.decisions) == ["SUCCEEDED"] * 3
        if isinstance(client, AsyncSvcClient):
            await client.close()

    asyncio.run(test())


def test_reports_a_failure(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        with pytest.raises(LookupError, match="the tool broke"):
            await world.asks(("read_orders", 13))
        assert world.ran == [("read_orders", 13)]
        assert outcomes(service, world.decisions) == ["FAILED"]
        await client.close()

    asyncio.run(test())


def test_refuses_what_is_blocked_or_unknown(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        blocked, unknown = read(await world.asks(("delete_orders", 2), ("unknown", 1)))
        assert world.ran == []
        assert blocked.startswith("Not run: svc decided BLOCK.")
        assert unknown == "Not run: svc knows no tool unknown. Do not retry it; tell the user."
        await client.close()

    asyncio.run(test())


def test_a_review_pauses_the_run_until_a_person_has_approved(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        parts = await world.asks(("export_customers", 3))
        request = request_of(parts)
        confirmation = request.args["toolConfirmation"]
        event_id = world.decisions[0]["id"]
        assert event_id is not None
        assert confirmation["payload"] == {"svc_event_id": event_id}
        assert event_id in confirmation["hint"]
        assert "done" not in [part.text for part in parts]
        assert world.ran == []
        service.approve(event_id)
        assert await world.answers(request) == ["export_customers of 3"]
        assert outcomes(service, world.decisions) == ["SUCCEEDED"]
        assert "export_customers of 3" not in await world.answers(request)
        assert world.ran == [("export_customers", 3)]
        await client.close()

    asyncio.run(test())


@pytest.mark.parametrize(
    ("is_denied", "confirmed", "words"),
    [
        (False, True, "waits for a person's review"),
        (True, True, "Review denied"),
        (False, False, "the user has rejected this call"),
    ],
)
def test_the_answer_of_the_chat_replaces_no_review(
    service: Service, is_denied: bool, confirmed: bool, words: str
) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        request = request_of(await world.asks(("export_customers", 4)))
        event_id = world.decisions[0]["id"]
        assert event_id is not None
        if is_denied:
            service.deny(event_id)
        elif not confirmed:
            service.approve(event_id)
        (told,) = await world.answers(request, confirmed)
        assert words in told
        assert world.ran == []
        await client.close()

    asyncio.run(test())


@pytest.mark.parametrize("name", OUTAGES)
def test_an_outage_refuses_the_call(service: Service, name: str) -> None:
    async def test() -> None:
        with faulty(name, service, AsyncSvcClient) as client:
            world = World(client)
            (told,) = read(await world.asks(("read_orders", 1)))
            assert "The fail mode is closed" in told
            assert world.ran == []
            await client.close()

    asyncio.run(test())


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_ends_the_run(service: Service, name: str) -> None:
    async def test() -> None:
        with faulty(name, service, AsyncSvcClient) as client:
            world = World(client, RuntimeError("secret") if name == "describe" else None)
            with pytest.raises(RuntimeError, match="svc could not decide") as raised:
                await world.asks(("read_orders", 1), ("read_orders", 2))
            assert "secret" not in str(raised.value)
            assert world.ran == []
            await client.close()

    asyncio.run(test())


def test_a_tool_that_pauses_by_itself_is_refused(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))

        def export_customers(count: int) -> None:
            """Exports."""
            world.ran.append(("export_customers", count))

        own = FunctionTool(export_customers, require_confirmation=True)
        world.tools = lambda: [own]  # type: ignore[method-assign]
        with pytest.raises(RuntimeError, match="require_confirmation"):
            await world.asks(("export_customers", 1))
        assert world.ran == []
        await client.close()

    asyncio.run(test())


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_no_interruption_is_a_run(service: Service, interrupt: type[BaseException]) -> None:
    world = World(AsyncSvcClient(service.live_key, service.base_url), interrupt())
    # A runner may take a cancellation for its caller's, and end quietly.
    ends: AbstractContextManager[Any] = pytest.raises(interrupt)
    if interrupt is asyncio.CancelledError:
        ends = suppress(interrupt)
    with ends:
        asyncio.run(world.asks(("read_orders", 1)))
    assert world.ran == []
