// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a run ends after everything that it began, also when a look at the outbox fails. */
import type pg from 'pg';
import { expect, it } from 'vitest';
import { TestClock } from '#harness/clock';
import { Places, placesOfOne } from '../../platform/shares/index.ts';
import { NO_ORGANIZATION, sendDue } from './send-due.ts';

it('waits for an attempt under way, and tells the fault then', async () => {
  const ends: (() => void)[] = [];
  const places = new Places(placesOfOne(2));
  let looks = 0;
  const sending = {
    pool: { clock: TestClock.standingAt(0) } as unknown as pg.Pool,
    places,
    async dueLanes() {
      looks += 1;
      if (looks > 1) throw new Error('the database is away');
      return [{ organizationId: NO_ORGANIZATION, count: 1 }];
    },
    claim: async () => [{ organizationId: null }],
    attempt: () => new Promise<boolean>((resolve) => ends.push(() => resolve(true))),
  };
  let isOver = false;
  const run = sendDue(sending, new AbortController().signal).finally(() => {
    isOver = true;
  });
  const fault = expect(run).rejects.toThrow('the database is away');
  await new Promise(setImmediate);
  expect([looks, places.underWay, isOver]).toEqual([2, 1, false]);
  for (const end of ends) end();
  await fault;
  expect(places.underWay).toBe(0);
});
