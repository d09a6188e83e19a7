// SPDX-License-Identifier: Apache-2.0
/** Guarantee: business hours are Monday to Friday, 09:00 to 18:00 local time, right across every change of offset. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isTimeZone } from '../local-time/index.ts';
import { isOutsideBusinessHours } from './index.ts';

const isOpen = (at: string, timeZone: string) => !isOutsideBusinessHours(Date.parse(at), timeZone);

describe('business hours', () => {
  it.each([
    ['2026-11-20T11:59:59.999Z', false],
    ['2026-11-20T12:00:00.000Z', true],
    ['2026-11-20T20:59:59.999Z', true],
    ['2026-11-20T21:00:00.000Z', false],
    // Saturday, Sunday, Monday.
    ['2026-11-21T15:00:00Z', false],
    ['2026-11-22T15:00:00Z', false],
    ['2026-11-23T15:00:00Z', true],
  ])('in São Paulo, three hours behind, at %s: %s', (at, expected) => {
    expect(isOpen(at, 'America/Sao_Paulo')).toBe(expected);
  });

  it.each([
    // New York: the offset changes on Sunday 2026-03-08 and on Sunday 2026-11-01.
    ['America/New_York', '2026-03-06T13:59:59Z', false],
    ['America/New_York', '2026-03-06T14:00:00Z', true],
    ['America/New_York', '2026-03-09T12:59:59Z', false],
    ['America/New_York', '2026-03-09T13:00:00Z', true],
    ['America/New_York', '2026-10-30T22:00:00Z', false],
    ['America/New_York', '2026-11-02T22:00:00Z', true],
    // São Paulo kept daylight-saving time until 2019.
    ['America/Sao_Paulo', '2019-02-15T11:00:00Z', true],
    ['America/Sao_Paulo', '2019-02-18T11:00:00Z', false],
    // Half hours, quarter hours, the far east and the far west.
    ['Asia/Kolkata', '2026-11-20T03:29:59Z', false],
    ['Asia/Kolkata', '2026-11-20T03:30:00Z', true],
    ['Asia/Kathmandu', '2026-11-20T03:15:00Z', true],
    ['Australia/Lord_Howe', '2026-04-02T22:00:00Z', true],
    ['Pacific/Kiritimati', '2026-11-22T19:00:00Z', true],
    ['Pacific/Pago_Pago', '2026-11-21T04:59:00Z', true],
    ['UTC', '2026-11-20T09:00:00Z', true],
  ])('in %s at %s: %s', (timeZone, at, expected) => {
    expect(isOpen(at, timeZone)).toBe(expected);
  });

  it('agree with the formatter of the runtime at any moment, transitions included', () => {
    const zones = [
      'America/Sao_Paulo',
      'America/New_York',
      'Europe/Lisbon',
      'Australia/Lord_Howe',
      'Africa/Casablanca',
    ];
    const read = (atMs: number, timeZone: string): boolean => {
      const format = { timeZone, weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const;
      const text = new Intl.DateTimeFormat('en-US', format).format(atMs);
      const hour = Number(/\d+/.exec(text)?.[0]);
      return !/Sat|Sun/.test(text) && hour >= 9 && hour < 18;
    };
    const moment = fc.integer({ min: Date.UTC(1900, 0), max: Date.UTC(2100, 0) });
    fc.assert(
      fc.property(moment, fc.constantFrom(...zones), (atMs, timeZone) => {
        expect(!isOutsideBusinessHours(atMs, timeZone)).toBe(read(atMs, timeZone));
      }),
      { numRuns: 500 },
    );
  });

  it('are right on both sides of a change within one quarter of an hour of asking', () => {
    const change = Date.parse('2019-02-17T02:00:00Z');
    for (const [offsetMs, hour] of [
      [-1, -2],
      [0, -3],
    ] as const) {
      const atMs = change + offsetMs;
      const local = new Date(atMs + hour * 3_600_000);
      expect(isOutsideBusinessHours(atMs, 'America/Sao_Paulo')).toBe(true);
      expect(local.getUTCDay() % 6).toBe(0);
    }
  });

  it('answer the same whatever was asked before', () => {
    const times = ['2026-11-20T12:00:00Z', '2019-02-15T11:00:00Z', '2026-11-20T12:00:00Z'];
    expect(times.map((at) => isOpen(at, 'America/Sao_Paulo'))).toEqual([true, true, true]);
  });

  it('stay right when more zones are asked for than are kept', () => {
    const spellings = Array.from({ length: 3_000 }, (_, bits) =>
      [...'america/sao_paulo'].map((letter, place) => ((bits >> place) & 1 ? letter.toUpperCase() : letter)).join(''),
    );
    expect(spellings.every((timeZone) => isOpen('2026-11-20T12:00:00Z', timeZone))).toBe(true);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, 1.5, 9e15])('refuse the moment %s', (atMs) => {
    expect(() => isOutsideBusinessHours(atMs, 'UTC')).toThrow(RangeError);
  });

  it('refuse an unknown zone', () => {
    expect(() => isOutsideBusinessHours(0, 'Mars/Olympus')).toThrow(RangeError);
  });
});

describe('isTimeZone', () => {
  it.each(['America/Sao_Paulo', 'UTC', 'Etc/GMT+3', 'Asia/Calcutta', 'america/new_york'])('knows %s', (name) => {
    expect(isTimeZone(name)).toBe(true);
  });

  it.each(['', 'Mars/Olympus', '+03:00', '-0300', ' UTC', 'UTC ', 'x'.repeat(1_000)])('does not know %s', (name) => {
    expect(isTimeZone(name)).toBe(false);
  });
});
