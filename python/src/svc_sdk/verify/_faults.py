# SPDX-License-Identifier: Apache-2.0
"""The two ways in which a check ends without a valid export."""


class NotCheckedError(Exception):
    """The export could not be checked, which says nothing about it. The message is a sentence for a person."""


class InvalidError(Exception):
    """The first departure of an export from its format. `seq` is the entry that it is about."""

    def __init__(self, message: str, seq: int | None = None) -> None:
        super().__init__(message)
        self.seq = seq


class NotJsonError(InvalidError):
    """A line that is no JSON object at all, as one that was cut."""
