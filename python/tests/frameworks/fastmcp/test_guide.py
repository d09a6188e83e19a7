# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

import asyncio
from typing import TYPE_CHECKING

import pytest
from fastmcp import Client
from fastmcp.exceptions import ToolError

from ..guide import run_guide

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    server = run_guide("FastMCP", service, monkeypatch)["server"]

    async def call() -> None:
        async with Client(server) as client:
            await client.call_tool("unknown", {})

    with pytest.raises(ToolError, match="svc knows no tool unknown"):
        asyncio.run(call())
