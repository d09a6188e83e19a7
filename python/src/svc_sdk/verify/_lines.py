# SPDX-License-Identifier: Apache-2.0
"""Reads files line by line, in constant memory. An end of a line is the same in each spelling."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO, TypeAlias

from ._faults import NotCheckedError

Source: TypeAlias = str | os.PathLike[str] | BinaryIO

LINE_BYTES_MAX = 1_048_576
MARK = b"\xef\xbb\xbf"
#: Enough of a line to see that it is too long.
_READ_BYTES_MAX = LINE_BYTES_MAX + len(b"\r\n") + 1
_START_BYTES = 4


@contextmanager
def opened(source: Source) -> Iterator[tuple[BinaryIO, str]]:
    """
    The stream of a path, or of a stream that its owner closes; and its name in sentences.

    :raises NotCheckedError: when it cannot be opened
    """
    if not isinstance(source, (str, os.PathLike)):
        yield source, _name_of(source)
        return
    name = str(source)
    try:
        file = open(source, "rb")  # noqa: SIM115
    except (OSError, ValueError) as error:
        raise NotCheckedError(_unreadable(name, error)) from None
    with file:
        yield file, name


def read_start(stream: BinaryIO, name: str, size: int) -> bytes:
    """
    The first bytes. The whole size, unless the stream ends before.

    :raises NotCheckedError: for text in UTF-16, and a stream that cannot be read
    """
    try:
        start = b""
        while len(start) < size and (more := stream.read(size - len(start))):
            start += more
    except (OSError, ValueError) as error:
        raise NotCheckedError(_unreadable(name, error)) from None
    if _is_utf16(start):
        raise NotCheckedError(f"{name} is written in UTF-16: save it as UTF-8")
    return start


def raw_lines(stream: BinaryIO, name: str, start: bytes | None = None) -> Iterator[bytes]:
    """
    Each line with its end, and without a byte order mark before the first. A line that is too long comes in parts.

    :param start: bytes that were read already, four at least unless there are no more
    :raises NotCheckedError: for text in UTF-16, and a stream that cannot be read
    """
    if start is None:
        start = read_start(stream, name, _START_BYTES)
    *whole, rest = start.removeprefix(MARK).split(b"\n")
    for line in whole:
        yield line + b"\n"
    while True:
        try:
            line = rest + stream.readline(_READ_BYTES_MAX - len(rest))
        except (OSError, ValueError) as error:
            raise NotCheckedError(_unreadable(name, error)) from None
        if not line:
            return
        yield line
        rest = b""


def without_end(line: bytes) -> bytes:
    """The line itself: it is the same with CR LF, and at the end of the file without a line end."""
    return line.removesuffix(b"\n").removesuffix(b"\r")


def _is_utf16(start: bytes) -> bool:
    """By its mark, or by the NUL beside each of the first characters, which are ASCII in every file here."""
    if start[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return True
    first, second = start[0:3:2] == b"\0\0", start[1:4:2] == b"\0\0"
    return len(start) >= _START_BYTES and first != second


def _name_of(stream: BinaryIO) -> str:
    name = getattr(stream, "name", None)
    return name if isinstance(name, str) else "the stream"


def _unreadable(name: str, error: Exception) -> str:
    return f"{name} cannot be read: {getattr(error, 'strerror', None) or error}"
