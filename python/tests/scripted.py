# SPDX-License-Identifier: Apache-2.0
"""A server that is not the service, or not well: it answers each request as the test says, at the socket."""

from __future__ import annotations

import json
import socket
import threading
from contextlib import suppress
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any


@dataclass
class Seen:
    method: str
    path: str
    headers: dict[str, str] = field(repr=False)
    body: bytes = field(repr=False)


@dataclass
class ScriptedServer:
    """The n-th request gets the n-th answer, and each one after the last gets the last.

    An answer is bytes, or one of `cut`, `cutHalfway`, `hang`, `hangHalfway`.
    """

    answers: list[bytes | str]
    seen: list[Seen] = field(default_factory=list)

    def __enter__(self) -> ScriptedServer:
        self._listener = socket.create_server(("127.0.0.1", 0), backlog=64)
        self._open: list[socket.socket] = []
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._accept)
        self._threads: list[threading.Thread] = []
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._listener.shutdown(socket.SHUT_RDWR)
        self._listener.close()
        self._thread.join()
        with self._lock:
            for one in self._open:
                with suppress(OSError):
                    one.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join()

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self._listener.getsockname()[1]}"

    def _accept(self) -> None:
        while True:
            try:
                one, _ = self._listener.accept()
            except OSError:
                return
            with self._lock:
                self._open.append(one)
            thread = threading.Thread(target=self._serve, args=[one])
            self._threads.append(thread)
            thread.start()

    def _serve(self, one: socket.socket) -> None:
        with one, one.makefile("rb") as stream, suppress(OSError, ValueError):
            while self._exchange(one, stream):
                pass

    def _exchange(self, one: socket.socket, stream: Any) -> bool:
        """Whether the connection may be used again."""
        first = stream.readline().decode("latin-1").split(" ")
        if len(first) < 3:
            return False
        headers: dict[str, str] = {}
        while line := stream.readline().decode("latin-1").strip():
            name, _, value = line.partition(":")
            headers[name.lower()] = value.strip()
        body = stream.read(int(headers.get("content-length", 0)))
        with self._lock:
            answer = self.answers[min(len(self.seen), len(self.answers) - 1)] if self.answers else "cut"
            self.seen.append(Seen(first[0], first[1], headers, body))
        if isinstance(answer, bytes):
            one.sendall(answer)
            return True
        if answer in ("cutHalfway", "hangHalfway"):
            one.sendall(b'HTTP/1.1 200 OK\r\ncontent-length: 1000\r\n\r\n{"decision":"ALLOW","finalDecision":"ALLOW"')
        if answer in ("hang", "hangHalfway"):
            # Until the other side, or the end of the test, closes it.
            stream.read()
        return False


def answer_of(status: int, body: Any = "", headers: dict[str, str] | None = None) -> bytes:
    """A whole answer."""
    content = body.encode() if isinstance(body, str) else json.dumps(body).encode()
    lines = {"content-type": "application/json", **(headers or {})}
    if status != 204:
        lines["content-length"] = str(len(content))
    head = "".join(f"{name}: {value}\r\n" for name, value in lines.items())
    return f"HTTP/1.1 {status} Some\r\n{head}\r\n".encode() + (b"" if status == 204 else content)
