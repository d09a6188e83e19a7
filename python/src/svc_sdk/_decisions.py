# SPDX-License-Identifier: Apache-2.0
"""Tells a decision from any other JSON, and makes the one of the fail mode.

A program acts on a decision, so every field is checked, and also that the fields agree: an ALLOW that contradicts
itself is no ALLOW.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, Final, Literal, cast

from ._checks import Test, an_object, check_fields, flag, not_the, one_of, or_none, text, texts, whole
from .errors import UnavailableError
from .types import Decision, HttpGatewayDecision, McpGatewayDecision

FailMode = Literal["closed", "open"]
"""`closed`: undecided actions do not run. `open`: they run."""


_is_outcome = one_of("ALLOW", "REVIEW", "BLOCK")

_DECISION: Final[Mapping[str, Test]] = {
    "id": lambda value: (
        isinstance(value, str) and re.fullmatch(r"(?i)[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}", value) is not None
    ),
    "decision": _is_outcome,
    "finalDecision": _is_outcome,
    "evaluatedDecision": _is_outcome,
    "monitored": flag,
    "riskLevel": one_of("LOW", "MEDIUM", "HIGH", "CRITICAL"),
    "riskScore": lambda value: whole(value) and 0 <= value <= 100,
    "reasons": texts,
    "policy": or_none(an_object),
    "dlpFindings": texts,
    "lgpdCategories": texts,
    "review": or_none(an_object),
    "quotaExceeded": flag,
    "sandbox": flag,
}
_REVIEW: Final[Mapping[str, Test]] = {"status": one_of("PENDING", "APPROVED", "DENIED", "EXPIRED")}
_REDEMPTION: Final[Mapping[str, Test]] = {
    "status": one_of("OPEN", "REDEEMED", "LAPSED"),
    "redeemedAt": or_none(text),
}
_OUTCOME: Final[Mapping[str, Test]] = {"status": one_of("SUCCEEDED", "FAILED", "UNKNOWN")}
_HTTP_GATEWAY: Final[Mapping[str, Test]] = {
    "protocol": one_of("HTTP"),
    "proxied": flag,
    "upstream": or_none(an_object),
}
_UPSTREAM: Final[Mapping[str, Test]] = {
    "status": or_none(whole),
    "truncatedBody": text,
    "error": or_none(text),
}
_MCP_GATEWAY: Final[Mapping[str, Test]] = {"protocol": one_of("MCP"), "tool": text, "allowed": flag}

_FINAL_OF_REVIEW: Final = {"PENDING": "REVIEW", "APPROVED": "ALLOW", "DENIED": "BLOCK", "EXPIRED": "BLOCK"}
_DENIED: Final = "Review denied"
# An older service does not answer these. Without a redemption no guarded function runs.
_OF_OLDER_SERVICES: Final = ("contentScanned", "actionDigest", "redemption", "outcome", "context")


def read_decision(body: Any) -> Decision:
    """Raises UnexpectedAnswerError naming the field that violates the contract."""
    fields = check_fields("decision", body, _DECISION)
    if fields["review"] is not None:
        check_fields("decision", fields["review"], _REVIEW, "review.")
    if not _is_consistent(fields):
        raise not_the("decision", "finalDecision contradicts decision and review")
    for name, tests in (("redemption", _REDEMPTION), ("outcome", _OUTCOME)):
        if fields.get(name) is not None:
            check_fields("decision", fields[name], tests, f"{name}.")
    made = {**dict.fromkeys(_OF_OLDER_SERVICES), **fields, "degraded": False}
    alternatives = made.pop("alternatives", None)
    if isinstance(alternatives, list) and all(map(_is_alternative, alternatives)):
        made["alternatives"] = alternatives
    review = fields["review"]
    if review is not None and review["status"] == "DENIED" and _DENIED not in fields["reasons"]:
        made["reasons"] = [*fields["reasons"], _DENIED]
    return cast(Decision, made)


def read_redeemed(event_id: str, body: Any) -> Decision:
    """Likewise, and when the answer is not the redeemed act of this event."""
    has_gateway = isinstance(body, dict) and body.get("gateway") is not None
    decision = cast(Decision, read_http_gateway(body)) if has_gateway else read_decision(body)
    redemption = decision["redemption"]
    is_redeemed = redemption is not None and redemption["status"] == "REDEEMED"
    is_this = (decision["id"] or "").lower() == event_id.lower()
    if decision["finalDecision"] != "ALLOW" or not is_redeemed or not is_this:
        raise not_the("decision", "it is not redeemed")
    return decision


def read_http_gateway(body: Any) -> HttpGatewayDecision:
    """Likewise."""
    decision = cast(HttpGatewayDecision, read_decision(body))
    gateway = check_fields("decision", body.get("gateway"), _HTTP_GATEWAY, "gateway.")
    if gateway["upstream"] is not None:
        check_fields("decision", gateway["upstream"], _UPSTREAM, "gateway.upstream.")
    return decision


def read_mcp_gateway(body: Any) -> McpGatewayDecision:
    """Likewise, and when `allowed` says more than the decision."""
    decision = cast(McpGatewayDecision, read_decision(body))
    gateway = check_fields("decision", body.get("gateway"), _MCP_GATEWAY, "gateway.")
    if gateway["allowed"] and decision["finalDecision"] != "ALLOW":
        raise not_the("decision", "gateway.allowed contradicts finalDecision")
    return decision


def _is_consistent(fields: Mapping[str, Any]) -> bool:
    """The contract's table: the effective outcome of a review."""
    review = fields["review"]
    if review is None:
        return bool(fields["finalDecision"] == fields["decision"])
    return bool(fields["finalDecision"] == _FINAL_OF_REVIEW[review["status"]])


