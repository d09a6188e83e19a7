# SPDX-License-Identifier: Apache-2.0
"""A guardrail of LiteLLM: it asks about the calls of tools in a model's answer, before the answer is handed on.

A call is taken out of the answer first and put back when it may run, so no error can leave it there. What runs it is
not here: the outcome stays missing.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from ._both import EitherClient, async_of, sync_of
from ._steps import Steps, run, run_async
from .errors import SvcError
from .tools import CallGuard, Descriptions, GuardSettings, ToolCall, fault_message, unknown_tool

try:
    import litellm
    from litellm.integrations.custom_guardrail import CustomGuardrail
    from litellm.integrations.custom_logger import CustomLogger
except ImportError as error:
    raise ImportError("svc_sdk.litellm needs the package litellm, 1.77.5 or newer.") from error

DOOR = "litellm"
_UNUSED = CustomLogger.async_post_call_success_deployment_hook
_CHAT = ("acompletion", "completion")


class SvcGuardrail(CustomGuardrail):
    """For `litellm.callbacks`: it guards `litellm.acompletion` and the Router's.

    A refused call is replaced by a sentence, and a REVIEW waits. LiteLLM asks no callback about `litellm.completion`:
    give its answer to `guard_answer`. A request that offers tools is refused when it streams, and when it is no chat
    completion. Its answer comes from no cache.
    """

    def __init__(self, client: EitherClient, descriptions: Descriptions, settings: GuardSettings | None = None) -> None:
        super().__init__(guardrail_name="svc", default_on=True)
        self._client = async_of(client)
        self._descriptions = descriptions
        self._settings = settings or GuardSettings()
        self._alone = CallGuard(self._client, self._settings, door=DOOR)

    async def async_pre_call_deployment_hook(self, kwargs: dict[str, Any], call_type: Any) -> dict[str, Any]:
        """Refuses a request whose answer would not be seen whole."""
        if not (kwargs.get("tools") or kwargs.get("functions")):
            return kwargs
        if getattr(call_type, "value", call_type) not in _CHAT:
            raise SvcError("svc guards the tools of chat completions alone.")
        if kwargs.get("stream"):
            raise SvcError("svc guards no tools of a streamed answer: ask without `stream`.")
        if (first := _before(self)) is not None:
            # Many versions ask no further callback once one has answered.
            raise SvcError(f"svc must stand before {first} in litellm.callbacks.")
        return {**kwargs, "cache": {"no-cache": True, "no-store": True}}

    async def async_post_call_success_deployment_hook(
        self, request_data: dict[str, Any], response: Any, call_type: Any
    ) -> Any:
        """The answer, with the calls that may run."""
        guard = self._alone
        session = request_data.get("litellm_session_id")
        if self._settings.session is None and isinstance(session, str):
            guard = CallGuard(self._client, replace(self._settings, session=session), door=DOOR)
        await run_async(_guarded(guard, self._descriptions, response), self._client._transport)
        return response


def _before(guardrail: SvcGuardrail) -> str | None:
    """The name of a callback that stands before it and looks at answers."""
    for one in litellm.callbacks:
        if one is guardrail:
            return None
        if isinstance(one, CustomLogger) and type(one).async_post_call_success_deployment_hook is not _UNUSED:
            return type(one).__name__
    return None


def guard_answer(
    client: EitherClient, response: Any, descriptions: Descriptions, settings: GuardSettings | None = None
) -> Any:
    """The answer of `litellm.completion`, with the calls that may run; for one that was not streamed."""
    if not isinstance(getattr(response, "choices", None), list):
        raise SvcError("This is no whole answer of a chat completion: ask without `stream`.")
    svc = sync_of(client)
    run(_guarded(CallGuard(svc, settings, door=DOOR), descriptions, response), svc._transport)
    return response


def _guarded(guard: CallGuard[Any], descriptions: Descriptions, response: Any) -> Steps[None]:
    for choice in getattr(response, "choices", None) or ():
        message = getattr(choice, "message", None)
        if message is None:
            continue
        calls, old_call = list(message.tool_calls or ()), getattr(message, "function_call", None)
        if not calls and old_call is None:
            continue
        message.tool_calls = None
        message.function_call = None
        kept, refusals = [], []
        for call in calls:
            refusal = yield from _refusal(guard, descriptions, call.function, call.id)
            if refusal is None:
                kept.append(call)
            else:
                refusals.append(refusal)
        if old_call is not None:
            refusal = yield from _refusal(guard, descriptions, old_call, None)
            if refusal is None:
                message.function_call = old_call
            else:
                refusals.append(refusal)
        if refusals:
            message.content = "\n".join([*([message.content] if message.content else []), *refusals])
        if kept:
            message.tool_calls = kept
        elif message.function_call is None:
            choice.finish_reason = "stop"


def _refusal(
    guard: CallGuard[Any], descriptions: Descriptions, function: Any, call_id: str | None
) -> Steps[str | None]:
    """Why the call may not run; None when it may, once."""
    name = function.name
    if name not in descriptions:
        return unknown_tool(str(name))
    describe = descriptions[name]
    if describe is None:
        return None
    try:
        given = json.loads(function.arguments or "{}")
        if not isinstance(given, Mapping):
            raise TypeError("The arguments are no object.")
        # Ids tell the calls of one conversation apart; other calls may have the same.
        own = call_id if guard._settings.session is not None else None
        settled = yield from guard._settle(ToolCall(name, given, describe(given), own), None)
    except Exception as error:  # noqa: BLE001 - the answer is handed on without the call
        return fault_message(error)
    return settled.refusal
