# SPDX-License-Identifier: Apache-2.0
"""Function tools of the OpenAI Agents SDK, before its `function_tool` makes them. A REVIEW interrupts the run.

The approval of the user permits nothing: before the tool runs, its guardrail and the tool ask svc again.
"""

from __future__ import annotations

import asyncio
import functools
import inspect
import json
from collections.abc import Callable
from contextvars import ContextVar
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ._both import EitherClient, async_of
from .tools import CallGuard, Describe, GuardSettings, ToolCall, refusal_message

if TYPE_CHECKING:
    from agents import FunctionTool

DOOR = "openai-agents"


def guard_tool(
    client: EitherClient,
    function: Callable[..., Any],
    describe: Describe,
    settings: GuardSettings | None = None,
    *,
    session: Callable[[Any], str | None] | None = None,
    **options: Any,
) -> FunctionTool:
    """`function_tool(function, **options)`, guarded. `describe` gets the arguments as the model gave them.

    `session` tells the conversation from the context of the run; a run that another process resumes needs one. `wait`
    does not count. A function that is not async runs in a thread.
    """
    try:
        import agents
    except ImportError as error:
        raise ImportError("svc_sdk.openai_agents needs the package openai-agents, 0.8.0 or newer.") from error

    if not callable(function) or isinstance(function, agents.FunctionTool):
        raise TypeError("guard_tool takes the function itself, and makes a tool of it.")
    guards = _Guards(client, settings or GuardSettings(), session)
    needs_theirs = options.pop("needs_approval", False)
    theirs = options.pop("tool_input_guardrails", None) or []

    async def needs_approval(context: Any, args: Any, call_id: str) -> bool:
        decision = await guards.of(context).ask_async(ToolCall(tool.name, args, describe(args), call_id))
        if decision["finalDecision"] == "REVIEW":
            return True
        needed = needs_theirs(context, args, call_id) if callable(needs_theirs) else needs_theirs
        return bool(await needed if inspect.isawaitable(needed) else needed)

    async def look(data: Any) -> Any:
        decision = await guards.of(data.context).ask_async(_call_of(data.context, describe))
        if decision["finalDecision"] == "ALLOW":
            return agents.ToolGuardrailFunctionOutput.allow()
        return agents.ToolGuardrailFunctionOutput.reject_content(refusal_message(decision))

    tool = agents.function_tool(
        _guarded(function, guards, describe),
        needs_approval=needs_approval,
        tool_input_guardrails=[agents.ToolInputGuardrail(guardrail_function=look, name="svc"), *theirs],
        **options,
    )
    invoke = tool.on_invoke_tool

    async def invoke_guarded(context: Any, arguments: str) -> Any:
        running = _Running(context)
        mark = _running.set(running)
        try:
            result = await invoke(context, arguments)
        finally:
            _running.reset(mark)
        # The framework makes a text for the model of an error: a fault of svc ends the run instead.
        if running.fault is not None:
            raise running.fault
        return result

    tool.on_invoke_tool = invoke_guarded
    return tool


@dataclass
class _Running:
    context: Any
    fault: Exception | None = None


_running: ContextVar[_Running] = ContextVar("svc_running_tool")


class _Guards:
    def __init__(
        self, client: EitherClient, settings: GuardSettings, session: Callable[[Any], str | None] | None
    ) -> None:
        self._client, self._settings, self._session = async_of(client), replace(settings, wait=0), session
        self._alone = CallGuard(self._client, self._settings, door=DOOR)

    def of(self, context: Any) -> CallGuard[Any]:
        named = None if self._session is None else self._session(context.context)
        if named is None:
            return self._alone
        return CallGuard(self._client, replace(self._settings, session=named), door=DOOR)


def _call_of(context: Any, describe: Describe) -> ToolCall:
    args = json.loads(context.tool_arguments or "{}")
    return ToolCall(context.tool_name, args, describe(args), context.tool_call_id)


def _guarded(function: Callable[..., Any], guards: _Guards, describe: Describe) -> Callable[..., Any]:
    is_async = inspect.iscoroutinefunction(function)

    # The framework reads the signature of the function that is wrapped.
    @functools.wraps(function)
    async def guarded(*args: Any, **kwargs: Any) -> Any:
        has_begun = False

        async def run() -> Any:
            nonlocal has_begun
            has_begun = True
            if is_async:
                return await function(*args, **kwargs)
            return await asyncio.to_thread(function, *args, **kwargs)

        running = _running.get()
        try:
            call = _call_of(running.context, describe)
            return await guards.of(running.context).run_async(call, run)
        except Exception as error:
            if not has_begun:
                running.fault = error
            raise

    return guarded
