# SPDX-License-Identifier: Apache-2.0
"""The way of a request to the service: attempts, retries, and the definition of an answer.

It refuses to know what a decision is and how the fail mode treats an outage.
"""

from __future__ import annotations

import json
import logging
import random
import re
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from email.utils import parsedate_to_datetime
from typing import Any, Final, NoReturn

from ._limits import BACKOFF_SECONDS_MAX, ERROR_FIELDS_MAX, MESSAGE_CHARACTERS_MAX, RETRY_AFTER_SECONDS_MAX
from ._steps import Answer, Attempt, Call, Fault, Pause, Steps
from .errors import Refused, UnavailableError, UnexpectedAnswerError, error_of_status

log = logging.getLogger("svc_sdk")


@dataclass(frozen=True)
class AttemptReport:
    """The report of an attempt to a hook. It never holds a body, content or the key."""

    operation: str
    """Such as `POST /v1/events`; ids are left out."""
    attempt: int
    """From 1."""
    status: int | None
    """None without an answer."""
    outcome: str
    """`answer`, `timeout` or `network`."""
    request_id: str | None
    duration: float
    """Seconds."""
    retry_in: float | None
    """Seconds until the next attempt; None after the last one."""


@dataclass(frozen=True)
class Sending:
    """How requests are tried again, and who is told of each attempt."""

    retries: int
    backoff: float
    on_attempt: Callable[[AttemptReport], object] | None


@dataclass(frozen=True)
class Reply:
    """The content of a 200."""

    body: Any = field(repr=False)
    is_replay: bool
    """Whether the service had stored the answer for an earlier request with the same Idempotency-Key."""


def send(using: Sending, operation: str, call: Call, until: float | None = None) -> Steps[Reply]:
    """Returns the reply of a 200. Time-outs, network errors, 408, 429 and 5xx are retried with the same headers.

    `until`, of the monotonic clock, ends the attempts; without it only their number does.
    """
    count = 0
    while True:
        count += 1
        started = time.monotonic()
        left = call.timeout if until is None else min(call.timeout, until - started)
        result: Answer | Fault = Fault("timeout")
        if left > 0:
            result = yield Attempt(replace(call, timeout=left))
        retry_in = _delay(result, count, using) if _is_retried(result) and count <= using.retries else None
        if retry_in is not None and until is not None and time.monotonic() + retry_in >= until:
            retry_in = None
        _tell(using, _report(operation, count, result, time.monotonic() - started, retry_in))
        if retry_in is None:
            return _conclude(result, count, call)
        yield Pause(retry_in)


def _report(
    operation: str, count: int, result: Answer | Fault, duration: float, retry_in: float | None
) -> AttemptReport:
    status = result.status if isinstance(result, Answer) else None
    outcome = "answer" if isinstance(result, Answer) else result.kind
    return AttemptReport(operation, count, status, outcome, _request_id(result), duration, retry_in)


def _tell(using: Sending, report: AttemptReport) -> None:
    """An error of a hook stays without effect: it neither stops an attempt nor causes another."""
    level = logging.DEBUG if report.retry_in is None else logging.WARNING
    log.log(
        level,
        "%s: attempt %d, %s, request %s%s",
        report.operation,
        report.attempt,
        report.outcome if report.status is None else f"status {report.status}",
        report.request_id or "-",
        "" if report.retry_in is None else f", again in {report.retry_in:.2f} s",
    )
    if using.on_attempt is None:
        return
    try:
        using.on_attempt(report)
    except Exception:
        log.exception("on_attempt failed")


def _is_retried(result: Answer | Fault) -> bool:
    return isinstance(result, Fault) or result.status == 429 or _is_outage(result.status)


def _is_outage(status: int) -> bool:
    """Statuses by which the service, or a proxy before it, says that it cannot answer now."""
    return status == 408 or status >= 500


def _delay(result: Answer | Fault, count: int, using: Sending) -> float:
    """A random part keeps clients that failed together from returning together."""
    step = min(using.backoff * 2.0 ** (count - 1), max(BACKOFF_SECONDS_MAX, using.backoff))
    own = step * random.uniform(0.5, 1)
    asked = (_retry_after(result) if isinstance(result, Answer) else None) or 0.0
    return max(own, min(asked, RETRY_AFTER_SECONDS_MAX))


