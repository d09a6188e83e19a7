# SPDX-License-Identifier: Apache-2.0
"""Guarantee: no odd body, answer, clock, thread, process or loop makes an ALLOW, shows a key, or hangs."""

from __future__ import annotations

import asyncio
import gzip
import json
import logging
import os
import pickle
import socket
import threading
import time
import traceback
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING, Any

import pytest

from svc_sdk import (
    ActionNotAllowedError,
    ApiError,
    AsyncSvcClient,
    PayloadTooLargeError,
    SvcClient,
    SvcError,
    UnexpectedAnswerError,
    ValidationError,
)
from svc_sdk._async_transport import ThreadTransport
from svc_sdk._transport import StandardTransport
from svc_sdk.types import EventRequest

from .scripted import ScriptedServer, answer_of

if TYPE_CHECKING:
    from .conftest import Service

READ: EventRequest = {"agent": "billing-bot", "action": "READ_DATA", "resource": "orders"}
KEY = "key_live_" + "S" * 43


def caught(call: Callable[[], Any]) -> Any:
    try:
        return call()
    except SvcError as error:
        return error


def client_of(server: ScriptedServer, **options: Any) -> SvcClient:
    return SvcClient(KEY, server.base_url, **{"backoff": 0.001, "timeout": 5.0, **options})


