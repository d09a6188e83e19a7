# SPDX-License-Identifier: Apache-2.0
"""Checks of the fields of an answer. Fields that are not named here may be there or not."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from .errors import UnexpectedAnswerError

Test = Callable[[Any], bool]


def text(value: Any) -> bool:
    return isinstance(value, str)


def flag(value: Any) -> bool:
    return isinstance(value, bool)


def an_object(value: Any) -> bool:
    return isinstance(value, dict)


def whole(value: Any) -> bool:
    # JSON has one kind of number: 40.0 is 40.
    is_whole = isinstance(value, int) or (isinstance(value, float) and value.is_integer())
    return is_whole and not isinstance(value, bool)


def texts(value: Any) -> bool:
    return isinstance(value, list) and all(isinstance(one, str) for one in value)


def one_of(*words: str) -> Test:
    return lambda value: isinstance(value, str) and value in words


def or_none(test: Test) -> Test:
    return lambda value: value is None or test(value)


def count(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def list_of(test: Test) -> Test:
    return lambda value: isinstance(value, list) and all(map(test, value))


def object_of(**tests: Test) -> Test:
    def is_one(value: Any) -> bool:
        # `from` is a word of Python: a name ends with a line below it here.
        return isinstance(value, dict) and all(test(value.get(name.rstrip("_"))) for name, test in tests.items())

    return is_one


def check_fields(what: str, value: Any, tests: Mapping[str, Test], path: str = "") -> dict[str, Any]:
    """Raises UnexpectedAnswerError naming the first field that is missing or wrong."""
    if not isinstance(value, dict):
        raise not_the(what, f"{path[:-1] or 'the body'} is no object")
    for name, test in tests.items():
        # A field that is missing is no null.
        if name not in value or not test(value[name]):
            raise not_the(what, f"{path}{name} is missing or wrong")
    return value


def not_the(what: str, why: str) -> UnexpectedAnswerError:
    """The error of a 200 that is none of ours."""
    return UnexpectedAnswerError(f"no {what}, {why}", 200)
