// SPDX-License-Identifier: Apache-2.0
/** Guarantee: windows are those of the calendar on the wall: they touch, never overlap, and hold each moment once. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, offsetMsAt, windowBefore, windowOf } from './index.ts';

const ZONES = ['America/Sao_Paulo', 'Europe/Berlin', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Pacific/Apia', 'UTC'];
const WINDOWS = ['HOUR', 'DAY', 'WEEK', 'MONTH'] as const;
const told = (atMs: number, window: (typeof WINDOWS)[number], zone: string) => {
  const { startMs, endMs } = windowOf(atMs, window, zone);
  return [new Date(startMs).toISOString(), new Date(endMs).toISOString()];
};
const at = (text: string) => Date.parse(text);

describe('a day', () => {
  it('of 25 hours is one', () => {
    const night = at('2026-10-25T00:30:00Z');
    const day = ['2026-10-24T22:00:00.000Z', '2026-10-25T23:00:00.000Z'];
    expect(told(night, 'DAY', 'Europe/Berlin')).toEqual(day);
    expect(told(night + 2 * HOUR_MS, 'DAY', 'Europe/Berlin')).toEqual(day);
  });

  it('of 23 hours is one', () => {
    expect(told(at('2026-03-29T12:00:00Z'), 'DAY', 'Europe/Berlin')).toEqual([
      '2026-03-28T23:00:00.000Z',
      '2026-03-29T22:00:00.000Z',
    ]);
  });

  it('without a midnight begins at one o’clock', () => {
    expect(told(at('2018-11-04T12:00:00Z'), 'DAY', 'America/Sao_Paulo')).toEqual([
      '2018-11-04T03:00:00.000Z',
      '2018-11-05T02:00:00.000Z',
    ]);
  });

  it('before one that a zone left out ends where the next begins', () => {
    expect(told(at('2011-12-30T09:00:00Z'), 'DAY', 'Pacific/Apia')[1]).toBe('2011-12-30T10:00:00.000Z');
    expect(told(at('2011-12-30T10:00:00Z'), 'DAY', 'Pacific/Apia')[0]).toBe('2011-12-30T10:00:00.000Z');
  });
});

it('a week begins on Monday, a month with its first day, and an hour where the clock shows one', () => {
  const moment = at('2026-11-18T13:07:00Z');
  expect(told(moment, 'WEEK', 'America/Sao_Paulo')[0]).toBe('2026-11-16T03:00:00.000Z');
  expect(told(moment, 'MONTH', 'America/Sao_Paulo')).toEqual(['2026-11-01T03:00:00.000Z', '2026-12-01T03:00:00.000Z']);
  expect(told(moment, 'HOUR', 'Asia/Kolkata')).toEqual(['2026-11-18T12:30:00.000Z', '2026-11-18T13:30:00.000Z']);
});

it('hold their moment, and touch the one before', () => {
  const moments = fc.integer({ min: at('1990-01-01T00:00:00Z'), max: at('2037-01-01T00:00:00Z') });
  fc.assert(
    fc.property(moments, fc.constantFrom(...ZONES), fc.constantFrom('DAY', 'WEEK', 'MONTH'), (moment, zone, window) => {
      const { startMs, endMs } = windowOf(moment, window, zone);
      expect(startMs <= moment && moment < endMs).toBe(true);
      expect(windowOf(startMs, window, zone)).toEqual({ startMs, endMs });
      expect(windowOf(endMs - 1, window, zone)).toEqual({ startMs, endMs });
      expect(windowBefore({ startMs, endMs }, window, zone).endMs).toBe(startMs);
      const midnight = (startMs + offsetMsAt(startMs, zone)) % DAY_MS;
      expect(midnight === 0 || (startMs - 1 + offsetMsAt(startMs - 1, zone)) % DAY_MS === DAY_MS - 1).toBe(true);
    }),
  );
});
