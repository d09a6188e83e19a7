# SPDX-License-Identifier: Apache-2.0
"""One redemption for one run of a tool call, for every agent framework.

A retry meets its earlier decision and review until the call ran; then it asks anew. Another input is another call. Only
the service remembers what ran, so this holds on any number of machines.
"""

from __future__ import annotations

import uuid
from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, replace
from typing import Any, Generic, TypeVar

from ._async_client import AsyncSvcClient
from ._call_key import call_digest
from ._client import SvcClient
from ._context import described_action
from ._decisions import FailMode, read_decision
from ._limits import TIMEOUT_SECONDS_MAX, WAIT_SECONDS
from ._operations import (
    EVENTS,
    CountRecords,
    DecideOptions,
    decide,
    redeem_to_run,
    run_reported,
    wait_for_decision,
)
from ._options import Settings, check_seconds
from ._refusal import fault_message, refusal_message, unknown_tool
from ._steps import Step, Steps, run, run_async
from .errors import ActionNotAllowedError, Refusal, SvcError
from .types import Decision, EventRequest

__all__ = [
    "CallGuard",
    "Describe",
    "Descriptions",
    "GuardSettings",
    "Settled",
    "ToolCall",
    "fault_message",
    "refusal_message",
    "unknown_tool",
]

Describe = Callable[[Any], EventRequest]
"""The action of a call, from its arguments."""
Descriptions = Mapping[str, "Describe | None"]
"""By the name of the tool; None for a tool that needs no decision. Another tool is refused."""

# Decisions of one call that were spent, one after another, before it gives up.
_SPENT_MAX = 1_000
_SPENT = Refusal(
    "already_redeemed", "This very call was redeemed before. It ran, or may have run, and is not run again."
)

Client = TypeVar("Client", SvcClient, AsyncSvcClient)


@dataclass(frozen=True)
class GuardSettings:
    """How the calls of tools are asked for."""

    session: str | None = None
    """The conversation; random by default. The same tool with the same input is the same call in it."""
    wait: float = WAIT_SECONDS
    """Seconds that a REVIEW waits for a person inside the call; 0 does not wait."""
    fail_mode: FailMode | None = None
    """Instead of the client's."""
    context: bool = True
    """False: people are told nothing of the call beside its action. By default its tool, target and session."""
    records_affected: CountRecords | None = None
    """How many records a result affected, for the report of the outcome."""
    on_decision: Callable[[Decision], object] | None = None
    """For logs; called with each decision."""


@dataclass(frozen=True)
class ToolCall:
    """One call of a tool. A call of the same `id`, which the framework gave it, never runs twice."""

    tool: str
    input: Any
    action: EventRequest
    id: str | None = None


@dataclass(frozen=True)
class Settled:
    """The decision, and the text for the model instead of a result: None when the call has to run now."""

    decision: Decision
    refusal: str | None


@dataclass(frozen=True)
class _Asked:
    call: ToolCall
    own: str
    """The identity of this very call."""
    decision: Decision
    is_replay: bool


