// SPDX-License-Identifier: Apache-2.0
/**
 * The processes of one machine share their batches: each organization has a home among them, which records for all. A
 * home is never needed for being right: while it is gone, any process records, and the lock of the head stays the
 * truth.
 */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import type { CallOutcomeDraft, DecisionDraft, Draft, Recorder, RecordOutcome } from './draft.ts';
import { settleAfterFailure } from './lost-commits.ts';
import { type PendingRecord, pendingRecord } from './pending-record.ts';

/** Drafts that hold nothing but data: changes of events are decided where they were asked for. */
export type SentDraft = DecisionDraft | CallOutcomeDraft;

export interface Homes {
  /** Sends a draft to the process that records its organization; null where that is this one. */
  recordAtHome(draft: SentDraft): Promise<RecordOutcome> | null;
  /** @param record called for drafts that other processes send */
  receive(record: (draft: SentDraft) => Promise<RecordOutcome>): void;
}

/** The home was lost before it answered: whether it has recorded the draft is not known. */
export class HomeLostError extends Error {
  override readonly name = 'HomeLostError';
}

/** @param pool for looking up what a lost home has recorded */
export function recordAtHomes(local: Recorder, homes: Homes, pool: pg.Pool): Recorder {
  let lost: PendingRecord[] = [];
  let sent = 0;
  const onDrained: (() => void)[] = [];
  homes.receive((draft) => local.record(draft));

  /** All that a home had under way is looked up at once. */
  function lookUp(draft: Draft, error: Error): Promise<RecordOutcome> {
    return new Promise((resolve, reject) => {
      lost.push(pendingRecord(draft, { resolve, reject }));
      if (lost.length > 1) return;
      setImmediate(() => {
        const batch = lost;
        lost = [];
        void settleAfterFailure(pool, batch, error);
      });
    });
  }

  async function answered(draft: SentDraft, sending: Promise<RecordOutcome>): Promise<RecordOutcome> {
    sent += 1;
    try {
      return await sending;
    } catch (error) {
      if (error instanceof HomeLostError) return await lookUp(draft, new ApiError('unavailable', { cause: error }));
      throw error;
    } finally {
      sent -= 1;
      if (sent === 0) for (const done of onDrained.splice(0)) done();
    }
  }

  return {
    record(draft) {
      const sending = 'changeOf' in draft ? null : homes.recordAtHome(draft);
      return sending === null || 'changeOf' in draft ? local.record(draft) : answered(draft, sending);
    },
    waiting: local.waiting,
    async drained() {
      if (sent > 0) await new Promise<void>((resolve) => onDrained.push(resolve));
      await local.drained();
    },
  };
}
