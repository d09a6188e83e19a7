// SPDX-License-Identifier: Apache-2.0
/** The counts of budgets in calendar windows, with the names of those whose counts they are. */
import { BUDGET_BUCKETS_SHOWN_MAX, BUDGET_WINDOWS, type BudgetUsage } from '@svc/contract';
import type { BudgetRule } from '@svc/core/budgets';
import { type CalendarWindow, windowBefore, windowOf } from '@svc/core/local-time';
import type { Transaction } from '../../storage/db/index.ts';

type Use = BudgetUsage['windows'][number];

/** One count, as a row. */
export interface CountRow {
  [column: string]: unknown;
  of: string;
  bucket: string;
  used: number;
  agent: Use['agent'];
  resource: Use['resource'];
  /** The number of counts in the window. */
  counts: number;
  start: Date;
}

export async function selectTimeZone(transaction: Transaction, organizationId: string): Promise<string> {
  const [row] = await transaction.query<{ time_zone: string }>(SELECT_TIME_ZONE, [organizationId]);
  if (row === undefined) throw new Error('there is no such organization');
  return row.time_zone;
}

const SELECT_TIME_ZONE = 'SELECT time_zone FROM svc.organizations WHERE organization_id = $1';

/** The fullest count of each budget in the present window. */
export async function selectPresentCounts(
  transaction: Transaction,
  organizationId: string,
  sandbox: boolean,
  timeZone: string,
): Promise<Map<string, CountRow>> {
  const nowMs = transaction.clock.nowMs();
  const starts = BUDGET_WINDOWS.map((window) => new Date(windowOf(nowMs, window, timeZone).startMs));
  const rows = await transaction.query<CountRow>(SELECT_PRESENT, [organizationId, sandbox, BUDGET_WINDOWS, starts]);
  return new Map(rows.map((row) => [row.of, row]));
}

/** Newest first; of each window the fullest counts. */
export async function selectCounts(
  transaction: Transaction,
  organizationId: string,
  { id, sandbox, windows }: { id: string; sandbox: boolean; windows: readonly CalendarWindow[] },
): Promise<CountRow[]> {
  const starts = windows.map(({ startMs }) => new Date(startMs));
  return await transaction.query<CountRow>(SELECT_COUNTS, [organizationId, sandbox, id, starts]);
}

/** A bucket holds the id of an agent, of a resource, or both in this order. */
const HOLDERS = `
  (SELECT json_build_object('id', a.id, 'name', a.name) FROM svc.agents a
    WHERE a.organization_id = $1 AND a.id = NULLIF(split_part(c.bucket, ' ', 1), '')::uuid) AS agent,
  (SELECT json_build_object('id', r.id, 'name', r.name) FROM svc.resources r
    WHERE r.organization_id = $1 AND r.id = NULLIF(split_part(c.bucket, ' ', -1), '')::uuid) AS resource`;

const SELECT_PRESENT = `
  SELECT c.*, ${HOLDERS}
  FROM (
    SELECT DISTINCT ON (k.of) k.of, k.bucket, k.used, k.window_start AS start,
      (count(*) OVER (PARTITION BY k.of))::integer AS counts
    FROM unnest($3::text[], $4::timestamptz[]) AS w (name, start)
      JOIN svc.budgets b ON b.organization_id = $1 AND b.spec ->> 'window' = w.name
      JOIN svc.counters k ON k.organization_id = $1 AND k.of = b.id AND k.window_start = w.start AND k.sandbox = $2
    ORDER BY k.of, k.used DESC, k.bucket
  ) AS c`;

const SELECT_COUNTS = `
  SELECT c.*, ${HOLDERS}
  FROM unnest($4::timestamptz[]) AS w (start) CROSS JOIN LATERAL (
    SELECT k.of, k.bucket, k.used, k.window_start AS start, (count(*) OVER ())::integer AS counts
    FROM svc.counters k
    WHERE k.organization_id = $1 AND k.of = $3 AND k.window_start = w.start AND k.sandbox = $2
    ORDER BY k.used DESC, k.bucket LIMIT ${BUDGET_BUCKETS_SHOWN_MAX}
  ) AS c
  ORDER BY c.start DESC, c.used DESC, c.bucket`;

/** The present window and those before it, newest first. */
export function lastWindows({ spec }: BudgetRule, count: number, timeZone: string, nowMs: number): CalendarWindow[] {
  const windows = [windowOf(nowMs, spec.window, timeZone)];
  for (let last = windows[0]; last !== undefined && windows.length < count; ) {
    last = windowBefore(last, spec.window, timeZone);
    windows.push(last);
  }
  return windows;
}

/** A count as answers tell it; one that is not there has let nothing through. */
export function useOf(rule: BudgetRule, { startMs, endMs }: CalendarWindow, row: CountRow | undefined): Use {
  const { spec, raised } = rule;
  const room = raised !== null && raised.windowStartMs === startMs ? raised.amount : 0;
  return {
    start: new Date(startMs).toISOString(),
    end: new Date(endMs).toISOString(),
    bucket: row?.bucket ?? '',
    agent: row?.agent ?? null,
    resource: row?.resource ?? null,
    used: row?.used ?? 0,
    limit: spec.limit + room,
  };
}
