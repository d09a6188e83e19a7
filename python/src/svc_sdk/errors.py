# SPDX-License-Identifier: Apache-2.0
"""The errors of the client. No message carries content, a key or the body of a foreign answer."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .types import Decision


class SvcError(Exception):
    """The base of every error of this library."""


@dataclass(frozen=True)
class Refused:
    """The words of a refusal, cut to their bounds."""

    status: int
    code: str
    message: str
    request_id: str | None = None
    fields: Mapping[str, str] = field(default_factory=dict)
    known: Mapping[str, Any] | None = None
    retry_after_seconds: float | None = None
    reasons: Sequence[str] = ()
    redeemed_at: str | None = None


class ApiError(SvcError):
    """The service refused the request (4xx). The action must not run."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused.message)
        self.message = refused.message
        self.status = refused.status
        self.code = refused.code
        """Such as `validation_error`; `unknown` when the answer names none, `not_json` when it is no JSON object."""
        self.request_id = refused.request_id
        self.fields = refused.fields
        """The path of each wrong field with its fault."""
        self.known = refused.known
        """Names of the organization where `policies.test` met an unknown one, else None."""
        self._refused = refused

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._refused,))


class ValidationError(ApiError):
    """400: a field is wrong or missing, or the Idempotency-Key belongs to another request."""


class AuthenticationError(ApiError):
    """401: the API key is missing, wrong, revoked or expired."""


class ForbiddenError(ApiError):
    """403: the key may not do that, or not from this address."""


class NotFoundError(ApiError):
    """404: unknown agent, resource, event or route."""


class ConflictError(ApiError):
    """409: for `redeem`, the action must not run.

    Its `code` is `not_allowed`, `already_redeemed`, `approval_lapsed`, `action_mismatch` or `refused_now`. For
    `report_outcome` it is `not_allowed` or `outcome_reported`.
    """

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused)
        self.reasons = tuple(refused.reasons)
        """Why the act would be blocked now, for `refused_now`; else empty."""
        self.redeemed_at = refused.redeemed_at
        """The moment of the redemption, for `already_redeemed`; else None. RFC 3339."""


class PayloadTooLargeError(ApiError):
    """413: the body is larger than 200 KB and was not evaluated."""


class RateLimitedError(ApiError):
    """The last attempt was answered with 429. This is no outage: no fail mode applies."""

    def __init__(self, refused: Refused) -> None:
        super().__init__(refused)
        self.retry_after_seconds = refused.retry_after_seconds


class UnavailableError(SvcError):
    """No attempt was answered: the last one ended with a time-out, a network error, 408 or 5xx."""

    def __init__(self, what: str, attempts: int, status: int | None = None, request_id: str | None = None) -> None:
        super().__init__(f"Service unavailable: {what} ({attempts} attempt{'' if attempts == 1 else 's'})")
        self._what = what
        self.attempts = attempts
        self.status = status
        """The status of the last attempt; None when it was not answered."""
        self.request_id = request_id

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._what, self.attempts, self.status, self.request_id))


class UnexpectedAnswerError(SvcError):
    """The answer does not come from this service: HTML, a redirect, a body that is no decision.

    No fail mode applies.
    """

    def __init__(self, what: str, status: int, request_id: str | None = None) -> None:
        super().__init__(f"The answer is not one of svc: {what}. Check the base address. Do not run the action.")
        self._what = what
        self.status = status
        self.request_id = request_id

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self._what, self.status, self.request_id))


@dataclass(frozen=True)
class Refusal:
    """Why an allowed action may not run all the same."""

    code: str
    """A code of `ConflictError`, or `not_redeemable`: the service, or the event, is older than redemptions."""
    message: str
    reasons: Sequence[str] = ()


class ActionNotAllowedError(SvcError):
    """A guarded function did not run: the outcome was not ALLOW, or the allowed act could not be redeemed."""

    def __init__(self, decision: Decision, refusal: Refusal | None = None) -> None:
        what = f"the outcome is {decision['finalDecision']}." if refusal is None else refusal.message
        reasons = decision["reasons"] if refusal is None else refusal.reasons
        super().__init__(" ".join(["The action did not run:", what, *reasons]))
        self.decision = decision
        self.refusal = refusal
        """None where the outcome is not ALLOW."""
        self.code = "not_allowed" if refusal is None else refusal.code

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.decision, self.refusal))


_ERROR_OF_STATUS: Mapping[int, type[ApiError]] = {
    400: ValidationError,
    401: AuthenticationError,
    403: ForbiddenError,
    404: NotFoundError,
    409: ConflictError,
    413: PayloadTooLargeError,
    429: RateLimitedError,
}


def error_of_status(refused: Refused) -> ApiError:
    """The error of a refused request, by its status."""
    return _ERROR_OF_STATUS.get(refused.status, ApiError)(refused)
