// SPDX-License-Identifier: Apache-2.0
/**
 * Sums of whole days from their hours, once a day is over. They are made anew when an event of an earlier day is
 * counted late. So are all after a change of the time zone, where days begin elsewhere.
 */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { OUTCOME_COLUMNS, RISK_COLUMNS } from './decision-sums.ts';

/** The bound of one run for one organization. */
const DAYS_PER_RUN_MAX = 20;

/**
 * Each day is a transaction: a broken-off run goes on where it stood, and concurrent ones do nothing twice.
 * @param signal stops between two days
 * @param now replaced by tests
 * @returns true when every day that is over has its sums
 */
export async function sumDays(
  pool: pg.Pool,
  organizationId: string,
  signal: AbortSignal,
  { daysMax = DAYS_PER_RUN_MAX, now = pool.clock.now() }: { daysMax?: number; now?: Date } = {},
): Promise<boolean> {
  for (let day = 0; day < daysMax && !signal.aborted; day += 1) {
    const isDone = await inTransaction(pool, [organizationId], async (transaction) => {
      // On most runs no day has ended since the last one: nothing is locked, and nothing is written.
      const [due] = await transaction.query<{ due: boolean }>(SELECT_DUE, [organizationId, now]);
      return due?.due !== true || (await sumNextDay(transaction, organizationId, now));
    });
    if (isDone) return true;
  }
  return false;
}

/** The start of today; a day is over some minutes late, for the last of its events. */
const TODAY = `date_trunc('day', $2::timestamptz - interval '5 minutes', c.time_zone)`;
const SELECT_DUE = `
  SELECT c.days_to < ${TODAY} AS due FROM svc.count_cursors c WHERE c.organization_id = $1 AND c.time_zone <> ''`;

interface NextRow {
  [column: string]: unknown;
  day_at: Date | null;
  day_end: Date | null;
  today: Date;
}

/** @returns true when there was none */
async function sumNextDay(transaction: Transaction, organizationId: string, now: Date): Promise<boolean> {
  await transaction.query(LOCK_CURSOR, [organizationId]);
  const [next] = await transaction.query<NextRow>(SELECT_NEXT_DAY, [organizationId, now]);
  if (next === undefined) return true;
  const { day_at: dayAt, day_end: dayEnd, today } = next;
  const isOver = dayAt !== null && dayEnd !== null && dayEnd <= today;
  // Rows that are there already miss late events, or begin where days of another zone did.
  const end = isOver ? dayEnd : today;
  for (const sql of DELETE_DAYS) await transaction.query(sql, [organizationId, end]);
  if (isOver) for (const sql of SUM_DAY) await transaction.query(sql, [organizationId, dayAt, dayEnd]);
  await transaction.query(MOVE_CURSOR, [organizationId, end]);
  return !isOver;
}

const LOCK_CURSOR = 'SELECT FROM svc.count_cursors WHERE organization_id = $1 FOR UPDATE';

/** The next day with decisions, and the start of today. */
const SELECT_NEXT_DAY = `
  SELECT date_trunc('day', h.hour_at, c.time_zone) AS day_at,
    (date_trunc('day', h.hour_at AT TIME ZONE c.time_zone) + interval '1 day') AT TIME ZONE c.time_zone AS day_end,
    ${TODAY} AS today
  FROM svc.count_cursors c, LATERAL (
    SELECT min(first.hour_at) AS hour_at
    FROM (VALUES (false), (true)) AS s (sandbox), LATERAL (
      SELECT hour_at FROM svc.decision_hours
      WHERE organization_id = $1 AND sandbox = s.sandbox AND grain = 'ALL' AND hour_at >= c.days_to
      ORDER BY hour_at LIMIT 1
    ) AS first
  ) AS h
  WHERE c.organization_id = $1 AND c.time_zone <> ''`;

const OF_ORGANIZATION = `
    organization_id = $1 AND sandbox = ANY (ARRAY[false, true])
    AND grain = ANY (ARRAY['ALL', 'AGENT', 'RESOURCE', 'PAIR'])`;
const deleteDays = (table: string): string => `
  DELETE FROM svc.${table} WHERE ${OF_ORGANIZATION} AND day_at < $2
    AND day_at >= (SELECT days_to FROM svc.count_cursors WHERE organization_id = $1)`;
const DELETE_DAYS = [deleteDays('decision_days'), deleteDays('decision_code_days')];

/** The organization is a column: a distributed database then adds the rows where it reads them. */
const sumDay = (
  sums: string,
  keys: string,
  columns: readonly string[],
  others = { columns: '', values: '' },
): string => `
  INSERT INTO svc.${sums}_days (organization_id, day_at, ${keys}, ${columns.join(', ')}${others.columns})
  SELECT organization_id, $2::timestamptz, ${keys},
    ${columns.map((column) => `sum(${column})`).join(', ')}${others.values}
  FROM svc.${sums}_hours WHERE ${OF_ORGANIZATION} AND hour_at >= $2 AND hour_at < $3
  GROUP BY organization_id, ${keys}`;
const NUMBERS = { columns: ', seq_from, seq_to', values: ', min(seq_from), max(seq_to)' };
const SUM_DAY = [
  sumDay('decision', 'sandbox, grain, agent_id, resource_id', [...OUTCOME_COLUMNS, ...RISK_COLUMNS], NUMBERS),
  sumDay('decision_code', 'sandbox, grain, kind, agent_id, resource_id, code', OUTCOME_COLUMNS),
];

const MOVE_CURSOR = 'UPDATE svc.count_cursors SET days_to = GREATEST(days_to, $2) WHERE organization_id = $1';
