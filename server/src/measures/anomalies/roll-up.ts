// SPDX-License-Identifier: Apache-2.0
/**
 * Rolls events up for the comparison. It sums each agent by hour and by five minutes. It keeps the first use of each
 * action by an agent, and of each external destination by a resource. Decisions are not slowed down: it reads committed
 * events, in the order of their audit numbers.
 */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { scanWindows } from './windows.ts';

/** Audit numbers that one transaction covers, of events and of other entries. */
const NUMBERS_PER_BATCH_MAX = 10_000;
/** The bound of one run for one organization; the next run takes the rest. */
const BATCHES_PER_RUN_MAX = 200;

export interface RollUpOptions {
  numbersPerBatchMax?: number;
}

export interface RolledUp {
  /** The sums include events up to this audit number. */
  seq: number;
  /** True when these were all events at its beginning. */
  isComplete: boolean;
}

/**
 * Counts the events since its last run. Sandbox events are left out. Concurrent or repeated runs count nothing twice:
 * the cursor is locked, and moves with the sums.
 */
export async function rollUp(
  pool: pg.Pool,
  organizationId: string,
  nowMs: number,
  signal: AbortSignal,
  { numbersPerBatchMax = NUMBERS_PER_BATCH_MAX }: RollUpOptions = {},
): Promise<RolledUp> {
  let goal: number | null = null;
  for (let batch = 0; ; batch += 1) {
    const { seq, headSeq } = await rollUpBatch(pool, organizationId, nowMs, numbersPerBatchMax);
    goal ??= headSeq;
    if (seq >= goal) return { seq, isComplete: true };
    if (signal.aborted || batch >= BATCHES_PER_RUN_MAX) return { seq, isComplete: false };
  }
}

async function rollUpBatch(
  pool: pg.Pool,
  organizationId: string,
  nowMs: number,
  numbersMax: number,
): Promise<{ seq: number; headSeq: number }> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const { seq, headSeq } = await lockCursor(transaction, organizationId);
    const until = Math.min(seq + numbersMax, headSeq);
    if (until > seq) await addEvents(transaction, organizationId, { after: seq, until, nowMs });
    return { seq: until, headSeq };
  });
}

/**
 * Only the holder of the cursor counts. The head is read without a lock: its number is committed, and so is every event
 * up to it.
 */
async function lockCursor(transaction: Transaction, organizationId: string): Promise<{ seq: number; headSeq: number }> {
  await transaction.query(INSERT_CURSOR, [organizationId]);
  const [cursor] = await transaction.query<{ rolled_up_seq: number }>(LOCK_CURSOR, [organizationId]);
  const [head] = await transaction.query<{ audit_seq: number }>(SELECT_HEAD, [organizationId]);
  const seq = cursor?.rolled_up_seq ?? 0;
  // A deleted organization has nothing left to count.
  return { seq, headSeq: head?.audit_seq ?? seq };
}

const INSERT_CURSOR = `
  INSERT INTO svc.anomaly_cursors (organization_id, rolled_up_seq, scanned_seq)
  SELECT organization_id, 0, 0 FROM svc.organization_heads WHERE organization_id = $1
  ON CONFLICT (organization_id) DO NOTHING`;

const LOCK_CURSOR = `SELECT rolled_up_seq FROM svc.anomaly_cursors WHERE organization_id = $1 FOR UPDATE`;

const SELECT_HEAD = `SELECT audit_seq FROM svc.organization_heads WHERE organization_id = $1`;

async function addEvents(
  transaction: Transaction,
  organizationId: string,
  { after, until, nowMs }: { after: number; until: number; nowMs: number },
): Promise<void> {
  const { slicesKeptFrom, hoursKeptFrom } = scanWindows(nowMs);
  await transaction.query(ADD_EVENTS, [organizationId, after, until, hoursKeptFrom, slicesKeptFrom]);
}

/**
 * One statement, so that the events are read once. Its parts see the tables as before: `counted` adds to the earlier
 * uses. First times stay, because the audit numbers ascend.
 */
