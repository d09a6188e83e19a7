# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from crewai.hooks import get_before_tool_call_hooks

from ..guide import run_guide

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_guide("CrewAI", service, monkeypatch)
    assert len(get_before_tool_call_hooks()) == 1
    names["uninstall"]()
    assert get_before_tool_call_hooks() == []
