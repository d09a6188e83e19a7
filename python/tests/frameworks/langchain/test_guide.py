# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the program of the guide runs as it is printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from langchain_core.language_models.fake_chat_models import GenericFakeChatModel
from langchain_core.messages import AIMessage

from ..guide import run_guide

if TYPE_CHECKING:
    from ...conftest import Service

pytestmark = pytest.mark.filterwarnings("ignore")


def test_the_program_of_the_guide(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    model = GenericFakeChatModel(messages=iter([AIMessage("Done.")]))
    agent = run_guide("LangChain and LangGraph", service, monkeypatch, model=model, tools=[])["agent"]
    answer = agent.invoke({"messages": [("user", "Go.")]}, {"configurable": {"thread_id": "t-1"}})
    assert answer["messages"][-1].content == "Done."
