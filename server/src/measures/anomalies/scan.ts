// SPDX-License-Identifier: Apache-2.0
/** Scans for anomalies: rolls up new events, judges the last hour, and opens anomalies. */
import type { AnomalyScan } from '@svc/contract';
import type pg from 'pg';
import { ORGANIZATIONS_PER_PAGE, organizationsAfter } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import { findAnomalies } from './find.ts';
import { openAnomalies, type ScanActor } from './open.ts';
import { forgetOldSums, rollUp } from './roll-up.ts';

/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;

const TASK_ACTOR: ScanActor = { type: 'system', id: 'anomaly-scan' };

export interface ScanDeps {
  pool: pg.Pool;
  metrics: Metrics;
}

/**
 * Scans every organization with new events since its last scan. A failing one does not delay the others.
 * @param signal stops between two organizations, and between two batches of events
 * @returns the number of organizations left for the next run
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function scanAll(deps: ScanDeps, signal: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let left = 0;
  let after: string | null = null;
  do {
    const organizationIds = await organizationsAfter(deps.pool, after);
    for (const organizationId of await organizationsWithNews(deps.pool, organizationIds)) {
      try {
        const scan = signal.aborted ? null : await scanOrganization(deps, organizationId, TASK_ACTOR, signal);
        if (scan?.isComplete !== true) left += 1;
      } catch (error) {
        failures.push(error);
        if (failures.length > FAILURES_MAX) throw new AggregateError(failures);
      }
    }
    after = organizationIds.length === ORGANIZATIONS_PER_PAGE ? (organizationIds.at(-1) ?? null) : null;
  } while (after !== null && !signal.aborted);
  if (failures.length > 0) throw new AggregateError(failures);
  return left;
}

/**
 * Scans one organization now. Two concurrent scans, on any two processes, roll up nothing twice and open nothing twice.
 * While one run could not roll up all events, nothing is judged: a half-counted hour proves nothing.
 */
export async function scanOrganization(
  { pool, metrics }: ScanDeps,
  organizationId: string,
  actor: ScanActor,
  signal: AbortSignal,
): Promise<AnomalyScan> {
  const { seq, isComplete } = await rollUp(pool, organizationId, pool.clock.nowMs(), signal);
  if (!isComplete) return { opened: [], isComplete };
  const readAtMs = pool.clock.nowMs();
  const findings = await findAnomalies(pool, organizationId, readAtMs);
  const opened = await openAnomalies(pool, organizationId, findings, actor, readAtMs);
  for (const { kind } of opened) metrics.anomaliesOpened[kind].add();
  await inTransaction(pool, [organizationId], async (transaction) => {
    await transaction.query(NOTE_SCAN, [organizationId, seq]);
    await forgetOldSums(transaction, organizationId, readAtMs);
  });
  return { opened, isComplete };
}

/** Events whose scan did not end after the roll-up are scanned again. */
const NOTE_SCAN = `
  UPDATE svc.anomaly_cursors SET scanned_seq = GREATEST(scanned_seq, $2) WHERE organization_id = $1`;

/** Selects those whose chain has grown since their last scan: a quiet deployment costs one query. */
async function organizationsWithNews(pool: pg.Pool, organizationIds: readonly string[]): Promise<string[]> {
  if (organizationIds.length === 0) return [];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_WITH_NEWS, [organizationIds]),
  );
  return rows.map((row) => row.organization_id);
}

const SELECT_WITH_NEWS = `
  SELECT h.organization_id
  FROM svc.organization_heads h LEFT JOIN svc.anomaly_cursors c USING (organization_id)
  WHERE h.organization_id = ANY ($1::uuid[]) AND h.audit_seq > COALESCE(c.scanned_seq, 0)
  ORDER BY h.organization_id`;
