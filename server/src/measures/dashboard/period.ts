// SPDX-License-Identifier: Apache-2.0
/** The period of an overview, and its bins: hours or days as they begin in the organization's time zone. */
import type { Dashboard } from '@svc/contract';
import { invalid } from '../../platform/errors/index.ts';
import type { Transaction } from '../../storage/db/index.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const PERIOD_DAYS_DEFAULT = 30;
const PERIOD_DAYS_MAX = 400;
/** A longer period has days instead of hours. */
const HOURS_MAX = 72;

export interface Asked {
  from: Date;
  to: Date;
  step: Dashboard['step'];
}

/** @throws ApiError 400 */
export function checkedPeriod(from: Date | null, to: Date | null, nowMs: number): Asked {
  const end = to ?? new Date(nowMs);
  const start = from ?? new Date(end.getTime() - PERIOD_DAYS_DEFAULT * DAY_MS);
  const lengthMs = end.getTime() - start.getTime();
  if (lengthMs <= 0) throw invalid('to', 'must be later than `from`');
  if (lengthMs > PERIOD_DAYS_MAX * DAY_MS) {
    throw invalid('from', `must be at most ${PERIOD_DAYS_MAX} days before \`to\``);
  }
  return { from: start, to: end, step: lengthMs <= HOURS_MAX * HOUR_MS ? 'HOUR' : 'DAY' };
}

export interface Bins {
  /** The start of the first bin. */
  from: Date;
  to: Date;
  /** The start of each bin, in order. */
  starts: readonly Date[];
  timeZone: string;
  /** Decisions up to about this moment are counted. */
  countedAt: Date;
}

interface BinsRow {
  [column: string]: unknown;
  starts: Date[];
  time_zone: string;
  counted_at: Date;
}

export async function readBins(
  transaction: Transaction,
  organizationId: string,
  { from, to, step }: Asked,
): Promise<Bins> {
  const [row] = await transaction.query<BinsRow>(SELECT_BINS[step], [
    organizationId,
    from,
    to,
    transaction.clock.now(),
  ]);
  if (row === undefined) throw new Error('a member of an organization that is not there');
  return { from: row.starts[0] ?? from, to, starts: row.starts, timeZone: row.time_zone, countedAt: row.counted_at };
}

/** Hours are equally long; days are counted by the clock of the zone, which now and then is put forward or back. */
const STARTS: Record<Dashboard['step'], string> = {
  HOUR: `SELECT generate_series(date_trunc('hour', $2::timestamptz, o.time_zone), $3::timestamptz, interval '1 hour')`,
  DAY: `
      SELECT generate_series(date_trunc('day', $2::timestamptz AT TIME ZONE o.time_zone),
        $3::timestamptz AT TIME ZONE o.time_zone, interval '1 day') AT TIME ZONE o.time_zone`,
};

const selectBins = (step: Dashboard['step']): string => `
  SELECT o.time_zone, ARRAY(SELECT at FROM (${STARTS[step]}) AS s (at) WHERE at < $3 ORDER BY at) AS starts,
    CASE WHEN c.counted_seq >= h.audit_seq THEN $4::timestamptz ELSE COALESCE(c.counted_at, o.created_at)
      END AS counted_at
  FROM svc.organizations o
    JOIN svc.organization_heads h USING (organization_id)
    LEFT JOIN svc.count_cursors c USING (organization_id)
  WHERE o.organization_id = $1`;
const SELECT_BINS: Record<Dashboard['step'], string> = { HOUR: selectBins('HOUR'), DAY: selectBins('DAY') };
