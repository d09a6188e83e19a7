# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the plugin guards the tools of live runs, and of agents that are tools themselves."""

from __future__ import annotations

import asyncio
from contextlib import aclosing, asynccontextmanager
from typing import TYPE_CHECKING, Any

import pytest
from google.adk.agents import LiveRequestQueue, LlmAgent
from google.adk.models import LlmResponse
from google.adk.models.base_llm_connection import BaseLlmConnection
from google.adk.runners import Runner
from google.adk.tools import AgentTool
from google.genai import types

from svc_sdk import AsyncSvcClient
from svc_sdk.adk import SvcPlugin

from ..outages import descriptions
from .world import ScriptedModel, World

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore::UserWarning", "ignore::DeprecationWarning")


def test_tools_of_an_agent_that_is_a_tool_are_guarded_too(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        model = ScriptedModel(model="scripted", todo=[("delete_orders", 1), ("read_orders", 1)])
        helper = LlmAgent(name="helper", description="Helps.", model=model, tools=world.tools())
        ask = types.Part.from_function_call(name="helper", args={"request": "Go"})

        class Delegating(ScriptedModel):
            async def generate_content_async(self, llm_request: Any, stream: bool = False) -> Any:
                asked, self.todo = self.todo, []
                parts = [ask] if asked else [types.Part(text="done")]
                yield LlmResponse(content=types.Content(role="model", parts=parts))

        agent = LlmAgent(
            name="clerk", model=Delegating(model="scripted", todo=[("helper", 1)]), tools=[AgentTool(helper)]
        )
        plugin = SvcPlugin(client, {**descriptions(), "helper": None})
        runner = Runner(agent=agent, app_name="app", session_service=world.sessions, plugins=[plugin])
        session = await world.sessions.create_session(app_name="app", user_id="ann")
        message = types.Content(role="user", parts=[types.Part(text="Go")])
        events = runner.run_async(user_id="ann", session_id=session.id, new_message=message)
        async with aclosing(events):
            async for _ in events:
                pass
        assert world.ran == [("read_orders", 1)]
        await client.close()

    asyncio.run(test())


def test_a_live_run_is_guarded_too(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        results: list[Any] = []

        class Live(BaseLlmConnection):
            async def send_history(self, history: Any) -> None:
                return None

            async def send_content(self, content: Any, **_: Any) -> None:
                results.extend(part.function_response for part in content.parts if part.function_response)
                answered.set()

            async def send_realtime(self, blob: Any) -> None:
                return None

            async def receive(self) -> Any:
                asked = [("delete_orders", 1), ("read_orders", 1)]
                parts = [types.Part.from_function_call(name=name, args={"count": count}) for name, count in asked]
                yield LlmResponse(content=types.Content(role="model", parts=parts))
                await answered.wait()
                yield LlmResponse(turn_complete=True)

            async def close(self) -> None:
                return None

        class LiveModel(ScriptedModel):
            @asynccontextmanager
            async def connect(self, llm_request: Any) -> Any:
                yield Live()

        answered = asyncio.Event()
        agent = LlmAgent(name="clerk", model=LiveModel(model="scripted", todo=[]), tools=world.tools())
        plugin = SvcPlugin(client, descriptions())
        runner = Runner(agent=agent, app_name="app", session_service=world.sessions, plugins=[plugin])
        session = await world.sessions.create_session(app_name="app", user_id="ann")
        queue = LiveRequestQueue()
        async with aclosing(runner.run_live(user_id="ann", session_id=session.id, live_request_queue=queue)) as events:
            async for event in events:
                if event.turn_complete:
                    break
        assert world.ran == [("read_orders", 1)]
        assert "Not run: svc decided BLOCK." in str(results[0].response)
        await client.close()

    asyncio.run(asyncio.wait_for(test(), 60))
