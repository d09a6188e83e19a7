# SPDX-License-Identifier: Apache-2.0
"""One implementation for both clients: generators yield what has to be done, and a driver does it.

A step is an attempt, a pause, or a call of the caller's function. Whatever it raises is raised inside the generator.
"""

from __future__ import annotations

import asyncio
import inspect
import time
from collections.abc import Awaitable, Callable, Generator, Mapping
from dataclasses import dataclass, field
from typing import Any, Protocol, TypeVar

Result = TypeVar("Result")


@dataclass(frozen=True)
class Call:
    """One request. Neither its headers nor its body stand in its repr: they hold the key and content."""

    method: str
    url: str
    headers: Mapping[str, str] = field(repr=False)
    body: bytes | None = field(repr=False)
    timeout: float


@dataclass(frozen=True)
class Answer:
    """A whole answer."""

    status: int
    headers: Mapping[str, str] = field(repr=False)
    """By their names in lower case."""
    body: bytes | None = field(repr=False)
    """None when it is larger than any answer of the service, or encoded."""


@dataclass(frozen=True)
class Fault:
    """The answer is missing or incomplete."""

    kind: str
    """`timeout` or `network`."""
    code: str = ""
    """Such as `ECONNREFUSED`: codes of the platform, never its texts."""


@dataclass(frozen=True)
class Attempt:
    """Yields an `Answer` or a `Fault`."""

    call: Call


@dataclass(frozen=True)
class Pause:
    """Yields nothing."""

    seconds: float


@dataclass(frozen=True)
class Invoke:
    """Yields what the caller's function returns."""

    function: Callable[[], Any] = field(repr=False)


Step = Attempt | Pause | Invoke
Steps = Generator[Step, Any, Result]


class Transport(Protocol):
    """Sends one request, and returns a fault instead of raising it."""

    def attempt(self, call: Call) -> Answer | Fault: ...

    def close(self) -> None: ...


class AsyncTransport(Protocol):
    """The same, awaited. A cancellation goes through."""

    def attempt(self, call: Call) -> Awaitable[Answer | Fault]: ...

    def close(self) -> Awaitable[None]: ...


def run(steps: Steps[Result], transport: Transport) -> Result:
    """Runs the steps in this thread."""

    def perform(step: Step) -> Any:
        if isinstance(step, Attempt):
            return transport.attempt(step.call)
        if isinstance(step, Pause):
            return time.sleep(step.seconds)
        return step.function()

    value: Any = None
    raised: BaseException | None = None
    while True:
        try:
            step = steps.send(value) if raised is None else steps.throw(raised)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        value = raised = None
        try:
            value = perform(step)
        except BaseException as error:  # noqa: BLE001 - the generator gets it
            raised = error


async def run_async(steps: Steps[Result], transport: AsyncTransport) -> Result:
    """Runs the steps in this task."""

    async def perform(step: Step) -> Any:
        if isinstance(step, Attempt):
            return await transport.attempt(step.call)
        if isinstance(step, Pause):
            return await asyncio.sleep(step.seconds)
        made = step.function()
        return await made if inspect.isawaitable(made) else made

    value: Any = None
    raised: BaseException | None = None
    while True:
        try:
            step = steps.send(value) if raised is None else steps.throw(raised)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        value = raised = None
        try:
            value = await perform(step)
        except BaseException as error:  # noqa: BLE001 - the generator gets it
            raised = error
