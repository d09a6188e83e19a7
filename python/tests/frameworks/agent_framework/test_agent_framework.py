# SPDX-License-Identifier: Apache-2.0
"""Guarantee: a tool of the Agent Framework runs once for each ALLOW, and no fault lets one run."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Sequence
from typing import TYPE_CHECKING, Any

import agent_framework
import pytest
from agent_framework import (
    Agent,
    AgentSession,
    BaseChatClient,
    ChatResponse,
    Content,
    FunctionInvocationLayer,
    Message,
    tool,
)

from svc_sdk import AsyncSvcClient, SvcClient
from svc_sdk._both import EitherClient
from svc_sdk.agent_framework import svc_middleware
from svc_sdk.tools import GuardSettings
from svc_sdk.types import Decision

from ..outages import FAULTS, OUTAGES, descriptions, faulty, outcomes

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore::FutureWarning")
ABORTS = hasattr(agent_framework, "MiddlewareFailure")


class ScriptedModel(FunctionInvocationLayer, BaseChatClient):
    """Asks for the calls once, and then says what it read."""

    def __init__(self, calls: Sequence[tuple[str, int]]) -> None:
        super().__init__()
        self.calls = list(calls)
        self.read: list[str] = []

    def _inner_get_response(self, *, messages: Any, stream: bool, options: Any, **kwargs: Any) -> Any:
        async def answer() -> ChatResponse:
            results = [one for message in messages for one in message.contents if one.type == "function_result"]
            self.read = [str(one.result) for one in results]
            asked, self.calls = self.calls, []
            contents: list[Any] = [
                Content.from_function_call(call_id=f"call_{index}", name=name, arguments={"count": count})
                for index, (name, count) in enumerate(asked)
            ]
            return ChatResponse(messages=[Message("assistant", contents or ["done"])])

        return answer()


class World:
    """An agent with its tools, which tell that they ran."""

    def __init__(self, client: EitherClient, raises: BaseException | None = None, **settings: Any) -> None:
        self.ran: list[tuple[str, int]] = []
        self.decisions: list[Decision] = []
        self.client = client
        given = GuardSettings(on_decision=self.decisions.append, **settings)
        self.middleware = svc_middleware(client, descriptions(raises), given)

    def tools(self) -> list[Any]:
        def made(name: str) -> Any:
            def run(count: int) -> str:
                self.ran.append((name, count))
                if count == 13:
                    raise RuntimeError("the tool broke")
                return f"{name} of {count}"

            return tool(run, name=name, description=name)

        return [made(name) for name in ("read_orders", "export_customers", "delete_orders", "clock", "unknown")]

    async def asks(self, *calls: tuple[str, int], session: AgentSession | None = None) -> tuple[Any, ScriptedModel]:
        model = ScriptedModel(calls)
        agent = Agent(client=model, tools=self.tools(), middleware=[self.middleware])
        return await agent.run("Go", session=session), model

    async def answers(self, session: AgentSession, requests: Sequence[Any], approved: bool = True) -> ScriptedModel:
        """What the model reads after the person has answered the requests."""
        model = ScriptedModel([])
        agent = Agent(client=model, tools=self.tools(), middleware=[self.middleware])
        told = [request.to_function_approval_response(approved) for request in requests]
        await agent.run([Message("user", told)], session=session)
        return model


def run(test: Coroutine[Any, Any, None]) -> None:
    asyncio.run(test)


@pytest.mark.parametrize("kind", [AsyncSvcClient, SvcClient])
def test_runs_what_is_allowed_once_and_reports_it(service: Service, kind: type[EitherClient]) -> None:
    async def test() -> None:
        world = World(client := kind(service.live_key, service.base_url))
        _, model = await world.asks(("read_orders", 2), ("read_orders", 2), ("clock", 1))
        assert sorted(world.ran) == [("clock", 1), ("read_orders", 2), ("read_orders", 2)]
        assert model.read == ["read_orders of 2", "read_orders of 2", "clock of 1"]
        assert outcomes(service, world.decisions) == ["SUCCEEDED", "SUCCEEDED"]
        if isinstance(client, AsyncSvcClient):
            await client.close()

    run(test())


def test_reports_a_failure(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        _, model = await world.asks(("read_orders", 13))
        assert world.ran == [("read_orders", 13)]
        assert "Function failed" in model.read[0]
        assert outcomes(service, world.decisions) == ["FAILED"]
        await client.close()

    run(test())


def test_refuses_what_is_blocked_or_unknown(service: Service) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        _, model = await world.asks(("delete_orders", 2), ("unknown", 1), ("nothing", 1))
        assert world.ran == []
        assert model.read[0].startswith("Not run: svc decided BLOCK.")
        assert model.read[1] == "Not run: svc knows no tool unknown. Do not retry it; tell the user."
        assert "not found" in model.read[2]
        await client.close()

    run(test())


@pytest.mark.parametrize("has_moved", [False, True])
def test_a_review_pauses_the_run_until_a_person_has_approved(service: Service, has_moved: bool) -> None:
    async def test() -> None:
        world = World(client := AsyncSvcClient(service.live_key, service.base_url))
        session = AgentSession()
        answer, _ = await world.asks(("export_customers", 3), session=session)
        (request,) = answer.user_input_requests
        assert world.ran == []
        event_id = request.additional_properties["svc_event_id"]
        assert event_id == world.decisions[0]["id"]
        assert event_id in request.additional_properties["reason"]
        if has_moved:
            world = World(client)
            session = AgentSession.from_dict(session.to_dict())
            request = Content.from_dict(request.to_dict())
        service.approve(event_id)
        model = await world.answers(session, [request])
        assert model.read == ["export_customers of 3"]
        assert outcomes(service, world.decisions) == ["SUCCEEDED"]
        # The framework, or svc where it does not, holds a second answer back.
        again = await world.answers(session, [request])
        assert world.ran == [("export_customers", 3)]
        assert all("export_customers of 3" in read or read.startswith("Not run: ") for read in again.read)
        await client.close()

    run(test())


def test_the_answer_of_the_chat_replaces_no_review(service: Service) -> None:
    async def test() -> None:
        client = AsyncSvcClient(service.live_key, service.base_url)
        for is_denied, words in ((False, "waits for a person's review"), (True, "Review denied")):
            world, session = World(client), AgentSession()
            answer, _ = await world.asks(("export_customers", 4), session=session)
            if is_denied:
                service.deny(answer.user_input_requests[0].additional_properties["svc_event_id"])
            model = await world.answers(session, answer.user_input_requests)
            assert words in model.read[0]
            assert world.ran == []
        world, session = World(client), AgentSession()
        answer, _ = await world.asks(("export_customers", 5), session=session)
        service.approve(answer.user_input_requests[0].additional_properties["svc_event_id"])
        await world.answers(session, answer.user_input_requests, approved=False)
        assert world.ran == []
        await client.close()

    run(test())


@pytest.mark.parametrize("name", OUTAGES)
def test_an_outage_refuses_the_call(service: Service, name: str) -> None:
    async def test() -> None:
        with faulty(name, service, AsyncSvcClient) as client:
            world = World(client)
            _, model = await world.asks(("read_orders", 1))
            assert "The fail mode is closed" in model.read[0]
            assert world.ran == []
            await client.close()

    run(test())


@pytest.mark.parametrize("name", FAULTS)
def test_a_fault_ends_the_run(service: Service, name: str) -> None:
    async def test() -> None:
        with faulty(name, service, AsyncSvcClient) as client:
            world = World(client, RuntimeError("secret") if name == "describe" else None)
            if ABORTS:
                with pytest.raises(agent_framework.MiddlewareFailure, match="svc could not decide") as raised:
                    await world.asks(("read_orders", 1), ("clock", 1))
                text = str(raised.value)
            else:
                answer, model = await world.asks(("read_orders", 1))
                text = str(answer.messages[-1].contents[-1].result)
                assert model.read == []
            assert text.startswith("Not run: svc could not decide.")
            assert "secret" not in text
            assert ("read_orders", 1) not in world.ran
            await client.close()

    run(test())


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_no_interruption_is_a_run(service: Service, interrupt: type[BaseException]) -> None:
    world = World(AsyncSvcClient(service.live_key, service.base_url), interrupt())

    async def test() -> None:
        with pytest.raises(interrupt):
            await world.asks(("read_orders", 1))

    if interrupt is asyncio.CancelledError:
        asyncio.run(test())
    else:
        with pytest.raises(interrupt):
            asyncio.run(test())
    assert world.ran == []
