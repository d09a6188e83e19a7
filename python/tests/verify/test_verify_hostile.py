# SPDX-License-Identifier: Apache-2.0
"""Guarantee: whatever stands in a file, the command ends with a sentence and a code, in constant memory."""

import io
import os
import tracemalloc
from collections.abc import Iterator
from pathlib import Path

import pytest

from svc_sdk.verify import verify_export

from .made_exports import Signer, canonical, draft, ended, hashes_of, linked, make_export, some
from .running import verify

DEEP = 200_000
LONG = 1_048_577

HOSTILE = {
    "nothing": b"",
    "a mark alone": b"\xef\xbb\xbf",
    "line feeds": b"\n" * 1000,
    "zeros": bytes(5000),
    "random bytes": bytes(range(256)) * 40,
    "Latin-1": '{"key":"ação"}\n'.encode("latin-1"),
    "an overlong slash": b'{"key":"svc\xc0\xafaudit"}\n',
    "half of a surrogate pair": b'{"key":"\\ud800"}\n',
    "half of one in UTF-8": b'{"key":"\xed\xa0\x80"}\n',
    "NaN": b'{"key":NaN}\n',
    "an infinity": b'{"key":-Infinity}\n',
    "a number that is too large": b'{"key":1e999}\n',
    "a whole number of a million digits": b'{"key":' + b"9" * 1_000_000 + b"}\n",
    "a fraction of a million digits": b'{"key":0.' + b"9" * 1_000_000 + b"}\n",
    "an exponent of a million digits": b'{"key":1e' + b"9" * 1_000_000 + b"}\n",
    "a key twice": b'{"key":"a","key":"b"}\n',
    "a list": b"[]\n",
    "a text": b'"key"\n',
    "deep lists": b"[" * DEEP + b"]" * DEEP + b"\n",
    "deep objects": b'{"a":' * DEEP + b"0" + b"}" * DEEP + b"\n",
    "deep and cut": b"[" * DEEP,
    "a long line": b'{"key":"' + b"a" * LONG + b'"}\n',
    "a long line without an end": b"a" * 3 * LONG,
    "a page": b"<!doctype html><html></html>\n",
    "an archive": b"PK\x03\x04" + bytes(100),
}
WIDE = ("utf-16", "utf-16-le", "utf-16-be")


@pytest.mark.parametrize("name", HOSTILE)
def test_a_file_that_is_no_export_is_not_valid(name: str, tmp_path: Path) -> None:
    file = tmp_path / "export"
    file.write_bytes(HOSTILE[name])
    ran = verify(file)
    assert (ran.returncode, ran.stderr) == (1, b"")
    assert ran.stdout.startswith(b"NOT VALID: line ")
    ran = verify(file, "--since", file)
    assert (ran.returncode, ran.stdout) == (2, b"")
    assert ran.stderr.startswith(b"Not checked: ")
    assert b"Traceback" not in ran.stderr


@pytest.mark.parametrize("encoding", WIDE)
def test_a_file_in_utf_16_is_not_checked(encoding: str, tmp_path: Path, signer: Signer) -> None:
    file = tmp_path / "export"
    file.write_bytes(ended(make_export(some(1), signer)).decode().encode(encoding))
    for arguments in ([file], [file, "--since", file], ["--proof", file]):
        ran = verify(*arguments)
        assert (ran.returncode, ran.stdout) == (2, b"")
        assert b"save it as UTF-8" in ran.stderr


def test_what_cannot_be_read_is_not_checked(tmp_path: Path) -> None:
    for missing in (tmp_path, tmp_path / "missing", tmp_path / "a" / "b", ""):
        for arguments in ([missing], [__file__, "--since", missing], ["--proof", missing]):
            ran = verify(*arguments)
            assert (ran.returncode, ran.stdout) == (2, b"")
            assert b" cannot be read: " in ran.stderr


def test_an_entry_of_any_shape_is_no_more_than_wrong(signer: Signer) -> None:
    lines = make_export(some(1), signer)
    entry = linked(some(1))[0]
    values: list[object] = [None, True, 2, "", "\x1b[2K", [], {}, [None], {"id": 1, "type": 2}, {"id": {}}]
    shapes = [{**entry, name: value} for name in entry for value in values]
    shapes += [{name: value for name, value in entry.items() if name != left} for left in entry]
    shapes.append({**entry, "more": 1})
    for shape in shapes:
        found = verify_export(io.BytesIO(ended([lines[0], canonical({"entry": shape}), lines[2]])))
        assert found.fault is not None
        assert (found.fault.line, found.fault.seq) == (2, 1)
    for value in values:
        assert not verify_export(io.BytesIO(ended([lines[0], canonical({"entry": value}), lines[2]]))).is_valid
        assert not verify_export(io.BytesIO(ended([lines[0], canonical({"checkpoint": value})]))).is_valid
        assert not verify_export(io.BytesIO(canonical({"key": value}))).is_valid


def test_metadata_nest_as_deep_as_the_format_says(signer: Signer) -> None:
    def nested(levels: int) -> object:
        return [] if levels == 1 else [nested(levels - 1)]

    def valid(levels: int) -> bool:
        return verify_export(
            io.BytesIO(ended(make_export([draft("agent.created", {"a": nested(levels - 1)})], signer)))
        ).is_valid

    assert (valid(128), valid(129)) == (True, False)


def test_pipes_are_read_once(tmp_path: Path, signer: Signer) -> None:
    export = ended(make_export(some(40), signer))
    read, write = os.pipe()
    os.write(write, export)
    os.close(write)
    ran = verify("-", stdin=read)
    os.close(read)
    assert (ran.returncode, ran.stdout.split(b",")[0]) == (0, b"VALID")
    file = tmp_path / "export"
    file.write_bytes(export)
    read, write = os.pipe()
    os.write(write, export)
    os.close(write)
    ran = verify(file, "--since", f"/dev/fd/{read}", pass_fds=[read])
    os.close(read)
    assert (ran.returncode, ran.stderr) == (0, b"")


class Streamed(io.RawIOBase):
    """An export that is made as it is read, of which nothing is kept."""

    def __init__(self, lines: Iterator[bytes]) -> None:
        self._lines, self._rest = lines, b""

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: "memoryview") -> int:  # type: ignore[override]
        self._rest = self._rest or next(self._lines, b"")
        part, self._rest = self._rest[: len(buffer)], self._rest[len(buffer) :]
        buffer[: len(part)] = part
        return len(part)


def peak_of(count: int, signer: Signer) -> int:
    decided = draft("decision.recorded", {"decision": "REVIEW", "text": "x" * 2_000})
    drafts = [decided if number % 2 == 0 else draft("review.denied", {}) for number in range(count)]
    entries = linked(drafts)
    note = signer.note(hashes_of(entries))

    def lines() -> Iterator[bytes]:
        yield canonical({"key": signer.verifier_key()}) + b"\n"
        for entry in entries:
            yield canonical({"entry": entry}) + b"\n"
        yield canonical({"checkpoint": note}) + b"\n"

    tracemalloc.start()
    try:
        found = verify_export(io.BufferedReader(Streamed(lines())))
        assert (found.fault, found.entries) == (None, count)
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def test_memory_does_not_grow_with_the_file(signer: Signer) -> None:
    peak_of(10, signer)
    assert peak_of(4_000, signer) < 1.5 * peak_of(100, signer)
