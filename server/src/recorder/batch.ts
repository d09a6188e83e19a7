/** One batch: one transaction, in one round trip on a right guess of the head, else in two. It never throws. */
import type pg from 'pg';
import { columnArrays, columnBuffers } from '../db/column-arrays.ts';
import { isDatabaseFault } from '../db/faults.ts';
import { commitAtOnce } from '../db/implicit-transaction.ts';
import { writtenParameters } from '../db/messages.ts';
import { begin, commit, endFailed, inOneBurst, type Transaction, transactionOn } from '../db/transaction.ts';
import { ApiError } from '../errors/index.ts';
import { lockFreeHeadRows, lockHeadRows, moveHead } from '../heads/index.ts';
import { type Metrics, StepClock } from '../metrics/index.ts';
import { findRecorded, finishedCall } from './find-recorded.ts';
import { advancedHead, type HeadMemory } from './head-memory.ts';
import { insertLinked, insertRows } from './insert-rows.ts';
import type { Lanes } from './lanes.ts';
import { type Head, type LinkedBatch, linkBatch } from './link-batch.ts';
import type { PendingRecord } from './pending-record.ts';
import { EXPECT_KEYS, KEY_COLUMNS, type KeyRow, RESERVE_KEYS } from './statements.ts';

export interface RecordedBatch {
  passedOver: readonly PendingRecord[];
  /** Webhook endpoints for which deliveries were recorded. */
  endpointIds: readonly string[];
  /** Tells the decisions of the batch what became of them. Those of a batch that failed have been told. */
  settle(): void;
}

/** What a recorder keeps from one batch to the next. */
export interface RecorderState {
  pool: pg.Pool;
  metrics: Metrics;
  memory: HeadMemory;
  lanes: Lanes;
}

/**
 * Records the decisions of the batch, but for those of organizations whose head another transaction holds: a batch of
 * several organizations passes these over, so that one never waits for another's lock.
 */
export async function recordBatch(state: RecorderState, batch: readonly PendingRecord[]): Promise<RecordedBatch> {
  const attempt: Attempt = { linked: null };
  const { batches, batchDecisions, batchSeconds } = state.metrics;
  const clock = new StepClock();
  batchDecisions.observe(batch.length);
  try {
    const guess = state.memory.guess(batch);
    const isRecorded = guess !== null && (await recordOnGuess(state, guess, batch, attempt));
    const passedOver = isRecorded ? [] : await recordLocked(state, batch, attempt);
    batches[isRecorded ? 'one_round_trip' : 'two_round_trips'].add();
    clock.endAll(batchSeconds);
    return { passedOver, endpointIds: attempt.linked?.endpointIds ?? [], settle: settling(attempt.linked) };
  } catch (error) {
    batches.failed.add();
    await settleAfterFailure(state.pool, batch, attempt.linked, error as Error);
    return { passedOver: [], endpointIds: [], settle: () => undefined };
  }
}

/** What was sent last, and may have committed when an error says otherwise. */
interface Attempt {
  linked: LinkedBatch | null;
}

/**
 * The whole batch in one round trip, behind the one before it when that still commits. Linking and sending happen at
 * once, so that the batches of a lane are sent in the order in which they are linked.
 * @returns whether it was recorded: the guess may have been wrong, or a key taken
 */
async function recordOnGuess(
  { pool, memory, lanes }: RecorderState,
  guess: Head,
  batch: readonly PendingRecord[],
  attempt: Attempt,
): Promise<boolean> {
  const lane = lanes.of(guess.organization_id) ?? lanes.open(await pool.connect(), guess);
  lane.batches += 1;
  try {
    const head = lane.head;
    const linked = linkBatch(batch, [head], idsOfKeyed(batch));
    const next = advancedHead(head, linked);
    lane.head = next;
    attempt.linked = linked;
    const outcome = await commitOnGuess(lane.connection, { batch, linked, head, next });
    if (outcome === 'committed') {
      memory.learn([head], linked);
      return true;
    }
    // A key that is taken is a retry, and one that is sent behind a batch that failed fails with it: neither says
    // anything of the head.
    if (outcome === 'other head' && !lane.hasFailed) memory.distrust(head.organization_id);
    lanes.fail(lane, null);
    attempt.linked = null;
    return false;
  } catch (error) {
    lanes.fail(lane, error);
    throw error;
  } finally {
    await lanes.leave(lane);
  }
}

/** Two round trips: lock, then number, link and commit. @returns decisions that were passed over */
async function recordLocked(
  { pool, memory }: RecorderState,
  batch: readonly PendingRecord[],
  attempt: Attempt,
): Promise<readonly PendingRecord[]> {
  const connection = await pool.connect();
  try {
    const transaction = transactionOn(connection);
    const organizationIds = [...new Set(batch.map((pending) => pending.draft.organizationId))].sort();
    const lock = organizationIds.length === 1 ? lockOne : lockSeveral;
    const [, { held, heads, wonEventIds }] = await inOneBurst(connection, () =>
      Promise.all([begin(connection, organizationIds), lock(transaction, organizationIds, batch)]),
    );
    const linked = linkBatch(held, heads, wonEventIds);
    attempt.linked = linked;
    // Before the first is sent: the commit follows in the same burst, and would commit without what cannot be written.
    const inserts = insertLinked(linked).map(({ text, values }) => ({ text, values: writtenParameters(values) }));
    await inOneBurst(connection, () =>
      Promise.all([...inserts.map(({ text, values }) => transaction.query(text, values)), commit(connection)]),
    );
    memory.learn(heads, linked);
    connection.release();
    return held === batch ? [] : batch.filter((pending) => !held.includes(pending));
  } catch (error) {
    await endFailed(connection, error);
    throw error;
  }
}

