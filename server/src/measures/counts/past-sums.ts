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

/** `$1`: the organization; `$2`: a moment; `$3`: rows, at most. Rows are found by their key. */
const deleteOld = (table: string, key: string, isOld: string): string => `
  WITH old AS MATERIALIZED (
    SELECT ${key} FROM svc.${table} WHERE organization_id = $1 AND ${isOld} LIMIT $3
  )
  DELETE FROM svc.${table} WHERE organization_id = $1 AND (${key}) IN (SELECT ${key} FROM old)
  RETURNING 1`;
const DELETE_SLICES = deleteOld('agent_slices', 'agent_id, slice_at', 'slice_at < $2');
const DELETE_HOURS = deleteOld('agent_hours', 'agent_id, hour_at', 'hour_at < $2');
const DELETE_DAYS = deleteOld('figure_days', 'sandbox, kind, record_id, day', `day < ${daysKeptFrom('$2')}`);
const DELETE_USES = deleteOld(
  'figure_uses',
  'sandbox, agent_id, resource_id, action, day',
  `day < ${daysKeptFrom('$2')}`,
);

/**
 * Deletes sums of decisions that are past, of all organizations.
 * @returns the number of deleted rows, at most `rowsMax` of an organization and table; fewer than `rowsMax` were the
 * last
 */
export async function forgetDecisionSums(pool: pg.Pool, nowMs: number, rowsMax: number): Promise<number> {
  const before = new Date(nowMs - DECISION_SUMS_KEPT_MS);
  let deleted = 0;
  for await (const page of pagesOfOrganizations(pool)) {
    const found = await inTransaction(pool, page, (transaction) =>
      transaction.query<{ organization_id: string }>(SELECT_WITH_OLD, [page, before]),
    );
    for (const { organization_id: id } of found) {
      if (deleted >= rowsMax) return deleted;
      deleted += await inTransaction(pool, [id], async (transaction) => {
        let most = 0;
        for (const sql of DELETIONS)
          most = Math.max(most, (await transaction.query(sql, [id, before, rowsMax])).length);
        return most;
      });
    }
  }
  return deleted;
}

/** Conditions of the head of each primary key, where the old rows stand first. */
const isOldSum = (at: string): string =>
  `sandbox IN (false, true) AND grain IN ('ALL', 'AGENT', 'RESOURCE', 'PAIR') AND ${at} < $2`;

const SUMS = [
  { table: 'decision_hours', at: 'hour_at', key: 'sandbox, grain, hour_at, agent_id, resource_id' },
  { table: 'decision_code_hours', at: 'hour_at', key: 'sandbox, grain, kind, hour_at, agent_id, resource_id, code' },
  { table: 'decision_days', at: 'day_at', key: 'sandbox, grain, day_at, agent_id, resource_id' },
  { table: 'decision_code_days', at: 'day_at', key: 'sandbox, grain, kind, day_at, agent_id, resource_id, code' },
];
const DELETIONS = SUMS.map(({ table, at, key }) => deleteOld(table, key, isOldSum(at)));

const hasOld = ({ table, at }: (typeof SUMS)[number]): string => `
  EXISTS (SELECT 1 FROM svc.${table} s WHERE s.organization_id = o.organization_id AND ${isOldSum(at)})`;
const SELECT_WITH_OLD = `
  SELECT o.organization_id FROM svc.organizations o
  WHERE o.organization_id = ANY ($1::uuid[]) AND (${SUMS.map(hasOld).join(' OR ')})`;
