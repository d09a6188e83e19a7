// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee, for every shared place: a stranger whose eleven free organizations take all they can leaves the next place to
 * another owner. Nothing is refused to that one.
 */
import { expect, it } from 'vitest';
import { noteHolder } from './holders.ts';
import { type Place, type PlaceLimits, Places } from './places.ts';
import { SHARED_PLACES } from './table.ts';

const STRANGERS = Array.from({ length: 11 }, (_, at) => `stranger ${at}`);
for (const id of STRANGERS) noteHolder({ organization_id: id, plan: 'DEVELOPER', holder: 'a stranger' });

const OF_ORGANIZATIONS = Object.entries(SHARED_PLACES).filter(([, { sharedBy }]) => sharedBy === 'organization');

it.each(OF_ORGANIZATIONS)('%s', (_name, limits: PlaceLimits) => {
  const places = new Places<string>(limits);
  const held: Place[] = [];
  for (const id of STRANGERS) {
    for (let place = places.enter(id); place !== null; place = places.enter(id)) held.push(place);
    while (places.push(id, id).place === 'waits');
  }
  expect(held.length).toBeLessThanOrEqual(Math.ceil(limits.perHolderMax / 2));
  const mine = places.enter('another owner');
  if (limits.atOnceMax > 1 && held.length < limits.atOnceMax) expect(mine).not.toBeNull();
  if (mine !== null) return;
  // The only place is taken: the next one is for who has nothing under way.
  expect(places.push('another owner', 'mine').place).toBe('waits');
  places.leave(held[0] as Place);
  expect(places.shift()?.job).toBe('mine');
});

it('keeps places for newcomers wherever more than one holder could take all of them', () => {
  for (const [name, { atOnceMax, keptMax, perHolderMax, waitingMax }] of OF_ORGANIZATIONS) {
    const isTakenByFew = waitingMax === 0 && atOnceMax / perHolderMax < 100;
    if (isTakenByFew) expect([name, keptMax > 0 && keptMax < atOnceMax]).toEqual([name, true]);
  }
});
