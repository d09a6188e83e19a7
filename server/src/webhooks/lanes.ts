/**
 * The state of each endpoint in one process: whether deliveries may wait for it, its calls under way, and their limit.
 * A slow or failing endpoint gets fewer calls, so that all others are served as if it did not exist. It is memory only:
 * the outbox holds the work.
 */
import {
  CALLS_MAX,
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
  calls: number;
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
  #calls = 0;
  #failingCalls = 0;

  get calls(): number {
    return this.#calls;
  }

  get hasReady(): boolean {
    return this.#ready.size > 0 && this.#calls < CALLS_MAX;
  }

  /** Deliveries may wait for this endpoint. Those of a dead one are found by the periodic look. */
  wake(endpointId: string): void {
    if (!isDead(this.#lanes.get(endpointId))) this.wakeDue(endpointId);
  }

  /** A look at the outbox found a delivery that waits for this endpoint. */
  wakeDue(endpointId: string): void {
    const lane = this.#lanes.get(endpointId);
    if (lane === undefined || lane.calls < lane.callsMax) this.#ready.add(endpointId);
    else lane.mayHaveMore = true;
  }

  /** Takes turns: endpoints, and the number of deliveries to claim for each. The places are held until these end. */
  take(placesMax: number): Map<string, number> {
    const taken = new Map<string, number>();
    let left = Math.min(placesMax, CALLS_MAX - this.#calls);
    for (const endpointId of this.#ready) {
      if (left <= 0) break;
      const lane = this.#laneOf(endpointId);
      if (isFailing(lane) && this.#failingCalls >= FAILING_CALLS_MAX) continue;
      const places = Math.min(left, lane.callsMax - lane.calls);
      this.#ready.delete(endpointId);
      if (places <= 0) {
        lane.mayHaveMore = true;
        continue;
      }
      taken.set(endpointId, places);
      this.#hold(lane, places);
      left -= places;
    }
    return taken;
  }

  /** The number found among those that were requested. When all were found, more may wait. */
  found(endpointId: string, asked: number, count: number): void {
    const lane = this.#laneOf(endpointId);
    this.#hold(lane, count - asked);
    if (count === asked) this.wake(endpointId);
    else if (lane.mayHaveMore) this.#wakeAgain(endpointId, lane);
  }

  /** A call has ended, and its outcome is written. */
  ended(endpointId: string, conduct: Conduct): void {
    const lane = this.#laneOf(endpointId);
    this.#hold(lane, -1);
    if (conduct !== 'unknown') this.#learn(lane, conduct);
    if (lane.mayHaveMore) this.#wakeAgain(endpointId, lane);
  }

  #wakeAgain(endpointId: string, lane: Lane): void {
    lane.mayHaveMore = false;
    this.wake(endpointId);
  }

  #learn(lane: Lane, conduct: Exclude<Conduct, 'unknown'>): void {
    const failures = conduct === 'failing' ? lane.failures + 1 : 0;
    const callsBefore = isFailing(lane) ? lane.calls : 0;
    lane.failures = failures;
    this.#failingCalls += (isFailing(lane) ? lane.calls : 0) - callsBefore;
    lane.callsMax = CALLS_AFTER[conduct](lane.callsMax);
  }

  #hold(lane: Lane, places: number): void {
    lane.calls += places;
    this.#calls += places;
    if (isFailing(lane)) this.#failingCalls += places;
  }

  #laneOf(endpointId: string): Lane {
    const known = this.#lanes.get(endpointId);
    if (known !== undefined) return known;
    if (this.#lanes.size >= LANES_MAX) this.#forgetIdle();
    const lane = { calls: 0, callsMax: CALLS_PER_ENDPOINT_START, failures: 0, mayHaveMore: false };
    this.#lanes.set(endpointId, lane);
    return lane;
  }

  /** Endpoints with calls under way are at most as many as calls, so few remain. */
  #forgetIdle(): void {
    for (const [endpointId, lane] of this.#lanes) if (lane.calls === 0) this.#lanes.delete(endpointId);
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
