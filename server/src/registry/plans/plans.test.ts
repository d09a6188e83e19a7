// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the forecast, the shares that are told, and prices and limits are those of the specification. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { forecastEvents, PLAN_TABLE, sharesReached } from './index.ts';

const at = (text: string) => Date.parse(text);
const LONG_AGO = at('2020-01-01T00:00:00Z');

describe('the forecast', () => {
  it.each([
    ['half of a month of 30 days', 1_500, '2026-11-16T00:00:00Z', 3_000],
    ['a day of February in a leap year', 100, '2028-02-02T00:00:00Z', 2_900],
    ['the last millisecond of the year', 42, '2026-12-31T23:59:59.999Z', 42],
    ['no event', 0, '2026-11-16T00:00:00Z', 0],
  ])('goes on at the pace so far: %s', (_name, events, now, expected) => {
    expect(forecastEvents(events, LONG_AGO, at(now))).toBe(expected);
  });

  it('is not made from less than a day, nor from the time before the organization', () => {
    expect(forecastEvents(500, LONG_AGO, at('2026-11-01T23:59:59Z'))).toBeNull();
    expect(forecastEvents(500, at('2026-11-20T12:00:00Z'), at('2026-11-21T11:00:00Z'))).toBeNull();
    expect(forecastEvents(500, at('2026-11-21T00:00:00Z'), at('2026-11-26T00:00:00Z'))).toBe(1_000);
  });

  it('turns with the month of UTC, whatever zone the organization has', () => {
    // In São Paulo it is still November.
    expect(forecastEvents(10, LONG_AGO, at('2026-12-01T02:00:00Z'))).toBeNull();
  });

  it('is never below what has happened', () => {
    const moment = fc.integer({ min: at('2026-01-02T00:00:00Z'), max: at('2030-01-01T00:00:00Z') });
    fc.assert(
      fc.property(fc.nat(10_000_000), moment, (events, nowMs) => {
        const forecast = forecastEvents(events, LONG_AGO, nowMs);
        expect(forecast ?? events).toBeGreaterThanOrEqual(events);
      }),
    );
  });
});

it.each([
  [0, 0, []],
  [79, 100, []],
  [80, 100, [80]],
  [99, 100, [80]],
  [100, 100, [80, 100]],
  [5, 0, [80, 100]],
  [1_000_000, null, []],
])('%i events of %j reach the shares %j', (events, eventsPerMonth, shares) => {
  expect(sharesReached(events, eventsPerMonth)).toEqual(shares);
});

it('has the prices and limits of the specification', () => {
  expect(PLAN_TABLE).toEqual({
    DEVELOPER: { priceUsd: 0, agents: 2, eventsPerMonth: 10_000, retentionDays: 7 },
    TEAM: { priceUsd: 99, agents: 10, eventsPerMonth: 250_000, retentionDays: 30 },
    BUSINESS: { priceUsd: 499, agents: 50, eventsPerMonth: 2_000_000, retentionDays: 365 },
    ENTERPRISE: { priceUsd: null, agents: null, eventsPerMonth: null, retentionDays: null },
  });
});