const ADD_EVENTS = `
  WITH batch AS MATERIALIZED (
    SELECT seq, agent_id, resource_id, action, destination, COALESCE(records_affected, 0) AS records, created_at
    FROM svc.events
    WHERE organization_id = $1 AND seq > $2 AND seq <= $3 AND NOT sandbox
  ), hours AS (
    INSERT INTO svc.agent_hours AS h (organization_id, agent_id, hour_at, events, records)
    SELECT $1, agent_id, date_bin('1 hour', created_at, '2000-01-01T00:00Z') AS at, count(*), sum(records)
    FROM batch WHERE created_at >= $4 GROUP BY agent_id, at
    ON CONFLICT (organization_id, agent_id, hour_at)
      DO UPDATE SET events = h.events + excluded.events, records = h.records + excluded.records
  ), slices AS (
    INSERT INTO svc.agent_slices AS s (organization_id, agent_id, slice_at, events, records)
    SELECT $1, agent_id, date_bin('5 minutes', created_at, '2000-01-01T00:00Z') AS at, count(*), sum(records)
    FROM batch WHERE created_at >= $5 GROUP BY agent_id, at
    ON CONFLICT (organization_id, agent_id, slice_at)
      DO UPDATE SET events = s.events + excluded.events, records = s.records + excluded.records
  ), actions AS (
    INSERT INTO svc.agent_first_actions (organization_id, agent_id, action, first_at)
    SELECT DISTINCT ON (agent_id, action) $1, agent_id, action, created_at
    FROM batch ORDER BY agent_id, action, seq
    ON CONFLICT (organization_id, agent_id, action) DO NOTHING
  ), counted AS (
    SELECT b.*,
      COALESCE(u.events, 0) + row_number() OVER (PARTITION BY b.resource_id ORDER BY b.seq) - 1 AS events_before
    FROM batch b LEFT JOIN svc.resource_uses u ON u.organization_id = $1 AND u.resource_id = b.resource_id
  ), destinations AS (
    INSERT INTO svc.resource_first_destinations
      (organization_id, resource_id, destination, agent_id, first_at, events_before)
    SELECT DISTINCT ON (resource_id, destination) $1, resource_id, destination, agent_id, created_at, events_before
    FROM counted WHERE destination IN ('EXTERNAL_EMAIL', 'EXTERNAL_API') ORDER BY resource_id, destination, seq
    ON CONFLICT (organization_id, resource_id, destination) DO NOTHING
  ), uses AS (
    INSERT INTO svc.resource_uses AS u (organization_id, resource_id, events)
    SELECT $1, resource_id, count(*) FROM batch GROUP BY resource_id
    ON CONFLICT (organization_id, resource_id) DO UPDATE SET events = u.events + excluded.events
  )
  UPDATE svc.anomaly_cursors SET rolled_up_seq = $3 WHERE organization_id = $1`;

/** Deletes the sums that no scan needs any more. Two concurrent runs delete the same rows, which does no harm. */
export async function forgetOldSums(transaction: Transaction, organizationId: string, nowMs: number): Promise<void> {
  const { slicesKeptFrom, hoursKeptFrom } = scanWindows(nowMs);
  await transaction.query(DELETE_SLICES, [organizationId, slicesKeptFrom, SUMS_PER_RUN_MAX]);
  await transaction.query(DELETE_HOURS, [organizationId, hoursKeptFrom, SUMS_PER_RUN_MAX]);
}

const SUMS_PER_RUN_MAX = 20_000;

const deleteSums = (table: string, at: string) => `
  DELETE FROM svc.${table} WHERE (organization_id, agent_id, ${at}) IN (
    SELECT organization_id, agent_id, ${at} FROM svc.${table}
    WHERE organization_id = $1 AND ${at} < $2 ORDER BY ${at} LIMIT $3
  )`;
const DELETE_SLICES = deleteSums('agent_slices', 'slice_at');
const DELETE_HOURS = deleteSums('agent_hours', 'hour_at');
