# SPDX-License-Identifier: Apache-2.0
"""Guarantee: an answer of LiteLLM holds no call of a tool but an allowed one, whatever goes wrong."""

from __future__ import annotations

import asyncio
import json
import threading
from contextlib import suppress
from typing import TYPE_CHECKING, Any

import litellm
import pytest
from litellm.caching.caching import Cache
from litellm.integrations.custom_logger import CustomLogger

from svc_sdk import AsyncSvcClient, SvcClient, SvcError
from svc_sdk.litellm import SvcGuardrail, guard_answer
from svc_sdk.tools import GuardSettings
from svc_sdk.types import Decision

from ..outages import FAULTS, OUTAGES, descriptions, faulty

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")
TOOLS = [{"type": "function", "function": {"name": "read_orders", "parameters": {"type": "object"}}}]


@pytest.fixture(autouse=True)
def _callbacks(monkeypatch: pytest.MonkeyPatch) -> None:
    """A list of its own for each test."""
    monkeypatch.setattr(litellm, "callbacks", [])
    monkeypatch.setattr(litellm, "cache", None)


def request_of(*calls: tuple[str, Any], **more: Any) -> dict[str, Any]:
    """A request whose answer asks for the calls."""
    asked = [
        {
            "id": f"call_{index}",
            "type": "function",
            "function": {"name": name, "arguments": given if isinstance(given, str) else json.dumps({"count": given})},
        }
        for index, (name, given) in enumerate(calls)
    ]
    messages = [{"role": "user", "content": "Go"}]
    made = {"model": "gpt-4o", "messages": messages, "tools": TOOLS, "mock_response": "Well."}
    return {**made, "mock_tool_calls": asked, **more}


def calls_of(answer: Any) -> list[tuple[str, int]]:
    calls = answer.choices[0].message.tool_calls or []
    return [(call.function.name, json.loads(call.function.arguments)["count"]) for call in calls]


def text_of(answer: Any) -> str:
    return str(answer.choices[0].message.content)


def guarded(service: Service, test: Any, raises: BaseException | None = None, **settings: Any) -> None:
    """Runs the test with a guardrail among the callbacks."""

    async def whole() -> None:
        client = AsyncSvcClient(service.live_key, service.base_url)
        litellm.callbacks = [SvcGuardrail(client, descriptions(raises), GuardSettings(**{"wait": 0, **settings}))]
        try:
            await test()
        finally:
            await client.close()

    asyncio.run(whole())


def test_hands_on_what_is_allowed_and_redeems_it(service: Service) -> None:
    decisions: list[Decision] = []

    async def test() -> None:
        answer = await litellm.acompletion(**request_of(("read_orders", 2), ("read_orders", 2), ("clock", 1)))
        assert calls_of(answer) == [("read_orders", 2), ("read_orders", 2), ("clock", 1)]
        assert text_of(answer) == "Well."

    guarded(service, test, on_decision=decisions.append)
    ids = {decision["id"] for decision in decisions}
    svc = SvcClient(service.live_key, service.base_url)
    told = [svc.get_decision(event_id)["redemption"] for event_id in ids if event_id is not None]
    assert [one and one["status"] for one in told] == ["REDEEMED", "REDEEMED"]


def test_guards_the_answers_of_a_router(service: Service) -> None:
    async def test() -> None:
        models = [{"model_name": "any", "litellm_params": {"model": "gpt-4o", "api_key": "none"}}]
        router = litellm.Router(model_list=models)
        request = {**request_of(("read_orders", 1), ("delete_orders", 1)), "model": "any"}
        assert calls_of(await router.acompletion(**request)) == [("read_orders", 1)]

    guarded(service, test)


def test_takes_out_what_is_blocked_unknown_or_unreadable(service: Service) -> None:
    async def test() -> None:
        calls = [("read_orders", 1), ("delete_orders", 2), ("unknown", 3), ("read_orders", "{"), ("read_orders", "[1]")]
        answer = await litellm.acompletion(**request_of(*calls))
        assert calls_of(answer) == [("read_orders", 1)]
        first, blocked, unknown, broken, array = text_of(answer).split("\n")
        assert first == "Well."
        assert blocked.startswith("Not run: svc decided BLOCK.")
        assert unknown == "Not run: svc knows no tool unknown. Do not retry it; tell the user."
        assert broken.startswith("Not run: svc could not decide. JSONDecodeError.")
        assert array.startswith("Not run: svc could not decide. TypeError.")
        alone = await litellm.acompletion(**request_of(("delete_orders", 2)))
        assert alone.choices[0].message.tool_calls is None
        assert alone.choices[0].finish_reason == "stop"

    guarded(service, test)


def test_holds_a_review_until_a_person_has_answered(service: Service) -> None:
    def told(decision: Decision) -> None:
        assert decision["id"] is not None
        threading.Timer(0.2, service.approve, [decision["id"]]).start()

    async def test() -> None:
        answer = await litellm.acompletion(**request_of(("export_customers", 3)))
        assert calls_of(answer) == [("export_customers", 3)]

    guarded(service, test, on_decision=told, wait=60)


