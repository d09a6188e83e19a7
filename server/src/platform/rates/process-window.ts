// SPDX-License-Identifier: Apache-2.0
/** A sliding window counted in this process alone: cheap enough for the hot path. */
import { LRUCache } from 'lru-cache';

const WINDOW_SECONDS = 60;
const WINDOW_MS = WINDOW_SECONDS * 1000;
/** One more than the window: the oldest second counts until its last hit has left the window. */
const SLOTS = WINDOW_SECONDS + 1;
const KEYS_MAX = 20_000;

interface Counter {
  /** Hits of one second each, at index `second % SLOTS`. */
  slots: Uint32Array;
  /** When the last hit of each slot came, in epoch milliseconds: the whole slot counts as long as it does. */
  lastMs: Float64Array;
  atMs: number;
  total: number;
}

export interface ProcessWindow {
  /** @returns 0 when the hit is admitted, else the whole seconds to wait, at most those of the window */
  hit(key: string, atMs: number): number;
  /** @returns what a hit would, and counts none */
  waitFor(key: string, atMs: number): number;
}

/** Never admits more than `limit` hits within any 60 seconds; may refuse up to a second longer than needed. */
export function processWindow(limit: number): ProcessWindow {
  // It grows: `max` would take the memory of all entries at the start.
  const counters = new LRUCache<string, Counter>({ maxSize: KEYS_MAX, sizeCalculation: () => 1 });
  return {
    hit(key, atMs) {
      let counter = counters.get(key);
      if (counter === undefined) {
        counter = { slots: new Uint32Array(SLOTS), lastMs: new Float64Array(SLOTS), atMs, total: 0 };
        counters.set(key, counter);
      }
      advance(counter, atMs);
      if (counter.total >= limit) return secondsToWait(counter, limit);
      const index = secondOf(counter.atMs) % SLOTS;
      counter.slots[index] = (counter.slots[index] ?? 0) + 1;
      counter.lastMs[index] = counter.atMs;
      counter.total += 1;
      return 0;
    },
    waitFor(key, atMs) {
      const counter = counters.get(key);
      if (counter === undefined) return 0;
      advance(counter, atMs);
      return counter.total < limit ? 0 : secondsToWait(counter, limit);
    },
  };
}

const secondOf = (atMs: number): number => Math.floor(atMs / 1000);

/** Empties the slots that have left the window. A clock that steps back stands still. */
function advance(counter: Counter, atMs: number): void {
  const before = secondOf(counter.atMs);
  counter.atMs = Math.max(counter.atMs, atMs);
  const second = secondOf(counter.atMs);
  const steps = Math.min(second - before, SLOTS);
  for (let step = 1; step <= steps; step += 1) empty(counter, (before + step) % SLOTS);
  const oldest = (second + 1) % SLOTS;
  if ((counter.lastMs[oldest] ?? 0) + WINDOW_MS <= counter.atMs) empty(counter, oldest);
}

function empty(counter: Counter, index: number): void {
  counter.total -= counter.slots[index] ?? 0;
  counter.slots[index] = 0;
}

/** The wait until the oldest slots with enough hits have left the window. */
function secondsToWait(counter: Counter, limit: number): number {
  const second = secondOf(counter.atMs);
  let total = counter.total;
  for (let age = WINDOW_SECONDS; age >= 1; age -= 1) {
    const index = (second - age + SLOTS) % SLOTS;
    const hits = counter.slots[index] ?? 0;
    total -= hits;
    if (hits > 0 && total < limit) return secondsUntilOut(counter, index);
  }
  // All counted hits came within this second.
  return secondsUntilOut(counter, second % SLOTS);
}

function secondsUntilOut(counter: Counter, index: number): number {
  return Math.max(1, Math.ceil(((counter.lastMs[index] ?? 0) + WINDOW_MS - counter.atMs) / 1000));
}
