# SPDX-License-Identifier: Apache-2.0
"""Answers about policies and budgets: the contract's fields are checked.

All others are taken where they are whole, and left out where they are not.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, cast

from ._decisions import Test, check_fields
from .types import (
    BudgetApplyResponse,
    BudgetListResponse,
    PolicyAnalysis,
    PolicyApplyResponse,
    PolicyListResponse,
    PolicyProveResponse,
    PolicyTestResponse,
)


def _text(value: Any) -> bool:
    return isinstance(value, str)


def _flag(value: Any) -> bool:
    return isinstance(value, bool)


def _count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _texts(value: Any) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _object(value: Any) -> bool:
    return isinstance(value, dict)


def _or_none(test: Test) -> Test:
    return lambda value: value is None or test(value)


def _list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def _object_of(**tests: Test) -> Test:
    def is_one(value: Any) -> bool:
        # `from` is a word of Python: a name ends with a line below it here.
        return isinstance(value, dict) and all(test(value.get(name.rstrip("_"))) for name, test in tests.items())

    return is_one


def _condition(value: Any) -> bool:
    if not isinstance(value, dict):
        return False
    return all(name not in value or _list_of(_condition)(value[name]) for name in ("allOf", "anyOf"))


_OPTIONAL: Mapping[str, Test] = {
    "description": _text,
    "condition": _condition,
    "enabled": _flag,
    "resource": _or_none(_text),
    "mode": _text,
    "approverRoles": _texts,
    "escalate": _flag,
    "approvals": _object,
}
_POLICY: Mapping[str, Test] = {"name": _text, "action": _text, "decision": _text}
_BUDGET: Mapping[str, Test] = {
    **dict.fromkeys(("name", "action", "measure", "window", "per", "onExceed"), _text),
    "limit": _count,
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

_IMPACT = {"days": _count, "from_": _text, "to": _text, "complete": _flag, "events": _count}
_policy_impact = _object_of(
    **_IMPACT,
    changed=_count,
    changes=_list_of(_object_of(from_=_text, to=_text, events=_count, sampleEventIds=_texts)),
    policies=_list_of(_object_of(name=_text, decidesNow=_count, wouldDecide=_count)),
    policiesTotal=_count,
    notes=_list_of(_object_of(message=_text)),
)
_budget_impact = _object_of(
    **_IMPACT, budgets=_list_of(_object_of(name=_text, stopped=_count, counts=_count, fullCounts=_count))
)
_side = _object_of(decision=_text, approverRoles=_texts)
_decider = _or_none(_text)
_difference = _object_of(
    complete=_flag,
    looser=_count,
    stricter=_count,
    approvers=_count,
    changes=_list_of(
        _object_of(
            kind=_text,
            from_=_side,
            to=_side,
            areas=_list_of(_object_of(when=_text, by=_object_of(before=_decider, after=_decider))),
            more=_count,
        )
    ),
)
_witness = _object_of(
    input=_object, decision=_text, policy=_or_none(_object_of(name=_text)), riskScore=_count, testCase=_or_none(_object)
)


def _read_plan(what: str, optional: Mapping[str, Test]) -> Callable[[Any], Any]:
    def read(body: Any) -> Any:
        changes = _list_of(_object_of(name=_text, op=_text))
        fields = check_fields(what, body, {"dryRun": _flag, "changes": changes})
        whole = {name: one for name, one in fields.items() if name not in optional or optional[name](one)}
        warnings = fields.get("warnings")
        are_warnings = _list_of(_object_of(path=_text, message=_text))(warnings)
        return {**whole, "warnings": warnings if are_warnings else []}

    return read


read_policy_apply = cast(
    "Callable[[Any], PolicyApplyResponse]",
    _read_plan(
        "plan of policies",
        {
            "impact": _policy_impact,
            "difference": _difference,
            "brokenClaims": _or_none(_list_of(_object_of(name=_text))),
        },
    ),
)
read_budget_apply = cast(
    "Callable[[Any], BudgetApplyResponse]", _read_plan("plan of budgets", {"impact": _budget_impact})
)


def read_policy_test(body: Any) -> PolicyTestResponse:
    """Raises UnexpectedAnswerError naming the field that violates the contract, as all of these."""
    result = _object_of(name=_text, decision=_text, matchedPolicy=_or_none(_text), riskScore=_count, reasons=_texts)
    return cast(PolicyTestResponse, check_fields("list of test results", body, {"results": _list_of(result)}))


def read_policy_prove(body: Any) -> PolicyProveResponse:
    """Likewise. An older service names no grants."""
    proof = _object_of(
        name=_text,
        proved=_flag,
        vacuous=_flag,
        counterexample=_or_none(_witness),
        evadable=_or_none(_witness),
        heldBy=_list_of(_object_of(name=_text)),
        leansOn=_texts,
    )
    fields = check_fields("list of proofs", body, {"complete": _flag, "results": _list_of(proof)})
    if "grants" in fields:
        check_fields("list of proofs", fields, {"grants": _list_of(_object_of(claim=_text, ids=_texts))})
    return cast(PolicyProveResponse, fields)


def read_policy_analysis(body: Any) -> PolicyAnalysis:
    """Likewise."""
    named = _list_of(_object_of(name=_text))
    tests: Mapping[str, Test] = {
        "complete": _flag,
        "dead": _list_of(_object_of(name=_text, cause=_text)),
        "withoutEffect": named,
        "needlessFields": _list_of(_object_of(name=_text, field=_text)),
        "mergeable": _list_of(_object_of(name=_text, other=_object_of(name=_text), condition=_condition)),
        "unknownAgents": named,
        "unreachableThresholds": _texts,
    }
    return cast(PolicyAnalysis, check_fields("analysis of policies", body, tests))