def test_the_same_call_finds_its_review_and_passes_once(service: Service) -> None:
    decisions: list[Decision] = []

    async def test() -> None:
        request = request_of(("export_customers", 4), litellm_session_id="chat-7")
        answer = await litellm.acompletion(**request)
        event_id = decisions[0]["id"]
        assert event_id is not None
        assert calls_of(answer) == []
        assert event_id in text_of(answer)
        service.deny(event_id)
        assert "Review denied" in text_of(await litellm.acompletion(**request))
        request = request_of(("export_customers", 5), litellm_session_id="chat-7")
        await litellm.acompletion(**request)
        service.approve(str(decisions[-1]["id"]))
        assert calls_of(await litellm.acompletion(**request)) == [("export_customers", 5)]
        assert calls_of(await litellm.acompletion(**request)) == []

    guarded(service, test, on_decision=decisions.append)


def test_refuses_a_request_whose_answer_it_would_not_see_whole(service: Service) -> None:
    async def test() -> None:
        with pytest.raises(Exception, match="svc guards no tools of a streamed answer"):
            await litellm.acompletion(**request_of(("read_orders", 1), stream=True))
        with pytest.raises(Exception, match="svc guards the tools of chat completions alone"):
            await litellm.aresponses(model="gpt-4o", input="Go", tools=TOOLS, mock_response="Well.")

    guarded(service, test)


def test_no_cache_hands_on_an_answer_again(service: Service) -> None:
    litellm.cache = Cache()

    async def test() -> None:
        decided = len(decisions)
        for _ in range(2):
            assert calls_of(await litellm.acompletion(**request_of(("read_orders", 8)))) == [("read_orders", 8)]
        assert len({decision["id"] for decision in decisions[decided:]}) == 2

    decisions: list[Decision] = []
    guarded(service, test, on_decision=decisions.append)


class Others(CustomLogger):
    """A callback that looks at answers too."""

    async def async_post_call_success_deployment_hook(self, request_data: Any, response: Any, call_type: Any) -> Any:
        if request_data.get("litellm_session_id") == "breaks":
            raise RuntimeError("a callback of others")
        return response


def test_a_callback_of_others_lets_no_call_pass(service: Service) -> None:
    async def test() -> None:
        litellm.callbacks.append(Others())
        answer = await litellm.acompletion(**request_of(("delete_orders", 1), ("read_orders", 1)))
        assert calls_of(answer) == [("read_orders", 1)]
        # Some versions raise it; others hand on the answer that svc has left.
        with suppress(RuntimeError, litellm.APIConnectionError):
            answer = await litellm.acompletion(**request_of(("delete_orders", 1), litellm_session_id="breaks"))
        assert ("delete_orders", 1) not in calls_of(answer)
        litellm.callbacks.reverse()
        with pytest.raises(Exception, match=r"svc must stand before Others in litellm\.callbacks"):
            await litellm.acompletion(**request_of(("delete_orders", 1)))

    guarded(service, test)


@pytest.mark.parametrize("name", [*OUTAGES, *FAULTS])
def test_no_fault_lets_a_call_pass(service: Service, name: str) -> None:
    raises = RuntimeError("secret") if name == "describe" else None
    words = "The fail mode is closed" if name in OUTAGES else "Not run: svc could not decide."

    async def test() -> None:
        with faulty(name, service, AsyncSvcClient) as client:
            litellm.callbacks = [SvcGuardrail(client, descriptions(raises))]
            answer = await litellm.acompletion(**request_of(("read_orders", 1)))
            assert calls_of(answer) == []
            assert words in text_of(answer)
            assert "secret" not in text_of(answer)
            await client.close()

    asyncio.run(test())
    with faulty(name, service, SvcClient) as client:
        answer = guard_answer(client, litellm.completion(**request_of(("read_orders", 1))), descriptions(raises))
    assert calls_of(answer) == []
    assert words in text_of(answer)


@pytest.mark.parametrize("interrupt", [KeyboardInterrupt, SystemExit, asyncio.CancelledError])
def test_no_interruption_hands_a_call_on(service: Service, interrupt: type[BaseException]) -> None:
    async def test() -> None:
        await litellm.acompletion(**request_of(("read_orders", 1)))

    with pytest.raises(interrupt):
        guarded(service, test, interrupt())
    answer = litellm.completion(**request_of(("read_orders", 1)))
    with pytest.raises(interrupt):
        guard_answer(SvcClient(service.live_key, service.base_url), answer, descriptions(interrupt()))
    assert calls_of(answer) == []


def test_one_client_does_for_both_ways(service: Service) -> None:
    svc = SvcClient(service.live_key, service.base_url)
    litellm.callbacks = [SvcGuardrail(svc, descriptions())]
    answer = asyncio.run(litellm.acompletion(**request_of(("read_orders", 1), ("delete_orders", 1))))
    assert calls_of(answer) == [("read_orders", 1)]
    waiting = AsyncSvcClient(service.live_key, service.base_url)
    answer = litellm.completion(**request_of(("read_orders", 1), ("delete_orders", 1)))
    assert calls_of(guard_answer(waiting, answer, descriptions())) == [("read_orders", 1)]


def test_guards_an_answer_without_an_event_loop(service: Service) -> None:
    svc = SvcClient(service.live_key, service.base_url)
    answer = litellm.completion(**request_of(("read_orders", 1), ("delete_orders", 1)))
    assert calls_of(guard_answer(svc, answer, descriptions())) == [("read_orders", 1)]
    assert "Not run: svc decided BLOCK." in text_of(answer)
    streamed: Any = litellm.completion(**request_of(("read_orders", 1), stream=True))
    with pytest.raises(SvcError, match="no whole answer"):
        guard_answer(svc, streamed, descriptions())
