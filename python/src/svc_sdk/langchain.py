# SPDX-License-Identifier: Apache-2.0
"""Tools of LangChain and LangGraph, and the middleware of LangChain's agents: each call asks before it runs.

A REVIEW interrupts the graph. Any value resumes it: the tool runs only when the review was approved. Other faults are
raised, which ends the run; the tool does not run.
"""

from __future__ import annotations

import inspect
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, TypeVar

from ._both import EitherClient, async_of, sync_of
from .tools import CallGuard, Describe, Descriptions, GuardSettings, ToolCall, unknown_tool
from .types import Decision

if TYPE_CHECKING:
    from langchain.agents.middleware import AgentMiddleware
    from langchain_core.tools import BaseTool

    Tool = TypeVar("Tool", bound=BaseTool)
else:
    Tool = TypeVar("Tool")

DOOR = "langchain"


def svc_middleware(
    client: EitherClient, descriptions: Descriptions, settings: GuardSettings | None = None, *, pause: bool = True
) -> AgentMiddleware[Any, Any]:
    """For `create_agent(…, middleware=[…], checkpointer=…)`.

    The actions are described from the arguments as the model gave them, without the defaults of the tool's schema.
    `pause=False` waits inside the call instead of interrupting. The session defaults to the `thread_id`.
    `records_affected` counts a ToolMessage.
    """
    try:
        from langchain.agents.middleware import AgentMiddleware
        from langchain_core.messages import ToolMessage
    except ImportError as error:
        raise ImportError("svc_sdk.langchain needs the package langchain, 1.0.0 or newer.") from error

    asking = _Asking(client, settings or GuardSettings(), pause)

    def asked(request: Any) -> _Asked:
        name, args, call_id = (request.tool_call.get(key) for key in ("name", "args", "id"))
        config = getattr(request.runtime, "config", None)

        def refuse(text: str) -> Any:
            return ToolMessage(content=text, tool_call_id=call_id or "", name=name, status="error")

        if name not in descriptions:
            return _Asked(None, refuse, config, unknown_tool(name))
        describe = descriptions[name]
        return _Asked(describe and ToolCall(name, args, describe(args), call_id), refuse, config)

    class SvcMiddleware(AgentMiddleware):
        def wrap_tool_call(self, request: Any, handler: Callable[[Any], Any]) -> Any:
            return asking.run(asked(request), lambda: handler(request))

        async def awrap_tool_call(self, request: Any, handler: Callable[[Any], Awaitable[Any]]) -> Any:
            return await asking.run_async(asked(request), lambda: handler(request))

    return SvcMiddleware()


def guard_tool(
    client: EitherClient, tool: Tool, describe: Describe, settings: GuardSettings | None = None, *, pause: bool = True
) -> Tool:
    """The same tool, guarded for every way to call it. Outside of a graph a REVIEW waits inside the call.

    `describe` gets the arguments as the caller gave them, without the ones that a graph injects; `records_affected`
    counts what the tool returns, which is a ToolMessage where a model called it.
    """
    try:
        from langchain_core.messages import ToolMessage
        from langchain_core.tools import BaseTool
    except ImportError as error:
        raise ImportError("svc_sdk.langchain needs the package langchain-core, 1.0.0 or newer.") from error

    if not isinstance(tool, BaseTool):
        raise TypeError("guard_tool needs a tool of LangChain, such as one made by @tool.")
    asking = _Asking(client, settings or GuardSettings(), pause)
    injected = _injected_of(tool)
    of_tool: Any = type(tool)

    def asked(given: Any, options: Mapping[str, Any]) -> _Asked:
        call_id, name = options.get("tool_call_id"), tool.name
        args = {key: one for key, one in given.items() if key not in injected} if isinstance(given, dict) else given

        def refuse(text: str) -> Any:
            if call_id is None:
                return text
            return ToolMessage(content=text, tool_call_id=call_id, name=name, status="error")

        return _Asked(ToolCall(name, args, describe(args), call_id), refuse, options.get("config"))

    class Guarded(of_tool):
        def run(self, tool_input: Any, *args: Any, **options: Any) -> Any:
            run = super().run
            return asking.run(asked(tool_input, options), lambda: run(tool_input, *args, **options))

        async def arun(self, tool_input: Any, *args: Any, **options: Any) -> Any:
            run = super().arun
            return await asking.run_async(asked(tool_input, options), lambda: run(tool_input, *args, **options))

    Guarded.__name__ = of_tool.__name__
    made: Tool = tool.model_copy()
    object.__setattr__(made, "__class__", Guarded)
    return made


