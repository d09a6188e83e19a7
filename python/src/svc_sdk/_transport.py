# SPDX-License-Identifier: Apache-2.0
"""One attempt by the standard library, within its time and size.

A watchdog ends the connection when the time is over: neither a server that sends a byte a second nor one that never
answers holds it longer. Connections are kept for the next attempt, and not across a fork.
"""

from __future__ import annotations

import errno
import http.client
import os
import select
import socket
import ssl
import threading
import time
import weakref
from collections import deque
from contextlib import suppress
from urllib.parse import urlsplit

from ._limits import ANSWER_BYTES_MAX
from ._steps import Answer, Call, Fault

_Kept = deque[tuple[float, str, http.client.HTTPConnection]]
_KEPT_MAX = 8
# Services and proxies close idle connections after a few seconds.
_KEPT_SECONDS = 4.0
_CHUNK_BYTES = 65_536


class StandardTransport:
    """Thread-safe: each attempt has a connection to itself."""

    def __init__(self, ssl_context: ssl.SSLContext | None = None) -> None:
        self._ssl_context = ssl_context
        self._begin()

    def _begin(self) -> None:
        self._kept: _Kept = deque(maxlen=_KEPT_MAX)
        self._process = os.getpid()
        # A client that is gone leaves no connection open, in a cycle of references neither: there `__del__` comes late.
        weakref.finalize(self, _close_all, self._kept)

    def close(self) -> None:
        """Closes the connections that are kept."""
        _close_all(self._kept)

    def attempt(self, call: Call) -> Answer | Fault:
        """Never raises but for what ends the program."""
        until = time.monotonic() + call.timeout
        url = urlsplit(call.url)
        origin = f"{url.scheme}://{url.netloc}"
        path = (url.path or "/") + (f"?{url.query}" if url.query else "")
        connection = self._take(origin) or self._opened(url.scheme, url.netloc)
        return self._exchange(connection, origin, path, call, until)

    def _exchange(
        self, connection: http.client.HTTPConnection, origin: str, path: str, call: Call, until: float
    ) -> Answer | Fault:
        expired = threading.Event()

        def expire() -> None:
            expired.set()
            sock = connection.sock
            with suppress(OSError, AttributeError):
                sock.shutdown(socket.SHUT_RDWR)

        left = until - time.monotonic()
        if left <= 0:
            connection.close()
            return Fault("timeout")
        connection.timeout = left
        if connection.sock is not None:
            connection.sock.settimeout(left)
        watchdog = threading.Timer(left, expire)
        watchdog.daemon = True
        watchdog.start()
        is_kept = False
        try:
            connection.request(call.method, path, call.body, dict(call.headers))
            answer, is_kept = _read(connection.getresponse())
            # What was cut may look like a whole answer without a length.
            return Fault("timeout") if expired.is_set() else answer
        except (OSError, http.client.HTTPException, ValueError) as error:
            is_late = expired.is_set() or isinstance(error, TimeoutError)
            return Fault("timeout") if is_late else Fault("network", _code_of(error))
        finally:
            watchdog.cancel()
            if is_kept and not expired.is_set():
                self._keep(origin, connection)
            else:
                connection.close()

    def _opened(self, scheme: str, netloc: str) -> http.client.HTTPConnection:
        if scheme == "http":
            return http.client.HTTPConnection(netloc)
        return http.client.HTTPSConnection(netloc, context=self._ssl_context)

    def _take(self, origin: str) -> http.client.HTTPConnection | None:
        if os.getpid() != self._process:
            # The parent goes on using those: two processes on one connection would read each other's answers.
            self._begin()
        with suppress(IndexError):
            while True:
                at, kept_origin, connection = self._kept.pop()
                if kept_origin == origin and time.monotonic() - at < _KEPT_SECONDS and _is_silent(connection):
                    return connection
                connection.close()
        return None

    def _keep(self, origin: str, connection: http.client.HTTPConnection) -> None:
        if os.getpid() == self._process and len(self._kept) < _KEPT_MAX:
            self._kept.append((time.monotonic(), origin, connection))
        else:
            connection.close()


def _close_all(kept: _Kept) -> None:
    with suppress(IndexError):
        while True:
            kept.pop()[2].close()


def _is_silent(connection: http.client.HTTPConnection) -> bool:
    """A connection that its server has closed, or says more on than it was asked, is not used again."""
    try:
        return not select.select([connection.sock], [], [], 0)[0]
    except (OSError, ValueError, TypeError):
        return False


def _read(response: http.client.HTTPResponse) -> tuple[Answer, bool]:
    """The answer, and whether its connection may be used again."""
    headers = {name.lower(): value for name, value in response.getheaders()}
    is_plain = headers.get("content-encoding", "identity").strip().lower() in ("identity", "")
    body: bytes | None = None
    if is_plain:
        chunks, size = [], 0
        while size <= ANSWER_BYTES_MAX and (chunk := response.read(_CHUNK_BYTES)):
            chunks.append(chunk)
            size += len(chunk)
        if size <= ANSWER_BYTES_MAX and response.length:
            raise http.client.IncompleteRead(b"", response.length)
        body = b"".join(chunks) if size <= ANSWER_BYTES_MAX else None
    is_kept = body is not None and not response.will_close
    return Answer(response.status, headers, body), is_kept


_NAMES = {socket.EAI_NONAME: "ENOTFOUND", socket.EAI_AGAIN: "EAI_AGAIN"}


def _code_of(error: Exception) -> str:
    """Codes of the platform, never its texts."""
    if isinstance(error, socket.gaierror):
        return _NAMES.get(error.errno or 0, "EAI_FAIL")
    if isinstance(error, ssl.SSLCertVerificationError):
        return "CERT_INVALID"
    if isinstance(error, ssl.SSLError):
        return "TLS"
    if isinstance(error, OSError) and error.errno is not None:
        return errno.errorcode.get(error.errno, "")
    return ""
