// SPDX-License-Identifier: Apache-2.0
/** Records the outcomes of forwarded calls: an audit entry each, in the batches of the recorder. */
import type { Decision } from '@svc/contract';
import type pg from 'pg';
import { pause } from '../../../platform/clock/index.ts';
import type { Logger } from '../../../platform/logging/index.ts';
import { type CallOutcomeDraft, callStatus, type Recorder } from '../../../record/recorder/index.ts';
import { OUTCOME_ATTEMPTS_MAX, OUTCOME_RETRY_AFTER_MS, OUTCOMES_PER_RETRY_MAX } from '../limits.ts';
import type { ForwardOutcome } from './forward.ts';
import { recordMissing } from './record-missing.ts';

interface ForwardedCall {
  organizationId: string;
  apiKeyId: string;
  eventId: string;
  call: { credentialId: string | null; keyPrefix: string; method: string; routeId: string; sandbox: boolean };
  outcome: ForwardOutcome;
}

export interface Outcomes {
  /**
   * Resolves when it is recorded, or when the first attempt has failed. The upstream has been called, so its caller
   * must not be told to call again. Further attempts continue in the background.
   * @returns it as the answer tells it
   */
  record(call: ForwardedCall): Promise<Decision['outcome']>;
  /** Events whose outcome waits for a further attempt. */
  waiting(): string[];
  /** Resolves when no attempt is left. */
  drained(): Promise<void>;
}

export interface OutcomesDeps {
  recorder: Pick<Recorder, 'record'>;
  pool: pg.Pool;
  log: Pick<Logger, 'error'>;
}

interface Waiting {
  draft: CallOutcomeDraft;
  attempts: number;
}

/**
 * A failed attempt may have committed, so a further one checks first. Those of an organization share a transaction of
 * their own. Their number is bounded by the calls in flight, because decisions fail at the same time.
 */
export function createOutcomes({ recorder, pool, log }: OutcomesDeps): Outcomes {
  const waiting = new Map<string, Map<string, Waiting>>();
  const retrying = new Set<Promise<void>>();
  let isStopping = false;

  function retryLater(draft: CallOutcomeDraft): void {
    const { organizationId, eventId } = draft;
    const others = waiting.get(organizationId);
    const all = others ?? new Map<string, Waiting>();
    all.set(eventId, { draft, attempts: 1 });
    if (others !== undefined) return;
    waiting.set(organizationId, all);
    const retries = retry(organizationId, all).finally(() => retrying.delete(retries));
    retrying.add(retries);
  }

  async function retry(organizationId: string, all: Map<string, Waiting>): Promise<void> {
    while (all.size > 0 && !isStopping) {
      await pause(pool.clock, OUTCOME_RETRY_AFTER_MS);
      const batch = [...all.values()].slice(0, OUTCOMES_PER_RETRY_MAX);
      try {
        await recordMissing(
          pool,
          organizationId,
          batch.map(({ draft }) => draft),
        );
        for (const { draft } of batch) all.delete(draft.eventId);
      } catch {
        for (const one of batch) {
          one.attempts += 1;
          if (one.attempts >= OUTCOME_ATTEMPTS_MAX) giveUp(all, one);
        }
      }
    }
    // Taken at once, so that later outcomes form a new group.
    waiting.delete(organizationId);
    for (const one of all.values()) giveUp(all, one);
  }

  /** The task for lost calls finds it, because this process no longer has it under way. */
  function giveUp(all: Map<string, Waiting>, { draft }: Waiting): void {
    all.delete(draft.eventId);
    log.error('the outcome of a forwarded call could not be recorded; it will be recorded as unknown');
  }

  return {
    async record(call) {
      const draft = draftOf(call, pool.clock.nowMs());
      try {
        await recorder.record(draft);
      } catch {
        retryLater(draft);
      }
      return reportedBy(draft);
    },
    waiting: () => [...waiting.values()].flatMap((all) => [...all.keys()]),
    async drained() {
      isStopping = true;
      await Promise.all(retrying);
    },
  };
}

/** The outcome of a call that was just made. */
function reportedBy(draft: CallOutcomeDraft): Decision['outcome'] {
  return {
    status: callStatus(draft),
    recordsAffected: null,
    code: null,
    source: 'GATEWAY',
    reportedAt: new Date(draft.atMs).toISOString(),
    amendedAt: null,
    exceedsStated: false,
  };
}

function draftOf({ organizationId, apiKeyId, eventId, call, outcome }: ForwardedCall, nowMs: number): CallOutcomeDraft {
  const { status, error, latencyMs } = outcome;
  return {
    organizationId,
    apiKeyId,
    eventId,
    atMs: nowMs,
    auditMetadata: {
      credentialId: call.credentialId,
      error,
      keyPrefix: call.keyPrefix,
      latencyMs,
      method: call.method,
      protocol: 'HTTP',
      routeId: call.routeId,
      sandbox: call.sandbox,
      status,
    },
  };
}
