// SPDX-License-Identifier: Apache-2.0
/** How many agents a scan can compare with their own past. */
import type { AnomalyScanState } from '@svc/contract';
import type pg from 'pg';
import { inTransaction } from '../../storage/db/index.ts';
import { PAST_DAYS_MIN, PAST_EVENTS_MIN } from './judge.ts';
import { scanWindows } from './windows.ts';

/** Read from the sums of the last scan, with the least history that the judgement asks for. */
export async function readScanState(pool: pg.Pool, organizationId: string, nowMs: number): Promise<AnomalyScanState> {
  const { pastFrom, pastUntil } = scanWindows(nowMs);
  const [row] = await inTransaction(pool, [organizationId], (transaction) =>
    transaction.queryOnce<{ agents: number }>(COUNT_COMPARED, [
      organizationId,
      pastFrom,
      pastUntil,
      PAST_DAYS_MIN,
      PAST_EVENTS_MIN,
    ]),
  );
  return { agentsCompared: row?.agents ?? 0 };
}

const COUNT_COMPARED = `
  SELECT count(*)::int AS agents FROM (
    SELECT 1 FROM svc.agent_hours
    WHERE organization_id = $1 AND hour_at >= $2 AND hour_at < $3
    GROUP BY agent_id
    HAVING count(DISTINCT date_bin('1 day', hour_at, '2000-01-01T00:00Z')) >= $4 AND sum(events) >= $5
  ) compared`;
