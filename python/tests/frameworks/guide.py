# SPDX-License-Identifier: Apache-2.0
"""Runs the program of one framework in the guide, as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ..guides import programs

if TYPE_CHECKING:
    import pytest

    from ..conftest import Service

GUIDE = "python-adapters.md"


def run_guide(heading: str, service: Service, monkeypatch: pytest.MonkeyPatch, **names: Any) -> dict[str, Any]:
    """The names that the program leaves, with the descriptions of the guide's beginning."""
    monkeypatch.setenv("SVC_API_KEY", service.live_key)
    monkeypatch.setenv("SVC_BASE_URL", service.base_url)
    blocks = [programs(GUIDE)[0], *programs(GUIDE, heading)]
    assert len(blocks) > 1
    for block in blocks:
        exec(compile(block, GUIDE, "exec"), names)  # noqa: S102 - the guide is ours
    return names
