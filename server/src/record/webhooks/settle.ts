// SPDX-License-Identifier: Apache-2.0
/** Records the results of attempts: the log, the end of a delivery or its next attempt, and the health of endpoints. */

import type pg from 'pg';
import { byOrganization, inTransaction } from '../../storage/db/index.ts';
import { nextDelayMs } from '../../storage/outbox/index.ts';
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
  const outcomesOf = byOrganization(outcomes, ({ claim }) => claim.organizationId);
  const organizationIds = outcomesOf.map(([organizationId]) => organizationId);
  return await inTransaction(pool, organizationIds, async (transaction) => {
    const writtenAtMs = transaction.clock.nowMs();
    const ofEach = <Result>(send: (organizationId: string, own: readonly Outcome[]) => Promise<Result>) =>
      outcomesOf.map(([organizationId, own]) => send(organizationId, own));
    const write = (text: string, rowsOf: (outcome: Outcome) => { delivery_id: string }[], ...more: unknown[]) =>
      ofEach(async (organizationId, own) => {
        const rows = own.flatMap(rowsOf);
        const ids = rows.map((row) => row.delivery_id);
        if (rows.length > 0) await transaction.query(text, [organizationId, ids, JSON.stringify(rows), ...more]);
      });
    // The outbox is locked before the deliveries, and the endpoints last, in the order of claims, so that no deadlock
    // is possible.
    const written = [
      ...write(END, endOf, new Date(writtenAtMs)),
      ...write(WAIT, (outcome) => waitOf(outcome, writtenAtMs)),
    ];
    const logged = ofEach((organizationId, own) => insertAttempts(transaction, organizationId, own.map(attemptOf)));
    const noted = ofEach((organizationId, own) => noteHealth(transaction, organizationId, own, nowMs));
    const [failing] = await Promise.all([Promise.all(noted), ...written, ...logged]);
    return failing.flat();
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

/** The keys stand in the conditions of indexes: a join alone may read all rows of the organization. */
const KEYS = 'ANY ($2::uuid[])';

/** A delivery that arrived is done, even when another worker has claimed it meanwhile. */
const END = `
  WITH ended AS (
    DELETE FROM svc.webhook_outbox o
    USING json_to_recordset($3) AS s (delivery_id uuid, attempt integer, status text)
    WHERE o.organization_id = $1 AND o.delivery_id = ${KEYS} AND o.delivery_id = s.delivery_id
      AND (o.attempt = s.attempt OR s.status = 'DELIVERED')
    RETURNING o.delivery_id, s.status
  )
  UPDATE svc.webhook_deliveries d SET status = ended.status, settled_at = $4::timestamptz
  FROM ended WHERE d.organization_id = $1 AND d.id = ${KEYS} AND d.id = ended.delivery_id`;

function waitOf({ claim, verdict, retryAfterMs }: Outcome, nowMs: number): { delivery_id: string }[] {
  const { deliveryId: delivery_id, attempt, step } = claim;
  const again = (delayMs: number, steps_back: number) => ({
    ...{ delivery_id, attempt, steps_back },
    due_at: new Date(nowMs + delayMs),
  });
  if (verdict === 'released') return [again(retryAfterMs ?? 0, 1)];
  const circumstances = { random: Math.random(), notBeforeMs: retryAfterMs };
  const delayMs = verdict === 'retry' ? nextDelayMs(BACK_OFF, step, circumstances) : null;
  return delayMs === null ? [] : [again(delayMs, 0)];
}

const WAIT = `
  UPDATE svc.webhook_outbox o
  SET due_at = s.due_at, claimed_at = NULL, step = o.step - s.steps_back
  FROM json_to_recordset($3) AS s (delivery_id uuid, attempt integer, due_at timestamptz, steps_back smallint)
  WHERE o.organization_id = $1 AND o.delivery_id = ${KEYS} AND o.delivery_id = s.delivery_id AND o.attempt = s.attempt`;

function attemptOf({ claim, atMs, status, error, latencyMs, answer }: Outcome): AttemptRow {
  return {
    delivery_id: claim.deliveryId,
    attempt: claim.attempt,
    at: new Date(atMs),
    status,
    error,
    latency_ms: latencyMs,
    answer,
  };
}
