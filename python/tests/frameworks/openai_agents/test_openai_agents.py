# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a guarded tool of the OpenAI Agents SDK runs once after an ALLOW, and never otherwise."""

from __future__ import annotations

import asyncio
import json
import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import pytest
from agents import Agent, Model, ModelResponse, Runner, RunState, ToolGuardrailFunctionOutput, ToolInputGuardrail
from agents.exceptions import UserError
from agents.tracing import set_tracing_disabled
from agents.usage import Usage
from openai.types.responses import ResponseFunctionToolCall, ResponseOutputMessage, ResponseOutputText

from svc_sdk import AsyncSvcClient, AuthenticationError, SvcClient, UnexpectedAnswerError
from svc_sdk.openai_agents import guard_tool
from svc_sdk.tools import GuardSettings

from ..outages import FAULTS, OUTAGES, described, faulty, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

set_tracing_disabled(True)


class Scripted(Model):
    """It makes the given calls, and then ends."""

    def __init__(self, calls: Sequence[str]) -> None:
        self._turns: list[Any] = [[_call(name, number) for number, name in enumerate(calls)], [_text()]]

    async def get_response(self, *_: Any, **__: Any) -> ModelResponse:
        return ModelResponse(output=self._turns.pop(0), usage=Usage(), response_id=None)

    def stream_response(self, *_: Any, **__: Any) -> Any:
        raise NotImplementedError


def _call(name: str, number: int) -> ResponseFunctionToolCall:
    arguments = json.dumps({"count": 3})
    return ResponseFunctionToolCall(arguments=arguments, call_id=f"call_{number}", name=name, type="function_call")


def _text() -> ResponseOutputMessage:
    text = ResponseOutputText(annotations=[], text="done", type="output_text")
    return ResponseOutputMessage(id="m", content=[text], role="assistant", status="completed", type="message")


class Run:
    """One conversation with an agent. A state that is taken up again is read from its text, as in another process."""

    def __init__(self, client: Any, calls: Sequence[str], is_async: bool = True, **more: Any) -> None:
        self.ran: list[str] = []
        self.decisions: list[Any] = []
        self.raises: BaseException | None = None
        self._client, self._is_async = client, is_async
        self._chat = {"chat": str(uuid.uuid4())}
        names = ("read_orders", "export_customers", "delete_orders", "breaks")
        tools = [self._tool(name, more) for name in names]
        self.agent: Agent[Any] = Agent(name="Assistant", model=Scripted(calls), tools=tools)

    def _tool(self, name: str, more: dict[str, Any]) -> Any:
        def run(count: int) -> str:
            self.ran.append(name)
            if name == "breaks":
                raise RuntimeError("the tool broke")
            return f"{name} of {count}"

        async def run_async(count: int) -> str:
            return run(count)

        def describe(args: Any) -> Any:
            return described("read_orders" if name == "breaks" else name, self.raises)(args)

        settings = GuardSettings(on_decision=self.decisions.append)
        function = run_async if self._is_async else run
        return guard_tool(
            self._client,
            function,
            describe,
            settings,
            session=lambda context: context["chat"],
            name_override=name,
            description_override="Does it.",
            **more,
        )

    def go(self, given: Any = "go") -> Any:
        async def once() -> Any:
            try:
                if not isinstance(given, dict):
                    return await Runner.run(self.agent, given, context=self._chat)
                state = await RunState.from_json(self.agent, given["state"])
                for item in state.get_interruptions():
                    given["answer"](state, item)
                return await Runner.run(self.agent, state)
            finally:
                if isinstance(self._client, AsyncSvcClient):
                    await self._client.close()

        return asyncio.run(once())

    def resume(self, paused: Any, answer: Callable[[Any, Any], None] = RunState.approve) -> Any:
        turn = Scripted([])
        turn._turns.pop(0)
        self.agent.model = turn
        return self.go({"state": paused.to_state().to_json(), "answer": answer})


def told(answer: Any) -> list[str]:
    """What the model reads of its calls."""
    items = [one.raw_item for one in answer.new_items if one.type == "tool_call_output_item"]
    return [str(one["output"]) for one in items]


@pytest.fixture(params=[AsyncSvcClient, SvcClient])
def run(request: pytest.FixtureRequest, service: Service) -> Callable[..., Run]:
    return lambda *calls, **more: Run(request.param(service.live_key, service.base_url), calls, **more)


