# SPDX-License-Identifier: Apache-2.0
"""Runs the command as a program of its own, as a stranger does."""

import subprocess
import sys
from pathlib import Path
from typing import IO, Any

SOURCES = Path(__file__).parents[2] / "src"


def verify(*arguments: str | Path, **options: Any) -> "subprocess.CompletedProcess[bytes]":
    command = [sys.executable, "-m", "svc_sdk", "verify", *map(str, arguments)]
    streams: dict[str, int | IO[bytes]] = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE}
    given = {**streams, "env": {"PYTHONPATH": str(SOURCES), "PATH": "/usr/local/bin:/usr/bin:/bin"}, **options}
    return subprocess.run(command, check=False, **given)
