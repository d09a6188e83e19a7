/** A sliding window counted in this process alone: cheap enough for the hot path. */
import { LRUCache } from 'lru-cache';

const WINDOW_SECONDS = 60;
/** One more than the window: the oldest second counts until it has left the window whole. */
const SLOTS = WINDOW_SECONDS + 1;
const KEYS_MAX = 20_000;

interface Counter {
  /** Hits of one second each, at index `second % SLOTS`. */
  slots: Uint32Array;
  second: number;
  total: number;
}

export interface ProcessWindow {
  /** @returns 0 when the hit is admitted, else the whole seconds to wait */
  hit(key: string, atMs: number): number;
}

/** Never admits more than `limit` hits within any 60 seconds; may refuse up to a second longer than needed. */
export function processWindow(limit: number): ProcessWindow {
  const counters = new LRUCache<string, Counter>({ max: KEYS_MAX });
  return {
    hit(key, atMs) {
      const second = Math.floor(atMs / 1000);
      let counter = counters.get(key);
      if (counter === undefined) {
        counter = { slots: new Uint32Array(SLOTS), second, total: 0 };
        counters.set(key, counter);
      }
      advance(counter, second);
      if (counter.total >= limit) return secondsToWait(counter, limit);
      const index = counter.second % SLOTS;
      counter.slots[index] = (counter.slots[index] ?? 0) + 1;
      counter.total += 1;
      return 0;
    },
  };
}

/** Empties the slots of past seconds. A clock that steps back stays in the latest second. */
function advance(counter: Counter, second: number): void {
  const steps = Math.min(second - counter.second, SLOTS);
  for (let step = 1; step <= steps; step += 1) {
    const index = (counter.second + step) % SLOTS;
    counter.total -= counter.slots[index] ?? 0;
    counter.slots[index] = 0;
  }
  if (second > counter.second) counter.second = second;
}

/** The wait until the oldest seconds with enough hits have left the window. */
function secondsToWait(counter: Counter, limit: number): number {
  let total = counter.total;
  for (let age = WINDOW_SECONDS; age >= 1; age -= 1) {
    total -= counter.slots[(counter.second - age + SLOTS) % SLOTS] ?? 0;
    if (total < limit) return SLOTS - age;
  }
  // All counted hits came within this second.
  return SLOTS;
}
