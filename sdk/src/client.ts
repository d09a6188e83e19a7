// SPDX-License-Identifier: Apache-2.0
/** The client: one method for each machine operation of the service. */
import {
  readBudgetApply,
  readBudgetList,
  readPolicyAnalysis,
  readPolicyApply,
  readPolicyList,
  readPolicyProve,
  readPolicyTest,
} from './answers/index.ts';
import { type Reply, send } from './calls/index.ts';
import {
  type Answered,
  type CountRecords,
  type FailMode,
  fallbackDecision,
  type MaybeDegraded,
  readDecision,
  readHttpGatewayDecision,
  readMcpGatewayDecision,
  readRedeemedDecision,
  redeemToRun,
  runReported,
  type WaitOptions,
  waitForDecision,
} from './decisions/index.ts';
import { UnavailableError } from './errors.ts';
import {
  GATEWAY_TIMEOUT_MS_DEFAULT,
  IMPACT_TIMEOUT_MS_DEFAULT,
  POLL_MS_DEFAULT,
  TIMEOUT_MS_DEFAULT,
  TIMEOUT_MS_MAX,
  WAIT_MS_DEFAULT,
} from './limits.ts';
import { type ClientOptions, checkNumber, type Settings, settingsOf } from './options.ts';
import { underSignals } from './signals.ts';
import type {
  Decision,
  EventRequest,
  HttpGatewayDecision,
  HttpGatewayRequest,
  McpGatewayDecision,
  McpGatewayRequest,
  PolicyListResponse,
  RedeemedDecision,
  RedemptionRequest,
} from './wire.ts';
import type { OutcomeReport } from './wire-acts.ts';
import type { PolicyApplyRequest, PolicyApplyResponse } from './wire-apply.ts';
import type { BudgetApplyRequest, BudgetApplyResponse, BudgetListResponse } from './wire-budgets.ts';
import type { PolicyAnalysis, PolicyProveRequest, PolicyProveResponse } from './wire-proofs.ts';
import type { PolicyTestRequest, PolicyTestResponse } from './wire-tests.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** The time-out of one attempt. */
  timeoutMs?: number;
}

export interface DecideOptions extends CallOptions {
  /**
   * All attempts carry this key, and a later call with the same key gets the same decision. The default is a new random
   * key.
   */
  idempotencyKey?: string;
  /** For this call only. */
  failMode?: FailMode;
  /** Called when the service answers with the stored decision of an earlier request with the same key. */
  onReplay?: () => void;
  /** The adapter that asks, for people: `openai-agents`. Others are told as the API. */
  door?: string;
}

export interface RedeemOptions extends CallOptions {
  /** All attempts carry this key, and a later call with the same key gets the same answer. The default is random. */
  idempotencyKey?: string;
  /** Called when an earlier request with the same key redeemed the act; an attempt of this call may have been it. */
  onReplay?: () => void;
}

export interface GuardOptions<Result = unknown> extends DecideOptions {
  /** The time to wait for a person when the outcome is REVIEW; 0, the default, does not wait. */
  waitMs?: number;
  /** How many records the result affected, for the report of the outcome. */
  recordsAffected?: CountRecords<Result>;
}

