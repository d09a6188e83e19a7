// SPDX-License-Identifier: Apache-2.0
/** One batch: one transaction, in one round trip on a right guess of the head, else in two. It never throws. */
import type pg from 'pg';
import {
  begin,
  commit,
  commitAtOnce,
  endFailed,
  inOneBurst,
  type Statement,
  type Transaction,
  transactionOn,
  writtenParameters,
} from '../../storage/db/index.ts';
import { hashesAt, lockFreeHeadRows, lockHeadRows, moveHead, moveHeads } from '../../storage/heads/index.ts';
import { type Metrics, StepClock } from '../../storage/metrics/index.ts';
import { placeOf } from './acts.ts';
import type { EventChangeRow } from './draft.ts';
import { advancedHead, type HeadMemory } from './head-memory.ts';
import { insertLinked, insertRows } from './insert-rows.ts';
import { expectKeys, idsOfKeyed, reserveKeys } from './keys.ts';
import type { Lanes } from './lanes.ts';
import { type Head, type LinkedBatch, linkBatch, type TakeSlot } from './link-batch.ts';
import type { Standing } from './link-changes.ts';
import { settleAfterFailure } from './lost-commits.ts';
import type { PendingRecord } from './pending-record.ts';

export interface RecordedBatch {
  passedOver: readonly PendingRecord[];
  /** Webhook endpoints for which deliveries were recorded. */
  endpointIds: readonly string[];
  /** Organizations with something recorded. */
  organizationIds: readonly string[];
  /** Reports the results to the decisions of the batch. Those of a failed batch have theirs already. */
  settle(): void;
}

/** The state of a recorder between batches. */
export interface RecorderState {
  pool: pg.Pool;
  metrics: Metrics;
  memory: HeadMemory;
  lanes: Lanes;
  takeSlot: TakeSlot;
  /** Reads the events that are to be changed. */
  selectEvents: string | undefined;
}

/**
 * Records the decisions of the batch, except those of organizations whose head another transaction holds. A batch of
 * several organizations skips these, so that one never waits for another's lock.
 */
export async function recordBatch(state: RecorderState, batch: readonly PendingRecord[]): Promise<RecordedBatch> {
  const attempt: Attempt = { linked: null };
  const { batches, batchDecisions, batchSeconds } = state.metrics;
  const clock = new StepClock();
  batchDecisions.observe(batch.length);
  try {
    const guess = state.memory.guess(batch);
    const isRecorded = guess !== null && (await recordOnGuess(state, guess, batch, attempt));
    const passedOver = isRecorded ? [] : await recordLocked(state, batch, attempt, guess ?? []);
    batches[isRecorded ? 'one_round_trip' : 'two_round_trips'].add();
    clock.endAll(batchSeconds);
    const { linked } = attempt;
    const organizationIds = linked?.heads.map((head) => head.organization_id) ?? [];
    return { passedOver, endpointIds: linked?.endpointIds ?? [], organizationIds, settle: settling(linked) };
  } catch (error) {
    batches.failed.add();
    await settleAfterFailure(state.pool, batch, error as Error, attempt.linked !== null);
    return { passedOver: [], endpointIds: [], organizationIds: [], settle: () => undefined };
  }
}

/** The last sent part, which may have committed despite an error. */
interface Attempt {
  linked: LinkedBatch | null;
}

/**
 * The whole batch in one round trip, behind a predecessor that still commits. Linking and sending happen at once, so
 * that a lane's batches are sent in the order in which they are linked.
 * @returns true when it was recorded: a guess may have been wrong, or a key taken
 */
