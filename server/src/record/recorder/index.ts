// SPDX-License-Identifier: Apache-2.0
/**
 * Owns group commit: decisions that arrive while a batch commits are the next batch. An idle service commits the
 * decisions of one turn of the event loop at once, without a clock. Refuses to know how a decision is made.
 */
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { LongestChains } from '../../storage/heads/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import { recordBatch } from './batch.ts';
import { DecisionQueue, type TakenBatch } from './decision-queue.ts';
import type { Recorder } from './draft.ts';
import { HeadMemory } from './head-memory.ts';
import { Lanes } from './lanes.ts';
import { pendingRecord } from './pending-record.ts';

export { ACT_COLUMNS, type ActRow, appendActs } from './acts.ts';
export type * from './draft.ts';
export { callEntry } from './entries.ts';
export { HomeLostError, type Homes, recordAtHomes, type SentDraft } from './homes.ts';
export { callAct, callStatus } from './link-changes.ts';
export { reviewOf, webhookOf, withOutcome } from './outcome.ts';

const DECISIONS_PER_BATCH_MAX = 256;
const BATCHES_IN_FLIGHT_MAX = 4;
const DECISIONS_WAITING_MAX = 10_000;

export interface RecorderOptions {
  decisionsPerBatchMax?: number;
  /** True when a batch may be sent while its predecessor commits, which is the default. */
  isPipelined?: boolean;
  /** Reads events to be changed: `$1` the organization, `$2` events. */
  selectEvents?: string;
  /** The chains that the process remembers; by default those of this recorder, without a log. */
  chains?: LongestChains;
  /** Whether a delivery may be made for an endpoint; by default always. */
  takeSlot?: (endpointId: string) => boolean;
  /** Called after a commit with the webhook endpoints of its deliveries. */
  onDeliveries?: (endpointIds: readonly string[]) => void;
  /** Called after a commit with the organizations whose chain it made longer. */
  onRecorded?: (organizationIds: readonly string[]) => void;
}

export function createRecorder(pool: pg.Pool, metrics: Metrics, options: RecorderOptions = {}): Recorder {
  const batchMax = options.decisionsPerBatchMax ?? DECISIONS_PER_BATCH_MAX;
  const queue = new DecisionQueue();
  const memory = new HeadMemory(options.chains ?? new LongestChains(pool.clock, { error: () => {} }));
  const lanes = new Lanes();
  const canFollow = (organizationId: string): boolean =>
    options.isPipelined !== false && lanes.of(organizationId) !== undefined;
  const onDrained: (() => void)[] = [];
  const takeSlot = options.takeSlot ?? (() => true);
  let batchesInFlight = 0;
  let isScheduled = false;

  function schedule(): void {
    if (isScheduled || batchesInFlight >= BATCHES_IN_FLIGHT_MAX || queue.count === 0) return;
    isScheduled = true;
    // Runs after the requests that this turn of the event loop has already received: they share the batch.
    setImmediate(() => {
      isScheduled = false;
      startBatches();
    });
  }

  function startBatches(): void {
    while (batchesInFlight < BATCHES_IN_FLIGHT_MAX) {
      const batch = queue.take(batchMax, canFollow, BATCHES_IN_FLIGHT_MAX - batchesInFlight);
      if (batch.decisions.length === 0) return;
      void run(batch);
    }
  }

  async function run(batch: TakenBatch): Promise<void> {
    batchesInFlight += 1;
    const { passedOver, endpointIds, organizationIds, settle } = await recordBatch(
      { pool, metrics, memory, lanes, takeSlot, selectEvents: options.selectEvents },
      batch.decisions,
    );
    queue.settle(batch, passedOver);
    batchesInFlight -= 1;
    // The answers of this batch bring the requests of the next.
    setImmediate(settle);
    schedule();
    if (endpointIds.length > 0) options.onDeliveries?.(endpointIds);
    if (organizationIds.length > 0) options.onRecorded?.(organizationIds);
    if (isDrained()) for (const done of onDrained.splice(0)) done();
  }

  const isDrained = (): boolean => queue.count === 0 && batchesInFlight === 0;

  return {
    record(draft) {
      if (queue.count >= DECISIONS_WAITING_MAX) return Promise.reject(new ApiError('unavailable'));
      return new Promise((resolve, reject) => {
        queue.add(pendingRecord(draft, { resolve, reject }));
        schedule();
      });
    },
    waiting: () => queue.count,
    drained: () => (isDrained() ? Promise.resolve() : new Promise((resolve) => onDrained.push(resolve))),
  };
}
