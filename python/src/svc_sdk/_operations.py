# SPDX-License-Identifier: Apache-2.0
"""The operations of the service as steps, for both clients: one function for each method."""

from __future__ import annotations

import inspect
import math
import re
import time
import uuid
from collections.abc import Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any, TypeVar, cast
from urllib.parse import quote

from ._decisions import (
    FailMode,
    check_fail_mode,
    fallback_decision,
    read_decision,
    read_redeemed,
)
from ._limits import (
    GATEWAY_TIMEOUT_SECONDS,
    IMPACT_TIMEOUT_SECONDS,
    POLL_SECONDS_MAX,
    READ_WAIT_SECONDS_MAX,
    REPORT_WITHIN_SECONDS,
    TIMEOUT_SECONDS,
    TIMEOUT_SECONDS_MAX,
)
from ._options import Settings, check_seconds
from ._send import Reply, log, send
from ._steps import Call, Invoke, Pause, Steps
from ._text import Headers, json_text
from .errors import (
    ActionNotAllowedError,
    ConflictError,
    RateLimitedError,
    Refusal,
    SvcError,
    UnavailableError,
)
from .types import Decision, EventRequest, OutcomeReport

Made = TypeVar("Made")


@dataclass(frozen=True)
class Operation:
    """One address of the service."""

    name: str
    """For logs, without ids."""
    path: str
    timeout: float = TIMEOUT_SECONDS


EVENTS = Operation("POST /v1/events", "/v1/events")
HTTP_GATEWAY = Operation("POST /v1/gateway/http", "/v1/gateway/http", GATEWAY_TIMEOUT_SECONDS)
MCP_GATEWAY = Operation("POST /v1/gateway/mcp", "/v1/gateway/mcp")
LIST_POLICIES = Operation("GET /v1/policies", "/v1/policies")
APPLY_POLICIES = Operation("POST /v1/policies/apply", "/v1/policies/apply")
TEST_POLICIES = Operation("POST /v1/policies/test", "/v1/policies/test")
PROVE_POLICIES = Operation("POST /v1/policies/prove", "/v1/policies/prove", IMPACT_TIMEOUT_SECONDS)
ANALYZE_POLICIES = Operation("GET /v1/policies/analysis", "/v1/policies/analysis", IMPACT_TIMEOUT_SECONDS)
LIST_BUDGETS = Operation("GET /v1/budgets", "/v1/budgets")
APPLY_BUDGETS = Operation("POST /v1/budgets/apply", "/v1/budgets/apply")


def applied(operation: Operation, request: Mapping[str, Any]) -> Operation:
    """A comparison with stored events takes longer."""
    compares = any(request.get(name) for name in ("impactDays", "difference", "refuse"))
    return replace(operation, timeout=IMPACT_TIMEOUT_SECONDS) if compares else operation


@dataclass(frozen=True)
class DecideOptions:
    """The options of one decision."""

    idempotency_key: str | None = None
    fail_mode: FailMode | None = None
    on_replay: Callable[[], object] | None = None
    door: str | None = None
    timeout: float | None = None


def request(
    settings: Settings,
    operation: Operation,
    body: Mapping[str, Any] | None = None,
    *,
    timeout: float | None = None,
    headers: Mapping[str, str] | None = None,
    until: float | None = None,
) -> Steps[Reply]:
    """The reply of a 200."""
    given = next(one for one in (timeout, settings.timeout, operation.timeout) if one is not None)
    sent = Headers({**settings.headers, **(headers or {})})
    if body is not None:
        sent["content-type"] = "application/json"
    call = Call(
        "GET" if body is None else "POST",
        settings.base_url + operation.path,
        sent,
        None if body is None else json_text(body).encode(),
        check_seconds("timeout", given, TIMEOUT_SECONDS_MAX, 0.001),
    )
    return (yield from send(settings.sending, operation.name, call, until))


def ask(
    settings: Settings,
    operation: Operation,
    read: Callable[[Any], Made],
    body: Mapping[str, Any] | None,
    timeout: float | None,
) -> Steps[Made]:
    """An operation without a fail mode."""
    reply = yield from request(settings, operation, body, timeout=timeout)
    return read(reply.body)


