# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a guarded tool of Pydantic AI runs once after an ALLOW, and never otherwise."""

from __future__ import annotations

import asyncio
import threading
import uuid
from collections.abc import Callable, Sequence
from datetime import date
from typing import TYPE_CHECKING, Any

import pytest
from pydantic_ai import Agent, DeferredToolRequests, DeferredToolResults, ToolDenied
from pydantic_ai.exceptions import UserError
from pydantic_ai.messages import ModelResponse, TextPart, ToolCallPart, ToolReturnPart
from pydantic_ai.models.function import FunctionModel
from pydantic_ai.toolsets import FunctionToolset

from svc_sdk import AsyncSvcClient, AuthenticationError, SvcClient, UnexpectedAnswerError
from svc_sdk.pydantic_ai import svc_toolset
from svc_sdk.tools import GuardSettings

from ..outages import FAULTS, OUTAGES, described, descriptions, faulty, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

CLIENTS = [AsyncSvcClient, SvcClient]


class Run:
    """One conversation with an agent whose model makes the given calls, and then ends."""

    def __init__(
        self, client: Any, calls: Sequence[str], raises: BaseException | None = None, wait: float = 0, **more: Any
    ) -> None:
        self.ran: list[str] = []
        self.decisions: list[Any] = []
        self._client, self._calls = client, calls
        chat = str(uuid.uuid4())
        on_decision = more.pop("on_decision", self.decisions.append)
        settings = GuardSettings(on_decision=on_decision, wait=wait)
        tools: FunctionToolset[Any] = FunctionToolset()
        for name in ("read_orders", "export_customers", "delete_orders", "clock", "breaks", "other"):
            self._add(tools, name)
        told = {**descriptions(raises), "breaks": described("read_orders", raises)}
        options = {"session": lambda _: chat, **more}
        output: Any = [str, DeferredToolRequests] if options.pop("defers", True) else str
        guarded = svc_toolset(client, tools, told, settings, **options)
        self.agent: Any = Agent(FunctionModel(self._answer), output_type=output, toolsets=[guarded])

    def _add(self, tools: Any, name: str) -> None:
        def run(count: int, day: date = date(2026, 1, 2)) -> str:
            """Does it."""
            self.ran.append(name)
            if name == "breaks":
                raise RuntimeError("the tool broke")
            return f"{name} of {count}"

        tools.add_function(run, name=name)

    def _answer(self, messages: Any, _: Any) -> ModelResponse:
        if len(messages) > 1:
            return ModelResponse(parts=[TextPart("done")])
        args = {"count": 3, "day": "2026-11-30"}
        calls = [ToolCallPart(name, args, f"call_{number}") for number, name in enumerate(self._calls)]
        return ModelResponse(parts=calls)

    def go(self, history: Any = None, results: Any = None) -> Any:
        async def once() -> Any:
            try:
                given = None if history else "go"
                return await self.agent.run(given, message_history=history, deferred_tool_results=results)
            finally:
                if isinstance(self._client, AsyncSvcClient):
                    await self._client.close()

        return asyncio.run(once())

    def resume(self, paused: Any, answer: Any = True) -> Any:
        return self.go(paused.all_messages(), DeferredToolResults(approvals={"call_0": answer}))


def told(answer: Any) -> list[str]:
    """What the model reads of its calls."""
    return [
        str(part.content)
        for message in answer.all_messages()
        for part in message.parts
        if isinstance(part, ToolReturnPart)
    ]


@pytest.fixture(params=CLIENTS)
def run(request: pytest.FixtureRequest, service: Service) -> Callable[..., Run]:
    return lambda *calls, **more: Run(request.param(service.live_key, service.base_url), calls, **more)


