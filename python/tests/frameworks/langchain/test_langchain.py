# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a guarded call of LangChain runs once after an ALLOW, never otherwise, in threads and event loops."""

from __future__ import annotations

import asyncio
import uuid
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import langgraph.errors
import pytest
from langchain.agents import create_agent
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage, ToolMessage
from langchain_core.tools import tool
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.types import Command

from svc_sdk import AsyncSvcClient, AuthenticationError, SvcClient, UnexpectedAnswerError
from svc_sdk.langchain import svc_middleware
from svc_sdk.tools import GuardSettings

from ..outages import FAULTS, OUTAGES, descriptions, faulty, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

WAYS = [(client, mode) for client in (SvcClient, AsyncSvcClient) for mode in ("invoke", "ainvoke")]


class Model(GenericFakeChatModel):
    def bind_tools(self, *_: Any, **__: Any) -> Any:
        return self


class Run:
    """One conversation with an agent whose model makes the given calls, and then ends."""

    def __init__(self, client: Any, calls: Sequence[str], mode: str = "invoke", raises: BaseException | None = None):
        self.ran: list[str] = []
        self.decisions: list[Any] = []
        self._mode, self._client = mode, client
        made = [{"name": name, "args": {"count": 3}, "id": f"call_{number}"} for number, name in enumerate(calls)]
        model = Model(messages=iter([AIMessage(content="", tool_calls=made), *["done"] * 9]))
        settings = GuardSettings(on_decision=self.decisions.append)
        self._agent = create_agent(
            model,
            [
                self._tool(name)
                for name in ("read_orders", "export_customers", "delete_orders", "clock", "breaks", "other")
            ],
            middleware=[svc_middleware(client, {**descriptions(raises), "breaks": _read}, settings)],
            checkpointer=InMemorySaver(),
        )
        self._config = {"configurable": {"thread_id": str(uuid.uuid4())}}

    def _tool(self, name: str) -> Any:
        def run(count: int) -> str:
            """Does it."""
            self.ran.append(name)
            if name == "breaks":
                raise RuntimeError("the tool broke")
            return f"{name} of {count}"

        async def run_async(count: int) -> str:
            """Does it."""
            return run(count)

        return tool(name)(run if self._mode == "invoke" else run_async)

    def go(self, given: Any = None, config: Any = None) -> Any:
        given = {"messages": [("user", "go")]} if given is None else given
        if self._mode == "invoke":
            return self._agent.invoke(given, config or self._config)

        async def once() -> Any:
            try:
                return await self._agent.ainvoke(given, config or self._config)
            finally:
                if isinstance(self._client, AsyncSvcClient):
                    await self._client.close()

        return asyncio.run(once())

    def resume(self, value: Any = True) -> Any:
        return self.go(Command(resume=value))

    def before_tools(self) -> Any:
        """The state in which the call had not run."""
        return next(one.config for one in self._agent.get_state_history(self._config) if one.next == ("tools",))


def _read(args: Any) -> Any:
    return {"agent": "billing-bot", "action": "READ_DATA", "resource": "orders", "recordsAffected": args["count"]}


def told(answer: Any) -> list[str]:
    """What the model reads of its calls."""
    return [str(one.content) for one in answer["messages"] if isinstance(one, ToolMessage)]


@pytest.fixture(params=WAYS, ids=lambda way: f"{way[0].__name__}-{way[1]}")
def run(request: pytest.FixtureRequest, service: Service) -> Callable[..., Run]:
    client, mode = request.param
    return lambda *calls: Run(client(service.live_key, service.base_url), calls, mode)


