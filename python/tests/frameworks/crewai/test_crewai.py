# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a tool of CrewAI runs once for each ALLOW, and no fault lets one run."""

from __future__ import annotations

import asyncio
import json
import threading
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

import pytest
from crewai import Agent, BaseLLM, Crew, Task
from crewai.hooks import register_before_tool_call_hook, unregister_before_tool_call_hook
from crewai.tools import BaseTool
from pydantic import Field

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk._both import EitherClient
from svc_sdk.crewai import install_hooks
from svc_sdk.tools import GuardSettings
from svc_sdk.types import Decision

from ..outages import FAULTS, OUTAGES, descriptions, faulty, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore::DeprecationWarning", "ignore::UserWarning")
KINDS = pytest.mark.parametrize("is_native", [True, False], ids=["function calling", "text"])


class ScriptedModel(BaseLLM):
    """Asks for one call after another, and keeps what it reads of each."""

    is_native: bool = True
    todo: list[Any] = Field(default_factory=list)
    read: list[str] = Field(default_factory=list)

    def call(self, messages: Any, tools: Any = None, **kwargs: Any) -> Any:
        if self.todo and self.todo[0] is None:
            self.todo.pop(0)
            self.read.append(str([one["content"] for one in messages if one["role"] in ("tool", "assistant")][-1]))
        if not self.todo:
            return "Thought: I now know the final answer\nFinal Answer: done"
        name, count = self.todo.pop(0)
        self.todo.insert(0, None)
        given = json.dumps({"count": count})
        if tools:
            function = {"name": name, "arguments": given}
            return [{"id": f"call_{len(self.todo)}", "type": "function", "function": function}]
        return f"Thought: I need it\nAction: {name}\nAction Input: {given}\n"

    async def acall(self, messages: Any, tools: Any = None, **kwargs: Any) -> Any:
        return self.call(messages, tools)

    def supports_function_calling(self) -> bool:
        return self.is_native

    def supports_stop_words(self) -> bool:
        return False


class World:
    """A crew of one, with tools that tell that they ran."""

    def __init__(self, is_native: bool = True) -> None:
        self.is_native = is_native
        self.ran: list[tuple[str, int]] = []
        self.decisions: list[Decision] = []

    @contextmanager
    def guarded(self, client: EitherClient, raises: BaseException | None = None, **settings: Any) -> Iterator[None]:
        given = GuardSettings(on_decision=self.decisions.append, **{"wait": 0, **settings})
        uninstall = install_hooks(client, descriptions(raises), given)
        try:
            yield
        finally:
            uninstall()

    def crew(self, calls: Sequence[tuple[str, int]]) -> tuple[Crew, ScriptedModel]:
        world = self

        class Recorded(BaseTool):
            def _run(self, count: int) -> str:
                world.ran.append((self.name, count))
                if count == 13:
                    raise RuntimeError("the tool broke")
                return f"{self.name} of {count}"

        names = ("read_orders", "export_customers", "delete_orders", "clock", "unknown")
        tools = [Recorded(name=name, description=name, cache_function=lambda *_: False) for name in names]
        model = ScriptedModel(model="scripted", todo=list(calls), is_native=self.is_native)
        agent = Agent(role="clerk", goal="work", backstory="none", llm=model, tools=tools, max_retry_limit=0)
        task = Task(description="Go", expected_output="done", agent=agent)
        return Crew(agents=[agent], tasks=[task], cache=False), model

    def asks(self, *calls: tuple[str, int]) -> list[str]:
        crew, model = self.crew(calls)
        crew.kickoff()
        return model.read


@KINDS
def test_runs_what_is_allowed_once_and_reports_it(service: Service, is_native: bool) -> None:
    world = World(is_native)
    with world.guarded(SvcClient(service.live_key, service.base_url), records_affected=len):
        read = world.asks(("read_orders", 2), ("read_orders", 3), ("clock", 1))
    assert world.ran == [("read_orders", 2), ("read_orders", 3), ("clock", 1)]
    for text, result in zip(read, ("read_orders of 2", "read_orders of 3", "clock of 1"), strict=True):
        assert result in text
    assert outcomes(service, world.decisions) == ["SUCCEEDED", "SUCCEEDED"]
    world.asks(("unknown", 1))
    assert world.ran[-1] == ("unknown", 1)


@pytest.mark.parametrize("kind", [SvcClient, AsyncSvcClient])
@KINDS
def test_two_equal_calls_are_two_decisions(service: Service, is_native: bool, kind: type[EitherClient]) -> None:
    world = World(is_native)
    with world.guarded(kind(service.live_key, service.base_url)):
        world.asks(("read_orders", 2))
        world.asks(("read_orders", 2))
    assert world.ran == [("read_orders", 2)] * 2
    assert outcomes(service, world.decisions) == ["SUCCEEDED", "SUCCEEDED"]


