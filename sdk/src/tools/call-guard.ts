// SPDX-License-Identifier: Apache-2.0
/**
 * One decision for one run of a call. A retry meets its earlier decision and review until the call ran; then it asks
 * anew. Another input is another call.
 */
import { randomUUID } from 'node:crypto';
import type { SvcClient } from '../client.ts';
import type { FailMode, MaybeDegraded } from '../decisions/index.ts';
import { TIMEOUT_MS_MAX } from '../limits.ts';
import { checkNumber } from '../options.ts';
import type { Decision, EventRequest } from '../wire.ts';
import { callDigest } from './call-key.ts';
import { type UsedCalls, usedInMemory } from './used-calls.ts';

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
  /** For logs; called with each decision. */
  onDecision?: (decision: MaybeDegraded<Decision>) => void;
  /** The record of calls that ran: this process's by default. Processes that share a session need a shared one. */
  usedCalls?: UsedCalls;
}

export interface ToolCall {
  readonly tool: string;
  readonly input: unknown;
  readonly action: EventRequest;
  readonly signal?: AbortSignal | undefined;
}

export interface AskedDecision {
  readonly decision: MaybeDegraded<Decision>;
  /** Takes the decision for one run. False when it was taken already: the call has to ask anew. */
  take(): Promise<boolean>;
}

export interface CallGuard {
  /** The decision of the call's next run. It does not wait. */
  ask(call: ToolCall): Promise<AskedDecision>;
  /** The same, after waiting for a person; an ALLOW is taken, so that the call may run now, once. */
  settle(call: ToolCall, waitMs?: number): Promise<MaybeDegraded<Decision>>;
}

/** One for the whole process, so that two guards of one session never run a call twice on one approval. */
const USED_IN_THIS_PROCESS = usedInMemory();
/** Decisions of one call that others took, one after another, before it gives up. */
const TAKEN_MAX = 1_000;

/** @throws TypeError when `waitMs` is no time that can be waited for */
export function callGuard(client: SvcClient, settings: GuardSettings): CallGuard {
  const { session = randomUUID(), usedCalls = USED_IN_THIS_PROCESS } = settings;
  checkWait(settings.waitMs);
  /** Allowed and not taken yet, by key: a call may ask for approval first and run later. */
  const allowed = new Set<string>();

  async function ask(call: ToolCall): Promise<AskedDecision> {
    const digest = callDigest(session, call.tool, call.input, call.action);
    const first = await usedCalls.next(digest);
    for (let number = first; number < first + TAKEN_MAX; number += 1) {
      const key = `tool-${digest}-${number}`;
      const { decision, isReplay } = await decide(client, settings, call, key);
      // An ALLOW that was answered before may have run, and the rules may have changed since.
      const isStale = isReplay && decision.decision === 'ALLOW' && !allowed.has(key);
      if (isStale) continue;
      if (decision.finalDecision === 'ALLOW') remember(allowed, key);
      return { decision, take: () => take(decision, key, digest, number) };
    }
    throw new Error('The same call is running too often at once.');
  }

  /** A fallback decision was recorded nowhere, so there is nothing to take. */
  async function take(
    decision: MaybeDegraded<Decision>,
    key: string,
    digest: string,
    number: number,
  ): Promise<boolean> {
    allowed.delete(key);
    return decision.degraded || (await usedCalls.use(digest, number));
  }

  return {
    ask,
    async settle(call, waitMs = settings.waitMs) {
      for (let count = 0; count < TAKEN_MAX; count += 1) {
        const { decision, take: takeIt } = await ask(call);
        const settled = await waited(client, decision, waitMs, call.signal);
        if (settled.finalDecision !== 'ALLOW' || (await takeIt())) return settled;
      }
      throw new Error('The same call is running too often at once.');
    },
  };
}

/** Calls that asked for approval and have not run yet; beyond so many the oldest asks anew. */
const ALLOWED_MAX = 10_000;

function remember(allowed: Set<string>, key: string): void {
  allowed.add(key);
  const [oldest] = allowed;
  if (allowed.size > ALLOWED_MAX && oldest !== undefined) allowed.delete(oldest);
}

async function decide(client: SvcClient, { failMode, onDecision }: GuardSettings, call: ToolCall, key: string) {
  let isReplay = false;
  const decision = await client.decide(call.action, {
    idempotencyKey: key,
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
