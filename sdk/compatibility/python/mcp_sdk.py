# SPDX-License-Identifier: Apache-2.0
"""The official Python SDK as its users run it: discovery, registration, the code flow, a decision, a refresh, a decision.

It writes the address for the person's browser, reads the address that the browser came back to, and writes what it got.
"""

import asyncio
import json
import sys
import time
from urllib.parse import parse_qs, urlparse

from mcp.client import Client
from mcp.client.auth import OAuthClientProvider
from mcp.client.streamable_http import streamable_http_client
from mcp.shared._httpx_utils import create_mcp_http_client
from mcp.shared.auth import AuthorizationCodeResult, OAuthClientMetadata

URL = sys.argv[1]
ACTION = {"agent": "billing-bot", "resource": "orders", "action": "READ_DATA"}


class Memory:
    tokens = None
    client = None

    async def get_tokens(self):
        return self.tokens

    async def set_tokens(self, tokens):
        self.tokens = tokens

    async def get_client_info(self):
        return self.client

    async def set_client_info(self, client_info):
        self.client = client_info


async def open_browser(address):
    print(address, flush=True)


async def come_back():
    line = await asyncio.to_thread(sys.stdin.readline)
    query = {name: values[0] for name, values in parse_qs(urlparse(line.strip()).query).items()}
    return AuthorizationCodeResult(code=query["code"], state=query["state"], iss=query.get("iss"))


async def main():
    memory = Memory()
    metadata = OAuthClientMetadata(client_name="Python SDK", redirect_uris=["http://127.0.0.1:4811/callback"])
    auth = OAuthClientProvider(URL, metadata, memory, open_browser, come_back)
    events, tokens = [], []
    async with create_mcp_http_client(auth=auth) as http:
        async with Client(streamable_http_client(URL, http_client=http)) as client:
            tools = await client.list_tools()
            for _ in range(2):
                answer = await client.call_tool("decide_action", ACTION)
                events.append(answer.structured_content)
                tokens.append(memory.tokens.access_token)
                # From here on the client takes its token for expired.
                auth.context.token_expiry_time = time.time() - 1
    print(json.dumps({"tools": len(tools.tools), "events": events, "tokens": tokens}), flush=True)


asyncio.run(main())
