# SPDX-License-Identifier: Apache-2.0
"""Ask svc before an agent acts: ALLOW, REVIEW or BLOCK."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from ._async_client import AsyncSvcClient
    from ._client import SvcClient
    from ._decisions import FailMode
    from ._send import AttemptReport
    from .errors import (
        ActionNotAllowedError,
        ApiError,
        AuthenticationError,
        ConflictError,
        ForbiddenError,
        NotFoundError,
        PayloadTooLargeError,
        RateLimitedError,
        Refusal,
        SvcError,
        UnavailableError,
        UnexpectedAnswerError,
        ValidationError,
    )
    from .types import Decision, EventRequest, OutcomeReport
    from .webhooks import verify_webhook

__version__ = "0.1.0"

_MODULES = {
    "_async_client": ("AsyncSvcClient",),
    "_client": ("SvcClient",),
    "_decisions": ("FailMode",),
    "_send": ("AttemptReport",),
    "errors": (
        "ActionNotAllowedError",
        "ApiError",
        "AuthenticationError",
        "ConflictError",
        "ForbiddenError",
        "NotFoundError",
        "PayloadTooLargeError",
        "RateLimitedError",
        "Refusal",
        "SvcError",
        "UnavailableError",
        "UnexpectedAnswerError",
        "ValidationError",
    ),
    "types": ("Decision", "EventRequest", "OutcomeReport"),
    "webhooks": ("verify_webhook",),
}
_MODULE_OF = {name: module for module, names in _MODULES.items() for name in names}

__all__ = [
    "ActionNotAllowedError",
    "ApiError",
    "AsyncSvcClient",
    "AttemptReport",
    "AuthenticationError",
    "ConflictError",
    "Decision",
    "EventRequest",
    "FailMode",
    "ForbiddenError",
    "NotFoundError",
    "OutcomeReport",
    "PayloadTooLargeError",
    "RateLimitedError",
    "Refusal",
    "SvcClient",
    "SvcError",
    "UnavailableError",
    "UnexpectedAnswerError",
    "ValidationError",
    "__version__",
    "verify_webhook",
]


def __getattr__(name: str) -> Any:
    """Each part is imported with its first use: the verifier needs no client."""
    from importlib import import_module

    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_MODULE_OF[name]}", __name__), name)
    return value