@KINDS
def test_a_tool_that_fails_ran_once_and_is_reported(service: Service, is_native: bool) -> None:
    world = World(is_native)
    read = world.asks(("read_orders", 13))
    # The framework's own way, which the hooks must stop: it calls a failing tool again and again.
    assert len(world.ran) == (1 if is_native else 6)
    world = World(is_native)
    with world.guarded(SvcClient(service.live_key, service.base_url)):
        assert world.asks(("read_orders", 13)) == read
        assert world.ran == [("read_orders", 13)]
        assert outcomes(service, world.decisions) == ["FAILED"]


@KINDS
def test_hooks_that_are_taken_away_leave_the_tools_as_they_were(service: Service, is_native: bool) -> None:
    world = World(is_native)
    crew, model = world.crew([("read_orders", 2)])
    for is_guarded in (True, False, True):
        model.todo = [("read_orders", 2)]
        if is_guarded:
            with world.guarded(SvcClient(service.live_key, service.base_url)):
                crew.kickoff()
        else:
            crew.kickoff()
    assert world.ran == [("read_orders", 2)] * 3
    assert outcomes(service, world.decisions) == ["SUCCEEDED"] * 2


@KINDS
def test_refuses_what_is_blocked_or_unknown(service: Service, is_native: bool) -> None:
    world = World(is_native)
    with world.guarded(SvcClient(service.live_key, service.base_url)):
        blocked, unknown = world.asks(("delete_orders", 2), ("unknown", 1))
    assert world.ran == []
    assert "Not run: svc decided BLOCK." in blocked
    assert "Not run: svc knows no tool unknown. Do not retry it; tell the user." in unknown


@KINDS
def test_holds_a_review_until_a_person_has_answered(service: Service, is_native: bool) -> None:
    for answer, words in ((service.approve, "export_customers of 4"), (service.deny, "Review denied")):
        world = World(is_native)

        def told(decision: Decision, answer: Any = answer) -> None:
            threading.Timer(0.2, answer, [decision["id"]]).start()

        uninstall = install_hooks(
            SvcClient(service.live_key, service.base_url), descriptions(), GuardSettings(wait=60, on_decision=told)
        )
        try:
            (read,) = world.asks(("export_customers", 4))
        finally:
            uninstall()
        assert words in read
        assert world.ran == ([("export_customers", 4)] if answer == service.approve else [])


def test_a_later_call_finds_its_review_and_runs_once(service: Service) -> None:
    world = World()
    with world.guarded(SvcClient(service.live_key, service.base_url)):
        (read,) = world.asks(("export_customers", 5))
        event_id = world.decisions[0]["id"]
        assert event_id is not None
        assert f"waits for a person's review (svc event {event_id})" in read
        service.approve(event_id)
        world.asks(("export_customers", 5))
        assert world.ran == [("export_customers", 5)]
        (again,) = world.asks(("export_customers", 5))
    assert world.ran == [("export_customers", 5)]
    assert "waits for a person's review" in again


@KINDS
@pytest.mark.parametrize("name", [*OUTAGES, *FAULTS])
def test_no_fault_lets_a_tool_run(service: Service, name: str, is_native: bool) -> None:
    world = World(is_native)
    with faulty(name, service, SvcClient) as client:
        raises = RuntimeError("secret") if name == "describe" else None
        with world.guarded(client, raises):
            (read,) = world.asks(("read_orders", 1))
    assert world.ran == []
    assert ("The fail mode is closed" if name in OUTAGES else "Not run: svc could not decide.") in read
    assert "secret" not in read


@KINDS
@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_no_interruption_is_a_run(service: Service, is_native: bool, interrupt: type[BaseException]) -> None:
    world = World(is_native)
    with world.guarded(SvcClient(service.live_key, service.base_url), interrupt()), pytest.raises(interrupt):
        world.asks(("read_orders", 1))
    assert world.ran == []


@KINDS
def test_a_faulty_hook_of_others_lets_no_tool_run(service: Service, is_native: bool) -> None:
    def breaks(_context: Any) -> None:
        raise RuntimeError("a hook of others")

    register_before_tool_call_hook(breaks)
    world = World(is_native)
    try:
        with world.guarded(SvcClient(service.live_key, service.base_url)):
            world.asks(("delete_orders", 1))
    finally:
        unregister_before_tool_call_hook(breaks)
    assert world.ran == []


@KINDS
def test_the_same_in_an_event_loop(service: Service, is_native: bool) -> None:
    world = World(is_native)
    crew, model = world.crew([("read_orders", 6), ("delete_orders", 6)])
    with world.guarded(SvcClient(service.live_key, service.base_url)):
        asyncio.run(crew.akickoff())
    assert world.ran == [("read_orders", 6)]
    assert "Not run: svc decided BLOCK." in model.read[1]
