# SPDX-License-Identifier: Apache-2.0
"""One attempt in an event loop: by httpx where it is installed, else by the standard library in a thread."""

from __future__ import annotations

import asyncio
import errno
import ssl
from contextlib import suppress
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from ._limits import ANSWER_BYTES_MAX
from ._steps import Answer, AsyncTransport, Call, Fault, Transport
from ._transport import StandardTransport

if TYPE_CHECKING:
    import httpx


def transport_of(ssl_context: ssl.SSLContext | None) -> AsyncTransport:
    """The transport of httpx where it is installed."""
    try:
        import httpx  # noqa: F401
    except ImportError:
        return ThreadTransport(StandardTransport(ssl_context))
    return HttpxTransport(ssl_context)


class ThreadTransport:
    """A cancelled attempt ends at once; its thread ends with its time-out."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport

    async def attempt(self, call: Call) -> Answer | Fault:
        return await asyncio.to_thread(self.transport.attempt, call)

    async def close(self) -> None:
        self.transport.close()


class HttpxTransport:
    """Connections belong to their event loop, so each loop has its own."""

    def __init__(self, ssl_context: ssl.SSLContext | None) -> None:
        self._ssl_context = ssl_context
        self._clients: WeakKeyDictionary[asyncio.AbstractEventLoop, httpx.AsyncClient] = WeakKeyDictionary()

    async def attempt(self, call: Call) -> Answer | Fault:
        import httpx

        try:
            return await asyncio.wait_for(self._exchange(call), call.timeout)
        except (TimeoutError, asyncio.TimeoutError, httpx.TimeoutException):
            return Fault("timeout")
        except (httpx.HTTPError, httpx.InvalidURL, httpx.StreamError, OSError, ValueError) as error:
            return Fault("network", _code_of(error))

    async def _exchange(self, call: Call) -> Answer:
        request = self._client().stream(call.method, call.url, headers=dict(call.headers), content=call.body)
        async with request as response:
            encoding = response.headers.get("content-encoding", "identity").strip().lower()
            body: bytes | None = None
            if encoding in ("", "identity"):
                chunks, size = [], 0
                async for chunk in response.aiter_raw():
                    chunks.append(chunk)
                    size += len(chunk)
                    if size > ANSWER_BYTES_MAX:
                        break
                body = b"".join(chunks) if size <= ANSWER_BYTES_MAX else None
            return Answer(response.status_code, {k.lower(): v for k, v in response.headers.items()}, body)

    def _client(self) -> httpx.AsyncClient:
        import httpx

        loop = asyncio.get_running_loop()
        client = self._clients.get(loop)
        if client is None:
            verify = True if self._ssl_context is None else self._ssl_context
            # Each attempt has a time of its own.
            client = httpx.AsyncClient(verify=verify, timeout=None, follow_redirects=False)  # noqa: S113
            self._clients[loop] = client
        return client

    async def close(self) -> None:
        """Closes the connections of this loop; those of others end with them."""
        client = self._clients.pop(asyncio.get_running_loop(), None)
        if client is not None:
            with suppress(RuntimeError):
                await client.aclose()


def _code_of(error: BaseException) -> str:
    """The code of the platform below what httpx says, never a text."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, OSError) and seen.errno is not None:
            return errno.errorcode.get(seen.errno, "")
        seen = seen.__cause__ or seen.__context__
    return ""