def test_shows_no_key_and_no_content(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    act: EventRequest = {**READ, "content": "secret CPF"}
    answers: list[bytes | str] = [
        "cut",
        answer_of(200, "<html>ALLOW</html>"),
        answer_of(503, "secret CPF"),
        answer_of(400, "secret CPF"),
        answer_of(429, "x"),
    ]
    shown: list[str] = []
    reported: list[str] = []
    for answer in answers:
        with ScriptedServer([answer]) as server, client_of(server, retries=1) as client:
            result = caught(partial(client.decide, act))
            shown += [repr(result), str(result), repr(client)]
            if isinstance(result, SvcError):
                shown += traceback.format_exception(result)
                # Every value that a tool of reports would take from the frames.
                frames = traceback.TracebackException.from_exception(result, capture_locals=True)
                reported += list(frames.format())
                assert str(pickle.loads(pickle.dumps(result))) == str(result)  # noqa: S301 - it was made here
    shown += [record.getMessage() for record in caplog.records]
    assert min(len(caplog.records), len(reported)) > 5
    for text in shown:
        assert KEY not in text
        assert "secret CPF" not in text
    for text in reported:
        assert KEY not in text


def test_sends_any_text(service: Service) -> None:
    with SvcClient(service.live_key, service.base_url) as client:
        for text in ("é ü 😀 \u2028", "\x00\x1f\x7f", "\ud83d", "a" * 90_000):
            assert client.decide({**READ, "content": text})["contentScanned"] is True
        with pytest.raises(PayloadTooLargeError):
            client.decide({**READ, "content": "a" * 300_000})
        with pytest.raises(ValidationError) as raised:
            client.decide({**READ, "recordsAffected": -1})
        assert "recordsAffected" in raised.value.fields


@pytest.mark.parametrize("value", [float("nan"), float("inf"), {1}, object(), b"x", {"a": object()}])
def test_refuses_what_json_has_no_form_for(value: Any) -> None:
    with ScriptedServer([]) as server, client_of(server) as client:
        with pytest.raises(TypeError, match="The body must be data that JSON has"):
            client.gateway.http({**READ, "body": value})  # type: ignore[typeddict-item]
        assert server.seen == []


def test_refuses_what_nests_without_end() -> None:
    deep: Any = []
    for _ in range(100_000):
        deep = [deep]
    with ScriptedServer([]) as server, client_of(server) as client, pytest.raises(TypeError):
        client.gateway.mcp({"agent": "a", "tool": "t", "arguments": {"a": deep}})
    while deep:
        deep = deep.pop()


def drips(one: socket.socket) -> None:
    one.sendall(b"HTTP/1.1 200 OK\r\n")
    while True:
        one.sendall(b"x-slow: 1\r\n")
        time.sleep(0.05)


def floods(one: socket.socket) -> None:
    one.sendall(b"HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n")
    chunk = b"100000\r\n" + b" " * 0x100000 + b"\r\n"
    while True:
        one.sendall(chunk)


def bombs(one: socket.socket) -> None:
    body = gzip.compress(b" " * 64 * 1_048_576)
    one.sendall(b"HTTP/1.1 200 OK\r\ncontent-encoding: gzip\r\ncontent-length: %d\r\n\r\n" % len(body) + body)


def garbles(one: socket.socket) -> None:
    one.sendall(b"\x16\x03\x01 no HTTP at all\r\n\r\n")


class Raw:
    """A server whose every connection one function has to itself."""

    def __init__(self, serve: Callable[[socket.socket], None]) -> None:
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.base_url = f"http://127.0.0.1:{self.listener.getsockname()[1]}"
        self.thread = threading.Thread(target=self.accept, args=[serve])
        self.thread.start()

    def accept(self, serve: Callable[[socket.socket], None]) -> None:
        while True:
            try:
                one, _ = self.listener.accept()
            except OSError:
                return
            with one:
                try:
                    one.recv(65_536)
                    serve(one)
                except OSError:
                    continue

    def __enter__(self) -> Raw:
        return self

    def __exit__(self, *_: object) -> None:
        self.listener.shutdown(socket.SHUT_RDWR)
        self.listener.close()
        self.thread.join()


@pytest.mark.parametrize("kind", ["sync", "httpx", "thread"])
@pytest.mark.parametrize(
    ("serve", "told"),
    [
        (drips, "no answer within 500 ms"),
        (garbles, "connection failed"),
        (floods, UnexpectedAnswerError),
        (bombs, UnexpectedAnswerError),
    ],
)
def test_ends_what_never_ends(serve: Any, told: Any, kind: str) -> None:
    with Raw(serve) as server:
        seconds = 0.5 if serve is drips else 20
        given: Any = {"timeout": seconds, "retries": 0}
        if kind == "sync":
            with SvcClient(KEY, server.base_url, **given) as client:
                ended = caught(lambda: client.decide(READ))
        else:
            ended = asyncio.run(asked(AsyncSvcClient(KEY, server.base_url, **given), kind))
    if isinstance(told, str):
        assert told in ended["reasons"][0]
        assert ended["finalDecision"] == "BLOCK"
    else:
        assert isinstance(ended, told)


async def asked(client: AsyncSvcClient, kind: str) -> Any:
    if kind == "thread":
        client._transport = ThreadTransport(StandardTransport())
    try:
        return await client.decide(READ)
    except SvcError as error:
        return error
    finally:
        await client.close()


def test_serves_many_threads(service: Service) -> None:
    outcomes: list[str] = []
    with SvcClient(service.live_key, service.base_url) as client:
        threads = [
            threading.Thread(target=lambda: outcomes.append(client.decide(READ)["finalDecision"])) for _ in range(24)
        ]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert outcomes == ["ALLOW"] * 24


@pytest.mark.filterwarnings("ignore:.*multi-threaded.*:DeprecationWarning")
def test_is_usable_on_both_sides_of_a_fork(service: Service) -> None:
    with SvcClient(service.live_key, service.base_url) as client:
        first = client.decide(READ)
        read, write = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(write, json.dumps(client.decide(READ)).encode())
            os._exit(0)
        own = client.decide(READ)
        os.close(write)
        with os.fdopen(read, "rb") as stream:
            other = json.loads(stream.read())
        os.waitpid(child, 0)
    assert len({first["id"], own["id"], other["id"]}) == 3


def test_a_clock_that_jumps_ends_no_wait(service: Service, monkeypatch: pytest.MonkeyPatch) -> None:
    with SvcClient(service.live_key, service.base_url) as client:
        pending = client.decide({"agent": "billing-bot", "action": "EXPORT_DATA", "resource": "customers"})
        monkeypatch.setattr(time, "time", lambda: 4e9)
        assert client.wait_for_decision(pending, timeout=1)["finalDecision"] == "REVIEW"


def test_a_cancelled_wait_runs_nothing(service: Service) -> None:
    async def cancelled() -> None:
        ran: list[int] = []

        async def act() -> None:
            ran.append(1)

        async with AsyncSvcClient(service.live_key, service.base_url) as client:
            export: EventRequest = {"agent": "billing-bot", "action": "EXPORT_DATA", "resource": "customers"}
            with pytest.raises((asyncio.TimeoutError, TimeoutError)):
                await asyncio.wait_for(client.run(export, act, wait=60), 1)
            service.approve(service.last_event()["id"])
        assert ran == []

    asyncio.run(cancelled())


def test_runs_nothing_where_the_key_is_wrong(service: Service) -> None:
    with SvcClient("key_live_wrong", service.base_url, fail_mode="open") as client:
        with pytest.raises(ApiError) as raised:
            client.run(READ, lambda: pytest.fail("it ran"))
        assert raised.value.status == 401


def test_refuses_functions_of_the_other_kind(service: Service) -> None:
    async def waits() -> None: ...

    with SvcClient(service.live_key, service.base_url) as client, pytest.raises(TypeError):
        client.guard(lambda: READ)(waits)
    with pytest.raises(TypeError):
        AsyncSvcClient(service.live_key, service.base_url).guard(lambda: READ)(lambda: None)  # type: ignore[arg-type,return-value]


def test_an_interrupt_is_raised_and_reported(service: Service) -> None:
    def interrupted() -> None:
        raise KeyboardInterrupt

    with SvcClient(service.live_key, service.base_url) as client:
        with pytest.raises(KeyboardInterrupt):
            client.run(READ, interrupted)
        outcome = client.get_decision(service.last_event()["id"])["outcome"]
        assert outcome is not None
        assert outcome["status"] == "UNKNOWN"
        with pytest.raises(ActionNotAllowedError):
            client.run({"agent": "billing-bot", "action": "DELETE_DATA", "resource": "orders"}, interrupted)
