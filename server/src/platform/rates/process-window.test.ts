// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the window slides, never admits too many, and answers how long to wait. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { processWindow } from './process-window.ts';

const AT = 1_700_000_000_000;

it('admits the limit and tells when the next one is admitted', () => {
  const window = processWindow(3);
  expect([0, 10_000, 20_000].map((after) => window.hit('a', AT + after))).toEqual([0, 0, 0]);
  const waitSeconds = window.hit('a', AT + 30_000);
  expect(waitSeconds).toBe(30);
  expect(window.hit('a', AT + 30_000 + waitSeconds * 1000)).toBe(0);
  expect(window.hit('b', AT)).toBe(0);
});

it('tells how long to wait when all hits came at once', () => {
  const window = processWindow(1);
  expect(window.hit('a', AT)).toBe(0);
  const waitSeconds = window.hit('a', AT);
  expect(window.hit('a', AT + waitSeconds * 1000 - 1)).toBeGreaterThan(0);
  expect(window.hit('a', AT + waitSeconds * 1000)).toBe(0);
});

it('never tells to wait longer than the window, wherever in a second the hits come', () => {
  for (const ms of [0, 1, 499, 999]) {
    const window = processWindow(2);
    expect([0, 0].map(() => window.hit('a', AT + ms))).toEqual([0, 0]);
    expect(window.hit('a', AT + ms)).toBe(60);
    expect(window.hit('a', AT + ms + 59_999)).toBe(1);
    expect(window.hit('a', AT + ms + 60_000)).toBe(0);
  }
});

it('counts a refused hit as none, and a clock that steps back as standing still', () => {
  const window = processWindow(1);
  expect(window.hit('a', AT)).toBe(0);
  for (let tried = 0; tried < 100; tried += 1) expect(window.hit('a', AT - tried * 1000)).toBeGreaterThan(0);
  expect(window.hit('a', AT + 60_000)).toBe(0);
});

it('never admits more than the limit in any 60 seconds, and always after the wait it names', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 20 }),
      fc.array(fc.integer({ min: 0, max: 30_000 }), { maxLength: 200 }),
      (limit, steps) => {
        const window = processWindow(limit);
        const admitted: number[] = [];
        let atMs = AT;
        for (const step of steps) {
          atMs += step;
          const waitSeconds = window.hit('a', atMs);
          if (waitSeconds === 0) admitted.push(atMs);
          else {
            expect(waitSeconds).toBeLessThanOrEqual(60);
            atMs += waitSeconds * 1000;
            expect(window.hit('a', atMs)).toBe(0);
            admitted.push(atMs);
          }
        }
        for (const [index, last] of admitted.entries()) {
          const first = admitted[index - limit];
          if (first !== undefined) expect(last - first).toBeGreaterThanOrEqual(60_000);
        }
      },
    ),
  );
});
