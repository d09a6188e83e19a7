/**
 * Group commit: decisions that arrive while a batch commits are the next batch. An idle service commits a lone
 * decision at once; nothing ever waits on purpose. It knows how to record a decision, not how one is made.
 */
import type pg from 'pg';
import { Refusal } from '../refusal.ts';
import { recordBatch } from './batch.ts';
import type { DecisionDraft, RecordOutcome } from './draft.ts';

export type * from './draft.ts';

const DECISIONS_PER_BATCH_MAX = 256;
const BATCHES_IN_FLIGHT_MAX = 2;
const DECISIONS_WAITING_MAX = 10_000;

/** A decision on its way into a batch. */
export interface PendingDecision {
  draft: DecisionDraft;
  resolve(outcome: RecordOutcome): void;
  reject(error: Error): void;
}

export interface RecorderOptions {
  decisionsPerBatchMax?: number;
}

export interface Recorder {
  /**
   * Resolves after the commit is durable.
   * @throws Refusal 503 when too many decisions wait; whatever PostgreSQL throws when the batch fails
   */
  record(draft: DecisionDraft): Promise<RecordOutcome>;
  /** Resolves when nothing waits and nothing is in flight. */
  drained(): Promise<void>;
}

export function createRecorder(pool: pg.Pool, options: RecorderOptions = {}): Recorder {
  const batchMax = options.decisionsPerBatchMax ?? DECISIONS_PER_BATCH_MAX;
  /** Waiting decisions by organization; an organization is in one batch at a time, in the order of first arrival. */
  const waiting = new Map<string, PendingDecision[]>();
  const inFlight = new Set<string>();
  /** Organizations whose head another transaction held: each is tried again in a batch of its own, which waits. */
  const contended = new Set<string>();
  const onDrained: (() => void)[] = [];
  let waitingCount = 0;
  let batchesInFlight = 0;
  let isWaitingBatchInFlight = false;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || batchesInFlight >= BATCHES_IN_FLIGHT_MAX || waitingCount === 0) return;
    isScheduled = true;
    // After the requests that this turn of the event loop has already received: they share the batch.
    setImmediate(() => {
      isScheduled = false;
      while (batchesInFlight < BATCHES_IN_FLIGHT_MAX) {
        const batch = takeBatch();
        if (batch.length === 0) return;
        void run(batch);
      }
    });
  }

  function takeBatch(): PendingDecision[] {
    const batch: PendingDecision[] = [];
    for (const [organizationId, queue] of waiting) {
      if (batch.length >= batchMax) break;
      if (inFlight.has(organizationId)) continue;
      // A batch that waits for a lock is alone, and leaves the other place in flight to those that need not wait.
      const isContended = contended.has(organizationId);
      if (isContended && (batch.length > 0 || isWaitingBatchInFlight)) continue;
      const taken = queue.splice(0, batchMax - batch.length);
      batch.push(...taken);
      inFlight.add(organizationId);
      // What is left goes to the end of the line: an organization that floods does not starve the others.
      waiting.delete(organizationId);
      if (queue.length > 0) waiting.set(organizationId, queue);
      if (isContended) break;
    }
    waitingCount -= batch.length;
    return batch;
  }

  async function run(batch: readonly PendingDecision[]): Promise<void> {
    const isWaiting = batch.some(({ draft }) => contended.delete(draft.organizationId));
    if (isWaiting) isWaitingBatchInFlight = true;
    batchesInFlight += 1;
    const passedOver = await recordBatch(pool, batch);
    for (const { draft } of batch) inFlight.delete(draft.organizationId);
    putBack(passedOver);
    batchesInFlight -= 1;
    if (isWaiting) isWaitingBatchInFlight = false;
    schedule();
    if (waitingCount === 0 && batchesInFlight === 0) for (const done of onDrained.splice(0)) done();
  }

  /** In front of what has arrived since. */
  function putBack(decisions: readonly PendingDecision[]): void {
    for (const decision of decisions.toReversed()) {
      const { organizationId } = decision.draft;
      const queue = waiting.get(organizationId);
      if (queue === undefined) waiting.set(organizationId, [decision]);
      else queue.unshift(decision);
      contended.add(organizationId);
    }
    waitingCount += decisions.length;
  }

  return {
    record(draft) {
      if (waitingCount >= DECISIONS_WAITING_MAX) return Promise.reject(new Refusal('unavailable'));
      return new Promise((resolve, reject) => {
        const queue = waiting.get(draft.organizationId);
        const pending = { draft, resolve, reject };
        if (queue === undefined) waiting.set(draft.organizationId, [pending]);
        else queue.push(pending);
        waitingCount += 1;
        schedule();
      });
    },
    drained() {
      if (waitingCount === 0 && batchesInFlight === 0) return Promise.resolve();
      return new Promise((resolve) => onDrained.push(resolve));
    },
  };
}
