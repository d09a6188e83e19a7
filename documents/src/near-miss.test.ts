// SPDX-License-Identifier: Apache-2.0
/** Guarantee: slips are recognised, other words are not, and the work does not grow with what a caller sends. */
import { describe, expect, it } from 'vitest';
import { nearMiss, nearMisses } from './near-miss.ts';

it.each([
  ['biling-bot', ['billing-bot', 'support-bot'], ['billing-bot']],
  ['Billing Bot', ['billing-bot'], ['billing-bot']],
  ['billing-bto', ['billing-bot', 'billing-robots', 'billing-box'], ['billing-bot', 'billing-box']],
  ['order', ['orders', 'Orders', 'border', 'older', 'o'], ['orders', 'Orders', 'border']],
  ['xyz', ['abc', 'orders'], []],
  ['ab', ['cd', 'ad'], []],
  ['', ['a', 'orders'], []],
])('of %j among %j are near: %j', (word, known, near) => {
  expect(nearMisses(word, known, 3)).toEqual(near);
  expect(nearMiss(word, known)).toBe(near[0] ?? null);
});

describe('the distance', () => {
  it('is that of Levenshtein wherever it counts', () => {
    const words = [6, 7, 8].flatMap((length) =>
      Array.from({ length: 2 ** length }, (_, bits) =>
        bits.toString(2).padStart(length, '0').replaceAll('0', 'a').replaceAll('1', 'b'),
      ).filter((_, index) => index % 5 === 0),
    );
    const wrong = words.flatMap((one) =>
      words.filter((other) => (nearMiss(one, [other]) !== null) !== levenshtein(one, other) <= 2),
    );
    expect(wrong).toEqual([]);
  });
});

describe('the work', () => {
  function taken(word: string, known: string): number {
    let count = 0;
    function* words() {
      for (; count < 1_000_000; count += 1) yield known;
    }
    nearMisses(word, words(), 3);
    return count;
  }

  it('ends after so many words, however short they are', () => {
    expect(taken('orders', 'x')).toBe(5_000);
  });

  it('ends after fewer words when they are long and similar', () => {
    expect(taken('a'.repeat(100), 'a'.repeat(99))).toBeLessThan(200);
  });

  it('is none for a word that is longer than any name', () => {
    expect(taken('a'.repeat(101), 'a'.repeat(101))).toBe(0);
  });
});

/** The textbook form, over the whole table. */
function levenshtein(left: string, right: string): number {
  let row = Array.from({ length: right.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...right].entries()) {
      const replaced = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(replaced, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row[right.length] ?? 0;
}