def test_an_allowed_call_runs_once_and_its_outcome_is_reported(run: Callable[..., Run], service: Service) -> None:
    made = run("read_orders")
    assert told(made.go()) == ["read_orders of 3"]
    assert made.ran == ["read_orders"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    assert service.last_event()["door"] == "PYDANTIC_AI"


def test_a_blocked_call_does_not_run_and_the_model_reads_why(run: Callable[..., Run]) -> None:
    made = run("delete_orders")
    assert told(made.go())[0].startswith("Not run: svc decided BLOCK. ")
    assert made.ran == []


def test_a_tool_that_nothing_is_said_of_is_refused(run: Callable[..., Run]) -> None:
    made = run("other", "clock")
    other, clock = told(made.go())
    assert other.startswith("Not run: svc knows no tool other.")
    assert (clock, made.ran, made.decisions) == ("clock of 3", ["clock"], [])


def test_a_review_defers_and_an_approved_call_runs_once(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers")
    paused = made.go()
    assert [one.tool_name for one in paused.output.approvals] == ["export_customers"]
    event_id = made.decisions[-1]["id"]
    metadata = getattr(paused.output, "metadata", {"call_0": {"svc_event_id": event_id}})
    assert (metadata["call_0"]["svc_event_id"], made.ran) == (event_id, [])
    service.approve(event_id)
    assert told(made.resume(paused)) == ["export_customers of 3"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    assert "It ran, or may have run, and is not run again." in told(made.resume(paused))[0]
    assert made.ran == ["export_customers"]


def test_the_approval_of_the_results_permits_nothing(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers")
    paused = made.go()
    assert "waits for a person's review" in told(made.resume(paused))[0]
    service.deny(made.decisions[-1]["id"])
    assert "Review denied" in told(made.resume(paused))[0]
    assert told(made.resume(paused, ToolDenied("not by me"))) == ["not by me"]
    assert made.ran == []


def test_without_a_session_a_run_is_known_by_its_conversation(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers", session=None)
    paused = made.go()
    service.approve(made.decisions[-1]["id"])
    assert told(made.resume(paused)) == ["export_customers of 3"]
    assert (made.ran, len({one["id"] for one in made.decisions})) == (["export_customers"], 1)


def test_an_agent_that_defers_nothing_runs_nothing(run: Callable[..., Run]) -> None:
    made = run("export_customers", defers=False)
    with pytest.raises(UserError):
        made.go()
    assert made.ran == []


def test_a_call_can_wait_instead(run: Callable[..., Run], service: Service) -> None:
    def approve(decision: Any) -> None:
        if decision["finalDecision"] == "REVIEW":
            threading.Timer(0.3, service.approve, [decision["id"]]).start()

    made = run("export_customers", on_decision=approve, wait=60, pause=False)
    assert told(made.go()) == ["export_customers of 3"]


def test_two_same_calls_are_two_acts(run: Callable[..., Run], service: Service) -> None:
    made = run("read_orders", "read_orders")
    assert told(made.go()) == ["read_orders of 3"] * 2
    assert outcomes(service, made.decisions) == ["SUCCEEDED"] * 2


def test_a_tool_that_breaks_is_reported_so(run: Callable[..., Run], service: Service) -> None:
    made = run("breaks")
    with pytest.raises(RuntimeError, match="the tool broke"):
        made.go()
    assert outcomes(service, made.decisions) == ["FAILED"]


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("outage", OUTAGES)
def test_no_outage_runs_a_tool(client: Any, outage: str, service: Service) -> None:
    with faulty(outage, service, client) as svc:
        made = Run(svc, ["read_orders"])
        assert "The fail mode is closed: the action does not run." in told(made.go())[0]
        assert made.ran == []


RAISED: dict[str, list[tuple[Any, BaseException | None]]] = {
    "HTML": [(UnexpectedAnswerError, None)],
    "wrong key": [(AuthenticationError, None)],
    "describe": [
        (LookupError, LookupError()),
        (asyncio.CancelledError, asyncio.CancelledError()),
        (KeyboardInterrupt, KeyboardInterrupt()),
    ],
}


@pytest.mark.parametrize("client", CLIENTS)
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_runs_a_tool(client: Any, fault: str, service: Service) -> None:
    for expected, raises in RAISED[fault]:
        with faulty(fault, service, client) as svc:
            made = Run(svc, ["read_orders"], raises)
            with pytest.raises(expected) as raised:
                made.go()
            assert (made.ran, service.live_key[:-4] in str(raised.value)) == ([], False)
