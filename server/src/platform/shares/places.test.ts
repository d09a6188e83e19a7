// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: whatever strangers do, the next free place is for who has nothing under way. No holder has more than its
 * share, slow ones have a part of their own, and in the line holders rotate.
 */
import { expect, it } from 'vitest';
import { noteHolder } from './holders.ts';
import { type Place, type PlaceLimits, Places } from './places.ts';

const LIMITS: PlaceLimits = { atOnceMax: 10, keptMax: 2, perHolderMax: 6, waitingMax: 6, waitingPerHolderMax: 4 };

/** Organizations of one stranger. */
function organizationsOf(holder: string, count: number): string[] {
  const ids = Array.from({ length: count }, (_, at) => `${holder} ${at}`);
  for (const id of ids) noteHolder({ organization_id: id, plan: 'DEVELOPER', holder });
  return ids;
}

/** @returns the places that were had */
function enterAll(places: Places<string>, keys: readonly string[]): Place[] {
  return keys.map((key) => places.enter(key)).filter((place) => place !== null);
}

it('gives a holder its share, whatever the number of its organizations, and a free one half of it', () => {
  const places = new Places<string>(LIMITS);
  expect(enterAll(places, Array(20).fill('paying'))).toHaveLength(6);
  expect(enterAll(new Places<string>(LIMITS), organizationsOf('ana', 20))).toHaveLength(3);
});

it('counts an organization that pays by itself, whoever made it', () => {
  for (const id of ['paid 1', 'paid 2']) noteHolder({ organization_id: id, plan: 'TEAM', holder: 'ana' });
  const places = new Places<string>({ ...LIMITS, keptMax: 0, perHolderMax: 2 });
  expect(enterAll(places, ['paid 1', 'paid 1', 'paid 1', 'paid 2', 'paid 2'])).toHaveLength(4);
});

it('keeps the last places for who has nothing under way', () => {
  const places = new Places<string>(LIMITS);
  expect(enterAll(places, [...Array(6).fill('a'), ...Array(6).fill('b')])).toHaveLength(8);
  expect(places.hasRoom('a')).toBe(false);
  const [mine] = enterAll(places, ['c', 'c']);
  expect(places.underWay).toBe(9);
  places.leave(mine as Place);
  expect(places.hasRoom('c')).toBe(true);
});

it('gives a place back once, however often that is said', () => {
  const places = new Places<string>(LIMITS);
  const place = places.enter('a') as Place;
  places.leave(place);
  places.leave(place);
  expect(places.underWay).toBe(0);
});

it('puts holders whose work is slow into a part of their own, until they are quick again, or a minute has passed', () => {
  let nowMs = 0;
  const places = new Places<string>({ ...LIMITS, slow: { afterMs: 100, atOnceMax: 2 } }, () => nowMs);
  const held = enterAll(places, ['slow', 'slow', 'other', 'other']);
  nowMs = 101;
  // Work that is under way for so long is slow before it ends.
  expect(places.enter('slow')).toBeNull();
  expect(places.enter('other')).toBeNull();
  expect(places.enter('quick')).not.toBeNull();
  for (const place of held) places.leave(place);
  const [first, second] = enterAll(places, ['slow', 'slow', 'slow']);
  expect(places.enter('other')).toBeNull();
  places.leave(first as Place);
  expect(enterAll(places, ['slow', 'slow', 'slow'])).toHaveLength(3);
  places.leave(second as Place, false);
  nowMs += 60_001;
  expect(places.enter('other')).not.toBeNull();
});

it('lets holders rotate, whoever has nothing under way first, and the organizations of a holder too', () => {
  const places = new Places<string>({ ...LIMITS, atOnceMax: 1, keptMax: 0, waitingMax: 10 });
  const [one = '', two = ''] = organizationsOf('bia', 2);
  for (const [key, job] of [
    [one, 'bia 1'],
    [one, 'bia 2'],
    ['a', 'a 1'],
    ['a', 'a 2'],
    ['b', 'b 1'],
  ] as const) {
    expect(places.push(key, job)).toEqual({ place: 'waits', displaced: null });
  }
  expect(places.push(two, 'too many of a free holder').place).toBe('holder');
  const order: string[] = [];
  for (let next = places.shift(); next !== undefined; next = places.shift()) {
    order.push(next.job);
    expect(places.shift()).toBeUndefined();
    places.leave(next.place);
  }
  expect(order).toEqual(['bia 1', 'a 1', 'b 1', 'bia 2', 'a 2']);
  places.push(one, 'first');
  places.push(two, 'second');
  expect([places.shift()?.job, places.waiting]).toEqual(['first', 1]);
});

it('takes what waits of a holder with nothing under way before the rest', () => {
  const places = new Places<string>({ ...LIMITS, atOnceMax: 3, keptMax: 0 });
  const held = enterAll(places, ['a', 'a', 'a']);
  for (const key of ['a', 'b']) places.push(key, key);
  places.leave(held[0] as Place);
  expect(places.shift()?.job).toBe('b');
});

it('gives up the newest job of the holder with most, for one who has at least two fewer', () => {
  const places = new Places<string>(LIMITS);
  for (const job of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) places.push(job.charAt(0), job);
  expect(places.push('a', 'a5')).toEqual({ place: 'holder', displaced: null });
  expect(places.push('c', 'c1')).toEqual({ place: 'waits', displaced: 'a4' });
  expect(places.push('c', 'c2')).toEqual({ place: 'waits', displaced: 'a3' });
  expect(places.push('c', 'c3')).toEqual({ place: 'all', displaced: null });
  expect(places.waiting).toBe(6);
  // A reserved job has a line of its own, and comes first.
  expect(places.push('d', 'reserved', true)).toEqual({ place: 'waits', displaced: null });
  expect(places.shift()?.job).toBe('reserved');
  expect(places.remove('b', 'b1')).toBe(true);
  expect(places.remove('b', 'b1')).toBe(false);
  expect(places.clear().sort()).toEqual(['a1', 'a2', 'b2', 'c1', 'c2']);
});
