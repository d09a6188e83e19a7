# SPDX-License-Identifier: Apache-2.0
"""Hooks of CrewAI: they ask before any tool of any crew runs, hold a REVIEW, and report the outcome.

CrewAI swallows an exception of a hook and runs the tool, so the hook answers False to each fault. It also calls a
failing tool up to six times for one hook, so a tool is held to the one run that was redeemed.
"""

from __future__ import annotations

import functools
import inspect
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, cast

from ._both import EitherClient, sync_of
from ._client import SvcClient
from ._operations import FAILURE, success_of, tell
from ._steps import run
from .tools import CallGuard, Descriptions, GuardSettings, ToolCall, fault_message, unknown_tool
from .types import Decision

DOOR = "crewai"

# What the framework answers instead of a result.
_NO_RESULT = ("Error executing tool: ", "Tool not found", "Tool '")
_HELD = "Not run again: one decision lets a call run once."


def install_hooks(
    client: EitherClient, descriptions: Descriptions, settings: GuardSettings | None = None
) -> Callable[[], None]:
    """Guards the tools of all crews of this process, and returns a function that ends it.

    `descriptions` has the names as the framework writes them: lower case, underscores. Register other hooks before,
    since it describes the arguments as they are then. The framework has no pause: a REVIEW waits in the hook.
    """
    try:
        from crewai import hooks
    except ImportError as error:
        raise ImportError("svc_sdk.crewai needs the package crewai, 1.15.3 or newer.") from error
    guarded = _Hooks(sync_of(client), descriptions, settings or GuardSettings())
    hooks.register_before_tool_call_hook(guarded.before)
    hooks.register_after_tool_call_hook(guarded.after)

    def uninstall() -> None:
        guarded.is_installed = False
        hooks.unregister_before_tool_call_hook(guarded.before)
        hooks.unregister_after_tool_call_hook(guarded.after)

    return uninstall


@dataclass
class _Running:
    """A call between its two hooks."""

    tool: Any
    input: dict[str, Any]
    """The framework hands the same object to both hooks."""
    refusal: str | None = None
    decision: Decision | None = None
    has_run: bool = False
    error: BaseException | None = field(default=None, repr=False)


class _Hooks:
    def __init__(self, client: SvcClient, descriptions: Descriptions, settings: GuardSettings) -> None:
        self._client = client
        self._descriptions = descriptions
        self._settings = settings
        self._guard = CallGuard(client, settings, door=DOOR)
        self._running: list[_Running] = []
        self._lock = threading.Lock()
        self.is_installed = True

    def before(self, context: Any) -> bool | None:
        """False stops the call."""
        running = _Running(context.tool, context.tool_input)
        try:
            running.refusal = self._refusal(context, running)
        except Exception as error:  # noqa: BLE001 - the framework would run the tool
            running.refusal = fault_message(error)
        with self._lock:
            self._running.append(running)
        return None if running.refusal is None else False

    def _refusal(self, context: Any, running: _Running) -> str | None:
        name = context.tool_name
        if name not in self._descriptions:
            return unknown_tool(name)
        describe = self._descriptions[name]
        if describe is None:
            return None
        given = dict(running.input)
        settled = self._guard.settle(ToolCall(name, given, describe(given)))
        if settled.refusal is None:
            self._hold_to_one_run(running.tool)
            running.decision = settled.decision
        return settled.refusal

    def after(self, context: Any) -> str | None:
        """Tells the model why a call was refused, and the service how a call ended."""
        with self._lock:
            running = next((one for one in reversed(self._running) if one.input is context.tool_input), None)
            if running is None:
                return None
            self._running.remove(running)
        if running.decision is not None:
            result = context.tool_result
            is_failure = running.error is not None or (isinstance(result, str) and result.startswith(_NO_RESULT))
            given = getattr(context, "raw_tool_result", None) or result
            report = FAILURE if is_failure else success_of(given, self._settings.records_affected)
            run(tell(self._client._settings, running.decision, report), self._client._transport)
        return running.refusal

    def _hold_to_one_run(self, tool: Any) -> None:
        """Calls by the model's own function calling do not pass here: the framework makes them once."""
        with self._lock:
            function = getattr(tool, "func", None)
            if function is not None and getattr(function, "svc_hooks", None) is not self:
                tool.func = self._once(tool, function)

    def _once(self, tool: Any, function: Callable[..., Any]) -> Callable[..., Any]:
        @functools.wraps(function)
        def once(*args: Any, **kwargs: Any) -> Any:
            with self._taken(tool, kwargs):
                return function(*args, **kwargs)

        @functools.wraps(function)
        async def once_async(*args: Any, **kwargs: Any) -> Any:
            with self._taken(tool, kwargs):
                return await function(*args, **kwargs)

        made: Any = once_async if inspect.iscoroutinefunction(function) else once
        made.svc_hooks = self
        return cast("Callable[..., Any]", made)

    @contextmanager
    def _taken(self, tool: Any, given: dict[str, Any]) -> Iterator[None]:
        running = self._take(tool, given) if self.is_installed else None
        try:
            yield
        except BaseException as error:
            if running is not None:
                running.error = error
            raise

    def _take(self, tool: Any, given: dict[str, Any]) -> _Running:
        """The call that this run belongs to. Raises what an earlier run raised."""
        with self._lock:
            mine = [one for one in self._running if one.tool is tool and one.refusal is None]
            same = [one for one in mine if all(given.get(name) == value for name, value in one.input.items())]
            found = sorted(same or mine[:1] * (len(mine) == 1), key=lambda one: one.has_run)
            if not found:
                raise RuntimeError(_HELD)
            if found[0].has_run:
                raise found[0].error or RuntimeError(_HELD)
            found[0].has_run = True
            return found[0]