def test_an_allowed_call_runs_once_and_its_outcome_is_reported(run: Callable[..., Run], service: Service) -> None:
    made = run("read_orders")
    assert told(made.go()) == ["read_orders of 3"]
    assert made.ran == ["read_orders"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    assert service.last_event()["door"] == "LANGCHAIN"


def test_a_call_that_ran_is_not_run_again_when_the_graph_is_replayed(run: Callable[..., Run]) -> None:
    made = run("read_orders")
    made.go()
    answer = made.go(Command(resume=True), made.before_tools())
    assert made.ran == ["read_orders"]
    assert "It ran, or may have run, and is not run again." in told(answer)[-1]


def test_a_blocked_call_does_not_run_and_the_model_reads_why(run: Callable[..., Run]) -> None:
    made = run("delete_orders")
    assert told(made.go())[0].startswith("Not run: svc decided BLOCK. ")
    assert made.ran == []


def test_a_tool_that_nothing_is_said_of_is_refused(run: Callable[..., Run]) -> None:
    made = run("other", "invented", "clock")
    other, invented, clock = told(made.go())
    assert other.startswith("Not run: svc knows no tool other.")
    assert invented.startswith("Not run: svc knows no tool invented.")
    assert (clock, made.ran, made.decisions) == ("clock of 3", ["clock"], [])


def test_a_review_pauses_and_an_approved_call_runs_once(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers")
    (pause,) = made.go()["__interrupt__"]
    assert (pause.value["type"], pause.value["tool"], made.ran) == ("svc_review", "export_customers", [])
    service.approve(pause.value["eventId"])
    assert told(made.resume()) == ["export_customers of 3"]
    assert outcomes(service, made.decisions) == ["SUCCEEDED"]
    made.resume()
    made.go(Command(resume=True), made.before_tools())
    assert made.ran == ["export_customers"]


def test_a_resumed_call_does_not_run_without_an_approval(run: Callable[..., Run], service: Service) -> None:
    made = run("export_customers")
    (pause,) = made.go()["__interrupt__"]
    assert "waits for a person's review" in told(made.resume())[0]
    denied = run("export_customers")
    (pause,) = denied.go()["__interrupt__"]
    service.deny(pause.value["eventId"])
    assert "Review denied" in told(denied.resume({"decisions": [{"type": "approve"}]}))[0]
    assert made.ran == denied.ran == []


def test_two_same_calls_are_two_acts(run: Callable[..., Run], service: Service) -> None:
    made = run("read_orders", "read_orders")
    assert told(made.go()) == ["read_orders of 3"] * 2
    assert outcomes(service, made.decisions) == ["SUCCEEDED"] * 2


def test_a_tool_that_breaks_is_reported_so(run: Callable[..., Run], service: Service) -> None:
    made = run("breaks")
    with pytest.raises(RuntimeError, match="the tool broke"):
        made.go()
    assert outcomes(service, made.decisions) == ["FAILED"]


# A newer LangGraph makes an error of its own of a cancellation that no one asked for.
Cancelled = getattr(langgraph.errors, "NodeCancelledError", asyncio.CancelledError)
RAISED: dict[str, list[tuple[Any, BaseException | None]]] = {
    "HTML": [(UnexpectedAnswerError, None)],
    "wrong key": [(AuthenticationError, None)],
    "describe": [
        (LookupError, LookupError()),
        ((Cancelled, asyncio.CancelledError), asyncio.CancelledError()),
        (KeyboardInterrupt, KeyboardInterrupt()),
    ],
}


@pytest.mark.parametrize(("client", "mode"), WAYS)
@pytest.mark.parametrize("fault", FAULTS)
def test_no_fault_runs_a_tool(client: Any, mode: str, fault: str, service: Service) -> None:
    for expected, raises in RAISED[fault]:
        with faulty(fault, service, client) as svc:
            made = Run(svc, ["read_orders"], mode, raises)
            with pytest.raises(expected) as raised:
                made.go()
            assert (made.ran, service.live_key[:-4] in str(raised.value)) == ([], False)


@pytest.mark.parametrize(("client", "mode"), WAYS)
@pytest.mark.parametrize("outage", OUTAGES)
def test_no_outage_runs_a_tool(client: Any, mode: str, outage: str, service: Service) -> None:
    with faulty(outage, service, client) as svc:
        made = Run(svc, ["read_orders"], mode)
        assert "The fail mode is closed: the action does not run." in told(made.go())[0]
        assert made.ran == []
