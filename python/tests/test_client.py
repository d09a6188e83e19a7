# SPDX-License-Identifier: Apache-2.0
"""Guarantee: both clients decide, wait for a person, run once and report, against a running service."""

from __future__ import annotations

import asyncio
import threading
from typing import TYPE_CHECKING

import pytest

from svc_sdk import ActionNotAllowedError, AsyncSvcClient, ConflictError, NotFoundError, SvcClient
from svc_sdk.types import EventRequest, PolicyTestCaseInput

if TYPE_CHECKING:
    from .conftest import Service

READ: EventRequest = {"agent": "billing-bot", "action": "READ_DATA", "resource": "orders"}
EXPORT: EventRequest = {"agent": "billing-bot", "action": "EXPORT_DATA", "resource": "customers"}
DELETE: EventRequest = {"agent": "billing-bot", "action": "DELETE_DATA", "resource": "orders"}


@pytest.fixture
def svc(service: Service) -> SvcClient:
    return SvcClient(service.live_key, service.base_url)


def test_runs_an_allowed_act_once_and_reports_its_outcome(svc: SvcClient, service: Service) -> None:
    decision = svc.decide(READ)
    assert decision["finalDecision"] == "ALLOW"
    assert svc.run(READ, lambda: [1, 2, 3], records_affected=len) == [1, 2, 3]
    event = service.last_event()
    told = svc.get_decision(event["id"])
    assert told["redemption"] is not None
    assert told["redemption"]["status"] == "REDEEMED"
    assert told["outcome"] is not None
    assert (told["outcome"]["status"], told["outcome"]["recordsAffected"]) == ("SUCCEEDED", 3)
    with pytest.raises(ConflictError) as raised:
        svc.redeem(event["id"], READ)
    assert raised.value.code == "already_redeemed"


def test_reports_a_failure_and_raises_it(svc: SvcClient, service: Service) -> None:
    def fails() -> None:
        raise RuntimeError("the tool broke")

    with pytest.raises(RuntimeError, match="the tool broke"):
        svc.run(READ, fails)
    outcome = svc.get_decision(service.last_event()["id"])["outcome"]
    assert outcome is not None
    assert (outcome["status"], outcome["code"]) == ("FAILED", "error")


def test_does_not_run_what_is_blocked_or_waits(svc: SvcClient) -> None:
    for act, outcome in ((DELETE, "BLOCK"), (EXPORT, "REVIEW")):
        with pytest.raises(ActionNotAllowedError) as raised:
            svc.run(act, lambda: pytest.fail("it ran"))
        assert raised.value.decision["finalDecision"] == outcome


def test_waits_for_a_person(svc: SvcClient, service: Service) -> None:
    pending = svc.decide(EXPORT)
    assert pending["id"] is not None
    threading.Timer(0.3, service.approve, [pending["id"]]).start()
    assert svc.wait_for_decision(pending, timeout=60)["finalDecision"] == "ALLOW"
    denied = svc.decide(EXPORT)
    assert denied["id"] is not None
    service.deny(denied["id"])
    told = svc.wait_for_decision(denied, timeout=60)
    assert told["finalDecision"] == "BLOCK"
    assert told["reasons"][-1] == "Review denied"


def test_guards_a_function_by_its_arguments(svc: SvcClient) -> None:
    @svc.guard(lambda count, table: {**READ, "recordsAffected": count, "resource": table})
    def read(count: int, table: str = "orders") -> str:
        """Reads rows."""
        return f"{count} of {table}"

    assert read(2) == "2 of orders"
    assert read.__doc__ == "Reads rows."
    with pytest.raises(NotFoundError):
        read(1, table="nothing")
    with pytest.raises(TypeError):
        read()  # type: ignore[call-arg]


def test_decides_through_the_gateways_and_tests_policies(svc: SvcClient, service: Service) -> None:
    decision = svc.gateway.mcp({"agent": "billing-bot", "resource": "orders", "tool": "list_orders"})
    assert decision["gateway"] is not None
    assert decision["gateway"]["allowed"] is (decision["finalDecision"] == "ALLOW")
    http = svc.gateway.http(
        {"agent": "billing-bot", "action": "READ_DATA", "resource": "orders", "method": "GET", "path": "/orders"}
    )
    assert http["gateway"] is not None
    assert http["gateway"]["proxied"] is False
    deleting: PolicyTestCaseInput = {"agent": "billing-bot", "action": "DELETE_DATA", "resource": "orders"}
    cases = svc.policies.test({"cases": [{"name": "deletes", "input": deleting, "expect": {"decision": "BLOCK"}}]})
    assert cases["results"][0]["pass"] is True
    assert {policy["name"] for policy in svc.policies.list()["policies"]} == {"Block deletes", "Review exports"}
    keeper = SvcClient(service.apply_key, service.base_url)
    assert keeper.policies.apply({"policies": [], "dryRun": True})["dryRun"] is True
    assert svc.policies.analyze()["complete"] is True
    assert svc.budgets.list()["budgets"] == []


def test_the_async_client_does_the_same_in_any_event_loop(service: Service) -> None:
    client = AsyncSvcClient(service.live_key, service.base_url)

    @client.guard(lambda: READ)
    async def read() -> int:
        return 7

    async def once() -> int:
        assert (await client.decide(READ))["finalDecision"] == "ALLOW"
        assert await asyncio.gather(*(read() for _ in range(8))) == [7] * 8
        with pytest.raises(ActionNotAllowedError):
            await client.run(DELETE, read)
        await client.close()
        # A closed client opens anew.
        made = await read()
        await client.close()
        return made

    assert [asyncio.run(once()), asyncio.run(once())] == [7, 7]


def test_a_cancelled_run_is_reported_as_unknown(service: Service) -> None:
    client = AsyncSvcClient(service.live_key, service.base_url)

    async def cancelled() -> None:
        began = asyncio.Event()

        async def hangs() -> None:
            began.set()
            await asyncio.Event().wait()

        task = asyncio.create_task(client.run(READ, hangs))
        await began.wait()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        told = await client.get_decision(service.last_event()["id"])
        assert told["outcome"] is not None
        assert told["outcome"]["status"] == "UNKNOWN"
        await client.close()

    asyncio.run(cancelled())
