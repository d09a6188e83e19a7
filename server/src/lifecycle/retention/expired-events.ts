// SPDX-License-Identifier: Apache-2.0
/**
 * Deletes decision events past the retention of their organization, with their dependent rows: those that do not go
 * with their partition.
 */

import type pg from 'pg';
import { countEvents } from '../../measures/counts/index.ts';
import { everyOrganization } from '../../organization/organizations/index.ts';
import { idFrom, inTransaction, type Transaction } from '../../storage/db/index.ts';
import { leftToPartitions, type Partition, readPartitions } from './partitions.ts';
import { selectTerms, type Term } from './terms.ts';

const EVENTS_PER_BATCH_MAX = 1_000;
/** Events of one organization in one run, of each kind, so that the others get their turn. */
const BATCHES_PER_RUN_MAX = 100;

/**
 * Visits all organizations. Repeating or interrupting it does no harm: each batch is a transaction of its own, and
 * deletes only old rows. A failing organization does not delay the others.
 * @param signal stops between two batches
 * @returns the number of organizations with more to delete than one run does: the next run can do it at once
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function deleteExpiredEvents(
  pool: pg.Pool,
  nowMs: number,
  signal: AbortSignal,
  { batchesMax = BATCHES_PER_RUN_MAX }: { batchesMax?: number } = {},
): Promise<number> {
  const partitions = await readPartitions(pool);
  return await everyOrganization(
    pool,
    (transaction, organizationIds) => selectDue(transaction, organizationIds, partitions, nowMs),
    (due) => deleteOfOrganization(pool, due, signal, batchesMax),
    signal,
  );
}

interface Due extends Term {
  /** Ids from the first to before the second go with their partition. */
  left: readonly [string, string];
}

/** @returns true when nothing is left */
async function deleteOfOrganization(
  pool: pg.Pool,
  { organizationId, before, left }: Due,
  signal: AbortSignal,
  batchesMax: number,
): Promise<boolean> {
  // Sums outlive the events, so the events are counted before they are deleted.
  if (!(await countEvents(pool, organizationId, signal)).isComplete) return false;
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
    const values = [organizationId, before, EVENTS_PER_BATCH_MAX, ...left];
    // The events come after all deliveries, whose bodies are made of them.
    const deleted = await inTransaction(pool, [organizationId], async (transaction) => {
      const deliveries = await transaction.query(DELETE_DELIVERIES, values);
      return deliveries.length === EVENTS_PER_BATCH_MAX ? deliveries : await transaction.query(DELETE_EVENTS, values);
    });
    if (deleted.length < EVENTS_PER_BATCH_MAX) return true;
  }
  return false;
}

/** Live events and those of the sandbox, each in an order of the index. */
const KINDS = '(VALUES (false), (true)) AS kind (sandbox)';

/**
 * The oldest by the order of commits, from the index. They are deleted by an array of their ids: a partition that the
 * planner takes for empty is read whole for each row else. An event whose review's expiry is not recorded yet waits for
 * that, and one with an unsent delivery for its end.
 */
const DELETE_EVENTS = `
  WITH due AS MATERIALIZED (
    SELECT id FROM (
      SELECT e.id, e.created_at FROM ${KINDS}, LATERAL (
        SELECT id, created_at FROM svc.events
        WHERE organization_id = $1 AND sandbox = kind.sandbox ORDER BY seq LIMIT $3
      ) AS e
    ) AS oldest
    WHERE created_at < $2 AND NOT (id >= $4 AND id < $5) AND NOT EXISTS (
      SELECT FROM svc.reviews r WHERE r.organization_id = $1 AND r.event_id = oldest.id AND r.status = 'PENDING'
    ) AND id::text NOT IN (
      SELECT d.event_id FROM svc.webhook_outbox o
        JOIN svc.webhook_deliveries d ON d.organization_id = o.organization_id AND d.id = o.delivery_id
      WHERE o.organization_id = $1 AND d.created_at < $2
    )
  ), reviews AS (
    DELETE FROM svc.reviews WHERE organization_id = $1 AND event_id = ANY (ARRAY(SELECT id FROM due))
  ), votes AS (
    DELETE FROM svc.review_votes WHERE organization_id = $1 AND event_id = ANY (ARRAY(SELECT id FROM due))
  ), acts AS (
    DELETE FROM svc.acts WHERE organization_id = $1 AND event_id = ANY (ARRAY(SELECT id FROM due))
  )
  DELETE FROM svc.events WHERE organization_id = $1 AND id = ANY (ARRAY(SELECT id FROM due)) RETURNING id`;

/** Selected by their ids, which follow time. Unsent deliveries stay until they have ended. */
const DELETE_DELIVERIES = `
  WITH due AS MATERIALIZED (
    SELECT id FROM (
      SELECT id, created_at, status FROM svc.webhook_deliveries WHERE organization_id = $1 ORDER BY id LIMIT $3
    ) AS oldest
    WHERE created_at < $2 AND NOT (id >= $4 AND id < $5) AND status <> 'WAITING'
  ), attempts AS (
    DELETE FROM svc.webhook_attempts WHERE organization_id = $1 AND delivery_id = ANY (ARRAY(SELECT id FROM due))
  )
  DELETE FROM svc.webhook_deliveries WHERE organization_id = $1 AND id = ANY (ARRAY(SELECT id FROM due)) RETURNING id`;

const NO_IDS: readonly [string, string] = [idFrom(new Date(0)), idFrom(new Date(0))];

/** Those with events past their retention. All statements travel at once. */
async function selectDue(
  transaction: Transaction,
  organizationIds: readonly string[],
  partitions: readonly Partition[],
  nowMs: number,
): Promise<Due[]> {
  const terms = await selectTerms(transaction, organizationIds, nowMs);
  const due = terms.map(async (term): Promise<Due[]> => {
    const span = leftToPartitions(partitions, term.before.getTime());
    const left = span === null ? NO_IDS : ([idFrom(new Date(span.fromMs)), idFrom(new Date(span.toMs))] as const);
    const [oldest] = await transaction.query<{ at: Date | null }>(SELECT_OLDEST, [
      term.organizationId,
      LOOKED_AT_MAX,
      ...left,
    ]);
    return oldest?.at && oldest.at < term.before ? [{ ...term, left }] : [];
  });
  return (await Promise.all(due)).flat();
}

/** The order of commits is that of time, except for wrong clocks: one event from the future delays no others. */
const LOOKED_AT_MAX = 100;

const SELECT_OLDEST = `
  SELECT LEAST(
    (SELECT min(created_at) FROM (
      SELECT e.id, e.created_at FROM ${KINDS}, LATERAL (
        SELECT id, created_at FROM svc.events
        WHERE organization_id = $1 AND sandbox = kind.sandbox ORDER BY seq LIMIT $2
      ) AS e
    ) AS first WHERE NOT (id >= $3 AND id < $4)),
    (SELECT created_at FROM (
      SELECT id, created_at FROM svc.webhook_deliveries WHERE organization_id = $1 ORDER BY id LIMIT 1
    ) AS first WHERE NOT (id >= $3 AND id < $4))
  ) AS at`;
