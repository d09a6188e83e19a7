# SPDX-License-Identifier: Apache-2.0
"""Guarantee: these clients and the one in TypeScript do the same.

All run the data in test/clients: a change of one alone is red in the others. See sdk/src/equal-behaviour.test.ts.
"""

from __future__ import annotations

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from svc_sdk import AsyncSvcClient, AttemptReport, SvcClient, verify_webhook
from svc_sdk._async_transport import HttpxTransport, ThreadTransport
from svc_sdk._call_key import call_digest
from svc_sdk._context import described_action
from svc_sdk._options import settings_of
from svc_sdk._refusal import refusal_message
from svc_sdk._transport import StandardTransport
from svc_sdk.errors import Refusal

from .scripted import ScriptedServer, answer_of

FOLDER = Path(__file__).resolve().parents[2] / "test/clients"


def read(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


CALLS = read("calls")
BASE, ACTION, MCP = CALLS["base"], CALLS["action"], CALLS["mcp"]
OPTIONS = {"failMode": "fail_mode", "idempotencyKey": "idempotency_key", "retries": "retries"}
SECONDS = {"timeoutMs": "timeout", "pollMs": "poll", "waitMs": "wait"}


def keywords(options: dict[str, Any]) -> dict[str, Any]:
    """The same options in the words and units of Python."""
    known = {OPTIONS[name]: value for name, value in options.items() if name in OPTIONS}
    return known | {SECONDS[name]: value / 1000 for name, value in options.items() if name in SECONDS}


def bytes_of(given: Any) -> bytes | str:
    if isinstance(given, str):
        return given
    made = {
        name: value for name, value in {**BASE, **given.get("with", {})}.items() if name not in given.get("without", ())
    }
    return answer_of(given["status"], made if "with" in given else given.get("body", ""), given.get("headers"))


class Caller:
    """One case, by one of the clients."""

    def __init__(self, kind: str, base_url: str, options: dict[str, Any]) -> None:
        self.reports: list[AttemptReport] = []
        given = {"backoff": 0.001, "timeout": 5.0, **keywords(options), "on_attempt": self.reports.append}
        self.ran = 0
        self.is_sync = kind == "sync"
        self.client: Any = (SvcClient if self.is_sync else AsyncSvcClient)("key_live_x", base_url, **given)
        if not self.is_sync:
            self.client._transport = HttpxTransport(None) if kind == "httpx" else ThreadTransport(StandardTransport())

    def run(self) -> None:
        self.ran += 1

    async def run_async(self) -> None:
        self.ran += 1

    def begin(self, method: str, options: dict[str, Any]) -> Any:
        given = keywords(options)
        client = self.client
        if method == "decide":
            return client.decide(ACTION, **given)
        if method == "getDecision":
            return client.get_decision(BASE["id"])
        if method == "waitForDecision":
            return client.wait_for_decision(BASE["id"], **given)
        if method == "gateway.http":
            return client.gateway.http(ACTION)
        if method == "gateway.mcp":
            return client.gateway.mcp(MCP)
        return client.run(ACTION, self.run if self.is_sync else self.run_async, **given)

    def ended(self, method: str, options: dict[str, Any]) -> Any:
        try:
            if self.is_sync:
                return self.begin(method, options)
            return asyncio.run(self._awaited(method, options))
        except Exception as error:  # noqa: BLE001 - the case says which
            return error
        finally:
            if self.is_sync:
                self.client.close()

    async def _awaited(self, method: str, options: dict[str, Any]) -> Any:
        try:
            return await self.begin(method, options)
        finally:
            await self.client.close()


ATTRIBUTES = {"requestId": "request_id", "retryAfterSeconds": "retry_after_seconds"}


def assert_error(ended: Any, expected: dict[str, Any]) -> None:
    assert isinstance(ended, Exception), ended
    for name, value in expected.items():
        if name == "name":
            assert type(ended).__name__ == value, ended
        elif name == "message":
            assert str(ended) == value
        else:
            assert getattr(ended, ATTRIBUTES.get(name, name)) == value


def contains(whole: Any, part: Any) -> bool:
    if isinstance(part, dict):
        return isinstance(whole, dict) and all(
            name in whole and contains(whole[name], one) for name, one in part.items()
        )
    return bool(whole == part)


@pytest.mark.parametrize("kind", ["sync", "httpx", "thread"])
@pytest.mark.parametrize("case", CALLS["cases"], ids=lambda case: case["name"])
def test_a_call(case: dict[str, Any], kind: str) -> None:
    with ScriptedServer([bytes_of(one) for one in case["answers"]]) as server:
        caller = Caller(kind, server.base_url, case.get("options", {}))
        ended = caller.ended(case["call"]["method"], case["call"].get("options", {}))
    expected = case["expect"]
    if "error" in expected:
        assert_error(ended, expected["error"])
    else:
        assert not isinstance(ended, Exception), ended
    assert contains(ended, expected.get("decision", ended)), ended
    assert not any(name in ended for name in expected.get("absent", ()))
    assert caller.ran == expected.get("ran", 0)
    assert len(server.seen) == case.get("requests", len(server.seen))
    keys = [one.headers.get("idempotency-key") for one in server.seen]
    assert len(set(keys)) == case.get("keys", len(set(keys)))
    assert keys == case.get("sentKeys", keys)
    assert [one.path for one in server.seen] == case.get("paths", [one.path for one in server.seen])
    retries = [None if one.retry_in is None else round(one.retry_in * 1000) for one in caller.reports]
    assert retries == case.get("retryInMs", retries)
    shown = repr([ended, str(ended), caller.reports, caller.client, caller.client._settings])
    assert "secret CPF" not in shown
    assert "key_live_x" not in shown


TOOLS = read("tools")


@pytest.mark.parametrize("one", TOOLS["digests"], ids=lambda one: one["digest"][:8])
def test_the_digest_of_a_call(one: dict[str, Any]) -> None:
    assert call_digest(one["session"], one["tool"], one["input"], one["action"]) == one["digest"]


@pytest.mark.parametrize("one", TOOLS["contexts"], ids=lambda one: one["tool"])
def test_the_context_of_a_call(one: dict[str, Any]) -> None:
    assert described_action(one["tool"], one["input"], one["action"], one.get("session")) == one["described"]


@pytest.mark.parametrize("one", TOOLS["refusals"], ids=lambda one: one["message"][:30])
def test_the_refusal_of_a_call(one: dict[str, Any]) -> None:
    given = one["refusal"]
    refusal = None if given is None else Refusal(given["code"], given["message"], given.get("reasons", ()))
    assert refusal_message(one["decision"], refusal) == one["message"]


@pytest.mark.parametrize("one", read("signatures")["deliveries"], ids=lambda one: one["name"])
def test_a_delivery(one: dict[str, Any]) -> None:
    clock = {"now": one["nowSeconds"], "tolerance": one["toleranceSeconds"]}
    assert verify_webhook(one["body"], one["header"], one["secrets"], **clock) is one["valid"]


@pytest.mark.parametrize("one", read("options")["addresses"], ids=lambda one: one["given"])
def test_an_address(one: dict[str, Any]) -> None:
    if "error" not in one:
        assert settings_of(api_key="k", base_url=one["given"]).base_url == one["baseUrl"]
        return
    with pytest.raises(TypeError) as raised:
        settings_of(api_key="k", base_url=one["given"])
    assert one["error"] in str(raised.value)


@pytest.mark.parametrize("one", read("options")["keys"], ids=lambda one: repr(one["given"][:20]))
def test_a_key(one: dict[str, Any]) -> None:
    if "sent" in one:
        assert settings_of(api_key=one["given"]).headers["authorization"] == f"Bearer {one['sent']}"
        return
    with pytest.raises(TypeError) as raised:
        settings_of(api_key=one["given"])
    assert one["given"].strip() == "" or one["given"] not in str(raised.value)
