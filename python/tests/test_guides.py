# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the programs of the Python guide run as they are printed, one after the other."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any

from svc_sdk import SvcClient, webhooks

from .guides import FOLDER, programs

if TYPE_CHECKING:
    import pytest

    from .conftest import Service


def test_the_programs_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.setenv("SVC_API_KEY", service.live_key)
    monkeypatch.setenv("SVC_BASE_URL", service.base_url)
    exported: list[str] = []

    def approved(*given: Any, **options: Any) -> Any:
        service.approve(given[1]["id"])
        return waits(*given, **options)

    waits = SvcClient.wait_for_decision
    monkeypatch.setattr(SvcClient, "wait_for_decision", approved)
    names = {
        "read_orders": lambda: ["o-1", "o-2"],
        "export_customers": lambda: exported.append("customers"),
        "secret": "whsec_x",
    }
    blocks = programs("python.md")
    assert len(blocks) >= 6
    for block in blocks:
        exec(compile(block, "python.md", "exec"), names)  # noqa: S102 - the guide is ours
    assert names["rows"] == ["o-1", "o-2"]
    assert exported == ["customers"]
    # A refusal would have been printed.
    assert capsys.readouterr().out == ""
    event = service.last_event()
    assert event["action"] == "EXPORT_DATA"
    is_from_svc: Any = names["is_from_svc"]
    assert is_from_svc(b"{}", {}) is False
    assert webhooks.verify_webhook(b"{}", None, "whsec_x") is False


def test_the_program_of_the_readme(service: Service, capsys: Any) -> None:
    (program,) = programs("../../README.md")
    printed = program.replace("key_live_…", service.live_key).replace("http://127.0.0.1:4000", service.base_url)
    exec(compile(printed, "README.md", "exec"), {})  # noqa: S102 - the program is ours
    assert capsys.readouterr().out == "[{'id': 1, 'total': 'R$ 120,00'}]\n"


def test_the_policy_cases_of_the_guide(service: Service) -> None:
    text = (FOLDER / "python.md").read_text("utf-8")
    (block,) = re.findall(r"^```json\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
    with SvcClient(service.live_key, service.base_url) as svc:
        assert [one["pass"] for one in svc.policies.test(json.loads(block))["results"]] == [True]
