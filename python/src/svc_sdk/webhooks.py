# SPDX-License-Identifier: Apache-2.0
"""The check of webhook deliveries."""

from __future__ import annotations

import hashlib
import hmac
import math
import re
import time
from collections.abc import Sequence

from ._limits import WEBHOOK_TOLERANCE_SECONDS

# Up to 15 digits without leading zeros: the same numbers as every other client takes.
_HEADER = re.compile(r"t=(0|[1-9][0-9]{0,14}),v1=([0-9a-f]{64})", re.ASCII)


def verify_webhook(
    raw_body: bytes | str,
    header: str | None,
    secrets: str | Sequence[str],
    *,
    tolerance: float = WEBHOOK_TOLERANCE_SECONDS,
    now: float | None = None,
) -> bool:
    """Tells whether a delivery comes from the holder of a secret. Never raises.

    `raw_body` is the body before any parsing; parse it only when this is true. `header` is the value of
    `X-Svc-Signature`. `secrets` is the whole endpoint secret, `whsec_` included; several while one is being replaced.
    `tolerance` is in seconds, in either direction; `now` are the receiver's seconds since 1970.
    """
    found = _HEADER.fullmatch(header) if isinstance(header, str) else None
    if found is None:
        return False
    timestamp, digest = found[1], found[2]
    try:
        body = raw_body.encode() if isinstance(raw_body, str) else bytes(raw_body)
        given = [secrets] if isinstance(secrets, str) else list(secrets)
        is_signed = False
        # Every secret is tried, so that the time does not reveal which one matched.
        for secret in given:
            # An empty secret, such as an unset variable, lets any sender sign.
            if not isinstance(secret, str) or secret == "":
                continue
            right = hmac.new(secret.encode(), timestamp.encode() + b"." + body, hashlib.sha256).hexdigest()
            is_signed = hmac.compare_digest(right, digest) or is_signed
        away = abs((time.time() if now is None else now) - int(timestamp))
        # Written so that a clock or a tolerance that is not a number is refused.
        return is_signed and math.isfinite(away) and away <= tolerance
    except (TypeError, ValueError, OverflowError):
        return False
