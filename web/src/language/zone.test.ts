// SPDX-License-Identifier: Apache-2.0
/** Times in a zone, and the way back from a field for date and time. */
import { expect, it } from 'vitest';
import { createFormat } from './format.ts';
import { localOf, momentOf, zoneOf } from './zone.ts';

const MOMENTS = ['2026-11-24T12:00:04.000Z', '2026-03-29T00:59:59.000Z', '2026-03-29T01:00:00.000Z'];

it.each(['UTC', 'America/Sao_Paulo', 'Europe/Berlin', 'Asia/Kathmandu', 'Pacific/Auckland'])(
  'comes back from a field as it was, in %s',
  (zone) => {
    for (const iso of MOMENTS) expect(momentOf(localOf(iso, zone), zone)).toBe(iso);
  },
);

it('takes what a field holds without seconds, and refuses what is no time', () => {
  expect(momentOf('2026-11-24T09:12', 'America/Sao_Paulo')).toBe('2026-11-24T12:12:00.000Z');
  expect(momentOf('', 'UTC')).toBeNull();
  expect(momentOf('soon', 'UTC')).toBeNull();
});

it('is the zone of the organization unless the person chose another; a zone that is unknown is UTC', () => {
  expect(zoneOf('organization', 'America/Sao_Paulo')).toBe('America/Sao_Paulo');
  expect(zoneOf('utc', 'America/Sao_Paulo')).toBe('UTC');
  expect(zoneOf('organization', 'Mars/Olympus')).toBe('UTC');
});

it('is told with its date and seconds in a row, and with its zone in full', () => {
  const nowMs = Date.parse('2026-11-24T12:00:00.000Z');
  const here = createFormat('en', 'America/Sao_Paulo');
  const there = createFormat('pt-BR', 'Europe/Berlin');
  const iso = '2026-11-24T01:02:03.000Z';
  expect(here.row(iso, nowMs)).toBe('Nov 23, 22:02:03');
  expect(here.row('2025-11-24T01:02:03.000Z', nowMs)).toBe('Nov 23, 2025, 22:02:03');
  expect(here.dateTime(iso)).toBe('Nov 23, 2026, 22:02:03 GMT-3');
  expect(there.row(iso, nowMs)).toBe('24 nov., 02:02:03');
  expect(there.dateTime(iso)).toMatch(/^24 de nov\. de 2026, 02:02:03 (GMT\+1|CET)$/);
  // A day ends when it ends in the zone.
  expect(here.recent(iso, nowMs)).toBe('yesterday 22:02');
  expect(there.recent(iso, nowMs)).toBe('02:02');
  expect(createFormat('en', 'UTC').zone).toBe('UTC');
  expect(here.zone).toMatch(/^Brasilia .*GMT-3$/);
});
