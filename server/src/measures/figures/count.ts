// SPDX-License-Identifier: Apache-2.0
/**
 * Counts events once, in the order of their audit numbers, some seconds behind the decisions. The lists then read a few
 * rows for each record, however many events there are.
 */
import { ACTIVITY_DAYS } from '@svc/contract';
import type pg from 'pg';
import { ORGANIZATIONS_PER_PAGE, organizationsAfter } from '../../organization/organizations/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';

/** Audit numbers that one transaction covers, of events and of other entries. */
const NUMBERS_PER_BATCH_MAX = 10_000;
/** The bound of one run for one organization; the next run takes the rest. */
const BATCHES_PER_RUN_MAX = 20;
/** Rows of past days that one run deletes for one organization. */
const DELETED_PER_RUN_MAX = 20_000;
/** More failures than this are not the fault of single organizations. */
const FAILURES_MAX = 5;

/**
 * Counts for every organization whose chain has grown. A failing one does not delay the others.
 * @returns the number of organizations left for the next run
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function countAll(pool: pg.Pool, signal: AbortSignal): Promise<number> {
  const failures: unknown[] = [];
  let left = 0;
  let after: string | null = null;
  do {
    const organizationIds = await organizationsAfter(pool, after);
    for (const organizationId of await organizationsWithNews(pool, organizationIds)) {
      try {
        if (signal.aborted || !(await countFigures(pool, organizationId, signal))) left += 1;
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
 * Counts what one organization has recorded since the last run. Concurrent or repeated runs count nothing twice: the
 * cursor is locked, and moves with the counts.
 * @returns true when all events at its beginning are counted
 */
async function countFigures(pool: pg.Pool, organizationId: string, signal: AbortSignal): Promise<boolean> {
  let goal: number | null = null;
  for (let batch = 0; batch < BATCHES_PER_RUN_MAX && !signal.aborted; batch += 1) {
    const { seq, headSeq } = await countBatch(pool, organizationId);
    goal ??= headSeq;
    if (seq >= goal) {
      await inTransaction(pool, [organizationId], (transaction) => forgetPastDays(transaction, organizationId));
      return true;
    }
  }
  return false;
}

async function countBatch(pool: pg.Pool, organizationId: string): Promise<{ seq: number; headSeq: number }> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    await transaction.query(INSERT_CURSOR, [organizationId]);
    const [cursor] = await transaction.query<{ counted_seq: number }>(LOCK_CURSOR, [organizationId]);
    const [head] = await transaction.query<{ audit_seq: number }>(SELECT_HEAD, [organizationId]);
    const seq = cursor?.counted_seq ?? 0;
    // A deleted organization has nothing left to count.
    const headSeq = head?.audit_seq ?? seq;
    const until = Math.min(seq + NUMBERS_PER_BATCH_MAX, headSeq);
    if (until > seq) await transaction.query(COUNT_EVENTS, [organizationId, seq, until, transaction.clock.now()]);
    return { seq: until, headSeq };
  });
}

const INSERT_CURSOR = `
  INSERT INTO svc.figure_cursors (organization_id, counted_seq)
  SELECT organization_id, 0 FROM svc.organization_heads WHERE organization_id = $1
  ON CONFLICT (organization_id) DO NOTHING`;

const LOCK_CURSOR = `SELECT counted_seq FROM svc.figure_cursors WHERE organization_id = $1 FOR UPDATE`;

/** Read without a lock: its number is committed, and so is every event up to it. */
const SELECT_HEAD = `SELECT audit_seq FROM svc.organization_heads WHERE organization_id = $1`;

const DAY = `(created_at AT TIME ZONE 'UTC')::date`;
const keptFrom = (now: string) => `(${now}::timestamptz AT TIME ZONE 'UTC')::date - ${ACTIVITY_DAYS}`;

const daysOf = (kind: string, id: string) => `
    SELECT sandbox, '${kind}' AS kind, ${id} AS record_id, ${DAY} AS day, count(*) AS asked,
      count(*) FILTER (WHERE decision = 'REVIEW') AS reviewed, count(*) FILTER (WHERE decision = 'BLOCK') AS blocked,
      max(risk_score) AS risk_max
    FROM batch WHERE ${DAY} >= ${keptFrom('$4')} GROUP BY sandbox, ${id}, ${DAY}`;

