# SPDX-License-Identifier: Apache-2.0
"""Policy cases as tests of pytest: each case of a file `*.policy-test.json` is one test.

A file is the body of `POST /v1/policies/test`: `cases`, and `policies` to decide by instead of the stored ones. It is
asked for once, with the key of SVC_API_KEY at SVC_BASE_URL. Nothing is recorded.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

SUFFIX = ".policy-test.json"


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> pytest.Collector | None:
    """A hook of pytest."""
    if not file_path.name.endswith(SUFFIX):
        return None
    made: pytest.Collector = PolicyTestFile.from_parent(parent, path=file_path)
    return made


class PolicyTestFile(pytest.File):
    """The cases of one file, and what the service decides for them."""

    _results: dict[str, Any] | None = None

    def collect(self) -> Iterator[pytest.Item]:
        """Raises CollectError for a file that is none."""
        try:
            self.body = json.loads(self.path.read_text("utf-8"))
            cases = self.body["cases"]
            names = [case["name"] for case in cases]
        except (ValueError, KeyError, TypeError) as error:
            raise self.CollectError(
                f"{self.path.name} is no body of POST /v1/policies/test: {type(error).__name__}"
            ) from None
        if len(set(names)) != len(names):
            raise self.CollectError(f"{self.path.name}: two cases have the same name")
        for case in cases:
            if not isinstance(case.get("expect"), dict):
                raise self.CollectError(f"{self.path.name}: the case {case['name']!r} expects nothing")
            yield PolicyCase.from_parent(self, name=str(case["name"]), case=case)

    def results(self) -> dict[str, Any]:
        """The decision of each case, by its name. Raises the errors of the client."""
        if self._results is None:
            from ._client import SvcClient

            with SvcClient.from_env() as client:
                answer = client.policies.test(self.body)
            self._results = {one["name"]: one for one in answer["results"]}
        return self._results


class PolicyCase(pytest.Item):
    """One case."""

    def __init__(self, *, case: dict[str, Any], **given: Any) -> None:
        super().__init__(**given)
        self.case = case

    def runtest(self) -> None:
        """Raises PolicyCaseError when the decision is another one than the case expects."""
        parent = self.parent
        assert isinstance(parent, PolicyTestFile)  # noqa: S101 - it makes no others
        result = parent.results()[self.name]
        if result["pass"] is not True:
            raise PolicyCaseError(self.case["expect"], result)

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: Any = None) -> Any:
        """The sentence alone: no line of Python says more."""
        from .errors import SvcError

        if isinstance(excinfo.value, (PolicyCaseError, SvcError, TypeError)):
            return str(excinfo.value)
        return super().repr_failure(excinfo, style)

    def reportinfo(self) -> tuple[Path, int | None, str]:
        """The place of the case in reports."""
        return self.path, None, f"policy case: {self.name}"


class PolicyCaseError(AssertionError):
    """The service decides otherwise."""

    def __init__(self, expected: dict[str, Any], result: dict[str, Any]) -> None:
        by = "no policy" if result["matchedPolicy"] is None else f"the policy {json.dumps(result['matchedPolicy'])}"
        super().__init__(
            f"expected {json.dumps(expected, ensure_ascii=False)}, and svc decides {result['decision']} by {by} "
            f"(risk {result['riskScore']}).\n" + "\n".join(f"  - {reason}" for reason in result["reasons"])
        )
