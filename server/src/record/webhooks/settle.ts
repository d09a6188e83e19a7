// SPDX-License-Identifier: Apache-2.0
/** Records the results of attempts: the log, the end of a delivery or its next attempt, and the health of endpoints. */

import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { dueIn, nextDelayMs } from '../../storage/outbox/index.ts';
import { type AttemptRow, insertAttempts } from './attempt-rows.ts';
import { type Endpoint, noteHealth } from './health.ts';
import { ATTEMPTS_MAX, BACK_OFF } from './limits.ts';
import type { Outcome } from './send.ts';

/**
 * An outcome that is written twice counts once; one whose claim has lapsed leaves the newer claim alone.
 * @param nowMs the moment that counts for the health of endpoints
 * @returns endpoints that have failed for too long
 */
export async function settleOutcomes(pool: pg.Pool, outcomes: readonly Outcome[], nowMs: number): Promise<Endpoint[]> {
  const organizationIds = [...new Set(outcomes.map(({ claim }) => claim.organizationId))];
  const ends = outcomes.flatMap(endOf);
  const waits = outcomes.flatMap(waitOf);
  return await inTransaction(pool, organizationIds, async (transaction) => {
    // The outbox is locked before the deliveries, and the endpoints last, in the order of claims, so that no deadlock
    // is possible.
    const [, , , failing] = await Promise.all([
      ends.length === 0 ? [] : transaction.query(END, [JSON.stringify(ends), transaction.clock.now()]),
      waits.length === 0 ? [] : transaction.query(WAIT, [JSON.stringify(waits), transaction.clock.now()]),
      insertAttempts(transaction, outcomes.map(attemptOf)),
      noteHealth(transaction, outcomes, nowMs),
    ]);
    return failing;
  });
}

interface End {
  delivery_id: string;
  attempt: number;
  status: 'DELIVERED' | 'FAILED';
}

function endOf({ claim, verdict }: Outcome): End[] {
  const { deliveryId: delivery_id, attempt, step } = claim;
  if (verdict === 'delivered') return [{ delivery_id, attempt, status: 'DELIVERED' }];
  const isLast = verdict === 'retry' && step >= ATTEMPTS_MAX;
  return verdict === 'failed' || verdict === 'gone' || isLast ? [{ delivery_id, attempt, status: 'FAILED' }] : [];
}

/** A delivery that arrived is done, even when another worker has claimed it meanwhile. */
const END = `
  WITH ended AS (
    DELETE FROM svc.webhook_outbox o
    USING json_to_recordset($1) AS s (delivery_id uuid, attempt integer, status text)
    WHERE o.delivery_id = s.delivery_id AND (o.attempt = s.attempt OR s.status = 'DELIVERED')
    RETURNING o.organization_id, o.delivery_id, s.status
  )
  UPDATE svc.webhook_deliveries d SET status = ended.status, settled_at = $2::timestamptz
  FROM ended WHERE d.organization_id = ended.organization_id AND d.id = ended.delivery_id`;

function waitOf({ claim, verdict, retryAfterMs }: Outcome): object[] {
  const { deliveryId: delivery_id, attempt, step } = claim;
  if (verdict === 'released') return [{ delivery_id, attempt, delay_ms: retryAfterMs ?? 0, steps_back: 1 }];
  const circumstances = { random: Math.random(), notBeforeMs: retryAfterMs };
  const delayMs = verdict === 'retry' ? nextDelayMs(BACK_OFF, step, circumstances) : null;
  return delayMs === null ? [] : [{ delivery_id, attempt, delay_ms: delayMs, steps_back: 0 }];
}

const WAIT = `
  UPDATE svc.webhook_outbox o
  SET due_at = ${dueIn('s.delay_ms', '$2')}, claimed_at = NULL, step = o.step - s.steps_back
  FROM json_to_recordset($1) AS s (delivery_id uuid, attempt integer, delay_ms double precision, steps_back smallint)
  WHERE o.delivery_id = s.delivery_id AND o.attempt = s.attempt`;

function attemptOf({ claim, atMs, status, error, latencyMs, answer }: Outcome): AttemptRow {
  return {
    organization_id: claim.organizationId,
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    at: new Date(atMs),
    status,
    error,
    latency_ms: latencyMs,
    answer,
  };
}
