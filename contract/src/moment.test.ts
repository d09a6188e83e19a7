// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a moment is a day of the calendar with an hour and a zone, from 1970 to 9999, whatever the platform reads. */
import { describe, expect, it } from 'vitest';
import { isMoment, readMoment } from './moment.ts';

describe('a moment', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0],
    ['2030-01-01T00:00:00Z', Date.UTC(2030, 0, 1)],
    ['2028-02-29T23:59:59Z', Date.UTC(2028, 1, 29, 23, 59, 59)],
    ['2000-02-29T00:00:00.123456789Z', Date.UTC(2000, 1, 29) + 123.456789],
    ['2030-01-01T00:00:00.058Z', Date.UTC(2030, 0, 1) + 58],
    ['2030-01-01T00:00:00-03:00', Date.UTC(2030, 0, 1, 3)],
    ['2030-01-01T00:00:00+05:30', Date.UTC(2029, 11, 31, 18, 30)],
    ['2030-01-01t00:00:00z', Date.UTC(2030, 0, 1)],
    ['2030-01-01T10:30Z', Date.UTC(2030, 0, 1, 10, 30)],
    ['9999-12-31T23:59:59.999Z', Date.UTC(9999, 11, 31, 23, 59, 59, 999)],
  ])('%s is %d', (text, atMs) => {
    expect(readMoment(text)).toBe(atMs);
    expect(isMoment(text)).toBe(true);
  });
});

const NONE = [
  ['no such day', '2026-02-30T00:00:00Z', '2026-06-31T10:00:00.000Z', '2025-02-29T00:00:00Z', '1900-02-29T00:00:00Z'],
  ['no such month', '2026-00-10T00:00:00Z', '2026-13-01T00:00:00Z', '2026-01-00T00:00:00Z'],
  ['no such hour', '2030-01-01T24:00:00Z', '2030-01-01T25:00:00Z', '2030-01-01T12:60:00Z'],
  ['a leap second', '2016-12-31T23:59:60Z', '2030-01-01T12:00:61Z'],
  ['a year out of range', '0000-01-01T00:00:00Z', '0099-01-01T00:00:00Z', '1969-12-31T23:59:59Z'],
  ['a long year', '-000001-01-01T00:00:00Z', '+012030-01-01T00:00:00Z', '10000-01-01T00:00:00Z'],
  ['out of range by its zone', '1970-01-01T00:00:00+01:00', '9999-12-31T23:59:59-00:01'],
  ['no zone', '2030-01-01T00:00:00', '2030-01-01T00:00', '2030-01-01T00:00:00 UTC'],
  ['no such zone', '2030-01-01T00:00:00+24:00', '2030-01-01T00:00:00+02:60', '2030-01-01T00:00:00+0200'],
  ['a date alone', '2030-01-01', '2030-01', '2030', '2030-W01-1', '2030-001'],
  [
    'another spelling',
    '1 January 2031',
    '2030/01/01 00:00:00Z',
    '2030-01-01 00:00:00Z',
    '1893456000000',
    '20300101T000000Z',
  ],
  ['more around it', ' 2030-01-01T00:00:00Z', '2030-01-01T00:00:00Z\n', '2030-01-01T00:00:00.Z', '', 'tomorrow'],
  ['digits of another script', '２０３０-01-01T00:00:00Z', '2030-01-01T00:00:00.1234567890Z'],
].flatMap(([kind = '', ...texts]) => texts.map((text) => [kind, text] as const));

it.each(NONE)('%s is none: %j', (_, text) => {
  expect(readMoment(text)).toBeNull();
  expect(isMoment(text)).toBe(false);
});