class CallGuard(Generic[Client]):
    """Asks, settles and runs the calls of a conversation. An AsyncSvcClient has the methods that end in `_async`."""

    def __init__(self, client: Client, settings: GuardSettings | None = None, *, door: str = "sdk") -> None:
        settings = settings or GuardSettings()
        check_seconds("wait", settings.wait, TIMEOUT_SECONDS_MAX)
        self._client: Client = client
        self._of_client: Settings = client._settings
        self._session = settings.session or str(uuid.uuid4())
        self._settings = settings
        self._door = door

    def ask(self: CallGuard[SvcClient], call: ToolCall) -> Decision:
        """The decision of the call's next run. It neither waits nor redeems."""
        return run(self._ask(call), self._client._transport)

    async def ask_async(self: CallGuard[AsyncSvcClient], call: ToolCall) -> Decision:
        """The same, awaited."""
        return await run_async(self._ask(call), self._client._transport)

    def settle(self: CallGuard[SvcClient], call: ToolCall, wait: float | None = None) -> Settled:
        """The decision after waiting for a person; an ALLOW is redeemed, so that the call may run now, once."""
        return run(self._settle(call, wait), self._client._transport)

    async def settle_async(self: CallGuard[AsyncSvcClient], call: ToolCall, wait: float | None = None) -> Settled:
        """The same, awaited."""
        return await run_async(self._settle(call, wait), self._client._transport)

    def run(
        self: CallGuard[SvcClient],
        call: ToolCall,
        function: Callable[[], Any],
        refuse: Callable[[str], Any] = str,
        wait: float | None = None,
    ) -> Any:
        """Settles, runs when it may and reports the outcome; otherwise returns what `refuse` makes of the refusal."""
        return run(self._run(call, function, refuse, wait), self._client._transport)

    async def run_async(
        self: CallGuard[AsyncSvcClient],
        call: ToolCall,
        function: Callable[[], Awaitable[Any] | Any],
        refuse: Callable[[str], Any] = str,
        wait: float | None = None,
    ) -> Any:
        """The same, awaited."""
        return await run_async(self._run(call, function, refuse, wait), self._client._transport)

    def _ask(self, call: ToolCall) -> Steps[Decision]:
        def look(asked: _Asked) -> Generator[Step, Any, Settled | None]:
            # To redeem what is not open changes nothing: it only tells whether this very call has spent it.
            if _is_spent(asked.decision):
                return (yield from self._redeem(asked))
            return Settled(asked.decision, None)

        return (yield from self._first(call, look)).decision

    def _settle(self, call: ToolCall, wait: float | None) -> Steps[Settled]:
        seconds = self._settings.wait if wait is None else wait

        def look(asked: _Asked) -> Generator[Step, Any, Settled | None]:
            decision = asked.decision
            if seconds > 0:
                decision = yield from wait_for_decision(self._of_client, decision, timeout=seconds, poll=1.0)
            return (yield from self._redeem(replace(asked, decision=decision)))

        return (yield from self._first(call, look))

    def _run(
        self, call: ToolCall, function: Callable[[], Any], refuse: Callable[[str], Any], wait: float | None
    ) -> Steps[Any]:
        settled = yield from self._settle(call, wait)
        if settled.refusal is not None:
            return refuse(settled.refusal)
        return (yield from run_reported(self._of_client, settled.decision, function, self._settings.records_affected))

    def _first(self, call: ToolCall, look: Callable[[_Asked], Generator[Step, Any, Settled | None]]) -> Steps[Settled]:
        """Looks at one decision of the call after another, until one is not spent."""
        settings = self._settings
        if settings.context:
            action = described_action(call.tool, call.input, call.action, settings.session)
            call = replace(call, action=action)
        shared = call_digest(self._session, call.tool, call.input, call.action)
        own = str(uuid.uuid4()) if call.id is None else call_digest(self._session, call.id, shared, call.action)
        key = f"tool-{shared}-0"
        for number in range(1, _SPENT_MAX + 1):
            asked = yield from self._decide(call, own, key)
            settled = yield from look(asked)
            if settled is not None:
                return settled
            if key == f"call-{own}":
                return Settled(asked.decision, refusal_message(asked.decision, _SPENT))
            # Only a review is looked for again. A call that needs no person is decided for itself alone.
            key = f"tool-{shared}-{number}" if asked.decision["decision"] == "REVIEW" else f"call-{own}"
        raise SvcError("The same call was asked for too often.")

    def _decide(self, call: ToolCall, own: str, key: str) -> Steps[_Asked]:
        replays: list[bool] = []
        options = DecideOptions(key, self._settings.fail_mode, lambda: replays.append(True), self._door)
        decision = yield from decide(self._of_client, EVENTS, read_decision, call.action, options)
        if self._settings.on_decision is not None:
            self._settings.on_decision(decision)
        return _Asked(call, own, decision, bool(replays))

    def _redeem(self, asked: _Asked) -> Generator[Step, Any, Settled | None]:
        """None when another call has spent the decision, or its time is over: then the call asks anew."""
        replays: list[bool] = []
        call, decision = asked.call, asked.decision
        try:
            redeemed = yield from redeem_to_run(
                self._of_client,
                decision,
                call.action,
                idempotency_key=None if call.id is None else f"call-{asked.own}",
                on_replay=lambda: replays.append(True),
            )
        except ActionNotAllowedError as error:
            is_old = error.code == "not_redeemable" and asked.is_replay
            if error.code in ("already_redeemed", "approval_lapsed") or is_old:
                return None
            return Settled(decision, refusal_message(decision, error.refusal))
        # The same call, perhaps in another process, may have run. Without an id the key is random: the replay is ours.
        if replays and call.id is not None:
            return Settled(decision, refusal_message(decision, _SPENT))
        return Settled(redeemed, None)


def _is_spent(decision: Decision) -> bool:
    redemption = decision["redemption"]
    is_open = redemption is not None and redemption["status"] == "OPEN"
    return decision["id"] is not None and decision["finalDecision"] == "ALLOW" and not is_open
