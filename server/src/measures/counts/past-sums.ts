// SPDX-License-Identifier: Apache-2.0
/** The end of sums. Two concurrent runs delete the same rows, which does no harm. */
import type pg from 'pg';
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { daysKeptFrom } from './record-sums.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const SLICE_MS = 5 * MINUTE_MS;

/** Two years and a month: a month can be compared with the same one of the two years before. */
const DECISION_SUMS_KEPT_MS = 760 * DAY_MS;
/** An agent is compared with 14 days before its last hour. */
const AGENT_HOURS_KEPT_MS = 16 * DAY_MS;
const AGENT_SLICES_KEPT_MS = 3 * HOUR_MS;
/** Rows that one run deletes for one organization, of each table. */
const DELETED_PER_RUN_MAX = 20_000;

/** Sums of agents that begin before these moments are neither made nor kept. */
export function agentSumsKeptFrom(nowMs: number): { hours: Date; slices: Date } {
  return {
    hours: new Date(floor(nowMs, HOUR_MS) - AGENT_HOURS_KEPT_MS),
    slices: new Date(floor(nowMs, SLICE_MS) - AGENT_SLICES_KEPT_MS),
  };
}

const floor = (ms: number, unitMs: number): number => ms - (ms % unitMs);

/** Deletes what is past of an organization, but for its sums of decisions. */
export async function forgetPastSums(transaction: Transaction, organizationId: string, now: Date): Promise<void> {
  const { hours, slices } = agentSumsKeptFrom(now.getTime());
  for (const [sql, before] of [
    [DELETE_SLICES, slices],
    [DELETE_HOURS, hours],
    [DELETE_DAYS, now],
    [DELETE_USES, now],
  ] as const) {
    await transaction.query(sql, [organizationId, before, DELETED_PER_RUN_MAX]);
  }
}

const deletePast = (table: string, isPast: string): string => `
  DELETE FROM svc.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM svc.${table} WHERE organization_id = $1 AND ${isPast} LIMIT $3
  ))`;
const DELETE_SLICES = deletePast('agent_slices', 'slice_at < $2');
const DELETE_HOURS = deletePast('agent_hours', 'hour_at < $2');
const DELETE_DAYS = deletePast('figure_days', `day < ${daysKeptFrom('$2')}`);
const DELETE_USES = deletePast('figure_uses', `day < ${daysKeptFrom('$2')}`);

/**
 * Deletes sums of decisions that are past, of all organizations.
 * @returns the number of deleted rows, at most `rowsMax` of a page and table; fewer than `rowsMax` were the last
 */
export async function forgetDecisionSums(pool: pg.Pool, nowMs: number, rowsMax: number): Promise<number> {
  const before = new Date(nowMs - DECISION_SUMS_KEPT_MS);
  let deleted = 0;
  for await (const page of pagesOfOrganizations(pool)) {
    if (deleted >= rowsMax) break;
    deleted += await inTransaction(pool, page, async (transaction) => {
      let most = 0;
      for (const sql of DELETIONS)
        most = Math.max(most, (await transaction.query(sql, [page, before, rowsMax])).length);
      return most;
    });
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
