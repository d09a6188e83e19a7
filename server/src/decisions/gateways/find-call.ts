// SPDX-License-Identifier: Apache-2.0
/** Reads the known state of an event's call, for a replay, which never forwards again. */
import type pg from 'pg';
import { type Deadline, deadline, pause } from '../../platform/clock/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { ACT_JOIN } from '../../record/events/index.ts';
import type { GatewayCallDraft } from '../../record/recorder/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type CallOutcome, FORWARDER, outcomeOf } from './call-outcome.ts';
import { REPLAY_POLL_MS_MAX, REPLAY_POLL_MS_MIN, REPLAY_RETRY_AFTER_SECONDS, REPLAY_WAIT_MS } from './limits.ts';
import { livingProcesses } from './presence.ts';

/** The outcome after a process stopped in the middle: the upstream may or may not have been reached. */
export const OUTCOME_UNKNOWN = 'outcome unknown';

export interface RecordedCall {
  credentialId: string | null;
  /** null when it was not forwarded. */
  upstream: { status: number | null; error: string | null; latencyMs: number } | null;
}

/** A forwarder must have been gone for this long: its connection may have been lost for a moment. */
const GONE_FOR_MS = 1_000;

/**
 * Waits for a call that is being forwarded.
 * @throws ApiError 503 while it still is, after 5 s
 */
export async function findCall(pool: pg.Pool, organizationId: string, eventId: string): Promise<RecordedCall> {
  const late = deadline(pool.clock, REPLAY_WAIT_MS);
  let gone: Deadline | null = null;
  try {
    for (let pauseMs = REPLAY_POLL_MS_MIN; ; pauseMs = Math.min(2 * pauseMs, REPLAY_POLL_MS_MAX)) {
      const row = await selectCall(pool, organizationId, eventId);
      const { credentialId } = row.gateway_call;
      if (row.forwarder_id === null) return { credentialId: null, upstream: null };
      if (row.outcome !== null) {
        const { status, error, latencyMs } = row.outcome;
        return { credentialId, upstream: { status, error, latencyMs } };
      }
      if (row.isForwarderLiving) {
        gone?.end();
        gone = null;
      } else gone ??= deadline(pool.clock, GONE_FOR_MS);
      if (gone?.isOver()) return { credentialId, upstream: { status: null, error: OUTCOME_UNKNOWN, latencyMs: 0 } };
      if (late.isOver()) {
        const message = 'The first request with this key is still being forwarded; ask again with the same key.';
        throw new ApiError('unavailable', { message, retryAfterSeconds: REPLAY_RETRY_AFTER_SECONDS });
      }
      await pause(pool.clock, pauseMs);
    }
  } finally {
    late.end();
    gone?.end();
  }
}

interface CallRow {
  gateway_call: GatewayCallDraft;
  forwarder_id: number | null;
  outcome: CallOutcome | null;
}

/** The processes are read first: the outcome that one of them wrote before it ended is seen then. */
async function selectCall(
  pool: pg.Pool,
  organizationId: string,
  eventId: string,
): Promise<CallRow & { isForwarderLiving: boolean }> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const living = await livingProcesses(transaction);
    const values = [organizationId, eventId];
    // Planned each time: a plan made while the table is small would stay while it grows.
    const [row] = await transaction.queryOnce<CallRow & Record<string, unknown>>(SELECT_CALL, values);
    if (row === undefined) throw new Error('a decision of a gateway without its call');
    return { ...row, isForwarderLiving: row.forwarder_id !== null && living.includes(row.forwarder_id) };
  });
}

const SELECT_CALL = `
  SELECT e.gateway_call, ${FORWARDER} AS forwarder_id, ${outcomeOf('e')} AS outcome
  FROM svc.events e ${ACT_JOIN} WHERE e.organization_id = $1 AND e.id = $2 AND e.gateway_call IS NOT NULL`;
