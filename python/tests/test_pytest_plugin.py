# SPDX-License-Identifier: Apache-2.0
"""Guarantee: policy cases in files are tests of pytest, and say what the service decides instead."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from .conftest import Service

pytest_plugins = ["pytester"]

DELETE = {"agent": "billing-bot", "action": "DELETE_DATA", "resource": "orders"}


def case(name: str, expect: str) -> dict[str, Any]:
    return {"name": name, "input": DELETE, "expect": {"decision": expect}}


@pytest.fixture
def run(pytester: pytest.Pytester, service: Service, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.setenv("SVC_API_KEY", service.live_key)
    monkeypatch.setenv("SVC_BASE_URL", service.base_url)

    def run_of(text: str) -> pytest.RunResult:
        pytester.path.joinpath("some.policy-test.json").write_text(text)
        return pytester.runpytest("-p", "svc_sdk.pytest_plugin", "-p", "no:cacheprovider")

    return run_of


def test_runs_the_cases_of_a_file(run: Any) -> None:
    result = run(json.dumps({"cases": [case("deletes are blocked", "BLOCK"), case("deletes are allowed", "ALLOW")]}))
    result.assert_outcomes(passed=1, failed=1)
    result.stdout.fnmatch_lines(
        ['*expected {"decision": "ALLOW"}, and svc decides BLOCK by the policy "Block deletes"*']
    )


def test_decides_by_the_policies_of_the_file(run: Any) -> None:
    policies = [{"name": "None", "action": "DELETE", "decision": "ALLOW"}]
    run(json.dumps({"policies": policies, "cases": [case("deletes", "ALLOW")]})).assert_outcomes(passed=1)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("no JSON", "*is no body of POST /v1/policies/test*"),
        ("[]", "*is no body of POST /v1/policies/test*"),
        ('{"cases": [{"name": "a", "input": {}}]}', "*expects nothing*"),
        (json.dumps({"cases": [case("a", "BLOCK"), case("a", "BLOCK")]}), "*two cases have the same name*"),
    ],
)
def test_refuses_a_file_that_is_none(run: Any, text: str, told: str) -> None:
    result = run(text)
    result.assert_outcomes(errors=1)
    result.stdout.fnmatch_lines([told])


def test_fails_in_a_sentence_where_the_service_refuses(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SVC_API_KEY", "key_live_wrong")
    result = run(json.dumps({"cases": [case("deletes", "BLOCK")]}))
    result.assert_outcomes(failed=1)
    assert "Traceback" not in result.stdout.str()
    assert "key_live_wrong" not in result.stdout.str()
