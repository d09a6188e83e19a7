# SPDX-License-Identifier: Apache-2.0
"""An agent with a scripted model, and tools that tell that they ran."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import aclosing
from typing import Any

from google.adk.agents import LlmAgent
from google.adk.models import BaseLlm, LlmResponse
from google.adk.runners import Runner
from google.adk.sessions import InMemorySessionService
from google.adk.tools import FunctionTool
from google.genai import types

from svc_sdk._both import EitherClient
from svc_sdk.adk import SvcPlugin
from svc_sdk.tools import GuardSettings
from svc_sdk.types import Decision

from ..outages import descriptions

CONFIRMATION = "adk_request_confirmation"


class ScriptedModel(BaseLlm):
    """Asks for the calls once, and then says that it is done."""

    todo: list[tuple[str, int]]

    async def generate_content_async(self, llm_request: Any, stream: bool = False) -> Any:
        asked, self.todo = self.todo, []
        parts = [types.Part.from_function_call(name=name, args={"count": count}) for name, count in asked]
        yield LlmResponse(content=types.Content(role="model", parts=parts or [types.Part(text="done")]))


class World:
    """Runners of one agent, with tools that tell that they ran."""

    def __init__(self, client: EitherClient, raises: BaseException | None = None) -> None:
        self.ran: list[tuple[str, int]] = []
        self.decisions: list[Decision] = []
        self.client = client
        self.raises = raises
        self.sessions = InMemorySessionService()
        self.session_id = ""

    def tools(self) -> list[Any]:
        def made(name: str) -> Any:
            def run(count: int) -> str:
                """Does it."""
                self.ran.append((name, count))
                if count == 13:
                    raise LookupError("the tool broke")
                return f"{name} of {count}"

            run.__name__ = name
            return FunctionTool(run)

        return [made(name) for name in ("read_orders", "export_customers", "delete_orders", "unknown")]

    async def send(self, message: types.Content, *calls: tuple[str, int], more: Sequence[Any] = ()) -> list[Any]:
        """The parts of the events, in a process of its own but for the sessions."""
        if not self.session_id:
            session = await self.sessions.create_session(app_name="app", user_id="ann")
            self.session_id = session.id
        agent = LlmAgent(
            name="clerk", model=ScriptedModel(model="scripted", todo=list(calls)), tools=[*self.tools(), *more]
        )
        given = GuardSettings(on_decision=self.decisions.append, records_affected=len)
        plugin = SvcPlugin(self.client, {**descriptions(self.raises), "helper": None}, given)
        runner = Runner(agent=agent, app_name="app", session_service=self.sessions, plugins=[plugin])
        events = runner.run_async(user_id="ann", session_id=self.session_id, new_message=message)
        parts: list[Any] = []
        async with aclosing(events):
            async for event in events:
                parts += (event.content and event.content.parts) or []
        return parts

    async def asks(self, *calls: tuple[str, int], more: Sequence[Any] = ()) -> list[Any]:
        message = types.Content(role="user", parts=[types.Part(text="Go")])
        return await self.send(message, *calls, more=more)

    async def answers(self, request: Any, confirmed: bool = True) -> list[str]:
        response = types.FunctionResponse(id=request.id, name=CONFIRMATION, response={"confirmed": confirmed})
        return read(await self.send(types.Content(role="user", parts=[types.Part(function_response=response)])))


def read(parts: Sequence[Any]) -> list[str]:
    """What the model reads of its calls."""
    responses = [part.function_response for part in parts if part.function_response]
    return [str(one.response.get("result") or one.response.get("error")) for one in responses]


def request_of(parts: Sequence[Any]) -> Any:
    calls = [part.function_call for part in parts if part.function_call]
    (request,) = [call for call in calls if call.name == CONFIRMATION]
    return request
