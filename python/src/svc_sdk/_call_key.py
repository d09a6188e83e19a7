# SPDX-License-Identifier: Apache-2.0
"""The identity of a tool call: its session, tool, input, and the action that the input describes.

The form is that of the TypeScript client, so that a call is the same one from both.
"""

from __future__ import annotations

import hashlib
import json
import uuid
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from ._numbers import number_text

_LEVELS_MAX = 200
_EXACT_MAX = 2**53


def call_digest(session: str, tool: str, given: Any, action: Mapping[str, Any]) -> str:
    """A digest of the call, the same in every process.

    An input that is more than data, such as an instance of a class, has no form that could be compared. Such a call is
    like no other.
    """
    form = _form([session, tool, given, dict(action)], 0) or str(uuid.uuid4())
    return hashlib.sha256(form.encode("utf-8", "surrogatepass")).hexdigest()


def _form(value: Any, level: int) -> str | None:
    """JSON with sorted keys. None for a value that is no data."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return _text(value)
    if isinstance(value, int):
        # The other client has no exact form of a larger number but this one.
        return str(value) if abs(value) <= _EXACT_MAX else f"{value}n"
    if isinstance(value, float):
        return number_text(value)
    if isinstance(value, datetime):
        return f"Date({int(value.timestamp() * 1000)})"
    if level >= _LEVELS_MAX:
        return None
    if isinstance(value, (list, tuple)):
        return _joined([_form(one, level + 1) for one in value], "[", "]")
    if isinstance(value, dict) and all(isinstance(name, str) for name in value):
        names = sorted(value, key=lambda name: name.encode("utf-16-be", "surrogatepass"))
        forms = [_form(value[name], level + 1) for name in names]
        pairs = [None if form is None else f"{_text(name)}:{form}" for name, form in zip(names, forms, strict=True)]
        return _joined(pairs, "{", "}")
    return None


def _text(value: str) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return "".join(f"\\u{ord(one):04x}" if "\ud800" <= one <= "\udfff" else one for one in text)


def _joined(forms: list[str | None], begin: str, end: str) -> str | None:
    whole = [form for form in forms if form is not None]
    return begin + ",".join(whole) + end if len(whole) == len(forms) else None
