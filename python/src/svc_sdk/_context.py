# SPDX-License-Identifier: Apache-2.0
"""The context of a call for people, beside its action: made of its tool and input, and fit for the service."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from typing import Any, cast
from urllib.parse import urlsplit

from .types import EventRequest

_PURPOSE_CHARACTERS_MAX = 500
_DESTINATION_CHARACTERS_MAX = 200
_HIDDEN = ("Cc", "Zl", "Zp", "Cf", "Cs")


def described_action(tool: str, given: Any, action: EventRequest, session: str | None) -> EventRequest:
    """The action with its context. A field that the caller gives wins; a link is only the caller's."""
    fields: Mapping[str, Any] = given if isinstance(given, Mapping) else {}
    made: dict[str, str] = {}
    if purpose := _line_of(_purpose_of(tool, fields, action), _PURPOSE_CHARACTERS_MAX):
        made["purpose"] = purpose
    if destination := _line_of(_destination_of(fields), _DESTINATION_CHARACTERS_MAX):
        made["destinationName"] = destination
    if session is not None and re.fullmatch(r"[A-Za-z0-9._:-]{1,128}", session):
        made["session"] = session
    context = {**made, **action.get("context", {})}
    return cast(EventRequest, {**action, "context": context}) if context else action


def _purpose_of(tool: str, fields: Mapping[str, Any], action: EventRequest) -> str:
    """The first line of a command, else the tool and its target."""
    command = fields.get("command")
    if isinstance(command, str) and (line := re.split("[\r\n\u2028\u2029]", command.lstrip(), maxsplit=1)[0]):
        return line
    address = _address_of(fields.get("url"))
    if address is not None:
        return f"{tool} {address[0]}{address[1]}{address[2]}"
    path = next((fields[name] for name in ("file_path", "notebook_path", "path") if fields.get(name) is not None), None)
    return f"{tool} {path if isinstance(path, str) else action.get('resource', '')}"


def _destination_of(fields: Mapping[str, Any]) -> str:
    address, receiver = _address_of(fields.get("url")), fields.get("to")
    if address is not None:
        return address[1]
    return receiver if isinstance(receiver, str) else ""


_DEFAULT_PORT = {"http": 80, "https": 443}


def _address_of(value: Any) -> tuple[str, str, str] | None:
    """Scheme, host and path: an address without its user, query and fragment, which hold what is sent."""
    try:
        url = urlsplit(str(value))
        port = url.port
    except ValueError:
        return None
    if url.scheme not in _DEFAULT_PORT or not url.hostname:
        return None
    host = f"[{url.hostname}]" if ":" in url.hostname else url.hostname
    shown = host if port in (None, _DEFAULT_PORT[url.scheme]) else f"{host}:{port}"
    return f"{url.scheme}://", shown, url.path or "/"


def _line_of(text: str, most: int) -> str:
    """The text on one line, without what would hide or turn parts of it, and cut."""
    kept = "".join(" " if one.isspace() or unicodedata.category(one) in _HIDDEN else one for one in text[: most * 4])
    return re.sub(" +", " ", kept).strip()[:most].strip()
