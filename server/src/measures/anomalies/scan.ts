// SPDX-License-Identifier: Apache-2.0
/** Scans for anomalies: has new events counted, judges the last hour, and opens anomalies. */
import type { AnomalyScan } from '@svc/contract';
import type pg from 'pg';
import { dueBy, everyOrganization } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import { countEvents } from '../counts/index.ts';
import { findAnomalies } from './find.ts';
import { openAnomalies, type ScanActor } from './open.ts';

/** A scan counts what is new itself: a backlog of this many batches is left to the next one. */
const BATCHES_MAX = 500;

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
  const scan = async (organizationId: string): Promise<boolean> =>
    (await scanOrganization(deps, organizationId, TASK_ACTOR, signal)).isComplete;
  return await everyOrganization(deps.pool, dueBy(SELECT_WITH_NEWS), scan, signal);
}

/**
 * Scans one organization now. Two concurrent scans, on any two processes, count nothing twice and open nothing twice.
 * While one run could not count all events, nothing is judged: a half-counted hour proves nothing.
 */
export async function scanOrganization(
  { pool, metrics }: ScanDeps,
  organizationId: string,
  actor: ScanActor,
  signal: AbortSignal,
): Promise<AnomalyScan> {
  const { seq, isComplete } = await countEvents(pool, organizationId, signal, { batchesMax: BATCHES_MAX });
  if (!isComplete) return { opened: [], isComplete };
  const readAtMs = pool.clock.nowMs();
  const findings = await findAnomalies(pool, organizationId, readAtMs);
  const opened = await openAnomalies(pool, organizationId, findings, actor, readAtMs);
  for (const { kind } of opened) metrics.anomaliesOpened[kind].add();
  await inTransaction(pool, [organizationId], (transaction) => transaction.query(NOTE_SCAN, [organizationId, seq]));
  return { opened, isComplete };
}

/** Events whose scan did not end after they were counted are scanned again. */
const NOTE_SCAN = `
  UPDATE svc.count_cursors SET scanned_seq = GREATEST(scanned_seq, $2) WHERE organization_id = $1`;

/** Those whose chain has grown since their last scan: a quiet deployment costs one query. */
const SELECT_WITH_NEWS = `
  SELECT h.organization_id
  FROM svc.organization_heads h LEFT JOIN svc.count_cursors c USING (organization_id)
  WHERE h.organization_id = ANY ($1::uuid[]) AND h.audit_seq > COALESCE(c.scanned_seq, 0)
  ORDER BY h.organization_id`;
