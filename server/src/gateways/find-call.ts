/** Reads what is known of the call of an event: for a replay, which never forwards again. */
import { setTimeout as pause } from 'node:timers/promises';
import type pg from 'pg';
import { inTransaction } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { REPLAY_POLL_MS_MAX, REPLAY_POLL_MS_MIN, REPLAY_RETRY_AFTER_SECONDS, REPLAY_WAIT_MS } from './limits.ts';
import { livesCondition } from './presence.ts';

/** What a process that stopped in the middle leaves behind: nobody knows whether the upstream was reached. */
export const OUTCOME_UNKNOWN = 'outcome unknown';

export interface RecordedCall {
  credentialId: string | null;
  /** null when it was not forwarded. */
  upstream: { status: number | null; error: string | null; latencyMs: number } | null;
}

/** So long a forwarder must have been gone: its connection may have been lost for a moment. */
const GONE_FOR_MS = 1_000;

/**
 * Waits for a call that is being forwarded.
 * @throws Refusal 503 while it still is, after 5 s
 */
export async function findCall(pool: pg.Pool, organizationId: string, eventId: string): Promise<RecordedCall> {
  const startedAt = performance.now();
  let goneSince: number | null = null;
  for (let pauseMs = REPLAY_POLL_MS_MIN; ; pauseMs = Math.min(2 * pauseMs, REPLAY_POLL_MS_MAX)) {
    const row = await selectCall(pool, organizationId, eventId);
    const { credential_id: credentialId } = row;
    if (row.forwarder_id === null) return { credentialId, upstream: null };
    if (row.is_finished) {
      const { upstream_status: status, upstream_error: error, latency_ms: latencyMs } = row;
      return { credentialId, upstream: { status, error, latencyMs: latencyMs ?? 0 } };
    }
    const now = performance.now();
    goneSince = row.forwarder_lives ? null : (goneSince ?? now);
    if (goneSince !== null && now - goneSince >= GONE_FOR_MS) {
      return { credentialId, upstream: { status: null, error: OUTCOME_UNKNOWN, latencyMs: 0 } };
    }
    if (now - startedAt >= REPLAY_WAIT_MS) {
      const message = 'The first request with this key is still being forwarded; ask again with the same key.';
      throw new Refusal('unavailable', { message, retryAfterSeconds: REPLAY_RETRY_AFTER_SECONDS });
    }
    await pause(pauseMs);
  }
}

interface CallRow {
  credential_id: string | null;
  forwarder_id: number | null;
  is_finished: boolean;
  forwarder_lives: boolean;
  upstream_status: number | null;
  upstream_error: string | null;
  latency_ms: number | null;
}

async function selectCall(pool: pg.Pool, organizationId: string, eventId: string): Promise<CallRow> {
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    // Planned each time: a plan that is made while the table is small would be kept while it grows.
    transaction.queryOnce<CallRow & Record<string, unknown>>(SELECT_CALL, [organizationId, eventId]),
  );
  if (row === undefined) throw new Error('a decision of a gateway without its call');
  return row;
}

/** Whether it is finished is read before whether its process lives: a process that ends first finishes its calls. */
const SELECT_CALL = `
  SELECT c.credential_id, c.forwarder_id, c.finished_at IS NOT NULL AS is_finished,
    c.forwarder_id IS NOT NULL AND c.finished_at IS NULL AND ${livesCondition('c.forwarder_id')} AS forwarder_lives,
    c.upstream_status, c.upstream_error, c.latency_ms
  FROM svc.gateway_calls c WHERE c.organization_id = $1 AND c.event_id = $2`;