def decide(
    settings: Settings,
    operation: Operation,
    read: Callable[[Any], Made],
    body: Mapping[str, Any],
    options: DecideOptions,
) -> Steps[Made]:
    """Decides, and returns the fallback when the service cannot be reached. A cancellation is raised."""
    fail_mode = settings.fail_mode if options.fail_mode is None else options.fail_mode
    check_fail_mode(fail_mode)
    headers = key_header(options.idempotency_key)
    if options.door is not None:
        headers["x-svc-door"] = options.door
    try:
        reply = yield from request(settings, operation, body, timeout=options.timeout, headers=headers)
    except UnavailableError as outage:
        log.warning("%s: %s. The fail mode is %s.", operation.name, outage, fail_mode)
        fallback: Mapping[str, Any] = fallback_decision(fail_mode, outage)
        return cast(Made, fallback if operation is EVENTS else {**fallback, "gateway": None})
    if reply.is_replay and options.on_replay is not None:
        options.on_replay()
    return read(reply.body)


def key_header(key: str | None) -> dict[str, str]:
    """All attempts carry the key; a random one where none is given."""
    key = str(uuid.uuid4()) if key is None else key
    if not isinstance(key, str) or re.fullmatch(r"[ -~]{1,255}", key) is None:
        raise TypeError("`idempotency_key` must be 1 to 255 printable ASCII characters.")
    return {"idempotency-key": key}


def get_decision(
    settings: Settings, event_id: str, *, timeout: float | None = None, wait: float = 0
) -> Steps[Decision]:
    """Reads a decision; the service answers when its outcome is known, and after `wait` seconds at the latest."""
    wait_ms = math.floor(wait * 1000)
    query = f"?waitMs={wait_ms}" if wait_ms > 0 else ""
    operation = Operation("GET /v1/events/{id}", f"/v1/events/{_segment(event_id)}{query}")
    # The time of an attempt is that of an answer, and begins when the service has waited.
    given = next(one for one in (timeout, settings.timeout, TIMEOUT_SECONDS) if one is not None)
    reply = yield from request(settings, operation, timeout=min(given + wait, TIMEOUT_SECONDS_MAX))
    return read_decision(reply.body)


def _segment(event_id: str) -> str:
    if not isinstance(event_id, str) or not event_id:
        raise TypeError("The id of an event is a text.")
    return quote(event_id, safe="", errors="replace")


def wait_for_decision(settings: Settings, decision: str | Decision, *, timeout: float, poll: float) -> Steps[Decision]:
    """Returns the decision as soon as its outcome is no longer REVIEW, or its state at the deadline.

    An outage in between does not end the wait; one that lasts to the deadline is raised.
    """
    check_seconds("timeout", timeout, TIMEOUT_SECONDS_MAX)
    delay = check_seconds("poll", poll, TIMEOUT_SECONDS_MAX, 0.001)
    if not isinstance(decision, str) and decision["finalDecision"] != "REVIEW":
        return decision
    event_id = decision if isinstance(decision, str) else decision["id"]
    if event_id is None:
        raise TypeError("A fallback decision has no id and cannot be waited for.")
    deadline = time.monotonic() + timeout
    while True:
        outage: SvcError | None = None
        started = time.monotonic()
        wait = max(0.0, min(READ_WAIT_SECONDS_MAX, deadline - started))
        try:
            read = yield from get_decision(settings, event_id, wait=wait)
            if read["finalDecision"] != "REVIEW" or time.monotonic() >= deadline:
                return read
        except (UnavailableError, RateLimitedError) as error:
            outage = error
        left = deadline - time.monotonic()
        if left <= 0 and outage is not None:
            raise outage
        # The service has waited already. One that has not would be asked without end.
        if outage is None and time.monotonic() - started >= min(wait, poll):
            continue
        # The last read comes at the deadline itself.
        yield Pause(min(delay, max(left, 0)))
        delay = min(delay * 1.5, max(POLL_SECONDS_MAX, poll))


def redeem(
    settings: Settings,
    event_id: str,
    body: Mapping[str, Any],
    *,
    idempotency_key: str | None = None,
    on_replay: Callable[[], object] | None = None,
    timeout: float | None = None,
) -> Steps[Decision]:
    """Spends the permission to run an allowed act, once."""
    is_forwarded = body.get("routeId") is not None and body.get("tool") is None
    operation = Operation(
        "POST /v1/events/{id}/redeem",
        f"/v1/events/{_segment(event_id)}/redeem",
        GATEWAY_TIMEOUT_SECONDS if is_forwarded else TIMEOUT_SECONDS,
    )
    reply = yield from request(settings, operation, body, timeout=timeout, headers=key_header(idempotency_key))
    if reply.is_replay and on_replay is not None:
        on_replay()
    return read_redeemed(event_id, reply.body)


