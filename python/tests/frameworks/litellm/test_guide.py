# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import litellm
import pytest

from ..guide import run_guide

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(litellm, "callbacks", [])
    run_guide("LiteLLM", service, monkeypatch)
    assert [one.guardrail_name for one in litellm.callbacks] == ["svc"]
