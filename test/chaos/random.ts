// SPDX-License-Identifier: Apache-2.0
/**
 * Choices that repeat for a seed: the faults of a run, their order and their moments. The processes react in their own
 * way, so a seed brings back the same attack, not the same outcome.
 */

export interface Random {
  seed: number;
  /** Returns a whole number, both ends included. */
  between(min: number, max: number): number;
  chance(probability: number): boolean;
  pick<Item>(items: readonly Item[]): Item;
  shuffled<Item>(items: readonly Item[]): Item[];
}

const SEEDS = 2 ** 32;

/** Takes the seed from CHAOS_SEED, else a new one, and prints it, so that a failure can be repeated. */
export function seededRandom(what: string): Random {
  const given = process.env.CHAOS_SEED;
  const seed = given === undefined || given === '' ? Math.floor(Math.random() * SEEDS) : Number(given);
  if (!Number.isSafeInteger(seed)) throw new Error('CHAOS_SEED must be a whole number.');
  console.log(`${what}: CHAOS_SEED=${seed}`);
  return randomFrom(seed);
}

function randomFrom(seed: number): Random {
  const next = mulberry32(seed);
  const between = (min: number, max: number) => min + Math.floor(next() * (max - min + 1));
  return {
    seed,
    between,
    chance: (probability) => next() < probability,
    pick(items) {
      const item = items[between(0, items.length - 1)];
      if (item === undefined) throw new RangeError('nothing to pick from');
      return item;
    },
    shuffled(items) {
      const rest = [...items];
      return items.flatMap(() => rest.splice(between(0, rest.length - 1), 1));
    },
  };
}

/** Mulberry32 by Tommy Ettinger (public domain): 32 bits of state, enough for choices like these. */
function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / SEEDS;
  };
}
