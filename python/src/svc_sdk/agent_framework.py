# SPDX-License-Identifier: Apache-2.0
"""Middleware of the Microsoft Agent Framework: it asks before a tool runs, and pauses the run for a REVIEW.

The framework makes a tool's error of an ordinary exception, and the model goes on. A fault of ours ends the run.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Any

from ._both import EitherClient, async_of
from .tools import CallGuard, Descriptions, GuardSettings, ToolCall, fault_message, refusal_message, unknown_tool
from .types import Decision

DOOR = "agent-framework"

try:
    import agent_framework as _framework
except ImportError as error:
    raise ImportError("svc_sdk.agent_framework needs the package agent-framework-core, 1.4.0 or newer.") from error

# Before 1.17 there is none: the run ends then, and its last message says why.
_Failure: type[Exception] | None = getattr(_framework, "MiddlewareFailure", None)

Middleware = Callable[[Any, Callable[[], Awaitable[None]]], Awaitable[None]]


def svc_middleware(
    client: EitherClient, descriptions: Descriptions, settings: GuardSettings | None = None
) -> Middleware:
    """For `middleware` of an agent; the last one there, since it describes the arguments as they are then.

    The session defaults to the `session_id` of the run's session, which a resumption needs too. A REVIEW is an approval
    request among the answer's `user_input_requests`. Whatever is answered to it, the tool runs only when the review was
    approved. `wait` does not count.
    """
    given = settings or GuardSettings()
    svc = async_of(client)
    alone = CallGuard(svc, given, door=DOOR)

    async def guarded(context: Any, call_next: Callable[[], Awaitable[None]]) -> None:
        name = context.function.name
        if name not in descriptions:
            context.result = unknown_tool(name)
            return
        describe = descriptions[name]
        if describe is None:
            await call_next()
            return
        has_begun = False

        async def run_tool() -> Any:
            nonlocal has_begun
            has_begun = True
            await call_next()
            return context.result

        try:
            arguments = _fields_of(context.arguments)
            session = getattr(context.session, "session_id", None)
            guard = alone
            if given.session is None and isinstance(session, str):
                guard = CallGuard(svc, replace(given, session=session), door=DOOR)
            call = ToolCall(name, arguments, describe(arguments), context.metadata.get("call_id"))
            is_resumed = context.metadata.get("approval_response") is not None
            pending = None if is_resumed else await guard.ask_async(call)
            if pending is None or pending["finalDecision"] != "REVIEW":
                context.result = await guard.run_async(call, run_tool, wait=0)
                return
            context.result = _approval_request(context, call, pending)
        except Exception as error:
            # The tool's own errors are the framework's.
            if has_begun:
                raise
            raise _fault(error) from error
        raise _framework.MiddlewareTermination("svc: the call waits for a review.")

    marked: Middleware = _framework.function_middleware(guarded)
    return marked


def _fields_of(arguments: Any) -> dict[str, Any]:
    if isinstance(arguments, Mapping):
        return dict(arguments)
    fields: dict[str, Any] = arguments.model_dump()
    return fields


def _approval_request(context: Any, call: ToolCall, decision: Decision) -> Any:
    """The framework runs the call of the answer again, and this middleware asks again."""
    occurrence = context.metadata.get("function_call_occurrence_id")
    content = _framework.Content
    return content.from_function_approval_request(
        id=occurrence or call.id,
        function_call=content.from_function_call(
            call_id=call.id, name=call.tool, arguments=call.input, **({"id": occurrence} if occurrence else {})
        ),
        additional_properties={"svc_event_id": decision["id"], "reason": refusal_message(decision)},
    )


def _fault(error: Exception) -> Exception:
    text = fault_message(error)
    if _Failure is not None:
        return _Failure(text)
    ended: Exception = _framework.MiddlewareTermination(text, result=text)
    return ended
