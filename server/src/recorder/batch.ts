/** One batch: one transaction, in one round trip on a right guess of the head, else in two. It never throws. */
import type pg from 'pg';
import { insertAuditEntries } from '../audit/insert-entries.ts';
import { isDatabaseFault } from '../db/faults.ts';
import { begin, commit, endFailed, inOneBurst, type Transaction, transactionOn } from '../db/transaction.ts';
import { Refusal } from '../refusal.ts';
import { findRecorded } from './find-recorded.ts';
import type { HeadMemory } from './head-memory.ts';
import type { PendingDecision } from './index.ts';
import { type Head, type LinkedBatch, linkBatch } from './link-batch.ts';
import {
  ADVANCE_HEADS,
  EXPECT_HEAD,
  EXPECT_KEYS,
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
export async function recordBatch(
  pool: pg.Pool,
  memory: HeadMemory,
  batch: readonly PendingDecision[],
): Promise<RecordedBatch> {
  let linked: LinkedBatch | null = null;
  let client: pg.PoolClient | null = null;
  try {
    const connection = await pool.connect();
    client = connection;
    const transaction = transactionOn(connection);
    const guess = memory.guess(batch);
    if (guess !== null) {
      linked = linkBatch(batch, [guess], idsOfKeyed(batch));
      const outcome = await commitOnGuess(connection, guess, batch, linked);
      if (outcome === 'committed') {
        memory.learn([guess], linked);
        connection.release();
        return { passedOver: [], settle: settling(linked) };
      }
      // A key that is taken is a retry, and says nothing of the head.
      if (outcome === 'other head') memory.distrust(guess.organization_id);
      linked = null;
    }
    const organizationIds = [...new Set(batch.map((pending) => pending.draft.organizationId))].sort();
    const lock = organizationIds.length === 1 ? lockOne : lockSeveral;
    const [, { held, heads, wonEventIds }] = await inOneBurst(connection, () =>
      Promise.all([begin(connection, organizationIds), lock(transaction, organizationIds, batch)]),
    );
    linked = linkBatch(held, heads, wonEventIds);
    const inserts = linked;
    await inOneBurst(connection, () => Promise.all([...insertLinked(transaction, inserts), commit(connection)]));
    memory.learn(heads, linked);
    connection.release();
    return {
      passedOver: held === batch ? [] : batch.filter((pending) => !held.includes(pending)),
      settle: settling(linked),
    };
  } catch (error) {
    if (client !== null) await endFailed(client, error);
    await settleAfterFailure(pool, batch, linked, error as Error);
    return { passedOver: [], settle: () => undefined };
  }
}

function settling({ outcomes }: LinkedBatch): () => void {
  return () => {
    for (const { pending, outcome } of outcomes) pending.resolve(outcome);
  };
}

/** Where the expectation of the head stands in the burst. */
const EXPECT_HEAD_PLACE = 1;

/** SQLSTATE division_by_zero: what the two expectations fail with. */
const NOT_AS_EXPECTED = '22012';

/**
 * The whole batch in one round trip.
 * @returns whether it was committed, or what was not as expected: then nothing is, and the transaction has ended
 * @throws whatever else PostgreSQL throws
 */
async function commitOnGuess(
  connection: pg.PoolClient,
  guess: Head,
  batch: readonly PendingDecision[],
  linked: LinkedBatch,
): Promise<'committed' | 'other head' | 'taken key'> {
  const transaction = transactionOn(connection);
  const keys = keyRows(batch);
  const expected = [guess.organization_id, guess.generation, guess.audit_seq, guess.audit_hash];
  const answers = await inOneBurst(connection, () =>
    Promise.allSettled([
      begin(connection, [guess.organization_id]),
      transaction.query(EXPECT_HEAD, expected),
      ...(keys.length === 0 ? [] : [transaction.query(EXPECT_KEYS, [JSON.stringify(keys), keys.length])]),
      ...insertLinked(transaction, linked),
      commit(connection),
    ]),
  );
  const place = answers.findIndex((answer) => answer.status === 'rejected');
  const failed = answers[place];
  if (failed?.status !== 'rejected') return 'committed';
  if ((failed.reason as { code?: unknown }).code !== NOT_AS_EXPECTED) throw failed.reason;
  return place === EXPECT_HEAD_PLACE ? 'other head' : 'taken key';
}

function idsOfKeyed(batch: readonly PendingDecision[]): ReadonlySet<string> {
  return new Set(batch.filter(({ draft }) => draft.idempotency !== null).map(({ draft }) => draft.event.id));
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
  const rows = keyRows(batch);
  if (rows.length === 0) return new Set();
  const won = await transaction.query<{ event_id: string }>(RESERVE_KEYS, [JSON.stringify(rows)]);
  return new Set(won.map((row) => row.event_id));
}

/** The keys of a batch, each once. */
function keyRows(batch: readonly PendingDecision[]): object[] {
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
  return [...rows.values()];
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
