/** One batch: one transaction, two round trips. It never throws. */
import type pg from 'pg';
import { insertAuditEntries } from '../audit/insert-entries.ts';
import { isDatabaseFault } from '../db/faults.ts';
import { begin, commit, endFailed, inOneBurst, type Transaction, transactionOn } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { findRecorded } from './find-recorded.ts';
import type { PendingDecision } from './index.ts';
import { type Head, type LinkedBatch, linkBatch } from './link-batch.ts';
import {
  ADVANCE_HEADS,
  INSERT_DELIVERIES,
  INSERT_EVENTS,
  INSERT_REVIEWS,
  INSERT_USAGE_MONTHS,
  LOCK_FREE_HEADS,
  LOCK_HEADS,
  RESERVE_KEYS,
} from './statements.ts';

export interface RecordedBatch {
  passedOver: readonly PendingDecision[];
  /** Tells the decisions of the batch what became of them. Those of a batch that failed have been told. */
  settle(): void;
}

/**
 * Records the decisions of the batch, but for those of organizations whose head another transaction holds: a batch of
 * several organizations passes these over, so that one never waits for another's lock.
 */
export async function recordBatch(pool: pg.Pool, batch: readonly PendingDecision[]): Promise<RecordedBatch> {
  let linked: LinkedBatch | null = null;
  let client: pg.PoolClient | null = null;
  try {
    const connection = await pool.connect();
    client = connection;
    const transaction = transactionOn(connection);
    const organizationIds = [...new Set(batch.map((pending) => pending.draft.organizationId))].sort();
    const lock = organizationIds.length === 1 ? lockOne : lockSeveral;
    const [, { held, heads, wonEventIds }] = await inOneBurst(connection, () =>
      Promise.all([begin(connection, organizationIds), lock(transaction, organizationIds, batch)]),
    );
    linked = linkBatch(held, heads, wonEventIds);
    const inserts = linked;
    await inOneBurst(connection, () => Promise.all([...insertLinked(transaction, inserts), commit(connection)]));
    connection.release();
    const { outcomes } = linked;
    return {
      passedOver: held === batch ? [] : batch.filter((pending) => !held.includes(pending)),
      settle: () => {
        for (const { pending, outcome } of outcomes) pending.resolve(outcome);
      },
    };
  } catch (error) {
    if (client !== null) await endFailed(client, error);
    await settleAfterFailure(pool, batch, linked, error as Error);
    return { passedOver: [], settle: () => undefined };
  }
}

interface Locked {
  /** Decisions whose organization's head is locked, or is gone. */
  held: readonly PendingDecision[];
  heads: readonly Head[];
  wonEventIds: ReadonlySet<string>;
}

/** Waits for the lock. The keys are reserved in the same burst: they are behind it in the line. */
async function lockOne(
  transaction: Transaction,
  organizationIds: readonly string[],
  batch: readonly PendingDecision[],
): Promise<Locked> {
  const [heads, wonEventIds] = await Promise.all([
    transaction.query<Head>(LOCK_HEADS, [organizationIds]),
    reserveKeys(transaction, batch),
  ]);
  return { held: batch, heads, wonEventIds };
}

/** Takes the locks that are free. Which keys may be reserved is known only then. */
async function lockSeveral(
  transaction: Transaction,
  organizationIds: readonly string[],
  batch: readonly PendingDecision[],
): Promise<Locked> {
  const heads = await transaction.query<Head>(LOCK_FREE_HEADS, [organizationIds]);
  const locked = new Set(heads.map((head) => head.organization_id));
  const held = batch.filter(({ draft }) => locked.has(draft.organizationId));
  return { held, heads, wonEventIds: await reserveKeys(transaction, held) };
}

/** @returns ids of the events that hold their key now, among those that brought one */
async function reserveKeys(transaction: Transaction, batch: readonly PendingDecision[]): Promise<ReadonlySet<string>> {
  const rows = new Map<string, object>();
  for (const { draft } of batch) {
    const { idempotency } = draft;
    if (idempotency === null) continue;
    const slot = `${draft.organizationId} ${idempotency.endpoint} ${idempotency.key}`;
    // A retry that shares the batch with its first attempt loses to it.
    if (rows.has(slot)) continue;
    rows.set(slot, {
      organization_id: draft.organizationId,
      generation: draft.generation,
      endpoint: idempotency.endpoint,
      key: idempotency.key,
      created_at: new Date(draft.event.createdAtMs),
      event_id: draft.event.id,
      fingerprint: idempotency.fingerprint.toString('hex'),
      fingerprint_key_id: idempotency.fingerprintKeyId,
    });
  }
  if (rows.size === 0) return new Set();
  const won = await transaction.query<{ event_id: string }>(RESERVE_KEYS, [JSON.stringify([...rows.values()])]);
  return new Set(won.map((row) => row.event_id));
}

/** Sent in one burst with the commit; a failure of any makes PostgreSQL refuse all that follow. */
function insertLinked(transaction: Transaction, linked: LinkedBatch): Promise<unknown>[] {
  if (linked.events.length === 0) return [];
  const sent: Promise<unknown>[] = [
    transaction.query(INSERT_EVENTS, [JSON.stringify(linked.events)]),
    insertAuditEntries(transaction, linked.entryTexts),
    transaction.query(ADVANCE_HEADS, [JSON.stringify(linked.heads)]),
  ];
  const optional = [
    [INSERT_REVIEWS, linked.reviews],
    [INSERT_DELIVERIES, linked.deliveries],
    [INSERT_USAGE_MONTHS, linked.endedMonths],
  ] as const;
  for (const [statement, rows] of optional) {
    if (rows.length > 0) sent.push(transaction.query(statement, [JSON.stringify(rows)]));
  }
  return sent;
}

/**
 * A failure after the commit was sent leaves its outcome unknown. It is looked up, never repeated: an event that is
 * there is answered as recorded, one that is not was rolled back.
 */
async function settleAfterFailure(
  pool: pg.Pool,
  batch: readonly PendingDecision[],
  linked: LinkedBatch | null,
  error: Error,
): Promise<void> {
  const found = linked === null ? new Map<string, boolean>() : await findRecorded(pool, linked);
  for (const pending of batch) {
    const quotaExceeded = found?.get(pending.draft.event.id);
    if (quotaExceeded !== undefined) pending.resolve({ kind: 'recorded', quotaExceeded });
    else pending.reject(new Refusal(isDatabaseFault(error) ? 'unavailable' : 'internal_error', { cause: error }));
  }
}
