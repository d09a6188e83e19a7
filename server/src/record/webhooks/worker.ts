// SPDX-License-Identifier: Apache-2.0
/**
 * Sends the waiting deliveries of the outbox; every process has one worker. It claims no more than it can send at once,
 * and writes outcomes in batches. A call counts as under way until its outcome is written. A slow database thus slows
 * the sending down, and nothing piles up in memory.
 */
import { setMaxListeners } from 'node:events';
import type pg from 'pg';
import { type OutageLog, Outages } from '../../platform/logging/index.ts';
import { isDatabaseFault } from '../../storage/db/index.ts';
import { learnHolders } from '../../storage/limits/index.ts';
import type { Metrics } from '../../storage/metrics/index.ts';
import { endpointsIn, type News, ofEndpoint, SLEEP_MS } from '../../storage/news/index.ts';
import { type Claims, claimDeliveries } from './claim.ts';
import { disableEndpoints } from './disable.ts';
import type { Endpoint } from './health.ts';
import { HoldLooks } from './holds.ts';
import { conductOf, Lanes } from './lanes.ts';
import {
  CLAIMS_PER_BATCH_MAX,
  FINISH_WITHIN_MS,
  OUTCOMES_PER_BATCH_MAX,
  SCAN_EVERY_MS,
  SETTLE_AGAIN_MS,
} from './limits.ts';
import { continueRecovery } from './recover.ts';
import { organizationsOf, scanDue } from './scan.ts';
import { type Outcome, type Sending, sendDelivery } from './send.ts';
import { settleOutcomes } from './settle.ts';
import { EndpointSlots } from './slots.ts';
import { countWaiting } from './waiting.ts';

interface WorkerOptions extends Omit<Sending, 'signal'> {
  /** A pool of its own, with a connection for each step. */
  pool: pg.Pool;
  news: News;
  log: OutageLog;
  metrics: Pick<Metrics, 'deliveryAttempts' | 'deliverySeconds'>;
}

export interface DeliveryWorker {
  /** Room for one more delivery to this endpoint. @returns false when its event is to be counted instead */
  takeSlot(endpointId: string): boolean;
  /** This process has committed deliveries for these endpoints. */
  wake(endpointIds: readonly string[]): void;
  /** Claims no more, finishes the calls under way, and releases the rest after 8 s. */
  stop(): Promise<void>;
}

export function startDeliveryWorker(options: WorkerOptions): DeliveryWorker {
  const worker = new Worker(options);
  worker.start();
  return {
    takeSlot: (endpointId) => worker.slots.take(endpointId),
    wake: (endpointIds) => worker.wake(endpointIds),
    stop: () => worker.stop(),
  };
}

type StepName = 'claim' | 'settle' | 'scan' | 'count';

class Worker {
  readonly #options: WorkerOptions;
  readonly #lanes = new Lanes();
  readonly slots = new EndpointSlots();
  readonly #holds = new HoldLooks();
  readonly #stopping = new AbortController();
  readonly #timers = new Map<'scan' | 'settle', () => void>();
  readonly #outcomes: Outcome[] = [];
  readonly #onIdle: (() => void)[] = [];
  /** The running steps, one of each kind at a time. */
  readonly #running = new Set<StepName>();
  #isStopped = false;
  readonly #outages: Outages;
  /** The last claim found every ready endpoint at its bound. */
  #wasInVain = false;
  #scanAfter: string | undefined;
  /** Nothing waits: the next look is far away. */
  #isAsleep = false;
  #woken = 0;
  #endHearing = () => {};

