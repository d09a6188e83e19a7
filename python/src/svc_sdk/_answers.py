# SPDX-License-Identifier: Apache-2.0
"""Answers about policies and budgets: the contract's fields are checked.

All others are taken where they are whole, and left out where they are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from ._checks import Test, an_object, check_fields, count, flag, list_of, object_of, or_none, text, texts
from .types import (
    BudgetApplyResponse,
    BudgetListResponse,
    PolicyAnalysis,
    PolicyApplyResponse,
    PolicyListResponse,
    PolicyProveResponse,
    PolicyTestResponse,
)


def _condition(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(name not in value or list_of(_condition)(value[name]) for name in ("allOf", "anyOf"))


_OPTIONAL: Mapping[str, Test] = {
    "description": text,
    "condition": _condition,
    "enabled": flag,
    "resource": or_none(text),
    "mode": text,
    "approverRoles": texts,
    "approverGroups": texts,
    "escalate": flag,
    "approvals": an_object,
}
_POLICY: Mapping[str, Test] = {"name": text, "action": text, "decision": text}
_BUDGET: Mapping[str, Test] = {
    **dict.fromkeys(("name", "action", "measure", "window", "per", "onExceed"), text),
    "limit": count,
}


def _stored(what: str, value: Any, required: Mapping[str, Test], path: str) -> dict[str, Any]:
    """A field that is null or left out has its default."""
    checked = check_fields(what, value, required, path)
    fields = {name: one for name, one in checked.items() if one is not None}
    present = {name: test for name, test in _OPTIONAL.items() if name in fields}
    check_fields(what, fields, present, path)
    return {"enabled": True, "resource": None, "mode": "ENFORCE", "approverRoles": [], **fields}


def _read_list(what: str, member: str, required: Mapping[str, Test]) -> Callable[[Any], Any]:
    def read(body: Any) -> Any:
        fields = check_fields(what, body, {member: lambda value: isinstance(value, list)})
        rows = [_stored(what, one, required, f"{member}[{index}].") for index, one in enumerate(fields[member])]
        return {**fields, member: rows}

    return read


read_policy_list = cast("Callable[[Any], PolicyListResponse]", _read_list("list of policies", "policies", _POLICY))
read_budget_list = cast("Callable[[Any], BudgetListResponse]", _read_list("list of budgets", "budgets", _BUDGET))

_IMPACT = {"days": count, "from_": text, "to": text, "complete": flag, "events": count}
_policy_impact = object_of(
    **_IMPACT,
    changed=count,
    changes=list_of(object_of(from_=text, to=text, events=count, sampleEventIds=texts)),
    policies=list_of(object_of(name=text, decidesNow=count, wouldDecide=count)),
    policiesTotal=count,
    notes=list_of(object_of(message=text)),
)
_budget_impact = object_of(
    **_IMPACT, budgets=list_of(object_of(name=text, stopped=count, counts=count, fullCounts=count))
)
_side = object_of(decision=text, approverRoles=texts)
_decider = or_none(text)
_difference = object_of(
    complete=flag,
    looser=count,
    stricter=count,
    approvers=count,
    changes=list_of(
        object_of(
            kind=text,
            from_=_side,
            to=_side,
            areas=list_of(object_of(when=text, by=object_of(before=_decider, after=_decider))),
            more=count,
        )
    ),
)
_witness = object_of(
    input=an_object, decision=text, policy=or_none(object_of(name=text)), riskScore=count, testCase=or_none(an_object)
)


def _read_plan(what: str, optional: Mapping[str, Test]) -> Callable[[Any], Any]:
    def read(body: Any) -> Any:
        changes = list_of(object_of(name=text, op=text))
        fields = check_fields(what, body, {"dryRun": flag, "changes": changes})
        whole = {name: one for name, one in fields.items() if name not in optional or optional[name](one)}
        warnings = fields.get("warnings")
        are_warnings = list_of(object_of(path=text, message=text))(warnings)
        return {**whole, "warnings": warnings if are_warnings else []}

    return read


read_policy_apply = cast(
    "Callable[[Any], PolicyApplyResponse]",
    _read_plan(
        "plan of policies",
        {
            "impact": _policy_impact,
            "difference": _difference,
            "brokenClaims": or_none(list_of(object_of(name=text))),
        },
    ),
)
read_budget_apply = cast(
    "Callable[[Any], BudgetApplyResponse]", _read_plan("plan of budgets", {"impact": _budget_impact})
)


def read_policy_test(body: Any) -> PolicyTestResponse:
    """Raises UnexpectedAnswerError naming the field that violates the contract, as all of these."""
    result = object_of(name=text, decision=text, matchedPolicy=or_none(text), riskScore=count, reasons=texts)
    return cast(PolicyTestResponse, check_fields("list of test results", body, {"results": list_of(result)}))


def read_policy_prove(body: Any) -> PolicyProveResponse:
    """Likewise. An older service names no grants."""
    proof = object_of(
        name=text,
        proved=flag,
        vacuous=flag,
        counterexample=or_none(_witness),
        evadable=or_none(_witness),
        heldBy=list_of(object_of(name=text)),
        leansOn=texts,
    )
    fields = check_fields("list of proofs", body, {"complete": flag, "results": list_of(proof)})
    if "grants" in fields:
        check_fields("list of proofs", fields, {"grants": list_of(object_of(claim=text, ids=texts))})
    return cast(PolicyProveResponse, fields)


def read_policy_analysis(body: Any) -> PolicyAnalysis:
    """Likewise."""
    named = list_of(object_of(name=text))
    tests: Mapping[str, Test] = {
        "complete": flag,
        "dead": list_of(object_of(name=text, cause=text)),
        "withoutEffect": named,
        "needlessFields": list_of(object_of(name=text, field=text)),
        "mergeable": list_of(object_of(name=text, other=object_of(name=text), condition=_condition)),
        "unknownAgents": named,
        "unreachableThresholds": texts,
    }
    return cast(PolicyAnalysis, check_fields("analysis of policies", body, tests))
