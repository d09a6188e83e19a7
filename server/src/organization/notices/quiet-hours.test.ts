// SPDX-License-Identifier: Apache-2.0
/** Guarantee: quiet hours count in the organization's time zone, pass midnight, and end on the minute. */
import { expect, it } from 'vitest';
import { isQuiet } from './quiet-hours.ts';

const NIGHT = { from: '22:00', until: '07:00' };
const NOON = { from: '12:00', until: '13:30' };

it.each([
  [NIGHT, 'UTC', '2026-11-25T21:59:59Z', false],
  [NIGHT, 'UTC', '2026-11-25T22:00:00Z', true],
  [NIGHT, 'UTC', '2026-11-26T00:00:00Z', true],
  [NIGHT, 'UTC', '2026-11-26T06:59:59Z', true],
  [NIGHT, 'UTC', '2026-11-26T07:00:00Z', false],
  [NIGHT, 'America/Sao_Paulo', '2026-11-25T22:00:00Z', false],
  [NIGHT, 'America/Sao_Paulo', '2026-11-26T01:00:00Z', true],
  [NOON, 'UTC', '2026-11-25T11:59:59Z', false],
  [NOON, 'UTC', '2026-11-25T13:29:59Z', true],
  [NOON, 'UTC', '2026-11-25T13:30:00Z', false],
  [null, 'UTC', '2026-11-25T13:30:00Z', false],
])('%j in %s at %s: %s', (quiet, timeZone, at, expected) => {
  expect(isQuiet(quiet, timeZone, Date.parse(at))).toBe(expected);
});