const lastsOf = (kind: string, id: string) => `
    SELECT DISTINCT ON (${id}, sandbox) '${kind}' AS kind, ${id} AS record_id, sandbox, created_at, seq, id, decision
    FROM batch WHERE ${id} IS NOT NULL ORDER BY ${id}, sandbox, seq DESC`;

/** One statement, so that the events are read once. */
const COUNT_EVENTS = `
  WITH batch AS MATERIALIZED (
    SELECT id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action, decision, risk_score,
      (gateway_call->>'routeId')::uuid AS route_id
    FROM svc.events
    WHERE organization_id = $1 AND sandbox IN (false, true) AND seq > $2 AND seq <= $3
  ), days AS (
    INSERT INTO svc.figure_days AS f
      (organization_id, sandbox, kind, record_id, day, asked, reviewed, blocked, risk_max)
    SELECT $1, d.* FROM (${daysOf('AGENT', 'agent_id')} UNION ALL ${daysOf('RESOURCE', 'resource_id')}) AS d
    ON CONFLICT (organization_id, sandbox, kind, record_id, day) DO UPDATE SET
      asked = f.asked + excluded.asked, reviewed = f.reviewed + excluded.reviewed,
      blocked = f.blocked + excluded.blocked, risk_max = GREATEST(f.risk_max, excluded.risk_max)
  ), uses AS (
    INSERT INTO svc.figure_uses AS f (organization_id, sandbox, agent_id, resource_id, action, day, asked, stopped)
    SELECT $1, sandbox, agent_id, resource_id, action, ${DAY}, count(*), count(*) FILTER (WHERE decision <> 'ALLOW')
    FROM batch WHERE ${DAY} >= ${keptFrom('$4')} GROUP BY sandbox, agent_id, resource_id, action, ${DAY}
    ON CONFLICT (organization_id, sandbox, agent_id, resource_id, action, day) DO UPDATE SET
      asked = f.asked + excluded.asked, stopped = f.stopped + excluded.stopped
  ), lasts AS (
    INSERT INTO svc.figure_lasts (organization_id, kind, record_id, sandbox, at, seq, event_id, decision)
    SELECT $1, l.* FROM (
      (${lastsOf('AGENT', 'agent_id')}) UNION ALL (${lastsOf('RESOURCE', 'resource_id')})
      UNION ALL (${lastsOf('KEY', 'api_key_id')}) UNION ALL (${lastsOf('ROUTE', 'route_id')})
    ) AS l
    ON CONFLICT (organization_id, kind, record_id, sandbox) DO UPDATE SET
      at = excluded.at, seq = excluded.seq, event_id = excluded.event_id, decision = excluded.decision
  )
  UPDATE svc.figure_cursors SET counted_seq = $3 WHERE organization_id = $1`;

/** Two concurrent runs delete the same rows, which does no harm. */
async function forgetPastDays(transaction: Transaction, organizationId: string): Promise<void> {
  for (const table of ['figure_days', 'figure_uses'] as const) {
    await transaction.query(DELETE_PAST[table], [organizationId, DELETED_PER_RUN_MAX, transaction.clock.now()]);
  }
}

const deletePast = (table: string) => `
  DELETE FROM svc.${table} WHERE ctid = ANY (ARRAY(
    SELECT ctid FROM svc.${table} WHERE organization_id = $1 AND day < ${keptFrom('$3')} LIMIT $2
  ))`;
const DELETE_PAST = { figure_days: deletePast('figure_days'), figure_uses: deletePast('figure_uses') };

/** A quiet deployment costs one query. */
async function organizationsWithNews(pool: pg.Pool, organizationIds: readonly string[]): Promise<string[]> {
  if (organizationIds.length === 0) return [];
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string }>(SELECT_WITH_NEWS, [organizationIds]),
  );
  return rows.map((row) => row.organization_id);
}

const SELECT_WITH_NEWS = `
  SELECT h.organization_id
  FROM svc.organization_heads h LEFT JOIN svc.figure_cursors c USING (organization_id)
  WHERE h.organization_id = ANY ($1::uuid[]) AND h.audit_seq > COALESCE(c.counted_seq, 0)
  ORDER BY h.organization_id`;
