// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a receiver's wait is read in both forms, and nothing else counts as one. */
import { describe, expect, it } from 'vitest';
import { retryAfterMs } from './retry-after.ts';

describe('Retry-After', () => {
  const nowMs = Date.parse('2026-11-20T12:00:00Z');
  it.each([
    ['0', 0],
    ['30', 30_000],
    ['Fri, 20 Nov 2026 12:01:00 GMT', 60_000],
    ['Fri, 20 Nov 2026 11:00:00 GMT', 0],
    ['soon', null],
    ['-5 weeks', null],
    ['99999999999999999999', null],
    [undefined, null],
  ])('%j is %j ms', (header, ms) => {
    expect(retryAfterMs(header, nowMs)).toBe(ms);
  });
});
