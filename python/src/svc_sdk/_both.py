# SPDX-License-Identifier: Apache-2.0
"""One client from threads and from event loops: a framework calls a tool by either, whichever its program chose."""

from __future__ import annotations

from ._async_client import AsyncSvcClient
from ._async_transport import ThreadTransport
from ._client import SvcClient
from ._transport import StandardTransport

EitherClient = SvcClient | AsyncSvcClient


def sync_of(client: EitherClient) -> SvcClient:
    """The client itself, or one of the same settings with connections of its own."""
    if isinstance(client, SvcClient):
        return client
    made = object.__new__(SvcClient)
    of = client._transport
    ssl_context = getattr(of.transport if isinstance(of, ThreadTransport) else of, "_ssl_context", None)
    made._settings, made._transport = client._settings, StandardTransport(ssl_context)
    return made


def async_of(client: EitherClient) -> AsyncSvcClient:
    """The client itself, or one whose requests go through the connections of the other, in threads."""
    if isinstance(client, AsyncSvcClient):
        return client
    made = object.__new__(AsyncSvcClient)
    made._settings, made._transport = client._settings, ThreadTransport(client._transport)
    return made
