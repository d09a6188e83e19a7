# SPDX-License-Identifier: Apache-2.0
"""Guarantee: the command says what it found in words and by its code, and needs nothing but its own files."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from .made_exports import Signer, ended, make_export, some
from .running import SOURCES, verify

ALONE = """
import sys
import svc_sdk.verify._command
from svc_sdk.verify import verify_export
print(sorted(name for name in sys.modules if name.startswith("svc_sdk") and not name.startswith("svc_sdk.verify")))
print([name for name in ("socket", "ssl", "http.client", "urllib.request", "asyncio") if name in sys.modules])
"""


@pytest.fixture
def export(tmp_path: Path, signer: Signer) -> Path:
    file = tmp_path / "export.ndjson"
    file.write_bytes(ended(make_export(some(3), signer, checkpoints_at=[1])))
    return file


def test_it_tells_what_is_valid(export: Path, signer: Signer) -> None:
    counts = "Signed approvals: 0, verified 0, failed 0\n"
    counts += "Reviews that several people approved: 0\nAllowed acts that were redeemed, each once: 0\n"
    key = signer.verifier_key()
    for arguments, verdict in (([], "VALID, KEY UNKNOWN"), (["--key", key], "VALID"), (["--since", export], "VALID")):
        ran = verify(export, *arguments)
        assert (ran.returncode, ran.stderr) == (0, b"")
        assert ran.stdout.decode() == f"{verdict}: 3 entries, signed by {key}\n{counts}"


def test_it_tells_where_an_export_was_rewritten(export: Path, signer: Signer, tmp_path: Path) -> None:
    rewritten = tmp_path / "rewritten"
    rewritten.write_bytes(ended(make_export([*some(2), *some(2, "b")], signer)))
    ran = verify(rewritten, "--since", export)
    assert ran.returncode == 1
    assert ran.stdout.decode() == (
        "NOT VALID: line 4, entry 1: the entries are not those of the earlier checkpoint\n"
        "The first entry that differs from the earlier export stands at line 4 here, 5 there.\n"
    )


def test_many_files_have_a_line_each(export: Path, tmp_path: Path, signer: Signer) -> None:
    broken = tmp_path / "broken"
    broken.write_bytes(export.read_bytes()[:-20])
    ran = verify("--many", export, broken, tmp_path / "missing", "--key", signer.verifier_key())
    valid, invalid, unread = map(json.loads, ran.stdout.decode().splitlines())
    assert (ran.returncode, valid["valid"], valid["entries"], valid["key"]) == (0, True, 3, signer.verifier_key())
    assert (invalid["valid"], "checked" in invalid, invalid["seq"]) == (False, False, 4)
    assert (unread["valid"], unread["checked"]) == (False, False)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["a", "b"],
        ["a", "--many", "b"],
        ["a", "--proof", "b"],
        ["a", "--key"],
        ["a", "--key", "1", "--key", "2"],
        ["a", "--since", "-"],
        ["a", "--origin", "svc.example.com"],
        ["a", "--orig", "https://svc.example.com"],
        ["--proof", "a", "--since", "b"],
    ],
)
def test_wrong_arguments_are_told_with_the_usage(arguments: list[str]) -> None:
    ran = verify(*arguments)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"usage: svc-sdk ")


def test_a_key_that_is_none_is_not_echoed(export: Path) -> None:
    ran = verify(export, "--key", "\x1b[2Ksecret")
    assert (ran.returncode, ran.stderr) == (2, b"Not checked: the given key is no verifier key\n")


def test_it_ends_without_a_traceback_where_it_cannot_write(export: Path) -> None:
    if Path("/dev/full").exists():
        with open("/dev/full", "wb") as full:
            ran = verify(export, stdout=full)
        assert (ran.returncode, ran.stderr) == (2, b"The answer cannot be written: No space left on device\n")
    read, write = os.pipe()
    os.close(read)
    ran = verify(export, stdout=write)
    os.close(write)
    assert (ran.returncode, ran.stderr) == (2, b"")


def test_it_takes_standard_input_that_is_closed_for_unread(export: Path) -> None:
    command = f'"{sys.executable}" -m svc_sdk verify - <&-'
    environment = {"PYTHONPATH": str(SOURCES), "PATH": os.environ["PATH"]}
    ran = subprocess.run(["sh", "-c", command], env=environment, capture_output=True, check=False)
    assert (ran.returncode, ran.stderr) == (2, b"Not checked: standard input cannot be read: it is closed\n")


def test_it_loads_nothing_of_the_client_and_nothing_of_the_network() -> None:
    environment = {"PYTHONPATH": str(SOURCES)}
    ran = subprocess.run([sys.executable, "-c", ALONE], env=environment, capture_output=True, check=True)
    assert ran.stdout.decode().splitlines() == ["['svc_sdk', 'svc_sdk._numbers']", "[]"]


def test_it_runs_from_an_archive(export: Path, tmp_path: Path) -> None:
    archive = tmp_path / "svc_sdk.whl"
    with zipfile.ZipFile(archive, "w") as file:
        for source in (SOURCES / "svc_sdk").rglob("*.py"):
            file.write(source, source.relative_to(SOURCES))
    ran = verify(export, env={"PYTHONPATH": str(archive), "PATH": os.environ["PATH"]}, cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, b"")
