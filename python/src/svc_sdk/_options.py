# SPDX-License-Identifier: Apache-2.0
"""Checks the options of a client once, so that a mistake shows at its source. No message repeats a key."""

from __future__ import annotations

import math
import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from ._decisions import FailMode, check_fail_mode
from ._limits import BACKOFF_SECONDS, RETRIES, RETRIES_MAX, TIMEOUT_SECONDS_MAX
from ._send import AttemptReport, Sending
from ._text import Headers, read_key_material

BASE_URL_DEFAULT = "http://127.0.0.1:4000"


@dataclass(frozen=True)
class Settings:
    """A client's options after their checks. The key stands in no repr."""

    base_url: str
    headers: Mapping[str, str] = field(repr=False)
    fail_mode: FailMode
    timeout: float | None
    sending: Sending


def settings_of(
    *,
    api_key: str | None = None,
    base_url: str | None = None,
    fail_mode: FailMode = "closed",
    timeout: float | None = None,
    retries: int = RETRIES,
    backoff: float = BACKOFF_SECONDS,
    on_attempt: Callable[[AttemptReport], object] | None = None,
) -> Settings:
    """Raises TypeError naming the wrong option."""
    check_fail_mode(fail_mode)
    if timeout is not None:
        check_seconds("timeout", timeout, TIMEOUT_SECONDS_MAX, 0.001)
    if not isinstance(retries, int) or isinstance(retries, bool) or not 0 <= retries <= RETRIES_MAX:
        raise TypeError(f"`retries` must be a whole number from 0 to {RETRIES_MAX}.")
    check_seconds("backoff", backoff, TIMEOUT_SECONDS_MAX)
    headers = Headers(
        {
            "accept": "application/json",
            "accept-encoding": "identity",
            "authorization": f"Bearer {_api_key_of(api_key)}",
        }
    )
    return Settings(_base_url_of(base_url), headers, fail_mode, timeout, Sending(retries, backoff, on_attempt))


def check_seconds(name: str, value: float, most: float, least: float = 0.0) -> float:
    """Raises TypeError when it is no number of the range."""
    is_number = isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
    if is_number and least <= value <= most:
        return float(value)
    raise TypeError(f"`{name}` must be a number of seconds from {least:g} to {most:.0f}.")


def _given(option: str | None, name: str) -> str | None:
    """An option or a variable, without what stands around it; nothing else counts as unset."""
    text = os.environ.get(name, "") if option is None else option
    return read_key_material(text) or None


def _api_key_of(option: str | None) -> str:
    api_key = _given(option, "SVC_API_KEY")
    if api_key is None:
        raise TypeError("No API key: pass `api_key` or set SVC_API_KEY.")
    if re.fullmatch(r"[!-~]{1,512}", api_key):
        return api_key
    raise TypeError("The API key (`api_key`, SVC_API_KEY) holds a character that no key has, or is too long.")


def _base_url_of(option: str | None) -> str:
    text = _given(option, "SVC_BASE_URL") or BASE_URL_DEFAULT
    try:
        url = urlsplit(text)
        has_host = bool(url.hostname) and (url.port is None or url.port > 0)
        host = (url.hostname or "").encode("idna").decode() if not (url.hostname or "").isascii() else url.hostname
    except ValueError:
        raise _wrong_address("must be an http or https address") from None
    if url.scheme not in ("http", "https") or not has_host or re.search(r"[\s\x00-\x1f\\]", text):
        raise _wrong_address("must be an http or https address")
    if "@" in url.netloc or "?" in text or "#" in text:
        raise _wrong_address("must be an address alone: no user, query or fragment")
    shown = f"[{host}]" if ":" in (host or "") else host
    port = "" if url.port in (None, {"http": 80, "https": 443}[url.scheme]) else f":{url.port}"
    address = f"{url.scheme}://{shown}{port}{url.path}".rstrip("/")
    # The paths of the contract begin with it, and no service stands below such a path.
    below = re.match(r"(.*?)(?=/v1(?:/(?:events|policies|gateway)\b.*)?$)", address)
    if below is None:
        return address
    raise _wrong_address(f"must be given without /v1, as {below[1]}")


def _wrong_address(what: str) -> TypeError:
    return TypeError(f"The address of the service (`base_url`, SVC_BASE_URL) {what}.")
