# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a guarded tool of LangChain asks however it is called, in a graph and outside of one."""

from __future__ import annotations

import asyncio
import threading
import uuid
from typing import TYPE_CHECKING, Annotated, Any

import pytest
from langchain_core.messages import AIMessage
from langchain_core.tools import StructuredTool, ToolException
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import InjectedState, ToolNode
from langgraph.types import Command

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk.langchain import guard_tool
from svc_sdk.tools import GuardSettings

from ..outages import described, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

Decisions = list[Any]


def exporting(ran: list[str], *, is_async: bool = False) -> StructuredTool:
    """It needs the state of a graph, which is no word of the model."""

    def export_customers(count: int, state: Annotated[Any, InjectedState] = ()) -> str:
        """Exports."""
        ran.append(f"{count}, state: {bool(state)}")
        return f"exported {count}"

    async def export_customers_async(count: int, state: Annotated[Any, InjectedState] = ()) -> str:
        """Exports."""
        return export_customers(count, state)

    if is_async:
        return StructuredTool.from_function(coroutine=export_customers_async, name="export_customers")
    return StructuredTool.from_function(export_customers)


def graph_of(node: ToolNode) -> Any:
    graph = StateGraph(MessagesState)
    graph.add_node("tools", node)
    graph.add_edge(START, "tools")
    return graph.compile(checkpointer=InMemorySaver())


CALL = {"name": "export_customers", "args": {"count": 3}, "id": "call_1"}
ASKED = {"messages": [AIMessage(content="", tool_calls=[CALL])]}


@pytest.mark.parametrize("client", [SvcClient, AsyncSvcClient])
@pytest.mark.parametrize(("is_awaited", "is_async_tool"), [(False, False), (True, False), (True, True)])
def test_a_review_pauses_a_graph(client: Any, is_awaited: bool, is_async_tool: bool, service: Service) -> None:
    ran: list[str] = []
    decisions: Decisions = []
    svc = client(service.live_key, service.base_url)
    settings = GuardSettings(on_decision=decisions.append)
    exports = guard_tool(svc, exporting(ran, is_async=is_async_tool), described("export_customers"), settings)
    graph = graph_of(ToolNode([exports]))
    config = {"configurable": {"thread_id": str(uuid.uuid4())}}

    def go(given: Any) -> Any:
        if not is_awaited:
            return graph.invoke(given, config)

        async def once() -> Any:
            try:
                return await graph.ainvoke(given, config)
            finally:
                if isinstance(svc, AsyncSvcClient):
                    await svc.close()

        return asyncio.run(once())

    (pause,) = go(ASKED)["__interrupt__"]
    service.approve(pause.value["eventId"])
    assert go(Command(resume=True))["messages"][-1].content == "exported 3"
    assert ran == ["3, state: True"]
    assert outcomes(service, decisions) == ["SUCCEEDED"]


def test_outside_of_a_graph_a_call_waits(service: Service) -> None:
    ran: list[str] = []

    def approve(decision: Any) -> None:
        if decision["finalDecision"] == "REVIEW" and not timers:
            timers.append(threading.Timer(0.3, service.approve, [decision["id"]]))
            timers[0].start()

    timers: list[threading.Timer] = []
    svc = SvcClient(service.live_key, service.base_url)
    describe = described("export_customers")
    exports = guard_tool(svc, exporting(ran), describe, GuardSettings(on_decision=approve))
    assert exports.invoke({"count": 2}) == "exported 2"
    hasty = guard_tool(svc, exporting(ran), describe, GuardSettings(wait=0))
    assert "waits for a person's review" in hasty.invoke({"count": 2})
    message = hasty.invoke({"type": "tool_call", **CALL})
    assert (message.status, message.tool_call_id) == ("error", "call_1")
    assert (ran, exports.name, exports.args) == (["2, state: False"], "export_customers", exporting([]).args)
    with pytest.raises(TypeError, match="needs a tool of LangChain"):
        guard_tool(svc, len, describe)


def test_an_error_that_the_tool_makes_a_message_of_is_reported_as_failed(service: Service) -> None:
    decisions: Decisions = []

    def read_orders(count: int) -> str:
        """Reads."""
        raise ToolException("none there")

    reads = StructuredTool.from_function(read_orders, handle_tool_error=True)
    svc = SvcClient(service.live_key, service.base_url)
    guarded = guard_tool(svc, reads, described("read_orders"), GuardSettings(on_decision=decisions.append))
    message = guarded.invoke({"type": "tool_call", "name": "read_orders", "args": {"count": 1}, "id": "call_1"})
    assert (message.status, message.content) == ("error", "none there")
    assert outcomes(service, decisions) == ["FAILED"]


def test_a_fault_that_a_node_makes_a_message_of_runs_no_tool(service: Service) -> None:
    ran: list[str] = []
    svc = SvcClient(service.live_key[:-4] + "xxxx", service.base_url)
    guarded = guard_tool(svc, exporting(ran), described("export_customers"))
    graph = graph_of(ToolNode([guarded], handle_tool_errors=True))
    message = graph.invoke(ASKED, {"configurable": {"thread_id": str(uuid.uuid4())}})["messages"][-1]
    assert (message.status, ran) == ("error", [])
    assert "API key" in message.content
    assert service.live_key[:-4] not in message.content
