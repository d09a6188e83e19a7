# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from ..guide import run_guide
from .test_agent_framework import ScriptedModel

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_guide("Microsoft Agent Framework", service, monkeypatch, client=ScriptedModel([]), tools=[])
    assert len(names["agent"].middleware) == 1
