// SPDX-License-Identifier: Apache-2.0
/**
 * One redemption for one run of a call. A retry meets its earlier decision and review until the call ran; then it asks
 * anew. Another input is another call. Only the service remembers what ran, so this holds on any number of machines.
 */
import { randomUUID } from 'node:crypto';
import type { SvcClient } from '../client.ts';
import { type CountRecords, type FailMode, type MaybeDegraded, redeemToRun, runReported } from '../decisions/index.ts';
import { ActionNotAllowedError } from '../errors.ts';
import { TIMEOUT_MS_MAX } from '../limits.ts';
import { checkNumber } from '../options.ts';
import type { Decision, EventRequest } from '../wire.ts';
import { callDigest } from './call-key.ts';
import { describedAction } from './context.ts';
import { refusalMessage } from './refusal.ts';

export interface GuardSettings {
  /**
   * The conversation; random by default. The same tool with the same input is the same call in it. After a refusal or a
   * pause it finds its decision and its review again, in another process too.
   */
  session?: string;
  /** How long a REVIEW waits for a person inside the call; 5 minutes by default, and 0 does not wait. */
  waitMs?: number;
  /** Instead of the client's. */
  failMode?: FailMode;
  /** False: people are told nothing of the call beside its action. By default its tool, target and session. */
  context?: boolean;
  /** How many records a result affected, for the report of the outcome. */
  recordsAffected?: CountRecords<unknown>;
  /** For logs; called with each decision. */
  onDecision?: (decision: MaybeDegraded<Decision>) => void;
}

export interface ToolCall {
  readonly tool: string;
  /** The framework's id of this very call. A call of the same id never runs twice. */
  readonly id?: string | undefined;
  readonly input: unknown;
  readonly action: EventRequest;
  readonly signal?: AbortSignal | undefined;
}

interface Settled {
  readonly decision: MaybeDegraded<Decision>;
  /** The text for the model instead of a result; null when the call was redeemed and has to run now. */
  readonly refusal: string | null;
}

export interface CallGuard {
  /** The decision of the call's next run. It neither waits nor redeems. */
  ask(call: ToolCall): Promise<MaybeDegraded<Decision>>;
  /** The same, after waiting for a person; an ALLOW is redeemed, so that the call may run now, once. */
  settle(call: ToolCall, waitMs?: number): Promise<Settled>;
  /** Settles, runs when it may and reports the outcome. Otherwise it returns what `refuse` makes of the refusal. */
  run<Result, Refused>(
    call: ToolCall,
    run: () => Result | Promise<Result>,
    refuse: (refusal: string) => Refused,
    waitMs?: number,
  ): Promise<Result | Refused>;
}

/** Decisions of one call that were spent, one after another, before it gives up. */
const SPENT_MAX = 1_000;

/** @param door the adapter's name @throws TypeError when `waitMs` is no time that can be waited for */
export function callGuard(client: SvcClient, given: GuardSettings, door = 'sdk'): CallGuard {
  const settings = { ...given, door };
  const { session = randomUUID() } = settings;
  checkWait(settings.waitMs);

  /** Looks at one decision of the call after another, until one is not spent. */
  async function first(call: ToolCall, look: (asked: Asked) => Promise<Settled | null>): Promise<Settled> {
    const action = describedAction(call, settings);
    const shared = callDigest(session, call.tool, call.input, action);
    const own = call.id === undefined ? randomUUID() : callDigest(session, call.id, shared, action);
    let key = `tool-${shared}-0`;
    for (let number = 1; number <= SPENT_MAX; number += 1) {
      const asked = { call: { ...call, action }, own, ...(await decide(client, settings, { ...call, action }, key)) };
      const settled = await look(asked);
      if (settled !== null) return settled;
      if (key === `call-${own}`) return { decision: asked.decision, refusal: refusalMessage(asked.decision, SPENT) };
      // Only a review is looked for again. A call that needs no person is decided for itself alone.
      key = asked.decision.decision === 'REVIEW' ? `tool-${shared}-${number}` : `call-${own}`;
    }
    throw new Error('The same call was asked for too often.');
  }

  async function settle(call: ToolCall, waitMs = settings.waitMs): Promise<Settled> {
    return await first(call, async (asked) => {
      const decision = await waited(client, asked.decision, waitMs, call.signal);
      return await redeem(client, { ...asked, decision });
    });
  }

  return {
    async ask(call) {
      // To redeem what is not open changes nothing: it only tells whether this very call has spent it.
      const { decision } = await first(call, async (asked) =>
        isSpent(asked.decision) ? await redeem(client, asked) : { decision: asked.decision, refusal: null },
      );
      return decision;
    },
    settle,
    async run(call, run, refuse, waitMs) {
      const { decision, refusal } = await settle(call, waitMs);
      if (refusal !== null) return refuse(refusal);
      return await runReported(client, decision, run, settings.recordsAffected);
    },
  };
}

interface Asked {
  readonly call: ToolCall;
  /** The identity of this very call. */
  readonly own: string;
  readonly decision: MaybeDegraded<Decision>;
  readonly isReplay: boolean;
}

function isSpent({ finalDecision, degraded, redemption }: MaybeDegraded<Decision>): boolean {
  return !degraded && finalDecision === 'ALLOW' && redemption?.status !== 'OPEN';
}

/** Null when another call has spent the decision, or its time is over: then the call asks anew. */
async function redeem(client: SvcClient, { call, own, decision, isReplay }: Asked): Promise<Settled | null> {
  let isAgain = false;
  try {
    const redeemed = await redeemToRun(client, decision, call.action, {
      ...(call.id !== undefined && { idempotencyKey: `call-${own}` }),
      ...(call.signal !== undefined && { signal: call.signal }),
      onReplay: () => {
        isAgain = true;
      },
    });
    // The same call, perhaps in another process, may have run. Without an id the key is random: the replay is ours.
    if (isAgain && call.id !== undefined) return { decision, refusal: refusalMessage(decision, SPENT) };
    return { decision: redeemed, refusal: null };
  } catch (error) {
    if (!(error instanceof ActionNotAllowedError)) throw error;
    const { code, refusal } = error;
    const isOld = code === 'not_redeemable' && isReplay;
    if (code === 'already_redeemed' || code === 'approval_lapsed' || isOld) return null;
    return { decision, refusal: refusalMessage(decision, refusal) };
  }
}

const SPENT = {
  code: 'already_redeemed',
  message: 'This very call was redeemed before. It ran, or may have run, and is not run again.',
};

async function decide(
  client: SvcClient,
  { failMode, onDecision, door }: GuardSettings & { door: string },
  call: ToolCall,
  key: string,
) {
  let isReplay = false;
  const decision = await client.decide(call.action, {
    idempotencyKey: key,
    door,
    onReplay: () => {
      isReplay = true;
    },
    ...(call.signal !== undefined && { signal: call.signal }),
    ...(failMode !== undefined && { failMode }),
  });
  onDecision?.(decision);
  return { decision, isReplay };
}

async function waited(
  client: SvcClient,
  decision: MaybeDegraded<Decision>,
  waitMs: number | undefined,
  signal: AbortSignal | undefined,
): Promise<MaybeDegraded<Decision>> {
  if (waitMs === 0) return decision;
  return await client.waitForDecision(decision, {
    ...(waitMs !== undefined && { timeoutMs: waitMs }),
    ...(signal !== undefined && { signal }),
  });
}

/** @throws TypeError when it is no whole number of milliseconds, or longer than a timer can be */
export function checkWait(waitMs: number | undefined): void {
  if (waitMs !== undefined) checkNumber('waitMs', waitMs, TIMEOUT_MS_MAX);
}
