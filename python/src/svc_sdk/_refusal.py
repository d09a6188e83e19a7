# SPDX-License-Identifier: Apache-2.0
"""The text that the model reads instead of a result, in words that do not invite another try."""

from __future__ import annotations

from typing import Any

from .errors import Refusal
from .types import Decision

STOP = "Do not retry it and do not try another way to the same end."


def refusal_message(decision: Decision, refusal: Refusal | None = None) -> str:
    """`refusal` says why an allowed call could not be redeemed."""
    outcome, event_id = decision["finalDecision"], decision["id"]
    if refusal is not None:
        why = " ".join([refusal.message, *refusal.reasons])
        return (
            f"Not run: svc event {event_id} was allowed and cannot be run. {why} {STOP} "
            "Tell the user why it was not run."
        )
    why = " ".join(decision["reasons"])
    instead = _alternatives(decision)
    if outcome == "REVIEW":
        return (
            f"Not run: this call waits for a person's review (svc event {event_id}). {why} "
            f"{STOP} Tell the user that it waits for approval.{instead}"
        )
    return f"Not run: svc decided {outcome}. {why} {STOP} Tell the user why it was not run.{instead}"


def unknown_tool(name: str) -> str:
    """For a call whose tool has no description, or whose name a model made up."""
    return f"Not run: svc knows no tool {name}. Do not retry it; tell the user."


def fault_message(error: BaseException) -> str:
    """For a call that could not be decided. The text of another's error is not told: it may hold the call."""
    from .errors import SvcError

    why = str(error) if isinstance(error, SvcError) else f"{type(error).__name__}."
    return f"Not run: svc could not decide. {why} Do not retry it; tell the user."


def _alternatives(decision: Decision) -> str:
    told = [text for one in decision.get("alternatives", ()) if (text := _alternative(dict(one)))]
    if not told:
        return ""
    return (
        f" The same action would have been allowed {'; or '.join(told)}. If that still does what the user asked for, "
        "you may ask for it as a new action, once. Do not split the action into smaller ones, and leave no fact out."
    )


def _alternative(one: dict[str, Any]) -> str:
    parts = []
    if "recordsAffected" in one:
        low, high = one["recordsAffected"]["from"], one["recordsAffected"]["to"]
        parts.append(f"with at most {high} records" if low == 0 else f"with {low} to {high} records")
    if one.get("destination") == "INTERNAL":
        parts.append("to an internal destination")
    if one.get("businessHours") is True:
        parts.append("in business hours")
    if one.get("withoutCategories"):
        parts.append(f"without data of the categories {', '.join(one['withoutCategories'])}")
    return " and ".join(parts)
