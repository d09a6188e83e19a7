// SPDX-License-Identifier: Apache-2.0
/** A period as hours and whole days: the row of a day stands for those of its 24 hours. */
import type { Transaction } from '../../storage/db/index.ts';

export interface Period {
  from: Date;
  /** Hours that begin before it. */
  to: Date;
}

/** Hours from `from` and from `daysTo`, and days between the two. Without a whole day both bounds of days are `to`. */
export interface Span extends Period {
  daysFrom: Date;
  daysTo: Date;
}

/** Reads which days of a period are summed. */
export async function readSpan(transaction: Transaction, organizationId: string, { from, to }: Period): Promise<Span> {
  const [days] = await transaction.query<DaysRow>(SELECT_DAYS, [organizationId, from, to]);
  return days === undefined || days.daysFrom >= days.daysTo ? hoursOf({ from, to }) : { from, to, ...days };
}

/** A period whose hours are looked at one by one. */
export const hoursOf = ({ from, to }: Period): Span => ({ from, to, daysFrom: to, daysTo: to });

interface DaysRow {
  [column: string]: unknown;
  daysFrom: Date;
  daysTo: Date;
}

/** The start of the first day that begins in the period; zones put their clocks forward and back. */
const FIRST_DAY = `
    CASE
      WHEN date_trunc('day', $2::timestamptz, o.time_zone) = $2 THEN $2
      ELSE (date_trunc('day', $2 AT TIME ZONE o.time_zone) + interval '1 day') AT TIME ZONE o.time_zone
    END`;

/** Days of another zone than the organization's are not read: the task sums them anew. */
const SELECT_DAYS = `
  SELECT ${FIRST_DAY} AS "daysFrom",
    GREATEST($2, LEAST(c.days_to, date_trunc('day', $3::timestamptz, o.time_zone))) AS "daysTo"
  FROM svc.organizations o JOIN svc.count_cursors c USING (organization_id, time_zone)
  WHERE o.organization_id = $1`;

/**
 * The rows of a span, with the column `at` for the start of their hour or day. The parameters are numbered: $1
 * organization, $2 sandbox, $3 grain, $4 from, $5 first day, $6 end of the days, $7 end.
 * @param columns what is read beside `at`
 * @param matching further conditions on the keys of a row
 */
export function rowsOfSpan(sums: 'decision' | 'decision_code', columns: string, matching: string): string {
  const rows = (table: 'hours' | 'days', at: string, from: number): string => `
    SELECT ${at} AS at, ${columns} FROM svc.${sums}_${table}
    WHERE organization_id = $1 AND sandbox = $2 AND grain = $3 AND ${at} >= $${from} AND ${at} < $${from + 1}
      AND ${matching}`;
  const parts = [rows('hours', 'hour_at', 4), rows('days', 'day_at', 5), rows('hours', 'hour_at', 6)];
  return `(${parts.join(' UNION ALL ')})`;
}

/** The parameters $4 to $7 of `rowsOfSpan`. */
export const valuesOfSpan = ({ from, daysFrom, daysTo, to }: Span): Date[] => [from, daysFrom, daysTo, to];
