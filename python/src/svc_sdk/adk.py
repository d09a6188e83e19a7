# SPDX-License-Identifier: Apache-2.0
"""A plugin of the Google Agent Development Kit: it asks before a tool runs, and pauses the run for a REVIEW.

The framework ends the run when a plugin raises, so a fault of ours is raised.
"""

from __future__ import annotations

import asyncio
import json
from dataclasses import replace
from typing import Any
from weakref import WeakKeyDictionary

from ._both import EitherClient, async_of
from ._operations import CUT_OFF, FAILURE, success_of, tell
from ._steps import run_async
from .errors import SvcError
from .tools import CallGuard, Descriptions, GuardSettings, ToolCall, fault_message, refusal_message, unknown_tool
from .types import Decision, OutcomeReport

try:
    from google.adk.plugins.base_plugin import BasePlugin
except ImportError as error:
    raise ImportError("svc_sdk.adk needs the package google-adk, 1.27.1 or newer.") from error

DOOR = "adk"
_REJECTED = "Not run: the user has rejected this call. Do not retry it."


class SvcPlugin(BasePlugin):
    """For `plugins` of a runner; the last one there, since it describes the arguments as they are then.

    A REVIEW is a tool confirmation. Whatever is answered to it, the tool runs only when the review was approved. `wait`
    does not count. Tools of the framework, such as `transfer_to_agent`, need a description too. An AgentTool without
    `include_plugins` leaves its agent's tools unguarded.
    """

    def __init__(self, client: EitherClient, descriptions: Descriptions, settings: GuardSettings | None = None) -> None:
        super().__init__(name="svc")
        self._client = async_of(client)
        self._descriptions = descriptions
        self._given = settings or GuardSettings()
        # Wrong settings show here.
        CallGuard(self._client, self._given, door=DOOR)
        self._running: WeakKeyDictionary[Any, Decision] = WeakKeyDictionary()

    async def before_tool_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: Any
    ) -> dict[str, Any] | None:
        """None lets the tool run; anything else is its result."""
        name = tool.name
        if name not in self._descriptions:
            return {"error": unknown_tool(name)}
        describe = self._descriptions[name]
        if describe is None:
            return None
        try:
            if getattr(tool, "_require_confirmation", False):
                # It would ask after the call was redeemed.
                raise SvcError(f"{name} has require_confirmation.")
            call = ToolCall(name, dict(tool_args), describe(dict(tool_args)), tool_context.function_call_id)
            refusal = await self._refusal(call, tool_context)
        except Exception as error:
            raise SvcError(fault_message(error)) from error
        return None if refusal is None else {"error": refusal}

    async def _refusal(self, call: ToolCall, tool_context: Any) -> str | None:
        session = self._given.session or _session_name(tool_context)
        guard = CallGuard(self._client, replace(self._given, session=session), door=DOOR)
        confirmation = tool_context.tool_confirmation
        if confirmation is None:
            pending = await guard.ask_async(call)
            if pending["finalDecision"] == "REVIEW":
                hint = refusal_message(pending)
                tool_context.request_confirmation(hint=hint, payload={"svc_event_id": pending["id"]})
                # The model would be asked what to make of the pause.
                tool_context.actions.skip_summarization = True
                return hint
        elif confirmation.confirmed is not True:
            return _REJECTED
        settled = await guard.settle_async(call, wait=0)
        if settled.refusal is None:
            self._running[tool_context] = settled.decision
        return settled.refusal

    async def after_tool_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: Any, result: Any
    ) -> dict[str, Any] | None:
        """Reports that the tool ran."""
        await self._report(tool_context, success_of(result, self._given.records_affected))
        return None

    async def on_tool_error_callback(
        self, *, tool: Any, tool_args: dict[str, Any], tool_context: Any, error: BaseException
    ) -> dict[str, Any] | None:
        """Reports that the tool failed, or was cut off."""
        await self._report(tool_context, CUT_OFF if isinstance(error, asyncio.CancelledError) else FAILURE)
        return None

    async def _report(self, tool_context: Any, report: OutcomeReport) -> None:
        decision = self._running.pop(tool_context, None)
        if decision is not None:
            await run_async(tell(self._client._settings, decision, report), self._client._transport)


def _session_name(tool_context: Any) -> str:
    """The id of a session is one of its user in an app. In this form it names no session to people."""
    session = tool_context.session
    return json.dumps([session.app_name, session.user_id, session.id])
