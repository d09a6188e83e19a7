// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the meaning of an answer and the time of the next attempt are those of the receivers' guide. */
import { describe, expect, it } from 'vitest';
import { nextDelayMs } from '../../storage/outbox/index.ts';
import { ATTEMPTS_MAX, BACK_OFF } from './limits.ts';
import { verdictOf } from './retry-schedule.ts';

const HOUR_MS = 3_600_000;
const delayMs = (step: number, notBeforeMs: number | null, random = 0) =>
  nextDelayMs(BACK_OFF, step, { random, notBeforeMs });

describe('an answer', () => {
  it.each([
    [[200, 201, 204, 299], 'delivered'],
    [[300, 301, 302, 304, 308, 408, 429, 500, 502, 503, 504, 599, null], 'retry'],
    [[400, 401, 403, 404, 409, 418, 422, 451, 499], 'failed'],
    [[410], 'gone'],
  ] as const)('%j is %s', (statuses, verdict) => {
    for (const status of statuses) expect([status, verdictOf(status)]).toEqual([status, verdict]);
  });
});

describe('the schedule', () => {
  it('has eleven attempts in 75.6 hours', () => {
    const delays = Array.from({ length: 11 }, (_, index) => delayMs(index + 1, null));
    expect(delays.slice(0, 10)).toEqual(BACK_OFF.delaysMs);
    expect(ATTEMPTS_MAX).toBe(11);
    expect(delays.at(-1)).toBeNull();
    expect((BACK_OFF.delaysMs.reduce((sum, delay) => sum + delay) / HOUR_MS).toFixed(1)).toBe('75.6');
  });

  it('is stretched by up to a fifth, and never shortened', () => {
    expect([0, 0.5, 1].map((random) => delayMs(2, null, random))).toEqual([60_000, 66_000, 72_000]);
  });

  it('waits for Retry-After where that is longer, up to a day', () => {
    expect(delayMs(1, 1_000)).toBe(5_000);
    expect(delayMs(1, 90_000)).toBe(90_000);
    expect(delayMs(1, 48 * HOUR_MS)).toBe(24 * HOUR_MS);
    expect(delayMs(11, 90_000)).toBeNull();
  });
});
