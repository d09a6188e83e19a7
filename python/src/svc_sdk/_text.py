# SPDX-License-Identifier: Apache-2.0
"""Texts that come from variables and options, and JSON as it is sent."""

from __future__ import annotations

import json
import re
from typing import Any

_AROUND_KEY = re.compile(r"^[\s\ufeff\u200b-\u200f\u2060]+|[\s\ufeff\u200b-\u200f\u2060]+$")
_LONE_SURROGATE = re.compile("[\ud800-\udfff]")


def read_key_material(text: str) -> str:
    """A key or an address without the white space and the invisible characters that pages and mails put around it."""
    return _AROUND_KEY.sub("", text)


class Headers(dict[str, str]):
    """Headers of a request. Tools that report errors print local variables: the key is not among what they see."""

    def __repr__(self) -> str:
        return f"Headers({', '.join(self)})"


def json_text(value: Any) -> str:
    """Compact JSON of UTF-8 text. Raises TypeError for a value that JSON has no form for, without showing it."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False, separators=(",", ":"))
    except (TypeError, ValueError, RecursionError):
        text = None
    if text is None:
        raise TypeError(
            "The body must be data that JSON has: texts, finite numbers, true, false, None, lists and dicts."
        )
    return _LONE_SURROGATE.sub(lambda found: f"\\u{ord(found[0]):04x}", text)
