# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ..guide import run_guide

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    agent = run_guide("OpenAI Agents SDK", service, monkeypatch)["agent"]
    (tool,) = agent.tools
    assert tool.name == "export_customers"
    assert [one.name for one in tool.tool_input_guardrails] == ["svc"]
