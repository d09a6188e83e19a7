// SPDX-License-Identifier: Apache-2.0
/** Guarantee: work waits for its place, goes on after faults, and is not begun for a caller who has gone. */
import { expect, it } from 'vitest';
import { placesOfOne } from './places.ts';
import { busyFor, createSharedWork } from './shared-work.ts';

const BUSY = { code: 'unavailable', retryAfterSeconds: 7 };
const LIMITS = { atOnceMax: 1, keptMax: 0, perHolderMax: 1, waitingMax: 2, waitingPerHolderMax: 1 };

/** Work that notes its name, and ends when it is told to. */
function held(limits = LIMITS) {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = createSharedWork(limits, busyFor(7));
  const start = (key: string, asked = {}) =>
    work.run(
      key,
      () => {
        began.push(key);
        return new Promise<string>((resolve) => ends.set(key, () => resolve(key)));
      },
      asked,
    );
  const end = async (key: string) => {
    ends.get(key)?.();
    await new Promise(setImmediate);
  };
  return { work, began, start, end };
}

it('begins at once while there is a place, then waits, and is refused beyond the line', async () => {
  const { work, began, start, end } = held();
  const all = [start('a'), start('b'), start('c')];
  await new Promise(setImmediate);
  expect(began).toEqual(['a']);
  expect(work.waiting()).toBe(2);
  await expect(start('d')).rejects.toMatchObject(BUSY);
  await end('a');
  await end('b');
  await end('c');
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
});

it('refuses at once where nothing may wait, and takes the next when there is a place', async () => {
  const { start, end } = held(placesOfOne(1));
  const first = start('a');
  await expect(start('b')).rejects.toMatchObject(BUSY);
  await end('a');
  await first;
  const second = start('b');
  await new Promise(setImmediate);
  await end('b');
  expect(await second).toBe('b');
});

it('gives the place of failed work on, once', async () => {
  const { work } = held();
  const failing = work.run('a', async () => {
    throw new Error('a fault');
  });
  const next = work.run('b', async () => 'done');
  await expect(failing).rejects.toThrow('a fault');
  expect(await next).toBe('done');
  const giveBack = await work.begin('a');
  giveBack();
  giveBack();
  expect(await work.run('b', async () => 'again')).toBe('again');
});

it('begins nothing for a caller who has gone, and refuses what waits when it closes', async () => {
  const { work, began, start, end } = held();
  const gone = new AbortController();
  const first = start('a');
  const left = start('b', { signal: gone.signal });
  gone.abort();
  await expect(left).rejects.toMatchObject(BUSY);
  await expect(start('b', { signal: gone.signal })).rejects.toMatchObject(BUSY);
  const waits = start('c');
  work.close();
  await expect(waits).rejects.toMatchObject(BUSY);
  await end('a');
  await first;
  expect(began).toEqual(['a']);
});
