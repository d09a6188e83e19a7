// SPDX-License-Identifier: Apache-2.0
/** The present, whatever the period: waiting reviews by age, open anomalies, and webhook endpoints in trouble. */
import { type Dashboard, OVERVIEW_REVIEWS_COUNTED_MAX } from '@svc/contract';
import type { Transaction } from '../../storage/db/index.ts';

/** The groups of waiting reviews, by the minutes since the decision; the last has no end. */
const AGES_UNDER_MINUTES = [60, 240, 1_440, null] as const;

interface PresentRow {
  [column: string]: unknown;
  reviews: number;
  next_expires_at: Date | null;
  ages: number[];
  open: number;
  high: number;
  failing: number;
  failing_since: Date | null;
  disabled: number;
}

export async function readNow(
  transaction: Transaction,
  organizationId: string,
  sandbox: boolean,
): Promise<Pick<Dashboard, 'waiting' | 'anomalies' | 'deliveries'>> {
  const bounds = AGES_UNDER_MINUTES.slice(0, -1).map((minutes) => `${minutes} minutes`);
  const [row] = await transaction.query<PresentRow>(SELECT_PRESENT, [
    organizationId,
    sandbox,
    bounds,
    OVERVIEW_REVIEWS_COUNTED_MAX,
    transaction.clock.now(),
  ]);
  if (row === undefined) throw new Error('an aggregate without a row');
  return {
    waiting: {
      reviews: row.reviews,
      nextExpiresAt: row.next_expires_at?.toISOString() ?? null,
      ages: AGES_UNDER_MINUTES.map((underMinutes, index) => ({ underMinutes, reviews: row.ages[index] ?? 0 })),
    },
    // Events of TEST keys are never scanned.
    anomalies: sandbox ? { open: 0, high: 0 } : { open: row.open, high: row.high },
    deliveries: {
      failingEndpoints: row.failing,
      failingSince: row.failing_since?.toISOString() ?? null,
      disabledEndpoints: row.disabled,
    },
  };
}

/**
 * The reviews are looked at once, the soonest to expire first, up to a bound. An expired one no longer waits, though
 * its expiry may not be recorded yet.
 */
const SELECT_PRESENT = `
  WITH waiting AS MATERIALIZED (
    SELECT width_bucket($5::timestamptz - created_at, $3::interval[]) AS age, count(*)::int AS reviews,
      min(expires_at) AS next_expires_at
    FROM (
      SELECT created_at, expires_at FROM svc.reviews
      WHERE organization_id = $1 AND sandbox = $2 AND status = 'PENDING' AND expires_at > $5::timestamptz
      ORDER BY expires_at LIMIT $4
    ) AS counted
    GROUP BY age
  )
  SELECT w.*, a.*, e.*
  FROM (
    SELECT COALESCE(sum(reviews), 0)::int AS reviews, min(next_expires_at) AS next_expires_at,
      ARRAY(
        SELECT COALESCE((SELECT reviews FROM waiting WHERE age = n), 0)
        FROM generate_series(0, cardinality($3::interval[])) AS n ORDER BY n
      ) AS ages
    FROM waiting
  ) AS w, (
    SELECT count(*)::int AS open, (count(*) FILTER (WHERE severity = 'HIGH'))::int AS high
    FROM svc.anomalies WHERE organization_id = $1 AND (closed_at IS NULL) = true
  ) AS a, (
    SELECT (count(*) FILTER (WHERE disabled_at IS NULL AND failing_since IS NOT NULL))::int AS failing,
      min(failing_since) FILTER (WHERE disabled_at IS NULL) AS failing_since,
      (count(*) FILTER (WHERE disabled_reason IN ('gone', 'failing')))::int AS disabled
    FROM svc.webhook_endpoints WHERE organization_id = $1
  ) AS e`;
