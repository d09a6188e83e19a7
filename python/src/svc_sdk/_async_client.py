# SPDX-License-Identifier: Apache-2.0
"""The client for programs with an event loop of asyncio: the same methods, awaited."""

from __future__ import annotations

import functools
import inspect
import ssl
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from typing import Any, ParamSpec, TypeVar, cast

from . import _operations as operations
from ._answers import (
    read_budget_apply,
    read_budget_list,
    read_policy_analysis,
    read_policy_apply,
    read_policy_list,
    read_policy_prove,
    read_policy_test,
)
from ._async_transport import transport_of
from ._decisions import FailMode, read_decision, read_http_gateway, read_mcp_gateway
from ._limits import BACKOFF_SECONDS, POLL_SECONDS, RETRIES, WAIT_SECONDS
from ._operations import CountRecords, DecideOptions
from ._options import Settings, settings_of
from ._send import AttemptReport
from ._steps import AsyncTransport, Steps, run_async
from .types import (
    BudgetApplyRequest,
    BudgetApplyResponse,
    BudgetListResponse,
    Decision,
    EventRequest,
    HttpGatewayDecision,
    HttpGatewayRequest,
    McpGatewayDecision,
    McpGatewayRequest,
    OutcomeReport,
    PolicyAnalysis,
    PolicyApplyRequest,
    PolicyApplyResponse,
    PolicyListResponse,
    PolicyProveRequest,
    PolicyProveResponse,
    PolicyTestRequest,
    PolicyTestResponse,
    RedemptionRequest,
)

Given = ParamSpec("Given")
Result = TypeVar("Result")


class AsyncSvcClient:
    """Asks before an agent acts. One client serves any number of event loops.

    With httpx installed its connections carry the requests, else those of the standard library in threads. Times are
    seconds. Without `api_key` and `base_url` the environment's SVC_API_KEY and SVC_BASE_URL count. Every
    option is checked here, so that a mistake shows at its source: TypeError names it.
    """

    def __init__(
        self,
        api_key: str | None = None,
        base_url: str | None = None,
        *,
        fail_mode: FailMode = "closed",
        timeout: float | None = None,
        retries: int = RETRIES,
        backoff: float = BACKOFF_SECONDS,
        on_attempt: Callable[[AttemptReport], object] | None = None,
        ssl_context: ssl.SSLContext | None = None,
    ) -> None:
        self._settings = settings_of(
            api_key=api_key,
            base_url=base_url,
            fail_mode=fail_mode,
            timeout=timeout,
            retries=retries,
            backoff=backoff,
            on_attempt=on_attempt,
        )
        self._transport: AsyncTransport = transport_of(ssl_context)
        self.gateway = _Gateway(self)
        self.policies = _Policies(self)
        self.budgets = _Budgets(self)

    @classmethod
    def from_env(cls) -> AsyncSvcClient:
        """A client of SVC_API_KEY and SVC_BASE_URL. Raises TypeError where there is no key."""
        return cls()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self._settings.base_url!r})"

    async def _run(self, steps: Steps[Result]) -> Result:
        return await run_async(steps, self._transport)

    async def decide(
        self,
        action: EventRequest,
        *,
        idempotency_key: str | None = None,
        fail_mode: FailMode | None = None,
        on_replay: Callable[[], object] | None = None,
        door: str | None = None,
        timeout: float | None = None,
    ) -> Decision:
        """Decides an action. Run it only when `finalDecision` is ALLOW.

        All attempts carry `idempotency_key`, and a later call with the same key gets the same decision.
        """
        options = DecideOptions(idempotency_key, fail_mode, on_replay, door, timeout)
        return await self._run(operations.decide(self._settings, operations.EVENTS, read_decision, action, options))

    async def get_decision(self, event_id: str, *, timeout: float | None = None) -> Decision:
        """Reads the current state of a decision. The fail mode does not apply."""
        return await self._run(operations.get_decision(self._settings, event_id, timeout=timeout))

    async def wait_for_decision(
        self, decision: str | Decision, *, timeout: float = WAIT_SECONDS, poll: float = POLL_SECONDS
    ) -> Decision:
        """Waits while the outcome is REVIEW, and returns the decision as it is then or at the deadline."""
        return await self._run(operations.wait_for_decision(self._settings, decision, timeout=timeout, poll=poll))

    async def redeem(
        self,
        event_id: str,
        body: EventRequest | RedemptionRequest,
        *,
        idempotency_key: str | None = None,
        on_replay: Callable[[], object] | None = None,
        timeout: float | None = None,
    ) -> Decision:
        """Spends the permission to run an allowed act, once, on any number of machines. Run it only when this returns.

        `body` is the one that was decided, again. Raises ConflictError when the act must not run.
        """
        return await self._run(
            operations.redeem(
                self._settings,
                event_id,
                body,
                idempotency_key=idempotency_key,
                on_replay=on_replay,
                timeout=timeout,
            )
        )

    async def report_outcome(self, event_id: str, report: OutcomeReport, *, timeout: float | None = None) -> Decision:
        """Tells the service how an allowed act ended, once. The fail mode does not apply."""
        return await self._run(operations.report_outcome(self._settings, event_id, report, timeout=timeout))

    async def run(
        self,
        action: EventRequest,
        function: Callable[[], Awaitable[Result]],
        *,
        wait: float = 0.0,
        records_affected: CountRecords | None = None,
        idempotency_key: str | None = None,
        fail_mode: FailMode | None = None,
        on_replay: Callable[[], object] | None = None,
        door: str | None = None,
        timeout: float | None = None,
    ) -> Result:
        """Runs the function when the outcome is ALLOW and the act could be redeemed, and returns its result.

        `wait` is the time for a person while the outcome is REVIEW; 0 does not wait. The outcome is reported; a report
        that fails changes nothing. Raises ActionNotAllowedError with the decision otherwise.
        """
        options = DecideOptions(idempotency_key, fail_mode, on_replay, door, timeout)
        steps = operations.run_act(
            self._settings, action, function, options, wait=wait, records_affected=records_affected
        )
        return cast(Result, await self._run(steps))

    def guard(
        self,
        describe: Callable[..., EventRequest],
        *,
        wait: float = 0.0,
        records_affected: CountRecords | None = None,
        fail_mode: FailMode | None = None,
        door: str | None = None,
    ) -> Callable[[Callable[Given, Awaitable[Result]]], Callable[Given, Coroutine[Any, Any, Result]]]:
        """A decorator: each call of the function asks first. `describe` makes the action of the same arguments."""

        def decorate(function: Callable[Given, Awaitable[Result]]) -> Callable[Given, Coroutine[Any, Any, Result]]:
            if not inspect.iscoroutinefunction(function):
                raise TypeError("A function that is not async needs the guard of SvcClient.")

            @functools.wraps(function)
            async def guarded(*args: Given.args, **kwargs: Given.kwargs) -> Result:
                action = operations.action_of(describe, function, args, kwargs)
                return await self.run(
                    action,
                    lambda: function(*args, **kwargs),
                    wait=wait,
                    records_affected=records_affected,
                    fail_mode=fail_mode,
                    door=door,
                )

            return guarded

        return decorate

    async def close(self) -> None:
        """Closes the connections that are kept for later calls."""
        await self._transport.close()

    async def __aenter__(self) -> AsyncSvcClient:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class _Part:
    def __init__(self, client: AsyncSvcClient) -> None:
        self._client = client
        self._settings: Settings = client._settings

    async def _ask(
        self,
        operation: operations.Operation,
        read: Callable[[Any], Result],
        body: Mapping[str, Any] | None,
        timeout: float | None,
    ) -> Result:
        return await self._client._run(operations.ask(self._settings, operation, read, body, timeout))


