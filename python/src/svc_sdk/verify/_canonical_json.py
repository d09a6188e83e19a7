# SPDX-License-Identifier: Apache-2.0
"""Owns canonical JSON (RFC 8785): a value has one text, and a text that is not it is refused. Numbers are doubles."""

import json
import math
from typing import TypeAlias

from .._numbers import number_text
from ._faults import InvalidError, NotJsonError

JsonValue: TypeAlias = "bool | float | str | list[JsonValue] | dict[str, JsonValue] | None"
JsonObject: TypeAlias = "dict[str, JsonValue]"

#: Levels of the metadata of an entry, itself counted. Deeper ones are not followed.
LEVELS_MAX = 128
#: A line, its entry and the metadata stand around them.
LINE_LEVELS_MAX = LEVELS_MAX + 3

#: ECMAScript and the encoder of Python escape the same characters in the same way.
_text = json.JSONEncoder(ensure_ascii=False).encode


def canonical_json(value: JsonValue, levels: int = LINE_LEVELS_MAX) -> str:
    """
    The one text of a value. It may hold half of a surrogate pair, which has no UTF-8.

    :raises InvalidError: for values that nest too deep, and numbers that a double cannot hold
    """
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (int, float)):
        return _number(value)
    if isinstance(value, str):
        return _text(value)
    if levels == 0:
        raise InvalidError("values nest too deep")
    if isinstance(value, list):
        return "[" + ",".join([canonical_json(item, levels - 1) for item in value]) + "]"
    keys = sorted(value) if "".join(value).isascii() else sorted(value, key=_utf16_units)
    return "{" + ",".join([_text(key) + ":" + canonical_json(value[key], levels - 1) for key in keys]) + "}"


def canonical_bytes(value: JsonValue) -> bytes:
    """:raises InvalidError: also for half of a surrogate pair"""
    try:
        return canonical_json(value).encode("utf-8")
    except UnicodeEncodeError:
        raise InvalidError("a text holds half of a surrogate pair") from None


def read_json(data: bytes) -> JsonValue:
    """
    A value in UTF-8, whatever its spelling. The last one counts where a key comes twice.

    :raises ValueError: for anything else
    """
    try:
        value: JsonValue = json.loads(data.decode("utf-8"), parse_int=float, parse_constant=_refuse)
    except RecursionError:
        raise ValueError("values nest too deep") from None
    return value


def read_object(line: bytes) -> JsonObject:
    """
    The object that a line says, in whatever spelling.

    :raises NotJsonError: when it says none
    """
    try:
        value = read_json(line)
    except ValueError:
        raise NotJsonError("the line is no JSON in UTF-8") from None
    if not isinstance(value, dict):
        raise NotJsonError("the line is no JSON object")
    return value


def check_spelling(value: JsonValue, line: bytes, seq: int | None) -> None:
    """:raises InvalidError: unless the line is the canonical text of its value; `seq` is the entry that it is about"""
    try:
        is_canonical = canonical_bytes(value) == line
    except InvalidError as error:
        raise InvalidError(str(error), seq) from None
    if not is_canonical:
        raise InvalidError("the line is not written as its value is", seq)


def _utf16_units(key: str) -> bytes:
    return key.encode("utf-16-be", "surrogatepass")


def _refuse(constant: str) -> JsonValue:
    raise ValueError(constant)


def _number(value: float) -> str:
    if not math.isfinite(value):
        raise InvalidError("a number that a double cannot hold")
    return number_text(float(value)) if value else "0"
