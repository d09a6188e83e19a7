# SPDX-License-Identifier: Apache-2.0
"""Bounds of the client, each with its unit. The service owns those of the wire."""

from typing import Final

TIMEOUT_SECONDS: Final = 10.0
"""The time of one attempt, from the first byte sent to the last one read."""
GATEWAY_TIMEOUT_SECONDS: Final = 40.0
"""The same for the HTTP gateway, which waits up to 30 s for the upstream by default."""
IMPACT_TIMEOUT_SECONDS: Final = 75.0
"""The same for an evaluation over stored events, which the service ends after 60 s."""
TIMEOUT_SECONDS_MAX: Final = 2_147_483.0
"""The longest time that every part of the client takes."""

RETRIES: Final = 2
"""Retries after the first attempt."""
RETRIES_MAX: Final = 10
BACKOFF_SECONDS: Final = 0.25
"""The wait before the second attempt; doubled for each later one."""
BACKOFF_SECONDS_MAX: Final = 4.0
RETRY_AFTER_SECONDS_MAX: Final = 30.0
"""The longest wait for a Retry-After: the next attempt comes after this."""

REPORT_WITHIN_SECONDS: Final = 5.0
"""The time that the report of an outcome may take, with all its attempts, before the result goes on."""

WAIT_SECONDS: Final = 300.0
READ_WAIT_SECONDS_MAX: Final = 30.0
"""The longest wait of one read."""
POLL_SECONDS: Final = 1.0
POLL_SECONDS_MAX: Final = 15.0

ANSWER_BYTES_MAX: Final = 33_554_432
"""The largest answer is a list of 5,000 policies of 8 MB together."""
MESSAGE_CHARACTERS_MAX: Final = 500
"""The length of text that an error repeats from an answer."""
ERROR_FIELDS_MAX: Final = 100

WEBHOOK_TOLERANCE_SECONDS: Final = 300.0
