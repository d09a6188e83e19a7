# SPDX-License-Identifier: Apache-2.0
"""A service as its operator starts it, for all tests of a run: a process with a PostgreSQL of its own."""

from __future__ import annotations

import http.client
import json
import os
import re
import secrets
import signal
import socket
import subprocess
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
PASSWORD = "correct horse battery"
READY = re.compile(r"listening on")
FILE = """
apiVersion: svc/v1
kind: Provision
organizations:
  - name: Acme
    plan: ENTERPRISE
    users:
      - {{ email: owner@acme.test, name: Olivia Owner, password: "{password}", role: OWNER }}
    resources:
      - {{ name: orders, classification: INTERNAL }}
      - {{ name: customers, classification: CUSTOMER_PII }}
    agents:
      - {{ name: billing-bot, permissions: [{{ action: ANY, resource: ANY }}] }}
    apiKeys:
      - {{ name: live, key: {live}, permissions: [decide, read, test] }}
      - {{ name: policies, key: {apply}, permissions: [read, test, apply] }}
    policies:
      - {{ name: Block deletes, action: DELETE, decision: BLOCK }}
      - {{ name: Review exports, action: EXPORT, decision: REVIEW }}
"""


@dataclass
class Service:
    """READ_DATA of orders is an ALLOW, EXPORT_DATA of customers a REVIEW, DELETE_DATA of orders a BLOCK."""

    port: int
    live_key: str
    apply_key: str
    cookies: dict[str, str] = field(default_factory=dict)

    @property
    def base_url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def page(self, method: str, path: str, body: object = None) -> Any:
        """A call of the app, as the owner who is signed in makes it."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        headers = {"origin": self.base_url, "content-type": "application/json"}
        if self.cookies:
            headers["cookie"] = "; ".join(f"{name}={value}" for name, value in self.cookies.items())
        connection.request(method, path, None if body is None else json.dumps(body), headers)
        answer = connection.getresponse()
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                cookie, _, text = value.partition(";")[0].partition("=")
                self.cookies[cookie] = text
        text = answer.read().decode()
        connection.close()
        assert answer.status < 300, (method, path, answer.status, text)
        return json.loads(text) if text else None

    def sign_in(self) -> None:
        self.page("POST", "/auth/login", {"email": "owner@acme.test", "password": PASSWORD})

    def approve(self, event_id: str) -> None:
        self.page("POST", f"/reviews/{event_id}/approve", {})

    def deny(self, event_id: str) -> None:
        self.page("POST", f"/reviews/{event_id}/deny", {"note": "Not now."})

    def event(self, event_id: str) -> Any:
        return self.page("GET", f"/events/{event_id}")

    def last_event(self) -> Any:
        """The event that was decided last, as lists show it."""
        return self.page("GET", "/events?limit=1")["items"][0]


@pytest.fixture(scope="session")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Service]:
    folder = tmp_path_factory.mktemp("service")
    live, apply = (f"key_live_{secrets.token_hex(22)[:43]}" for _ in range(2))
    made = Service(_free_port(), live, apply)
    provision = folder / "provision.yaml"
    provision.write_text(FILE.format(password=PASSWORD, live=made.live_key, apply=made.apply_key))
    provision.chmod(0o600)
    kept = {name: os.environ[name] for name in ("PATH", "HOME", "TMPDIR") if name in os.environ}
    environment = {
        **kept,
        "SVC_PORT": str(made.port),
        "SVC_DATA_DIR": str(folder / "data"),
        "SVC_PROVISION_FILE": str(provision),
        "SVC_PROCESSES": "1",
    }
    program = [os.environ.get("SVC_NODE", "node"), str(ROOT / "server/bin/svc-server.js")]
    # A group of its own, which is ended with the PostgreSQL that it started.
    process = subprocess.Popen(
        program, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    assert process.stdout is not None
    said = []
    for line in process.stdout:
        said.append(line)
        if READY.search(line):
            break
    else:
        pytest.fail("the service did not start:\n" + "".join(said))
    try:
        made.sign_in()
        yield made
    finally:
        process.send_signal(signal.SIGTERM)
        process.communicate(timeout=60)


def _free_port() -> int:
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port: int = found.getsockname()[1]
        return port


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Keys of the shell that runs the tests are none of theirs."""
    for name in ("SVC_API_KEY", "SVC_BASE_URL"):
        monkeypatch.delenv(name, raising=False)