def _is_alternative(value: Any) -> bool:
    """It is told to a model, so every word of it is one of the contract's."""
    if not isinstance(value, dict):
        return False
    records, categories = value.get("recordsAffected"), value.get("withoutCategories")
    is_range = isinstance(records, dict) and all(
        whole(records.get(end)) and records[end] >= 0 for end in ("from", "to")
    )
    is_categories = texts(categories) and all(re.fullmatch("[A-Z_]+", one) for one in categories or ())
    return (
        ("recordsAffected" not in value or is_range)
        and value.get("destination", "INTERNAL") == "INTERNAL"
        and value.get("businessHours", True) is True
        and ("withoutCategories" not in value or is_categories)
    )


_OUTCOME_OF: Final = {"closed": "BLOCK", "open": "ALLOW"}
_SENTENCE_OF: Final = {
    "closed": "The fail mode is closed: the action does not run.",
    "open": "The fail mode is open: the action runs undecided and unrecorded.",
}


def check_fail_mode(fail_mode: str) -> None:
    """Raises TypeError when it is none."""
    if fail_mode not in _OUTCOME_OF:
        raise TypeError('`fail_mode` must be "closed" or "open".')


def fallback_decision(fail_mode: FailMode, outage: UnavailableError) -> Decision:
    """The decision while the service cannot be reached. An action without a decision counts as the highest risk."""
    outcome = _OUTCOME_OF[fail_mode]
    made = {
        "id": None,
        "decision": outcome,
        "finalDecision": outcome,
        "evaluatedDecision": outcome,
        "monitored": False,
        "riskLevel": "CRITICAL",
        "riskScore": 100,
        "reasons": [f"{outage}.", _SENTENCE_OF[fail_mode]],
        "policy": None,
        "grant": None,
        "budget": None,
        "dlpFindings": [],
        "lgpdCategories": [],
        "review": None,
        "quotaExceeded": False,
        "sandbox": False,
        "contentScanned": None,
        "actionDigest": None,
        "redemption": None,
        "outcome": None,
        "context": None,
        "degraded": True,
    }
    return cast(Decision, made)