export interface SvcClient {
  /** Decides an action. Run it only when `finalDecision` is ALLOW. */
  decide(action: EventRequest, options?: DecideOptions): Promise<MaybeDegraded<Decision>>;
  /** Reads the current state of a decision. The fail mode does not apply. */
  getDecision(id: string, options?: CallOptions): Promise<Answered<Decision>>;
  /** Waits while the outcome is REVIEW, and returns the decision as it is then or at the deadline. */
  waitForDecision(decision: string | MaybeDegraded<Decision>, options?: WaitOptions): Promise<MaybeDegraded<Decision>>;
  /**
   * Spends the permission to run an allowed act, once, on any number of machines. Run it only when this returns. A call
   * of the HTTP gateway is forwarded, and the answer has its `gateway`. The fail mode does not apply.
   * @param body the body that was decided, again
   * @throws ConflictError when the act must not run
   */
  redeem(eventId: string, body: RedemptionRequest, options?: RedeemOptions): Promise<Answered<RedeemedDecision>>;
  /** Tells the service how an allowed act ended, once. The fail mode does not apply. */
  reportOutcome(eventId: string, report: OutcomeReport, options?: CallOptions): Promise<Answered<Decision>>;
  /**
   * Runs `run` only when the effective outcome is ALLOW and the act could be redeemed, reports the outcome, and returns
   * its result. A report that fails changes nothing.
   * @throws ActionNotAllowedError with the decision otherwise
   */
  guard<Result>(
    action: EventRequest,
    run: (decision: MaybeDegraded<Decision>) => Result | Promise<Result>,
    options?: GuardOptions<Result>,
  ): Promise<Result>;
  gateway: {
    /** Decides a call and forwards it when it names a route and is allowed. In an outage `gateway` is null. */
    http(call: HttpGatewayRequest, options?: DecideOptions): Promise<MaybeDegraded<HttpGatewayDecision>>;
    /** Decides an MCP tool call; it is never executed. In an outage `gateway` is null. */
    mcp(call: McpGatewayRequest, options?: DecideOptions): Promise<MaybeDegraded<McpGatewayDecision>>;
  };
  policies: {
    list(options?: CallOptions): Promise<PolicyListResponse>;
    /** Needs an org-wide LIVE key with the permission `apply`, for a dry run too. */
    apply(request: PolicyApplyRequest, options?: CallOptions): Promise<PolicyApplyResponse>;
    test(request: PolicyTestRequest, options?: CallOptions): Promise<PolicyTestResponse>;
    /** Waits up to a minute by default: proofs run one at a time. */
    prove(request: PolicyProveRequest, options?: CallOptions): Promise<PolicyProveResponse>;
    /** Findings about the stored policies. Waits up to a minute by default, too. */
    analyze(options?: CallOptions): Promise<PolicyAnalysis>;
  };
  budgets: {
    list(options?: CallOptions): Promise<BudgetListResponse>;
    /** Needs an org-wide LIVE key with the permission `apply`, for a dry run too. */
    apply(request: BudgetApplyRequest, options?: CallOptions): Promise<BudgetApplyResponse>;
  };
}

