# SPDX-License-Identifier: Apache-2.0
"""Authlib as its users run it: it knows OAuth and nothing of MCP, so that the messages are written by hand."""

import json
import sys

import httpx2
from authlib.common.security import generate_token
from authlib.integrations.httpx_client import OAuth2Client

URL = sys.argv[1]
REDIRECT = "http://127.0.0.1:4812/callback"
ACTION = {"agent": "billing-bot", "resource": "orders", "action": "READ_DATA"}

resource = httpx2.get(URL.replace("/mcp", "/.well-known/oauth-protected-resource/mcp")).json()
issuer = resource["authorization_servers"][0]
server = httpx2.get(issuer.rstrip("/") + "/.well-known/oauth-authorization-server").json()
registered = httpx2.post(
    server["registration_endpoint"],
    json={"client_name": "Authlib", "redirect_uris": [REDIRECT], "token_endpoint_auth_method": "none"},
).json()

refreshed = []
client = OAuth2Client(
    registered["client_id"],
    token_endpoint_auth_method="none",
    redirect_uri=REDIRECT,
    scope="decisions:read decisions:write",
    code_challenge_method="S256",
    token_endpoint=server["token_endpoint"],
    update_token=lambda token, refresh_token=None, access_token=None: refreshed.append(token["access_token"]),
)
verifier = generate_token(48)
address, state = client.create_authorization_url(
    server["authorization_endpoint"], code_verifier=verifier, resource=resource["resource"]
)
print(address, flush=True)
back = sys.stdin.readline().strip()
client.fetch_token(
    server["token_endpoint"], authorization_response=back, state=state, code_verifier=verifier, resource=URL
)


def call(number, method, params):
    headers = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2025-06-18"}
    message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
    answer = client.post(URL, json=message, headers=headers)
    answer.raise_for_status()
    text = answer.text
    if answer.headers["content-type"].startswith("text/event-stream"):
        text = next(line[len("data:") :] for line in text.splitlines() if line.startswith("data:"))
    return json.loads(text)["result"]


events, tokens = [], []
tools = call(1, "tools/list", {})["tools"]
for number in (2, 3):
    events.append(call(number, "tools/call", {"name": "decide_action", "arguments": ACTION})["structuredContent"])
    tokens.append(client.token["access_token"])
    # From here on the client takes its token for expired.
    client.token["expires_at"] = 1
assert refreshed == tokens[1:], "the second decision came by a refreshed token"
print(json.dumps({"tools": len(tools), "events": events, "tokens": tokens}), flush=True)
