// SPDX-License-Identifier: Apache-2.0
/** The streak of failures of an endpoint, and whether it is too long. */
import type { Transaction } from '../../storage/db/index.ts';
import { FAILING_MS_MAX, FAILURE_NOTED_EVERY_MS, FAILURES_APART_MS_MAX } from './limits.ts';
import type { Outcome } from './send.ts';

export interface Endpoint {
  organizationId: string;
  endpointId: string;
}

/**
 * Any success ends a streak of failures, even one of the same batch.
 * @returns endpoints that have failed for too long, among those whose failure was recorded: the others had theirs
 * within the hour
 */
export async function noteHealth(
  transaction: Transaction,
  organizationId: string,
  outcomes: readonly Pick<Outcome, 'claim' | 'verdict'>[],
  nowMs: number,
): Promise<Endpoint[]> {
  const told = outcomes.filter(({ verdict }) => verdict !== 'released');
  const healthy = endpointsOf(told.filter(({ verdict }) => verdict === 'delivered'));
  const failing = endpointsOf(told.filter(({ verdict }) => verdict !== 'delivered'));
  for (const endpointId of healthy) failing.delete(endpointId);
  const [, noted] = await Promise.all([
    healthy.size === 0 ? [] : transaction.query(NOTE_SUCCESS, [organizationId, [...healthy], new Date(nowMs)]),
    failing.size === 0
      ? []
      : transaction.query<NotedRow>(NOTE_FAILURE, [organizationId, [...failing], ...failureTimes(nowMs)]),
  ]);
  return noted
    .filter((row) => row.is_enabled && row.failing_since.getTime() <= nowMs - FAILING_MS_MAX)
    .map((row) => ({ organizationId, endpointId: row.id }));
}

interface NotedRow extends Record<string, unknown> {
  id: string;
  failing_since: Date;
  is_enabled: boolean;
}

const endpointsOf = (outcomes: readonly Pick<Outcome, 'claim'>[]): Set<string> =>
  new Set(outcomes.map(({ claim }) => claim.endpointId));

function failureTimes(nowMs: number): Date[] {
  return [nowMs, nowMs - FAILURES_APART_MS_MAX, nowMs - FAILURE_NOTED_EVERY_MS].map((atMs) => new Date(atMs));
}

/** Rows that another process is writing are skipped: it writes the same, or the next attempt will. */
const noted = (values: string, condition: string) => `
  UPDATE svc.webhook_endpoints e SET ${values}
  FROM (
    SELECT w.id FROM svc.webhook_endpoints w
    WHERE w.organization_id = $1 AND w.id = ANY ($2::uuid[]) AND (${condition})
    FOR NO KEY UPDATE SKIP LOCKED
  ) AS changed
  WHERE e.organization_id = $1 AND e.id = changed.id
  RETURNING e.id, e.failing_since, e.disabled_at IS NULL AS is_enabled`;

const called = (now: string) => `first_called_at = coalesce(e.first_called_at, ${now}::timestamptz)`;

const NOTE_SUCCESS = noted(
  `failing_since = NULL, last_failed_at = NULL, ${called('$3')}`,
  'w.failing_since IS NOT NULL OR w.first_called_at IS NULL',
);

/** A failure long after the last one, or without a known one, begins a new streak. */
const NOTE_FAILURE = noted(
  `failing_since = CASE WHEN e.last_failed_at >= $4 THEN coalesce(e.failing_since, $3) ELSE $3::timestamptz END,
    last_failed_at = $3, ${called('$3')}`,
  '(w.last_failed_at >= $5::timestamptz) IS NOT TRUE',
);

/**
 * A condition on an endpoint's columns: it must still be disabled. It includes the last failure, because an old streak
 * is over.
 * @param place number of the first of two parameters, the `failedForLongTimes`
 */
export const failedForLong = (place: number): string =>
  `disabled_at IS NULL AND failing_since <= $${place} AND last_failed_at >= $${place + 1}`;

export function failedForLongTimes(nowMs: number): Date[] {
  return [new Date(nowMs - FAILING_MS_MAX), new Date(nowMs - FAILURES_APART_MS_MAX)];
}