def _retry_after(answer: Answer) -> float | None:
    """The value is in seconds or a date: both are in use."""
    text = answer.headers.get("retry-after", "").strip()
    if re.fullmatch(r"[0-9]{1,9}", text):
        return float(text)
    try:
        return max(0.0, parsedate_to_datetime(text).timestamp() - time.time())
    except (TypeError, ValueError, OverflowError, IndexError):
        return None


def _conclude(result: Answer | Fault, attempts: int, call: Call) -> Reply:
    """The reply of a 200; any other answer is an error."""
    if isinstance(result, Fault):
        code = f" ({result.code})" if result.code else ""
        late = f"no answer within {round(call.timeout * 1000)} ms"
        raise UnavailableError(late if result.kind == "timeout" else f"connection failed{code}", attempts)
    status, request_id = result.status, _request_id(result)
    if _is_outage(status):
        raise UnavailableError(f"status {status}", attempts, status, request_id)
    body = _parsed(result.body)
    if status >= 400:
        _refuse(result, body, request_id)
    if status != 200:
        raise UnexpectedAnswerError(f"status {status}", status, request_id)
    if body is _NO_JSON:
        raise UnexpectedAnswerError("the body is not JSON", status, request_id)
    return Reply(body, result.headers.get("idempotent-replay") == "true")


_NO_JSON: Final = object()


def _parsed(body: bytes | None) -> Any:
    try:
        return json.loads((body or b"").decode("utf-8"), parse_constant=_no_constant)
    except (ValueError, RecursionError):
        return _NO_JSON


def _no_constant(word: str) -> NoReturn:
    raise ValueError(f"{word} is no JSON")


def _request_id(result: Answer | Fault) -> str | None:
    text = result.headers.get("x-request-id", "") if isinstance(result, Answer) else ""
    return text if re.fullmatch(r"[A-Za-z0-9_.-]{1,128}", text) else None


def _refuse(answer: Answer, body: Any, request_id: str | None) -> NoReturn:
    """Repeats only errors in the service's own form."""
    told: Mapping[str, Any] = body if isinstance(body, dict) else {}
    error, message, fields = told.get("error"), told.get("message"), told.get("fields")
    named = isinstance(error, str) and re.fullmatch(r"[a-z_]{1,64}", error) is not None
    raise error_of_status(
        Refused(
            status=answer.status,
            code=str(error) if named else "unknown" if isinstance(body, dict) else "not_json",
            message=(
                _shortened(message)
                if isinstance(message, str)
                else f"The request was refused with status {answer.status}."
            ),
            request_id=request_id,
            fields={
                path: _shortened(str(what))
                for path, what in list(fields.items() if isinstance(fields, dict) else ())[:ERROR_FIELDS_MAX]
            },
            known=_known_names(told.get("known")),
            retry_after_seconds=_retry_after(answer),
            reasons=tuple(_shortened(one) for one in _texts(told.get("reasons"))[:ERROR_FIELDS_MAX]),
            redeemed_at=_shortened(told["redeemedAt"]) if isinstance(told.get("redeemedAt"), str) else None,
        )
    )


def _shortened(text: str) -> str:
    return text[:MESSAGE_CHARACTERS_MAX]


def _texts(value: Any) -> list[str]:
    return value if isinstance(value, list) and all(isinstance(one, str) for one in value) else []


def _known_names(value: Any) -> Mapping[str, Any] | None:
    """None for anything else than the contract has: a refusal is told whatever its answer holds beside it."""
    if not isinstance(value, dict):
        return None
    agents, resources = value.get("agents"), value.get("resources")
    if not isinstance(agents, list) or not all(isinstance(one, str) for one in agents):
        return None
    if not isinstance(resources, list):
        return None
    is_resource = [
        isinstance(one, dict) and isinstance(one.get("name"), str) and isinstance(one.get("classification"), str)
        for one in resources
    ]
    return value if all(is_resource) else None