def _injected_of(tool: BaseTool) -> set[str]:
    """The parameters that are no words of the caller, such as the state of a graph."""
    from langchain_core.tools import InjectedToolArg

    def is_injected(mark: Any) -> bool:
        return isinstance(mark, InjectedToolArg) or (isinstance(mark, type) and issubclass(mark, InjectedToolArg))

    fields: Mapping[str, Any] = getattr(tool.get_input_schema(), "model_fields", {})
    function = getattr(tool, "func", None) or getattr(tool, "coroutine", None) or tool._run
    hidden = {*fields, *inspect.signature(function).parameters} - {*tool.args}
    # Older versions count some of them among the words of the caller.
    return hidden | {name for name, one in fields.items() if any(map(is_injected, getattr(one, "metadata", ())))}


@dataclass(frozen=True)
class _Asked:
    call: ToolCall | None
    """None: needs no decision."""
    refuse: Callable[[str], Any]
    config: Mapping[str, Any] | None
    refusal: str | None = None


class _FailedError(Exception):
    """The framework made a message of the tool's error."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result


class _Asking:
    def __init__(self, client: EitherClient, settings: GuardSettings, pause: bool) -> None:
        self._sync, self._async = sync_of(client), async_of(client)
        self._settings, self._pause = settings, pause
        # Each has one session for all of its calls without a thread.
        self._alone = CallGuard(self._sync, settings, door=DOOR)
        self._alone_async = CallGuard(self._async, settings, door=DOOR)

    def run(self, asked: _Asked, function: Callable[[], Any]) -> Any:
        call = asked.call
        if asked.refusal is not None:
            return asked.refuse(asked.refusal)
        if call is None:
            return function()
        of_thread = self._of_thread(asked.config)
        guard = self._alone if of_thread is None else CallGuard(self._sync, of_thread, door=DOOR)
        has_paused = self._pause and _pause(call, guard.ask(call), asked.config)
        try:
            return guard.run(call, lambda: _told(function()), asked.refuse, 0 if has_paused else None)
        except _FailedError as failed:
            return failed.result

    async def run_async(self, asked: _Asked, function: Callable[[], Awaitable[Any]]) -> Any:
        call = asked.call
        if asked.refusal is not None:
            return asked.refuse(asked.refusal)
        if call is None:
            return await function()

        async def run() -> Any:
            return _told(await function())

        of_thread = self._of_thread(asked.config)
        guard = self._alone_async if of_thread is None else CallGuard(self._async, of_thread, door=DOOR)
        has_paused = self._pause and _pause(call, await guard.ask_async(call), asked.config)
        try:
            return await guard.run_async(call, run, asked.refuse, 0 if has_paused else None)
        except _FailedError as failed:
            return failed.result

    def _of_thread(self, config: Mapping[str, Any] | None) -> GuardSettings | None:
        thread = (config or {}).get("configurable", {}).get("thread_id")
        is_thread = self._settings.session is None and isinstance(thread, str)
        return replace(self._settings, session=thread) if is_thread else None


def _told(result: Any) -> Any:
    if getattr(result, "status", None) == "error":
        raise _FailedError(result)
    return result


def _pause(call: ToolCall, decision: Decision, config: Mapping[str, Any] | None) -> bool:
    """Interrupts the graph for a REVIEW. True in one that was resumed, and false outside of a graph."""
    if decision["finalDecision"] != "REVIEW":
        return False
    from langchain_core.runnables.config import set_config_context
    from langgraph.types import interrupt

    review = decision["review"]
    value = {
        "type": "svc_review",
        "eventId": decision["id"],
        "tool": call.tool,
        "reasons": decision["reasons"],
        "expiresAt": None if review is None else review.get("expiresAt"),
    }
    try:
        if config is None:
            interrupt(value)
            return True
        # A task of Python 3.10 does not hand its context on, so it is set here.
        with set_config_context({**config}) as context:
            context.run(interrupt, value)
    except (KeyError, RuntimeError):
        # There is no graph around this call.
        return False
    return True