  constructor(options: WorkerOptions) {
    this.#options = options;
    this.#outages = new Outages(options.log);
    // Each call under way listens, and their number is bounded.
    setMaxListeners(0, this.#stopping.signal);
  }

  start(): void {
    this.#endHearing = this.#options.news.hearAll((topics) => {
      if (topics === null) return void this.#scan();
      const endpointIds = endpointsIn(topics);
      for (const endpointId of endpointIds) this.slots.doubt(endpointId);
      this.#ready(endpointIds);
    });
    this.#after('scan', SCAN_EVERY_MS, () => void this.#scan());
  }

  wake(endpointIds: readonly string[]): void {
    this.#ready(endpointIds);
    this.#options.news.tell(endpointIds.map(ofEndpoint));
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    this.#endHearing();
    this.#timers.get('scan')?.();
    const endWait = this.#options.pool.clock.after(FINISH_WITHIN_MS, () => this.#stopping.abort());
    while (!this.#isIdle()) await new Promise<void>((resolve) => this.#onIdle.push(resolve));
    endWait();
  }

  #ready(endpointIds: readonly string[]): void {
    if (endpointIds.length > 0) this.#stayAwake();
    for (const endpointId of endpointIds) this.#lanes.wake(endpointId);
    this.#claim();
    if (this.slots.hasUrgent) this.#count(false);
  }

  /** Runs in the next turn of the event loop, so that endpoints woken together are claimed together. */
  #claim(): void {
    if (this.#isStopped || this.#running.has('claim') || !this.#lanes.hasReady) return;
    this.#running.add('claim');
    setImmediate(() => void this.#claimNow().finally(() => this.#step('claim')));
  }

  async #claimNow(): Promise<void> {
    await this.#attempt('the organizations of endpoints could not be read', undefined, () =>
      this.#learnOrganizations(),
    );
    const placesOf = this.#lanes.take(CLAIMS_PER_BATCH_MAX);
    // The holder of the places finishes them, and then claims again.
    this.#wasInVain = placesOf.size === 0;
    if (this.#wasInVain) return;
    const { claims, foundOf } = await this.#attempt('deliveries could not be claimed', NOTHING_FOUND, () =>
      claimDeliveries(this.#options.pool, this.#lanes.turns(placesOf)),
    );
    const sentOf = new Map<string, number>();
    for (const { endpointId } of claims) sentOf.set(endpointId, (sentOf.get(endpointId) ?? 0) + 1);
    for (const [endpointId, asked] of placesOf) {
      const found = foundOf.get(endpointId) ?? 0;
      this.#lanes.found(endpointId, asked, found);
      // Deliveries that were found and are not sent have ended already.
      for (let left = found - (sentOf.get(endpointId) ?? 0); left > 0; left -= 1) {
        this.#lanes.ended(endpointId, 'unknown');
      }
    }
    const sending = { ...this.#options, signal: this.#stopping.signal };
    for (const claim of claims) {
      void sendDelivery(sending, claim).then((outcome) => {
        this.#measure(outcome);
        this.#outcomes.push(outcome);
        this.#settle();
      });
    }
  }

  async #learnOrganizations(): Promise<void> {
    const { unknown } = this.#lanes;
    if (unknown.length === 0) return;
    const { pool } = this.#options;
    const organizationOf = await organizationsOf(pool, unknown);
    await learnHolders(pool, [...organizationOf.values()]);
    for (const endpointId of unknown) {
      const organizationId = organizationOf.get(endpointId);
      if (organizationId === undefined) this.#lanes.forget(endpointId);
      else this.#lanes.belongs(endpointId, organizationId);
    }
  }

  #measure({ verdict, latencyMs }: Outcome): void {
    const { deliveryAttempts, deliverySeconds } = this.#options.metrics;
    deliveryAttempts[verdict].add();
    if (verdict !== 'released') deliverySeconds.observe(latencyMs / 1_000);
  }

  #settle(): void {
    if (this.#running.has('settle') || this.#timers.has('settle') || this.#outcomes.length === 0) return;
    this.#running.add('settle');
    setImmediate(() => void this.#settleNow().finally(() => this.#step('settle')));
  }

  async #settleNow(): Promise<void> {
    const { pool } = this.#options;
    const batch = this.#outcomes.splice(0, OUTCOMES_PER_BATCH_MAX);
    const failing = await this.#attempt('outcomes of deliveries could not be written', null, () => this.#write(batch));
    // At a stop there is one attempt: the claims lapse by themselves.
    if (failing === null && !this.#isStopped) {
      this.#outcomes.unshift(...batch);
      this.#after('settle', SETTLE_AGAIN_MS, () => this.#settle());
      return;
    }
    for (const { claim, verdict, latencyMs } of batch) {
      this.#lanes.ended(claim.endpointId, conductOf(verdict, latencyMs));
    }
    const gone = batch.filter(({ verdict }) => verdict === 'gone').map(({ claim }) => claim);
    if (gone.length === 0 && (failing ?? []).length === 0) return;
    await this.#attempt('endpoints could not be disabled', undefined, () =>
      disableEndpoints(pool, { gone, failing: failing ?? [] }, pool.clock.nowMs()),
    );
  }

  /** One unwritable outcome must not hold up the others: its claim lapses by itself. */
  async #write(batch: readonly Outcome[]): Promise<Endpoint[]> {
    const { pool } = this.#options;
    try {
      return await settleOutcomes(pool, batch, pool.clock.nowMs());
    } catch (error) {
      if (isDatabaseFault(error)) throw error;
      const failing: Endpoint[] = [];
      for (const outcome of batch) {
        const settled = this.#attempt('the outcome of a delivery could not be written', [], () =>
          settleOutcomes(pool, [outcome], pool.clock.nowMs()),
        );
        failing.push(...(await settled));
      }
      return failing;
    }
  }

  async #scan(): Promise<void> {
    if (this.#isStopped || this.#running.has('scan')) return;
    this.#timers.get('scan')?.();
    this.#running.add('scan');
    const { pool } = this.#options;
    const woken = this.#woken;
    let isQuiet = false;
    await this.#attempt('due deliveries could not be looked for', undefined, async () => {
      const { dueEndpointIds, isEmpty, after } = await scanDue(pool, this.#scanAfter);
      this.#scanAfter = after;
      for (const endpointId of dueEndpointIds) this.#lanes.wakeDue(endpointId);
      this.#claim();
      const recovered = await continueRecovery(pool);
      this.#ready(recovered ?? []);
      const isHeld = await this.#holds.look(pool, this.slots);
      this.#count(true);
      isQuiet = isEmpty && recovered === null && !isHeld;
    });
    this.#step('scan');
    // Deliveries that were made meanwhile have been told of, and count.
    this.#isAsleep = isQuiet && this.#woken === woken && this.#options.news.isListening();
    if (!this.#isStopped) this.#after('scan', this.#isAsleep ? SLEEP_MS : SCAN_EVERY_MS, () => void this.#scan());
  }

  /** A process that slept looks again in the usual interval: a delivery waits, and may fail. */
  #stayAwake(): void {
    this.#woken += 1;
    if (!this.#isAsleep || this.#isStopped) return;
    this.#isAsleep = false;
    this.#timers.get('scan')?.();
    this.#after('scan', SCAN_EVERY_MS, () => void this.#scan());
  }

  /** Decisions go on meanwhile, within the slots that are left. */
  #count(isLook: boolean): void {
    if (this.#isStopped || this.#running.has('count')) return;
    this.#running.add('count');
    const { pool } = this.#options;
    void this.#attempt('waiting deliveries could not be counted', undefined, () =>
      countWaiting(pool, this.slots, isLook),
    ).finally(() => this.#step('count'));
  }

  /** A step has ended: others may be possible now. */
  #step(name: StepName): void {
    this.#running.delete(name);
    this.#settle();
    if (name === 'settle' || !this.#wasInVain) this.#claim();
    if (this.#isIdle()) for (const done of this.#onIdle.splice(0)) done();
  }

  #isIdle(): boolean {
    return this.#running.size === 0 && this.#lanes.calls === 0;
  }

  #after(name: 'scan' | 'settle', ms: number, work: () => void): void {
    const end = this.#options.pool.clock.after(ms, () => {
      this.#timers.delete(name);
      work();
    });
    this.#timers.set(name, end);
  }

  /** The database may be away: the work stays in the outbox, and is found again. */
  async #attempt<Result>(failure: string, otherwise: Result, work: () => Promise<Result>): Promise<Result> {
    try {
      const result = await work();
      this.#outages.worked(failure, { after: failure }, 'deliveries go on');
      return result;
    } catch (error) {
      this.#outages.failed(failure, error, {}, failure);
      return otherwise;
    }
  }
}

const NOTHING_FOUND: Claims = { claims: [], foundOf: new Map() };
