// SPDX-License-Identifier: Apache-2.0
/**
 * Counts what one organization has recorded since the last time. No decision is slowed down by it: it reads committed
 * events, in the order of their audit numbers.
 */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { type CountedFrom, EventSums, type EventToCount } from './event-sums.ts';
import { writeSums } from './write-sums.ts';

/** Audit numbers that one transaction covers, of events and of other entries. */
const NUMBERS_PER_BATCH_MAX = 4_000;
/** Events that are in memory at once; of each only its sums stay. */
const EVENTS_PER_READ_MAX = 500;
/** The bound of one run for one organization, so that a backlog delays no other for long. */
const BATCHES_PER_RUN_MAX = 20;

export interface CountOptions {
  numbersPerBatchMax?: number;
  batchesMax?: number;
  /** The moment; replaced by tests. */
  now?: Date;
}

export interface Counted {
  /** The sums include events up to this audit number. */
  seq: number;
  /** True when these were all events at its beginning. */
  isComplete: boolean;
}

/**
 * Counts the events since the last run. Concurrent, repeated or broken-off runs count nothing twice and leave nothing
 * out: the cursor is locked, and moves with the sums.
 * @param signal stops between two batches
 */
export async function countEvents(
  pool: pg.Pool,
  organizationId: string,
  signal: AbortSignal,
  { numbersPerBatchMax = NUMBERS_PER_BATCH_MAX, batchesMax = BATCHES_PER_RUN_MAX, now }: CountOptions = {},
): Promise<Counted> {
  let goal: number | null = null;
  let seq = 0;
  for (let batch = 0; batch < batchesMax && !signal.aborted; batch += 1) {
    const counted = await countBatch(pool, organizationId, numbersPerBatchMax, now ?? pool.clock.now());
    seq = counted.seq;
    goal ??= counted.headSeq;
    if (seq >= goal) return { seq, isComplete: true };
  }
  return { seq, isComplete: false };
}

async function countBatch(pool: pg.Pool, organizationId: string, numbersMax: number, now: Date) {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const { seq, headSeq, timeZone, from } = await lockCursor(transaction, organizationId);
    const until = Math.min(seq + numbersMax, headSeq);
    if (until > seq) {
      const sums = await sumEvents(transaction, organizationId, { seq, until, from, now });
      await writeSums(transaction, organizationId, sums, { timeZone, now });
      await transaction.query(MOVE_CURSOR, [
        organizationId,
        until,
        now,
        sums.earliest,
        timeZone,
        sums.outOfTimeSeq,
        seq,
      ]);
    }
    return { seq: until, headSeq };
  });
}

/** The sums of the events after `seq`, up to `until`. */
async function sumEvents(
  transaction: Transaction,
  organizationId: string,
  { seq, until, from, now }: { seq: number; until: number; from: CountedFrom; now: Date },
): Promise<EventSums> {
  const sums = new EventSums(from, now.getTime());
  for (let after = seq; after < until; after += EVENTS_PER_READ_MAX) {
    const last = Math.min(after + EVENTS_PER_READ_MAX, until);
    const events = await transaction.query<EventToCount & Record<string, unknown>>(SELECT_EVENTS, [
      organizationId,
      after,
      last,
    ]);
    for (const event of events) sums.add(event);
  }
  return sums;
}

const SELECT_EVENTS = `
  SELECT id, seq, created_at, sandbox, api_key_id, agent_id, resource_id, action, destination, decision,
    evaluated_decision, risk_level, risk_score, records_affected, gateway_call ->> 'routeId' AS route_id, record
  FROM svc.events
  WHERE organization_id = $1 AND sandbox IN (false, true) AND seq > $2 AND seq <= $3
  ORDER BY seq`;

/** A day that gets an event late is summed again. A process of an earlier build counts without numbers. */
const MOVE_CURSOR = `
  UPDATE svc.count_cursors SET counted_seq = $2, counted_at = $3,
    days_to = LEAST(days_to, date_trunc('day', $4::timestamptz, $5)), numbers_to = $2,
    numbers_from = GREATEST(CASE WHEN numbers_to = $7 THEN numbers_from ELSE $7 END, $6)
  WHERE organization_id = $1`;

interface LockedRow extends CountedFrom {
  [column: string]: unknown;
  counted_seq: number;
  time_zone: string;
}

interface CursorRow {
  [column: string]: unknown;
  audit_seq: number;
  time_zone: string;
}

/**
 * Only the holder of the cursor counts. The head is read without a lock: its number is committed, and so is every event
 * up to it. In a new time zone all days are summed anew.
 */
async function lockCursor(transaction: Transaction, organizationId: string) {
  await transaction.query(INSERT_CURSOR, [organizationId, transaction.clock.now()]);
  const [locked] = await transaction.query<LockedRow>(LOCK_CURSOR, [organizationId]);
  // A statement of its own: it sees what was committed while this one waited for the lock.
  const [row] = await transaction.query<CursorRow>(SELECT_HEAD, [organizationId]);
  const seq = locked?.counted_seq ?? 0;
  if (row !== undefined && row.time_zone !== locked?.time_zone) {
    await transaction.query(CHANGE_TIME_ZONE, [organizationId, row.time_zone]);
  }
  // A deleted organization has nothing left to count.
  const from = locked ?? { decisions_from: 0, records_from: 0, agents_from: 0 };
  return { seq, headSeq: row?.audit_seq ?? seq, timeZone: row?.time_zone ?? 'UTC', from };
}

const INSERT_CURSOR = `
  INSERT INTO svc.count_cursors (organization_id, counted_seq, counted_at)
  SELECT organization_id, 0, $2::timestamptz FROM svc.organization_heads WHERE organization_id = $1
  ON CONFLICT (organization_id) DO NOTHING`;

const LOCK_CURSOR = `
  SELECT counted_seq, time_zone, decisions_from, records_from, agents_from
  FROM svc.count_cursors WHERE organization_id = $1 FOR UPDATE`;

const CHANGE_TIME_ZONE = `
  UPDATE svc.count_cursors SET time_zone = $2, days_to = '-infinity' WHERE organization_id = $1`;

const SELECT_HEAD = `
  SELECT h.audit_seq, o.time_zone
  FROM svc.organization_heads h JOIN svc.organizations o USING (organization_id)
  WHERE h.organization_id = $1`;
