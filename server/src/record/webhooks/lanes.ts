// SPDX-License-Identifier: Apache-2.0
/**
 * The state of each endpoint in one process: whether deliveries may wait for it, its calls under way, and their limit.
 * A slow or failing endpoint gets fewer calls, so that all others are served as if it did not exist. Every call has a
 * place of its organization. It is memory only: the outbox holds the work.
 */
import { type Place, Places, SHARED_PLACES } from '../../platform/shares/index.ts';
import type { Turn } from './claim.ts';
import {
  CALLS_PER_ENDPOINT_MAX,
  CALLS_PER_ENDPOINT_START,
  CALLS_PER_SLOW_ENDPOINT,
  DEAD_AFTER_FAILURES,
  FAILING_CALLS_MAX,
  LANES_MAX,
  SLOW_ANSWER_MS,
} from './limits.ts';
import type { Verdict } from './retry-schedule.ts';

interface Lane {
  /** Null until it is known. */
  organizationId: string | null;
  /** One for each call under way. */
  places: Place[];
  callsMax: number;
  /** Consecutive failures. */
  failures: number;
  /** Deliveries may wait while the lane is full. */
  mayHaveMore: boolean;
}

/** The result of a call, as far as the next one depends on it. */
export type Conduct = 'quick' | 'slow' | 'failing' | 'unknown';

/** A refusal is an answer like any other: its receiver is there. */
export function conductOf(verdict: Verdict | 'released', latencyMs: number): Conduct {
  if (verdict === 'released') return 'unknown';
  if (verdict === 'retry') return 'failing';
  return latencyMs > SLOW_ANSWER_MS ? 'slow' : 'quick';
}

export class Lanes {
  readonly #lanes = new Map<string, Lane>();
  /** Endpoints in the order of their turns. */
  readonly #ready = new Set<string>();
  readonly #places = new Places(SHARED_PLACES.webhookCalls);
  #failingCalls = 0;

  get calls(): number {
    return this.#places.underWay;
  }

  get hasReady(): boolean {
    return this.#ready.size > 0 && this.calls < SHARED_PLACES.webhookCalls.atOnceMax;
  }

  /** Ready endpoints whose organization is not known: they have no turn before that. */
  get unknown(): string[] {
    return [...this.#ready].filter((id) => (this.#lanes.get(id)?.organizationId ?? null) === null);
  }

  /** The number of deliveries to claim for each of these endpoints, which have a turn, with its organization. */
  turns(placesOf: ReadonlyMap<string, number>): Turn[] {
    return [...placesOf].map(([endpointId, places]) => {
      const organizationId = this.#lanes.get(endpointId)?.organizationId ?? '';
      return { organizationId, endpointId, places };
    });
  }

  belongs(endpointId: string, organizationId: string): void {
    this.#laneOf(endpointId).organizationId = organizationId;
  }

  /** Nothing waits for this endpoint. */
  forget(endpointId: string): void {
    this.#ready.delete(endpointId);
  }

  /** Deliveries may wait for this endpoint. Those of a dead one are found by the periodic look. */
  wake(endpointId: string): void {
    if (!isDead(this.#lanes.get(endpointId))) this.wakeDue(endpointId);
  }

  /** A look at the outbox found a delivery that waits for this endpoint. */
  wakeDue(endpointId: string): void {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined || lane.places.length < lane.callsMax) this.#ready.add(endpointId);
    else lane.mayHaveMore = true;
  }

  /** Takes turns: endpoints, and the number of deliveries to claim for each. The places are held until these end. */
  take(placesMax: number): Map<string, number> {
    const taken = new Map<string, number>();
    let left = placesMax;
    for (const endpointId of this.#ready) {
      if (left <= 0) break;
      const lane = this.#laneOf(endpointId);
      if (lane.organizationId === null) continue;
      if (isFailing(lane) && this.#failingCalls >= FAILING_CALLS_MAX) continue;
      const free = lane.callsMax - lane.places.length;
      const places = this.#hold(lane, lane.organizationId, Math.max(0, Math.min(left, free)));
      if (free <= 0) lane.mayHaveMore = true;
      // An endpoint that waits for a place of its organization stays where it is in the order.
      if (places > 0 || free <= 0) this.#ready.delete(endpointId);
      if (places === 0) continue;
      taken.set(endpointId, places);
      left -= places;
    }
    return taken;
  }

  /** The number found among those that were requested. When all were found, more may wait. */
  found(endpointId: string, asked: number, count: number): void {
    const lane = this.#laneOf(endpointId);
    this.#giveBack(lane, asked - count, false);
    if (count === asked) this.wake(endpointId);
    else if (lane.mayHaveMore) this.#wakeAgain(endpointId, lane);
  }

  /** A call has ended, and its outcome is written. */
  ended(endpointId: string, conduct: Conduct): void {
    const lane = this.#laneOf(endpointId);
    this.#giveBack(lane, 1, conduct !== 'unknown');
    if (conduct !== 'unknown') this.#learn(lane, conduct);
    if (lane.mayHaveMore) this.#wakeAgain(endpointId, lane);
  }

  #wakeAgain(endpointId: string, lane: Lane): void {
    lane.mayHaveMore = false;
    this.wake(endpointId);
  }

  #learn(lane: Lane, conduct: Exclude<Conduct, 'unknown'>): void {
    const failures = conduct === 'failing' ? lane.failures + 1 : 0;
    const callsBefore = isFailing(lane) ? lane.places.length : 0;
    lane.failures = failures;
    this.#failingCalls += (isFailing(lane) ? lane.places.length : 0) - callsBefore;
    lane.callsMax = CALLS_AFTER[conduct](lane.callsMax);
  }

  /** @returns how many of the wanted places there are */
  #hold(lane: Lane, organizationId: string, wanted: number): number {
    for (let places = 0; places < wanted; places += 1) {
      const place = this.#places.enter(organizationId);
      if (place === null) return places;
      lane.places.push(place);
      if (isFailing(lane)) this.#failingCalls += 1;
    }
    return wanted;
  }

  #giveBack(lane: Lane, places: number, hasWorked: boolean): void {
    for (const place of lane.places.splice(0, places)) this.#places.leave(place, hasWorked);
    if (isFailing(lane)) this.#failingCalls -= places;
  }

  #laneOf(endpointId: string): Lane {
    const known = this.#lanes.get(endpointId);
    if (known !== undefined) return known;
    if (this.#lanes.size >= LANES_MAX) this.#forgetIdle();
    const lane: Lane = {
      organizationId: null,
      places: [],
      callsMax: CALLS_PER_ENDPOINT_START,
      failures: 0,
      mayHaveMore: false,
    };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  /** Endpoints with calls under way are at most as many as calls, so few remain. */
  #forgetIdle(): void {
    for (const [endpointId, lane] of this.#lanes) if (lane.places.length === 0) this.#lanes.delete(endpointId);
  }
}

function isFailing(lane: Lane): boolean {
  return lane.failures > 0;
}

function isDead(lane: Lane | undefined): boolean {
  return lane !== undefined && lane.failures >= DEAD_AFTER_FAILURES;
}

const CALLS_AFTER: Record<Exclude<Conduct, 'unknown'>, (callsMax: number) => number> = {
  quick: (callsMax) => Math.min(CALLS_PER_ENDPOINT_MAX, callsMax * 2),
  slow: () => CALLS_PER_SLOW_ENDPOINT,
  failing: () => 1,
};
