// SPDX-License-Identifier: Apache-2.0
/** Counts the decisions of every organization, and deletes their old sums. */
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { countDecisions } from './count-decisions.ts';
import { sumDays } from './days.ts';

/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;
/** Two years and a month: a month can be compared with the same one of the two years before. */
const SUMS_KEPT_DAYS = 760;
const DAY_MS = 86_400_000;

export interface EveryOrganization {
  pool: pg.Pool;
  /** A page of ids behind this one; none at the end. */
  organizationsAfter(after: string | null): Promise<readonly string[]>;
}

/**
 * Counts for every organization with new events, or with a day that is over. A failing one does not delay
 * the others.
 * @param signal stops between two organizations, and between two batches of events
 * @returns the number of organizations with events or days left for the next run
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function countAllDecisions(
  { pool, organizationsAfter }: EveryOrganization,
  signal: AbortSignal,
): Promise<number> {
  const failures: unknown[] = [];
  let left = 0;
  let page = await organizationsAfter(null);
  while (page.length > 0 && !signal.aborted) {
    for (const organizationId of await organizationsToCount(pool, page)) {
      try {
        const counted = !signal.aborted && (await countDecisions(pool, organizationId, signal));
        if (!counted || !(await sumDays(pool, organizationId, signal))) left += 1;
      } catch (error) {
        failures.push(error);
        if (failures.length > FAILURES_MAX) throw new AggregateError(failures);
      }
    }
    page = await organizationsAfter(page.at(-1) ?? null);
  }
  if (failures.length > 0) throw new AggregateError(failures);
  return left;
}

/** Selects those whose chain has grown, and each one once a day: a quiet deployment costs one query. */
async function organizationsToCount(pool: pg.Pool, organizationIds: readonly string[]): Promise<string[]> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_TO_COUNT, [organizationIds, transaction.clock.now()]),
  );
  return rows.map((row) => row.organization_id);
}

const SELECT_TO_COUNT = `
  SELECT h.organization_id
  FROM svc.organization_heads h LEFT JOIN svc.roll_up_cursors c USING (organization_id)
  WHERE h.organization_id = ANY ($1::uuid[])
    AND (h.audit_seq > COALESCE(c.counted_seq, 0) OR c.days_to < $2::timestamptz - interval '26 hours')
  ORDER BY h.organization_id`;

/**
 * Deletes sums past their time. Two concurrent runs delete the same rows, which does no harm.
 * @returns the number of deleted rows, at most `rowsMax` of a page and table; fewer than `rowsMax` were the last
 */
export async function forgetOldSums(
  { pool, organizationsAfter }: EveryOrganization,
  nowMs: number,
  rowsMax: number,
): Promise<number> {
  const before = new Date(nowMs - SUMS_KEPT_DAYS * DAY_MS);
  let deleted = 0;
  let page = await organizationsAfter(null);
  while (page.length > 0 && deleted < rowsMax) {
    const organizationIds = page;
    deleted += await inTransaction(pool, organizationIds, async (transaction) => {
      const values = [organizationIds, before, rowsMax];
      let most = 0;
      for (const sql of DELETIONS) most = Math.max(most, (await transaction.query(sql, values)).length);
      return most;
    });
    page = await organizationsAfter(page.at(-1) ?? null);
  }
  return deleted;
}

/** By the head of each primary key, where the old rows stand first. */
const oldRows = (table: string, at: string): string => `
  DELETE FROM svc.${table} WHERE ctid = ANY (ARRAY(
    SELECT h.ctid FROM unnest($1::uuid[]) AS o (organization_id),
      (VALUES (false), (true)) AS s (sandbox), (VALUES ('ALL'), ('AGENT'), ('RESOURCE'), ('PAIR')) AS g (grain),
      LATERAL (
        SELECT ctid FROM svc.${table} h
        WHERE h.organization_id = o.organization_id AND h.sandbox = s.sandbox AND h.grain = g.grain AND h.${at} < $2
        LIMIT $3
      ) AS h
    LIMIT $3
  )) AND ${at} < $2
  RETURNING 1`;
const DELETIONS = [
  oldRows('decision_hours', 'hour_at'),
  oldRows('decision_code_hours', 'hour_at'),
  oldRows('decision_days', 'day_at'),
  oldRows('decision_code_days', 'day_at'),
];