/** @throws TypeError when an option is wrong or there is no key */
export function createClient(options: ClientOptions = {}): SvcClient {
  const settings = settingsOf(options);
  const getDecision = async (id: string, callOptions: CallOptions = {}, waitMs = 0): Promise<Answered<Decision>> => {
    const query = waitMs === 0 ? '' : `?waitMs=${waitMs}`;
    const operation = { name: 'GET /v1/events/{id}', path: `/v1/events/${encodeURIComponent(id)}${query}` };
    // The time of an attempt is that of an answer, and begins when the service has waited.
    const ofAnswerMs = callOptions.timeoutMs ?? settings.timeoutMs ?? TIMEOUT_MS_DEFAULT;
    const timeoutMs = waitMs === 0 ? ofAnswerMs : Math.min(ofAnswerMs + waitMs, TIMEOUT_MS_MAX);
    return readDecision((await request(settings, operation, undefined, { ...callOptions, timeoutMs })).body);
  };
  const client: SvcClient = {
    decide: (action, callOptions = {}) => decideWith(settings, EVENTS, readDecision, action, callOptions),
    getDecision: (id, callOptions) => getDecision(id, callOptions),
    waitForDecision: (decision, { timeoutMs, pollMs, signal: given } = {}) =>
      underSignals([settings.signal, given], (signal) =>
        waitForDecision(
          (id, waitMs) => getDecision(id, given === undefined ? {} : { signal: given }, waitMs),
          decision,
          {
            timeoutMs: checkNumber('timeoutMs', timeoutMs ?? WAIT_MS_DEFAULT, TIMEOUT_MS_MAX),
            pollMs: checkNumber('pollMs', pollMs ?? POLL_MS_DEFAULT, TIMEOUT_MS_MAX, 1),
            signal,
          },
        ),
      ),
    async redeem(eventId, body, { idempotencyKey = crypto.randomUUID(), onReplay, ...callOptions } = {}) {
      const headers = keyHeader(idempotencyKey);
      const reply = await request(settings, redeemOperation(eventId, body), body, callOptions, headers);
      if (reply.isReplay) onReplay?.();
      return readRedeemedDecision(eventId, reply.body);
    },
    async reportOutcome(eventId, report, callOptions = {}) {
      const path = `/v1/events/${encodeURIComponent(eventId)}/outcome`;
      const operation = { name: 'POST /v1/events/{id}/outcome', path };
      return readDecision((await request(settings, operation, report, callOptions)).body);
    },
    async guard(action, run, { waitMs = 0, recordsAffected, ...callOptions } = {}) {
      const first = await client.decide(action, callOptions);
      const { signal, timeoutMs } = callOptions;
      const given = signal === undefined ? {} : { signal };
      const settled = waitMs === 0 ? first : await client.waitForDecision(first, { ...given, timeoutMs: waitMs });
      signal?.throwIfAborted();
      const attempts = { ...given, ...(timeoutMs !== undefined && { timeoutMs }) };
      const decision = await redeemToRun(client, settled, action, attempts);
      return await runReported(client, decision, () => run(decision), recordsAffected);
    },
    gateway: {
      http: (call, callOptions = {}) => decideWith(settings, HTTP_GATEWAY, readHttpGatewayDecision, call, callOptions),
      mcp: (call, callOptions = {}) => decideWith(settings, MCP_GATEWAY, readMcpGatewayDecision, call, callOptions),
    },
    policies: {
      list: async (callOptions = {}) =>
        readPolicyList((await request(settings, LIST_POLICIES, undefined, callOptions)).body),
      apply: async (body, callOptions = {}) =>
        readPolicyApply((await request(settings, applyOperation(body), body, callOptions)).body),
      test: async (body, callOptions = {}) =>
        readPolicyTest((await request(settings, TEST_POLICIES, body, callOptions)).body),
      prove: async (body, callOptions = {}) =>
        readPolicyProve((await request(settings, PROVE_POLICIES, body, callOptions)).body),
      analyze: async (callOptions = {}) =>
        readPolicyAnalysis((await request(settings, ANALYZE_POLICIES, undefined, callOptions)).body),
    },
    budgets: {
      list: async (callOptions = {}) =>
        readBudgetList((await request(settings, LIST_BUDGETS, undefined, callOptions)).body),
      apply: async (body, callOptions = {}) =>
        readBudgetApply((await request(settings, applyBudgetsOperation(body), body, callOptions)).body),
    },
  };
  return client;
}

interface Operation {
  /** The operation for hooks, without ids. */
  readonly name: string;
  readonly path: string;
  readonly timeoutMs?: number;
}

const EVENTS: Operation = { name: 'POST /v1/events', path: '/v1/events' };
const HTTP_GATEWAY: Operation = {
  name: 'POST /v1/gateway/http',
  path: '/v1/gateway/http',
  timeoutMs: GATEWAY_TIMEOUT_MS_DEFAULT,
};
const MCP_GATEWAY: Operation = { name: 'POST /v1/gateway/mcp', path: '/v1/gateway/mcp' };
const redeemOperation = (eventId: string, { routeId, tool }: RedemptionRequest): Operation => ({
  name: 'POST /v1/events/{id}/redeem',
  path: `/v1/events/${encodeURIComponent(eventId)}/redeem`,
  ...(routeId !== undefined && tool === undefined && { timeoutMs: GATEWAY_TIMEOUT_MS_DEFAULT }),
});
const LIST_POLICIES: Operation = { name: 'GET /v1/policies', path: '/v1/policies' };
const APPLY_POLICIES: Operation = { name: 'POST /v1/policies/apply', path: '/v1/policies/apply' };
const applyOperation = ({ impactDays, difference = false, refuse }: PolicyApplyRequest): Operation =>
  impactDays === undefined && !difference && refuse === undefined
    ? APPLY_POLICIES
    : { ...APPLY_POLICIES, timeoutMs: IMPACT_TIMEOUT_MS_DEFAULT };
