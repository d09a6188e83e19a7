// SPDX-License-Identifier: Apache-2.0
/** Guarantee: delays grow as stated, chance and receivers only lengthen them, and a claim outlasts its attempt. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { attemptsMax, type BackOff, delayMsMax, JITTER_MAX, lapseMs, nextDelayMs } from './back-off.ts';

const DAY_MS = 86_400_000;

const backOffs: fc.Arbitrary<BackOff> = fc.record({
  delaysMs: fc.array(fc.integer({ min: 1, max: DAY_MS }), { minLength: 1, maxLength: 12 }),
  afterLast: fc.constantFrom('give up', 'repeat'),
  notBeforeMsMax: fc.integer({ min: 0, max: 2 * DAY_MS }),
});
const attemptCounts = fc.integer({ min: 1, max: 30 });
const chances = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
const wishes = fc.option(fc.integer({ min: 0, max: 10 * DAY_MS }));

describe('a back-off', () => {
  it('has the stated delays at least, a fifth more at most, and no wait beyond its longest', () => {
    fc.assert(
      fc.property(backOffs, attemptCounts, chances, (backOff, attempts, random) => {
        const delay = nextDelayMs(backOff, attempts, { random });
        const stated = backOff.delaysMs[Math.min(attempts, backOff.delaysMs.length) - 1] as number;
        if (delay === null) return;
        expect(delay).toBeGreaterThanOrEqual(stated);
        expect(delay).toBeLessThanOrEqual(Math.round(stated * 1.2));
        expect(delay).toBeLessThanOrEqual(delayMsMax(backOff));
      }),
    );
    expect(JITTER_MAX).toBe(0.2);
  });

  it('ends with the last attempt, whatever chance and the receiver say, or never', () => {
    fc.assert(
      fc.property(backOffs, attemptCounts, chances, wishes, (backOff, attempts, random, notBeforeMs) => {
        const isLast = backOff.afterLast === 'give up' && attempts > backOff.delaysMs.length;
        expect(nextDelayMs(backOff, attempts, { random, notBeforeMs }) === null).toBe(isLast);
        expect(attempts >= attemptsMax(backOff)).toBe(isLast);
      }),
    );
  });

  it('is not before the time that the receiver asks for, up to the bound, and never earlier for it', () => {
    fc.assert(
      fc.property(backOffs, attemptCounts, chances, wishes, (backOff, attempts, random, notBeforeMs) => {
        const delay = nextDelayMs(backOff, attempts, { random, notBeforeMs });
        const unasked = nextDelayMs(backOff, attempts, { random });
        if (delay === null || unasked === null) return;
        const heeded = Math.min(notBeforeMs ?? 0, backOff.notBeforeMsMax ?? 0);
        expect(delay).toBe(Math.max(unasked, heeded));
        expect(delay).toBeLessThanOrEqual(delayMsMax(backOff));
      }),
    );
  });

  it('heeds no receiver where it states no bound', () => {
    const backOff: BackOff = { delaysMs: [5_000], afterLast: 'repeat' };
    expect(nextDelayMs(backOff, 7, { random: 0, notBeforeMs: DAY_MS })).toBe(5_000);
    expect(delayMsMax(backOff)).toBe(6_000);
  });

  it('reaches the whole of its jitter', () => {
    const backOff: BackOff = { delaysMs: [1_000], afterLast: 'give up' };
    expect([0, 0.5, 1].map((random) => nextDelayMs(backOff, 1, { random }))).toEqual([1_000, 1_100, 1_200]);
  });
});

describe('a lapse', () => {
  it('is longer than the attempt by the margin', () => {
    const times = fc.integer({ min: 1, max: DAY_MS });
    fc.assert(
      fc.property(times, times, (attemptMs, marginMs) => {
        expect(lapseMs({ attemptMs, marginMs })).toBe(attemptMs + marginMs);
      }),
    );
  });

  it.each([
    [0, 1],
    [1, 0],
    [1, -1],
    [Number.NaN, 1],
    [1, Number.NaN],
  ])('is refused for an attempt of %d and a margin of %d', (attemptMs, marginMs) => {
    expect(() => lapseMs({ attemptMs, marginMs })).toThrow(RangeError);
  });
});