class _Gateway(_Part):
    """The gateways of the service."""

    async def http(
        self,
        call: HttpGatewayRequest,
        *,
        idempotency_key: str | None = None,
        fail_mode: FailMode | None = None,
        on_replay: Callable[[], object] | None = None,
        timeout: float | None = None,
    ) -> HttpGatewayDecision:
        """Decides a call and forwards it when it names a route and is allowed. In an outage `gateway` is None."""
        options = DecideOptions(idempotency_key, fail_mode, on_replay, None, timeout)
        steps = operations.decide(self._settings, operations.HTTP_GATEWAY, read_http_gateway, call, options)
        return await self._client._run(steps)

    async def mcp(
        self,
        call: McpGatewayRequest,
        *,
        idempotency_key: str | None = None,
        fail_mode: FailMode | None = None,
        on_replay: Callable[[], object] | None = None,
        timeout: float | None = None,
    ) -> McpGatewayDecision:
        """Decides an MCP tool call; it is never executed. In an outage `gateway` is None."""
        options = DecideOptions(idempotency_key, fail_mode, on_replay, None, timeout)
        steps = operations.decide(self._settings, operations.MCP_GATEWAY, read_mcp_gateway, call, options)
        return await self._client._run(steps)


class _Policies(_Part):
    """Policies in git: list, test, prove and apply."""

    async def list(self, *, timeout: float | None = None) -> PolicyListResponse:
        """The policies as they are stored, by name."""
        return await self._ask(operations.LIST_POLICIES, read_policy_list, None, timeout)

    async def apply(self, request: PolicyApplyRequest, *, timeout: float | None = None) -> PolicyApplyResponse:
        """Needs an org-wide LIVE key with the permission `apply`, for a dry run too."""
        operation = operations.applied(operations.APPLY_POLICIES, request)
        return await self._ask(operation, read_policy_apply, request, timeout)

    async def test(self, request: PolicyTestRequest, *, timeout: float | None = None) -> PolicyTestResponse:
        """Decides test cases; nothing is stored."""
        return await self._ask(operations.TEST_POLICIES, read_policy_test, request, timeout)

    async def prove(self, request: PolicyProveRequest, *, timeout: float | None = None) -> PolicyProveResponse:
        """Waits up to a minute by default: proofs run one at a time."""
        return await self._ask(operations.PROVE_POLICIES, read_policy_prove, request, timeout)

    async def analyze(self, *, timeout: float | None = None) -> PolicyAnalysis:
        """Findings about the stored policies. Waits up to a minute by default, too."""
        return await self._ask(operations.ANALYZE_POLICIES, read_policy_analysis, None, timeout)


class _Budgets(_Part):
    """Budgets in git."""

    async def list(self, *, timeout: float | None = None) -> BudgetListResponse:
        """The budgets as they are stored, by name."""
        return await self._ask(operations.LIST_BUDGETS, read_budget_list, None, timeout)

    async def apply(self, request: BudgetApplyRequest, *, timeout: float | None = None) -> BudgetApplyResponse:
        """Needs an org-wide LIVE key with the permission `apply`, for a dry run too."""
        operation = operations.applied(operations.APPLY_BUDGETS, request)
        return await self._ask(operation, read_budget_apply, request, timeout)
