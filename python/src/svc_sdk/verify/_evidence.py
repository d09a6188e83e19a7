# SPDX-License-Identifier: Apache-2.0
"""Reads evidence from before: an earlier export, a checkpoint that was kept, and a key from elsewhere."""

import os
import re
import string
from collections.abc import Iterator
from dataclasses import dataclass

from ._canonical_json import JsonValue, read_object
from ._checkpoints import is_note, read_key
from ._export import ExportCheck
from ._faults import InvalidError, NotCheckedError
from ._lines import MARK, Source, opened, raw_lines, read_start, without_end

#: A checkpoint alone takes a few hundred bytes.
_CHECKPOINT_BYTES_MAX = 4096
#: White space, byte order marks, and the characters without width that pages and mails put around a text.
_AROUND = (
    string.whitespace
    + "\x85\xa0\u1680\u2028\u2029\u202f\u205f\u2060\u3000\ufeff"
    + "".join(map(chr, range(0x2000, 0x2010)))
)


@dataclass(frozen=True)
class Evidence:
    """An earlier checkpoint that an export is held to. A note alone carries no key."""

    note: str
    key: str | None
    is_export: bool


def read_given_key(text: str) -> str:
    """:raises NotCheckedError: when the text can be no key at all"""
    try:
        return read_key(text.strip(_AROUND)).text
    except InvalidError:
        raise NotCheckedError("the given key is no verifier key") from None


def read_evidence(source: Source, key: str | None) -> Evidence:
    """
    :param key: the verifier key to trust; None trusts that of an earlier export
    :raises NotCheckedError: when the evidence proves nothing
    """
    with opened(source) as (stream, name):
        start = read_start(stream, name, _CHECKPOINT_BYTES_MAX)
        if not start.startswith((b"{", MARK + b"{")):
            return Evidence(_signed_note(start, name), key, is_export=False)
        found = ExportCheck(key).read(stream, name, start)
    if found.fault is not None or found.checkpoint is None:
        message = "" if found.fault is None else found.fault.message
        raise NotCheckedError(f"the earlier export is not valid itself: {message}")
    return Evidence(found.checkpoint, found.key, is_export=True)


def first_difference(export: Source, earlier: Source) -> tuple[int, int] | None:
    """
    The lines of the first entry that differs, in two exports that are valid as far as they are alike. None for
    streams, which are not read twice.
    """
    if not (_is_file(export) and _is_file(earlier)):
        return None
    try:
        for (here, own), (there, other) in zip(_hashes_in(export), _hashes_in(earlier), strict=False):
            if own != other:
                return here, there
    except (InvalidError, NotCheckedError):
        return None  # A file that changed since it was checked.
    return None


def _hashes_in(source: Source) -> Iterator[tuple[int, JsonValue]]:
    with opened(source) as (stream, name):
        for number, line in enumerate(raw_lines(stream, name), 1):
            entry = read_object(without_end(line)).get("entry")
            if isinstance(entry, dict):
                yield number, entry.get("hash")


def _is_file(source: Source) -> bool:
    return isinstance(source, (str, os.PathLike)) and os.path.isfile(source)


def _signed_note(data: bytes, name: str) -> str:
    """The note as it was signed: mail and tickets change line ends, and add or lose blank lines."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise NotCheckedError(f"{name} is not written in UTF-8: save it as UTF-8") from None
    lines = [line for around in re.split("[\r\n]", text) if (line := around.strip(_AROUND))]
    body = [line for line in lines if not line.startswith("\u2014 ")]
    signatures = [line for line in lines if line.startswith("\u2014 ")]
    note = "\n".join(body) + "\n\n" + "\n".join(signatures) + "\n"
    if not is_note(note):
        raise NotCheckedError(f"{name} is no checkpoint: give its four lines as they were signed")
    return note
