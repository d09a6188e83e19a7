# SPDX-License-Identifier: Apache-2.0
"""Middleware of a FastMCP server: each call of its tools asks before it runs, whichever client makes it.

A REVIEW is held inside the call. Whatever keeps a call from running is an error of the tool, which the client reads.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from ._both import EitherClient, async_of
from .tools import CallGuard, Descriptions, GuardSettings, ToolCall, fault_message, unknown_tool

if TYPE_CHECKING:
    from fastmcp.server.middleware import Middleware

DOOR = "fastmcp"


def svc_middleware(
    client: EitherClient,
    descriptions: Descriptions,
    settings: GuardSettings | None = None,
    *,
    session: Callable[[Any], str | None] | None = None,
) -> Middleware:
    """For `server.add_middleware`; the last one, since it describes the arguments as they are then.

    `session` tells the caller from the MiddlewareContext, such as by its access token. Without one the same call of
    two clients is the same call: they share a review, and each approval still lets one of them run once. A client that
    gives up while a REVIEW is held finds the review again when it calls again.
    """
    try:
        from fastmcp.exceptions import ToolError
        from fastmcp.server.middleware import Middleware
    except ImportError as error:
        raise ImportError("svc_sdk.fastmcp needs the package fastmcp, 2.9.2 or newer.") from error

    asyncs, given = async_of(client), settings or GuardSettings()
    alone = CallGuard(asyncs, given, door=DOOR)

    def guard_of(context: Any) -> CallGuard[Any]:
        named = None if session is None else session(context)
        return alone if named is None else CallGuard(asyncs, replace(given, session=named), door=DOOR)

    class SvcMiddleware(Middleware):
        async def on_call_tool(self, context: Any, call_next: Callable[[Any], Awaitable[Any]]) -> Any:
            name, args = context.message.name, context.message.arguments or {}
            if name not in descriptions:
                raise ToolError(unknown_tool(name))
            describe = descriptions[name]
            if describe is None:
                return await call_next(context)
            has_begun = False

            async def run() -> Any:
                nonlocal has_begun
                has_begun = True
                result = await call_next(context)
                if getattr(result, "is_error", False):
                    raise _FailedError(result)
                return result

            try:
                result = await guard_of(context).run_async(ToolCall(name, args, describe(args)), run, _Refusal)
            except _FailedError as failed:
                return failed.result
            except Exception as error:
                # The errors of the tool are the framework's, and it would tell ones of ours with their text or without.
                if has_begun:
                    raise
                raise ToolError(fault_message(error)) from None
            if isinstance(result, _Refusal):
                raise ToolError(result.text)
            return result

    return SvcMiddleware()


@dataclass(frozen=True)
class _Refusal:
    text: str


class _FailedError(Exception):
    """The tool made a result of its error."""

    def __init__(self, result: Any) -> None:
        super().__init__()
        self.result = result
