# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING, Any

import pytest
from pydantic_ai import DeferredToolRequests
from pydantic_ai.models.test import TestModel

from ..guide import run_guide

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    names = run_guide("Pydantic AI", service, monkeypatch, model=TestModel())

    async def run() -> Any:
        async with names["svc"]:
            return (await names["agent"].run("Go.")).output

    asked = asyncio.run(run())
    assert isinstance(asked, DeferredToolRequests)
    assert [call.tool_name for call in asked.approvals] == ["export_customers"]