def report_outcome(
    settings: Settings,
    event_id: str,
    report: OutcomeReport,
    *,
    timeout: float | None = None,
    until: float | None = None,
) -> Steps[Decision]:
    """Tells the service how an allowed act ended, once."""
    operation = Operation("POST /v1/events/{id}/outcome", f"/v1/events/{_segment(event_id)}/outcome")
    reply = yield from request(settings, operation, report, timeout=timeout, until=until)
    return read_decision(reply.body)


_NOT_REDEEMABLE = Refusal(
    "not_redeemable",
    "The service tells nothing of a redemption, so nothing ensures that the action runs once. The service, or the "
    "event, is older than this library: update the service, and ask for a new decision.",
)


def redeem_to_run(
    settings: Settings,
    decision: Decision,
    action: EventRequest,
    *,
    idempotency_key: str | None = None,
    on_replay: Callable[[], object] | None = None,
    timeout: float | None = None,
) -> Steps[Decision]:
    """Spends the permission to run. A fallback decision of the fail mode stands: there is no event to redeem."""
    if decision["finalDecision"] != "ALLOW":
        raise ActionNotAllowedError(decision)
    if decision["id"] is None:
        return decision
    if decision["redemption"] is None:
        raise ActionNotAllowedError(decision, _NOT_REDEEMABLE)
    try:
        return (
            yield from redeem(
                settings,
                decision["id"],
                action,
                idempotency_key=idempotency_key,
                on_replay=on_replay,
                timeout=timeout,
            )
        )
    except ConflictError as error:
        refusal = Refusal(error.code, error.message, error.reasons)
        raise ActionNotAllowedError(decision, refusal) from error


CountRecords = Callable[[Any], "int | None"]
"""Counts the records that a result affected, for the report."""

# The text of an error may hold personal data, so it is not told.
FAILURE: OutcomeReport = {"status": "FAILED", "code": "error"}
# A run that was cut off may have acted.
CUT_OFF: OutcomeReport = {"status": "UNKNOWN", "code": "cancelled"}
_RECORDS_MAX = 100_000_000


def run_reported(
    settings: Settings, decision: Decision, function: Callable[[], Any], records_affected: CountRecords | None = None
) -> Steps[Any]:
    """Runs the function of a redeemed act, and reports how it ended. The report changes neither result nor error."""
    try:
        result = yield Invoke(function)
    except Exception:
        yield from tell(settings, decision, FAILURE)
        raise
    except BaseException:
        yield from tell(settings, decision, CUT_OFF)
        raise
    yield from tell(settings, decision, success_of(result, records_affected))
    return result


def success_of(result: Any, records_affected: CountRecords | None) -> OutcomeReport:
    """The report of a result, with its count where there is a good one."""
    try:
        count = None if records_affected is None else records_affected(result)
    except Exception:  # noqa: BLE001 - the action is done, whatever its count is
        count = None
    is_count = isinstance(count, int) and not isinstance(count, bool) and 0 <= count <= _RECORDS_MAX
    if is_count:
        return {"status": "SUCCEEDED", "recordsAffected": cast(int, count)}
    return {"status": "SUCCEEDED"}


def tell(settings: Settings, decision: Decision, report: OutcomeReport) -> Steps[None]:
    """Reports within its time, and gives up then: the outcome stays missing, and the service shows that."""
    if decision["id"] is None:
        return
    until = time.monotonic() + REPORT_WITHIN_SECONDS
    try:
        yield from report_outcome(settings, decision["id"], report, until=until)
    except SvcError as error:
        # The tool has run: its result counts.
        log.warning("the outcome of event %s was not reported: %s", decision["id"], error)


def run_act(
    settings: Settings,
    action: EventRequest,
    function: Callable[[], Any],
    options: DecideOptions,
    *,
    wait: float,
    records_affected: CountRecords | None,
) -> Steps[Any]:
    """Runs the function only when the outcome is ALLOW and the act could be redeemed, and reports the outcome."""
    decision = yield from decide(settings, EVENTS, read_decision, action, options)
    if wait > 0:
        decision = yield from wait_for_decision(settings, decision, timeout=wait, poll=1.0)
    decision = yield from redeem_to_run(settings, decision, action, timeout=options.timeout)
    return (yield from run_reported(settings, decision, function, records_affected))


def action_of(
    describe: Callable[..., EventRequest], function: Callable[..., Any], args: Any, kwargs: Any
) -> EventRequest:
    """The action of a call, by its arguments' names. Defaults are filled in, so that both see the same."""
    bound = inspect.signature(function).bind(*args, **kwargs)
    bound.apply_defaults()
    return describe(*bound.args, **bound.kwargs)