function settling(linked: LinkedBatch | null): () => void {
  return () => {
    for (const { pending, outcome } of linked?.outcomes ?? []) pending.resolve(outcome);
  };
}

interface GuessedBatch {
  batch: readonly PendingRecord[];
  linked: LinkedBatch;
  /** What the head is expected to be, and what it becomes. */
  head: Head;
  next: Head;
}

/** SQLSTATE division_by_zero: what the two expectations fail with. */
const NOT_AS_EXPECTED = '22012';

/**
 * The whole batch in one round trip.
 * @returns whether it was committed, or what was not as expected: then nothing is, and the transaction has ended
 * @throws whatever else PostgreSQL throws
 */
async function commitOnGuess(
  connection: pg.PoolClient,
  { batch, linked, head, next }: GuessedBatch,
): Promise<'committed' | 'other head' | 'taken key'> {
  const keys = keyRows(batch);
  const answer = await commitAtOnce(
    connection,
    [head.organization_id],
    [
      moveHead(head, next),
      ...(keys.length === 0 ? [] : [{ text: EXPECT_KEYS, values: [...columnArrays(KEY_COLUMNS, keys), keys.length] }]),
      ...insertRows(linked),
    ],
  );
  if (answer.isCommitted) return 'committed';
  if (answer.error.code !== NOT_AS_EXPECTED) throw answer.error;
  return answer.place === 0 ? 'other head' : 'taken key';
}

function idsOfKeyed(batch: readonly PendingRecord[]): ReadonlySet<string> {
  return new Set(
    batch.flatMap(({ draft }) => ('event' in draft && draft.idempotency !== null ? [draft.event.id] : [])),
  );
}

interface Locked {
  /** Decisions whose organization's head is locked, or is gone. */
  held: readonly PendingRecord[];
  heads: readonly Head[];
  wonEventIds: ReadonlySet<string>;
}

/** Waits for the lock. The keys are reserved in the same burst: they are behind it in the line. */
async function lockOne(
  transaction: Transaction,
  organizationIds: readonly string[],
  batch: readonly PendingRecord[],
): Promise<Locked> {
  const [heads, wonEventIds] = await Promise.all([
    lockHeadRows(transaction, organizationIds),
    reserveKeys(transaction, batch),
  ]);
  return { held: batch, heads, wonEventIds };
}

/** Takes the locks that are free. Which keys may be reserved is known only then. */
async function lockSeveral(
  transaction: Transaction,
  organizationIds: readonly string[],
  batch: readonly PendingRecord[],
): Promise<Locked> {
  const heads = await lockFreeHeadRows(transaction, organizationIds);
  const locked = new Set(heads.map((head) => head.organization_id));
  const held = batch.filter(({ draft }) => locked.has(draft.organizationId));
  return { held, heads, wonEventIds: await reserveKeys(transaction, held) };
}

/** @returns ids of the events that hold their key now, among those that brought one */
async function reserveKeys(transaction: Transaction, batch: readonly PendingRecord[]): Promise<ReadonlySet<string>> {
  const rows = keyRows(batch);
  if (rows.length === 0) return new Set();
  const won = await transaction.query<{ event_id: string }>(RESERVE_KEYS, columnBuffers(KEY_COLUMNS, rows));
  return new Set(won.map((row) => row.event_id));
}

/** The keys of a batch, each once. */
function keyRows(batch: readonly PendingRecord[]): KeyRow[] {
  const rows = new Map<string, KeyRow>();
  for (const { draft } of batch) {
    if (!('event' in draft) || draft.idempotency === null) continue;
    const { idempotency } = draft;
    const slot = `${draft.organizationId} ${idempotency.endpoint} ${idempotency.key}`;
    // A retry that shares the batch with its first attempt loses to it.
    if (rows.has(slot)) continue;
    rows.set(slot, {
      organization_id: draft.organizationId,
      generation: draft.generation,
      endpoint: idempotency.endpoint,
      key: idempotency.key,
      created_at: draft.event.createdAtMs,
      event_id: draft.event.id,
      fingerprint: idempotency.fingerprint.toString('hex'),
      fingerprint_key_id: idempotency.fingerprintKeyId,
    });
  }
  return [...rows.values()];
}

/**
 * A failure after the commit was sent leaves its outcome unknown. It is looked up, never repeated: an event that is
 * there is answered as recorded, one that is not was rolled back.
 */
async function settleAfterFailure(
  pool: pg.Pool,
  batch: readonly PendingRecord[],
  linked: LinkedBatch | null,
  error: Error,
): Promise<void> {
  const found = linked === null ? new Map<string, boolean>() : await findRecorded(pool, linked);
  for (const pending of batch) {
    const { draft } = pending;
    const quotaExceeded = found?.get('event' in draft ? draft.event.id : finishedCall(draft.eventId));
    if (quotaExceeded !== undefined) pending.resolve({ kind: 'recorded', quotaExceeded });
    else pending.reject(new ApiError(isDatabaseFault(error) ? 'unavailable' : 'internal_error', { cause: error }));
  }
}