@pytest.mark.parametrize("is_async", [True, False])
def test_an_allowed_call_runs_once_and_its_outcome_is_reported(
    run: Callable[..., Run], is_async: bool, service: Service
) -> None:
    made = run("read_orders", is_async=is_async)
    assert told(made.go()) == ["read_orders of 3"]
    assert made.ran == ["read_orders"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    assert service.last_event()["door"] == "OPENAI_AGENTS"


def test_a_blocked_call_does_not_run_and_the_model_reads_why(run: Callable[..., Run]) -> None:
    made = run("delete_orders")
    assert told(made.go())[0].startswith("Not run: svc decided BLOCK. ")
    assert made.ran == []


def test_a_review_interrupts_and_an_approved_call_runs_once(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers")
    paused = made.go()
    assert [one.name for one in paused.interruptions] == ["export_customers"]
    assert made.ran == []
    service.approve(made.decisions[-1]["id"])
    assert told(made.resume(paused)) == ["export_customers of 3"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    assert "It ran, or may have run, and is not run again." in told(made.resume(paused))[0]
    assert made.ran == ["export_customers"]


def test_the_approval_of_the_user_permits_nothing(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers")
    paused = made.go()
    assert "waits for a person's review" in told(made.resume(paused))[0]
    service.deny(made.decisions[-1]["id"])
    assert "Review denied" in told(made.resume(paused))[0]
    assert "not approved" in told(made.resume(paused, RunState.reject))[0]
    assert made.ran == []


def test_two_same_calls_are_two_acts(run: Callable[..., Run], service: Service) -> None:
    made = run("read_orders", "read_orders")
    assert told(made.go()) == ["read_orders of 3"] * 2
    assert outcomes(service, made.decisions) == ["SUCCEEDED"] * 2


def test_a_tool_that_breaks_is_reported_so_and_the_model_reads_of_it(run: Callable[..., Run], service: Service) -> None:
    made = run("breaks")
    assert told(made.go())[0].startswith("An error occurred while running the tool.")
    assert outcomes(service, made.decisions) == ["FAILED"]
    own = run("breaks", failure_error_function=lambda _, error: f"own words: {error}")
    assert told(own.go()) == ["own words: the tool broke"]
    none = run("breaks", failure_error_function=None)
    with pytest.raises((UserError, RuntimeError), match="the tool broke"):
        none.go()


def test_keeps_what_a_tool_asks_for_by_itself(run: Callable[..., Run]) -> None:
    assert [one.name for one in run("read_orders", needs_approval=True).go().interruptions] == ["read_orders"]
    rejects = ToolInputGuardrail(lambda _: ToolGuardrailFunctionOutput.reject_content("not theirs"), name="theirs")
    made = run("read_orders", tool_input_guardrails=[rejects])
    assert (told(made.go()), made.ran) == (["not theirs"], [])
    with pytest.raises(TypeError, match="takes the function itself"):
        guard_tool(made._client, made.agent.tools[0], described("read_orders"))


def test_a_call_that_no_runner_makes_is_guarded_too(run: Callable[..., Run], service: Service) -> None:
    from agents.tool_context import ToolContext

    def call(made: Run, name: str) -> Any:
        tool: Any = next(one for one in made.agent.tools if one.name == name)
        arguments = json.dumps({"count": 3})
        context = ToolContext(made._chat, tool_name=name, tool_call_id="c", tool_arguments=arguments)

        async def once() -> Any:
            try:
                return await tool.on_invoke_tool(context, arguments)
            finally:
                if isinstance(made._client, AsyncSvcClient):
                    await made._client.close()

        return asyncio.run(once())

    made = run()
    assert call(made, "read_orders") == "read_orders of 3"
    assert "waits for a person's review" in call(made, "export_customers")
    made.raises = LookupError("x")
    with pytest.raises(LookupError):
        call(made, "read_orders")
    assert made.ran == ["read_orders"]


@pytest.mark.parametrize("client", [AsyncSvcClient, SvcClient])
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


@pytest.mark.parametrize("client", [AsyncSvcClient, SvcClient])
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_runs_a_tool(client: Any, fault: str, service: Service) -> None:
    for expected, raises in RAISED[fault]:
        with faulty(fault, service, client) as svc:
            made = Run(svc, ["read_orders"])
            made.raises = raises
            # It makes a UserError of an error of a guardrail.
            with pytest.raises((UserError, expected)) as raised:
                made.go()
            assert (made.ran, service.live_key[:-4] in str(raised.value)) == ([], False)
