// SPDX-License-Identifier: Apache-2.0
/**
 * One batch: one transaction, in one round trip on right guesses of the heads. Organizations whose guess was wrong, or
 * that have none, follow in a second transaction, of two round trips. It never throws.
 */
import type pg from 'pg';
import {
  begin,
  byOrganization,
  commit,
  commitAtOnce,
  endFailed,
  inOneBurst,
  transactionOn,
  writtenParameters,
} from '../../storage/db/index.ts';
import { hashesAt } from '../../storage/heads/index.ts';
import { type Metrics, StepClock } from '../../storage/metrics/index.ts';
import type { CountOf } from './counts.ts';
import type { HeadMemory } from './head-memory.ts';
import type { Lanes } from './lanes.ts';
import { linkBatch, type Standing } from './link-batch.ts';
import type { Head, LinkedBatch, TakeSlot } from './linked-batch.ts';
import { settleAfterFailure } from './lost-commits.ts';
import { organizationOf, type PendingRecord } from './pending-record.ts';
import { readUnderLock } from './read-under-lock.ts';
import { type BatchAnswer, recordStatement } from './statements.ts';

export interface RecordedBatch {
  passedOver: readonly PendingRecord[];
  /** Webhook endpoints for which deliveries were recorded. */
  endpointIds: readonly string[];
  /** Organizations with something recorded. */
  organizationIds: readonly string[];
  /** Reports the results to the decisions of the batch. Those of a failed part have theirs already. */
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

/** The records of one organization in a batch. */
interface Part {
  readonly organizationId: string;
  readonly records: readonly PendingRecord[];
  /** As it was sent last, which may have committed despite an error. */
  linked: LinkedBatch | null;
  /** The guess behind which it was refused. */
  refused: Head | null;
}

/**
 * Records the decisions of the batch, except those of organizations whose head another transaction holds. A batch of
 * several organizations skips these, so that one never waits for another's lock.
 */
export async function recordBatch(state: RecorderState, batch: readonly PendingRecord[]): Promise<RecordedBatch> {
  const { batches, batchDecisions, batchSeconds } = state.metrics;
  const clock = new StepClock();
  batchDecisions.observe(batch.length);
  const parts = byOrganization(batch, organizationOf).map(
    ([organizationId, records]): Part => ({ organizationId, records, linked: null, refused: null }),
  );
  const recorded: Part[] = [];
  let passedOver: readonly PendingRecord[] = [];
  try {
    recorded.push(...(await recordOnGuess(state, parts)));
    const left = parts.filter((part) => !recorded.includes(part));
    if (left.length > 0) {
      const locked = await recordLocked(state, left);
      recorded.push(...locked);
      passedOver = left.filter((part) => !locked.includes(part)).flatMap(({ records }) => records);
    }
    batches[left.length === 0 ? 'one_round_trip' : 'two_round_trips'].add();
    clock.endAll(batchSeconds);
  } catch (error) {
    batches.failed.add();
    const failed = parts.filter((part) => !recorded.includes(part));
    const wasSent = failed.some(({ linked }) => linked !== null);
    await settleAfterFailure(
      state.pool,
      failed.flatMap(({ records }) => records),
      error as Error,
      wasSent,
    );
  }
  const linked = recorded.flatMap((part) => part.linked ?? []);
  return {
    passedOver,
    endpointIds: linked.flatMap(({ endpointIds }) => endpointIds),
    organizationIds: linked.flatMap(({ next }) => next?.organization_id ?? []),
    settle() {
      for (const { outcomes } of linked) for (const { pending, outcome } of outcomes) pending.resolve(outcome);
    },
  };
}

/**
 * In one round trip, as far as the heads can be guessed.
 * @returns what was recorded: a guess may have been wrong, or a key taken
 */
async function recordOnGuess(state: RecorderState, parts: readonly Part[]): Promise<readonly Part[]> {
  const guessed = parts.flatMap((part) => {
    const head = state.memory.guess(part.organizationId, part.records, countsOf(state, part.organizationId));
    return head === undefined ? [] : [{ part, head }];
  });
  const [first] = guessed;
  if (first === undefined) return [];
  if (parts.length === 1) return (await recordOnLane(state, first.part, first.head)) ? [first.part] : [];
  return await recordSeveral(state, guessed);
}

/** Counts after the last batch on the way, and at the remembered head. */
const countsOf =
  ({ memory, lanes }: RecorderState, organizationId: string): CountOf =>
  (name) =>
    lanes.of(organizationId)?.counts.get(name) ?? memory.countOf(organizationId, name);

const changedCounts = ({ counters }: LinkedBatch): Iterable<readonly [string, number]> =>
  [...counters.values()].map(({ name, used }) => [name, used] as const);

/**
 * Behind a predecessor that still commits. Linking and sending happen at once, so that a lane's batches are sent in the
 * order in which they are linked.
 */
async function recordOnLane(state: RecorderState, part: Part, guess: Head): Promise<boolean> {
  const { pool, memory, lanes, takeSlot } = state;
  const lane = lanes.of(part.organizationId) ?? lanes.open(await pool.connect(), guess);
  lane.batches += 1;
  try {
    const { head } = lane;
    const known = memory.chains.of(part.organizationId);
    const linked = linkBatch(part.records, head, { takeSlot, countOf: countsOf(state, part.organizationId) });
    const next = nextOf(linked);
    lane.head = next;
    for (const { name, used } of linked.counters.values()) lane.counts.set(name, used);
    part.linked = linked;
    const [answer] = await commitAtOnce(lane.connection, [recordStatement({ linked, before: head, next }, true)]);
    if (answer === ('recorded' satisfies BatchAnswer)) {
      memory.chains.meet(head, known);
      memory.learn(head, next, changedCounts(linked));
      memory.trust(part.organizationId);
      return true;
    }
    // A batch behind a refused one is refused with it, and that tells nothing of the head.
    if (!lane.hasFailed) part.refused = head;
    lanes.fail(lane, null);
    part.linked = null;
    return false;
  } catch (error) {
    lanes.fail(lane, error);
    throw error;
  } finally {
    await lanes.leave(lane);
  }
}

/** The same for several organizations, none of which has a batch under way. Each is recorded or refused by itself. */
async function recordSeveral(
  state: RecorderState,
  guessed: readonly { part: Part; head: Head }[],
): Promise<readonly Part[]> {
  const { pool, memory, takeSlot } = state;
  const connection = await pool.connect();
  try {
    const sent = guessed.map(({ part, head }) => {
      const known = memory.chains.of(part.organizationId);
      const linked = linkBatch(part.records, head, { takeSlot, countOf: countsOf(state, part.organizationId) });
      part.linked = linked;
      return { part, head, known, linked, next: nextOf(linked) };
    });
    const statements = sent.map(({ linked, head, next }) => recordStatement({ linked, before: head, next }, false));
    const answers = await commitAtOnce(connection, statements);
    connection.release();
    return sent.flatMap(({ part, head, known, linked, next }, place) => {
      if (answers[place] === ('recorded' satisfies BatchAnswer)) {
        memory.chains.meet(head, known);
        memory.learn(head, next, changedCounts(linked));
        memory.trust(part.organizationId);
        return [part];
      }
      part.linked = null;
      part.refused = head;
      return [];
    });
  } catch (error) {
    await endFailed(connection, error);
    throw error;
  }
}

/** Stale decisions and changes, which may leave nothing, have no guess. */
function nextOf({ next }: LinkedBatch): Head {
  if (next === null) throw new Error('a batch on a guess without anything to record');
  return next;
}

/**
 * Two round trips: lock, then number, link and commit.
 * @returns those whose head could be locked, or is gone
 */
async function recordLocked(state: RecorderState, parts: readonly Part[]): Promise<readonly Part[]> {
  const { pool, memory, takeSlot } = state;
  const connection = await pool.connect();
  try {
    const transaction = transactionOn(connection, pool.clock);
    const waits = parts.length === 1;
    const reading = { waits, selectEvents: state.selectEvents };
    const ids = parts.map(({ organizationId }) => organizationId);
    const [, read] = await inOneBurst(connection, () =>
      Promise.all([
        begin(connection, ids),
        Promise.all(
          parts.map(async (part) => {
            return { part, ...(await readUnderLock(transaction, part.organizationId, part.records, reading)) };
          }),
        ),
      ]),
    );
    const nowMs = pool.clock.nowMs();
    const held = read.filter(({ head }) => waits || head !== undefined);
    // Under the lock no remembered chain can be longer than its head, unless the database lost the end of it.
    const doubted = held.flatMap(({ head }) =>
      head === undefined ? [] : (memory.chains.meet(head, memory.chains.of(head.organization_id)) ?? []),
    );
    const calls = held.flatMap(({ part, head, takenKeys, rows, counts }) => {
      const standing: Standing = { takenKeys, changed: { rows, nowMs } };
      const linked = linkBatch(part.records, head, { takeSlot, countOf: (name) => counts.get(name) }, standing);
      part.linked = linked;
      if (head === undefined || linked.next === null) return [];
      const { text, values } = recordStatement({ linked, before: head, next: linked.next }, waits);
      // Writing comes before sending: the commit follows in the same burst, and would commit without the unwritable.
      return [{ text, values: writtenParameters(values) }];
    });
    const [hashes, answers] = await inOneBurst(connection, () =>
      Promise.all([
        hashesAt(transaction, doubted),
        Promise.all(calls.map(({ text, values }) => transaction.query<{ answer: string }>(text, values))),
        commit(connection),
      ]),
    );
    if (answers.some(([row]) => row?.answer !== ('recorded' satisfies BatchAnswer))) {
      throw new Error('a batch was refused under the lock of its head');
    }
    for (const one of doubted) memory.chains.compare(one, hashes);
    for (const { part, head, counts } of held) if (head !== undefined) remember(memory, part, head, counts);
    connection.release();
    return held.map(({ part }) => part);
  } catch (error) {
    await endFailed(connection, error);
    throw error;
  }
}

/** After a commit under the lock. A head that was guessed, and is another one, was written by another process. */
function remember(
  memory: HeadMemory,
  { organizationId, linked, refused }: Part,
  head: Head,
  read: Iterable<readonly [string, number]>,
): void {
  const changed = linked?.next == null ? [] : changedCounts(linked);
  memory.learn(head, linked?.next ?? head, [...read, ...changed]);
  if (refused === null || (refused.audit_seq === head.audit_seq && refused.generation === head.generation)) return;
  memory.distrust(organizationId);
}
