# SPDX-License-Identifier: Apache-2.0
"""Guarantee: an openssl command that is missing or too old says nothing about an export."""

from pathlib import Path

import pytest

from .made_exports import Signer, ended, make_export, some
from .running import verify


@pytest.fixture
def export(tmp_path: Path, signer: Signer) -> Path:
    file = tmp_path / "export"
    file.write_bytes(ended(make_export(some(1), signer)))
    return file


def ran_with(program: str | None, export: Path) -> tuple[int, bytes, bytes]:
    folder = export.parent / "bin"
    folder.mkdir()
    if program is not None:
        (folder / "openssl").write_text(f"#!/bin/sh\n{program}\n")
        (folder / "openssl").chmod(0o755)
    sources = str(Path(__file__).parents[2] / "src")
    ran = verify(export, env={"PYTHONPATH": sources, "PATH": str(folder)})
    return ran.returncode, ran.stdout, ran.stderr


def test_one_that_is_missing_is_named(export: Path) -> None:
    code, stdout, stderr = ran_with(None, export)
    assert (code, stdout) == (2, b"")
    assert stderr.startswith(b"Not checked: there is no openssl command")


def test_one_that_cannot_check_what_is_right_is_told_from_a_wrong_signature(export: Path) -> None:
    code, stdout, stderr = ran_with("exit 1", export)
    assert (code, stdout) == (2, b"")
    assert stderr == b"Not checked: the openssl command cannot check signatures of Ed25519: OpenSSL 3 or newer can\n"


def test_one_that_is_ended_says_nothing(export: Path) -> None:
    code, stdout, stderr = ran_with("kill -9 $$", export)
    assert (code, stdout) == (2, b"")
    assert stderr == b"Not checked: the openssl command was ended by the signal 9\n"