async function recordOnGuess(
  state: RecorderState,
  guess: readonly Head[],
  batch: readonly PendingRecord[],
  attempt: Attempt,
): Promise<boolean> {
  const [one] = guess;
  if (guess.length !== 1 || one === undefined) return await recordSeveral(state, guess, batch, attempt);
  const { pool, memory, lanes, takeSlot } = state;
  const lane = lanes.of(one.organization_id) ?? lanes.open(await pool.connect(), one);
  lane.batches += 1;
  try {
    const head = lane.head;
    const known = memory.chains.of(head.organization_id);
    const linked = linkBatch(batch, [head], idsOfKeyed(batch), takeSlot);
    const next = advancedHead(head, linked);
    lane.head = next;
    attempt.linked = linked;
    const outcome = await commitOnGuess(lane.connection, batch, linked, [head], moveHead(head, next));
    if (outcome === 'committed') {
      memory.chains.meet(head, known);
      memory.learn([head], linked);
      memory.trust([head]);
      return true;
    }
    // A taken key is a retry, and a batch behind a failed one fails with it: neither proves anything about the head.
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

/** The same for several organizations, none of which has a batch under way. */
async function recordSeveral(
  { pool, memory, takeSlot }: RecorderState,
  heads: readonly Head[],
  batch: readonly PendingRecord[],
  attempt: Attempt,
): Promise<boolean> {
  const connection = await pool.connect();
  try {
    const known = heads.map((head) => memory.chains.of(head.organization_id));
    const linked = linkBatch(batch, heads, idsOfKeyed(batch), takeSlot);
    attempt.linked = linked;
    const moves = moveHeads(heads.map((expected) => ({ expected, next: advancedHead(expected, linked) })));
    const outcome = await commitOnGuess(connection, batch, linked, heads, moves);
    connection.release();
    if (outcome === 'committed') {
      for (const [place, head] of heads.entries()) memory.chains.meet(head, known[place]);
      memory.learn(heads, linked);
      memory.trust(heads);
      return true;
    }
    attempt.linked = null;
    return false;
  } catch (error) {
    await endFailed(connection, error);
    throw error;
  }
}

/**
 * Two round trips: lock, then number, link and commit.
 * @param guessed heads that did not turn out right, or behind a taken key
 * @returns the skipped decisions
 */
async function recordLocked(
  { pool, memory, takeSlot, selectEvents }: RecorderState,
  batch: readonly PendingRecord[],
  attempt: Attempt,
  guessed: readonly Head[],
): Promise<readonly PendingRecord[]> {
  const connection = await pool.connect();
  try {
    const transaction = transactionOn(connection, pool.clock);
    const organizationIds = [...new Set(batch.map((pending) => pending.draft.organizationId))].sort();
    const lock = organizationIds.length === 1 ? lockOne : lockSeveral;
    const [, { held, heads, wonEventIds }, rows] = await inOneBurst(connection, () =>
      Promise.all([
        begin(connection, organizationIds),
        lock(transaction, organizationIds, batch),
        // Behind the lock in the line, so that it sees what stands under it.
        selectChanged(transaction, selectEvents, batch),
      ]),
    );
    // Under the lock no remembered chain can be longer than its head, unless the database lost the end of it.
    const doubted = heads.flatMap((head) => memory.chains.meet(head, memory.chains.of(head.organization_id)) ?? []);
    const linked = linkBatch(held, heads, wonEventIds, takeSlot, { rows, nowMs: pool.clock.nowMs() });
    attempt.linked = linked;
    // Writing comes before sending: the commit follows in the same burst, and would commit without the unwritable part.
    const inserts = insertLinked(linked).map(({ text, values }) => ({ text, values: writtenParameters(values) }));
    const [hashes] = await inOneBurst(connection, () =>
      Promise.all([
        hashesAt(transaction, doubted),
        ...inserts.map(({ text, values }) => transaction.query(text, values)),
        commit(connection),
      ]),
    );
    for (const one of doubted) memory.chains.compare(one, hashes);
    memory.learn(heads, linked, guessed.length > 1 ? othersAmong(guessed, heads) : []);
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

/** Organizations whose head is not the guessed one. */
function othersAmong(guessed: readonly Head[], heads: readonly Head[]): string[] {
  const found = new Map(heads.map((head) => [head.organization_id, head]));
  return guessed.flatMap(({ organization_id, audit_seq, generation }) => {
    const head = found.get(organization_id);
    return head?.audit_seq === audit_seq && head.generation === generation ? [] : [organization_id];
  });
}

/** SQLSTATE division_by_zero: the two expectations fail with it. */
const NOT_AS_EXPECTED = '22012';

/**
 * The whole batch in one round trip.
 * @returns whether it was committed, or the unmet expectation: then nothing is committed, and the transaction has ended
 * @throws any other error of PostgreSQL
 */
async function commitOnGuess(
  connection: pg.PoolClient,
  batch: readonly PendingRecord[],
  linked: LinkedBatch,
  heads: readonly Head[],
  move: Statement,
): Promise<'committed' | 'other head' | 'taken key'> {
  const organizationIds = heads.map(({ organization_id }) => organization_id);
  const answer = await commitAtOnce(connection, organizationIds, [move, ...expectKeys(batch), ...insertRows(linked)]);
  if (answer.isCommitted) return 'committed';
  if (answer.error.code !== NOT_AS_EXPECTED) throw answer.error;
  return answer.place === 0 ? 'other head' : 'taken key';
}

interface Locked {
  /** Decisions of an organization whose head is locked or gone. */
  held: readonly PendingRecord[];
  heads: readonly Head[];
  wonEventIds: ReadonlySet<string>;
}

/** Waits for the lock. The keys are reserved in the same burst, behind it in the line. */
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

/** Takes the free locks. Only then is it known which keys may be reserved. */
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

async function selectChanged(
  transaction: Transaction,
  selectEvents: string | undefined,
  batch: readonly PendingRecord[],
): Promise<Standing['rows']> {
  const changes = batch.flatMap(({ draft }) => ('changeOf' in draft ? [draft] : []));
  if (changes.length === 0) return new Map();
  if (selectEvents === undefined) throw new Error('a recorder without a statement for events that change');
  const organizationIds = [...new Set(changes.map(({ organizationId }) => organizationId))];
  const eventIds = [...new Set(changes.map(({ eventId }) => eventId))];
  const rows = await transaction.query<EventChangeRow & Record<string, unknown>>(selectEvents, [
    organizationIds,
    eventIds,
  ]);
  return new Map(rows.map((row) => [placeOf(row.organization_id, row.id), row]));
}