const TEST_POLICIES: Operation = { name: 'POST /v1/policies/test', path: '/v1/policies/test' };
const ANALYZE_POLICIES: Operation = {
  name: 'GET /v1/policies/analysis',
  path: '/v1/policies/analysis',
  timeoutMs: IMPACT_TIMEOUT_MS_DEFAULT,
};
const LIST_BUDGETS: Operation = { name: 'GET /v1/budgets', path: '/v1/budgets' };
const APPLY_BUDGETS: Operation = { name: 'POST /v1/budgets/apply', path: '/v1/budgets/apply' };
const applyBudgetsOperation = ({ impactDays }: BudgetApplyRequest): Operation =>
  impactDays === undefined ? APPLY_BUDGETS : { ...APPLY_BUDGETS, timeoutMs: IMPACT_TIMEOUT_MS_DEFAULT };
const PROVE_POLICIES: Operation = {
  name: 'POST /v1/policies/prove',
  path: '/v1/policies/prove',
  timeoutMs: IMPACT_TIMEOUT_MS_DEFAULT,
};

/** Decides, and returns the fallback when the service cannot be reached. An abort is thrown. */
async function decideWith<Made extends Decision>(
  settings: Settings,
  operation: Operation,
  read: (body: unknown) => Answered<Made>,
  body: object,
  { idempotencyKey = crypto.randomUUID(), failMode = settings.failMode, onReplay, door, ...options }: DecideOptions,
): Promise<MaybeDegraded<Made>> {
  if (failMode !== 'closed' && failMode !== 'open') throw new TypeError('`failMode` must be "closed" or "open".');
  const headers = { ...keyHeader(idempotencyKey), ...(door !== undefined && { 'x-svc-door': door }) };
  try {
    const reply = await request(settings, operation, body, options, headers);
    if (reply.isReplay) onReplay?.();
    return read(reply.body);
  } catch (error) {
    if (!(error instanceof UnavailableError)) throw error;
    const fallback = fallbackDecision(failMode, error);
    return (operation === EVENTS ? fallback : { ...fallback, gateway: null }) as unknown as MaybeDegraded<Made>;
  }
}

function keyHeader(idempotencyKey: string): { 'idempotency-key': string } {
  if (/^[ -~]{1,255}$/.test(idempotencyKey)) return { 'idempotency-key': idempotencyKey };
  throw new TypeError('`idempotencyKey` must be 1 to 255 printable ASCII characters.');
}

function request(
  settings: Settings,
  operation: Operation,
  body: object | undefined,
  options: CallOptions,
  headers: Readonly<Record<string, string>> = {},
): Promise<Reply> {
  const timeoutMs = options.timeoutMs ?? settings.timeoutMs ?? operation.timeoutMs ?? TIMEOUT_MS_DEFAULT;
  const call = {
    method: body === undefined ? 'GET' : 'POST',
    url: settings.baseUrl + operation.path,
    headers: { ...settings.headers, ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body: body === undefined ? undefined : JSON.stringify(body),
    timeoutMs: checkNumber('timeoutMs', timeoutMs, TIMEOUT_MS_MAX, 1),
  } as const;
  return underSignals([settings.signal, options.signal], (signal) =>
    send(settings, operation.name, { ...call, signal }),
  );
}
