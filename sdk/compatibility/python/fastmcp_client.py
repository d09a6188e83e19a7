# SPDX-License-Identifier: Apache-2.0
"""fastmcp as its users run it. It opens the person's browser by BROWSER, and waits for it on a port of its own."""

import asyncio
import json
import sys
import time

from fastmcp import Client
from fastmcp.client.auth import OAuth

URL = sys.argv[1]
ACTION = {"agent": "billing-bot", "resource": "orders", "action": "READ_DATA"}


async def main():
    auth = OAuth()
    events, tokens = [], []
    async with Client(URL, auth=auth) as client:
        tools = await client.list_tools()
        for _ in range(2):
            answer = await client.call_tool("decide_action", ACTION)
            events.append(answer.structured_content)
            tokens.append(auth.context.current_tokens.access_token)
            # From here on the client takes its token for expired.
            auth.context.token_expiry_time = time.time() - 1
    print(json.dumps({"tools": len(tools), "events": events, "tokens": tokens}), flush=True)


asyncio.run(main())
