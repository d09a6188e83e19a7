# SPDX-License-Identifier: Apache-2.0
"""Toolsets of Pydantic AI: each call asks before it runs, and a REVIEW ends the run with a deferred request.

The approval in its results permits nothing: the call asks svc again. Other faults are raised, which ends the run.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ._both import EitherClient, async_of
from .tools import CallGuard, Descriptions, GuardSettings, ToolCall, unknown_tool
from .types import Decision

if TYPE_CHECKING:
    from pydantic_ai.toolsets import AbstractToolset

DOOR = "pydantic-ai"


def svc_toolset(
    client: EitherClient,
    toolset: AbstractToolset[Any],
    descriptions: Descriptions,
    settings: GuardSettings | None = None,
    *,
    session: Callable[[Any], str | None] | None = None,
    pause: bool = True,
) -> AbstractToolset[Any]:
    """For `toolsets` of an agent with `output_type=[…, DeferredToolRequests]`. No other tool of the agent is guarded.

    `describe` gets the arguments as the tool does. `pause=False` waits inside the call instead of deferring it.
    `session` tells the conversation from the RunContext; by default it is the `conversation_id`. Older versions have
    none: a run that another process goes on with needs a session there.
    """
    try:
        from pydantic_ai.toolsets import WrapperToolset
    except ImportError as error:
        raise ImportError("svc_sdk.pydantic_ai needs the package pydantic-ai, 1.0.0 or newer.") from error

    @dataclass
    class SvcToolset(WrapperToolset):
        asking: _Asking

        async def call_tool(self, name: str, tool_args: dict[str, Any], ctx: Any, tool: Any) -> Any:
            call = super().call_tool
            return await self.asking.run(name, tool_args, ctx, lambda: call(name, tool_args, ctx, tool))

    return SvcToolset(toolset, _Asking(client, descriptions, settings or GuardSettings(), session, pause))


class _Asking:
    def __init__(
        self,
        client: EitherClient,
        descriptions: Descriptions,
        settings: GuardSettings,
        session: Callable[[Any], str | None] | None,
        pause: bool,
    ) -> None:
        self._client, self._descriptions = async_of(client), descriptions
        self._settings, self._session, self._pause = settings, session, pause
        self._alone = CallGuard(self._client, settings, door=DOOR)

    async def run(self, name: str, args: dict[str, Any], ctx: Any, function: Callable[[], Awaitable[Any]]) -> Any:
        if name not in self._descriptions:
            return unknown_tool(name)
        describe = self._descriptions[name]
        if describe is None:
            return await function()
        call = ToolCall(name, _data_of(args), describe(args), ctx.tool_call_id)
        guard = self._guard(ctx)
        if not self._pause:
            return await guard.run_async(call, function)
        if not ctx.tool_call_approved:
            decision = await guard.ask_async(call)
            if decision["finalDecision"] == "REVIEW":
                raise _approval_required(decision)
        return await guard.run_async(call, function, wait=0)

    def _guard(self, ctx: Any) -> CallGuard[Any]:
        named = self._settings.session
        if named is None:
            named = getattr(ctx, "conversation_id", None) if self._session is None else self._session(ctx)
        if named is None or named == self._settings.session:
            return self._alone
        return CallGuard(self._client, replace(self._settings, session=named), door=DOOR)


def _data_of(args: dict[str, Any]) -> Any:
    """The arguments as data, by which the call is known again; those that have no such form make it like no other."""
    from pydantic_core import PydanticSerializationError, to_jsonable_python

    try:
        return to_jsonable_python(args)
    except PydanticSerializationError:
        return args


def _approval_required(decision: Decision) -> Exception:
    from pydantic_ai.exceptions import ApprovalRequired

    review = decision["review"]
    metadata = {
        "svc_event_id": decision["id"],
        "reasons": decision["reasons"],
        "expiresAt": None if review is None else review.get("expiresAt"),
    }
    try:
        made: Exception = ApprovalRequired(metadata=metadata)
    except TypeError:
        # The oldest versions tell nothing beside the call.
        made = ApprovalRequired()
    return made
