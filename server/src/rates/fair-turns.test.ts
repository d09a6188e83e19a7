/** Guarantee: few run at once, owners rotate, and no crowd of strangers keeps out who has a reserved place. */
import { expect, it } from 'vitest';
import { createFairTurns } from './fair-turns.ts';

const LIMITS = { atOnceMax: 1, waitingMax: 4, waitingPerOwnerMax: 3, retryAfterSeconds: 7 };
const BUSY = { code: 'unavailable', retryAfterSeconds: 7 };

/** Work that notes its name, and ends when it is told to. */
function held() {
  const began: string[] = [];
  const ends: (() => void)[] = [];
  const turns = createFairTurns(LIMITS);
  const start = (key: string, name: string, isReserved = false) =>
    turns.run({ key, isReserved }, () => {
      began.push(name);
      return new Promise<string>((resolve) => ends.push(() => resolve(name)));
    });
  /** Ends what runs, again and again, until all that waits has run. */
  const endAll = async () => {
    for (let at = 0; at < ends.length; at += 1) {
      ends[at]?.();
      await new Promise(setImmediate);
    }
  };
  return { began, start, endAll };
}

it('runs one at once, and owners in rotation', async () => {
  const { began, start, endAll } = held();
  const all = [start('a', 'a1'), start('a', 'a2'), start('a', 'a3'), start('b', 'b1')];
  await new Promise(setImmediate);
  expect(began).toEqual(['a1']);
  await endAll();
  expect(await Promise.all(all)).toEqual(['a1', 'a2', 'a3', 'b1']);
  expect(began).toEqual(['a1', 'a2', 'b1', 'a3']);
});

it('refuses strangers beyond the bound, and takes who has a reserved place before them', async () => {
  const { began, start, endAll } = held();
  const first = ['a', 'b', 'c', 'd', 'e'].map((key) => start(key, key));
  await expect(start('f', 'f')).rejects.toMatchObject(BUSY);
  const known = start('ana', 'ana', true);
  await new Promise(setImmediate);
  await endAll();
  expect(await known).toBe('ana');
  await Promise.all(first);
  expect(began).toEqual(['a', 'ana', 'b', 'c', 'd', 'e']);
});

it('goes on after work that fails', async () => {
  const turns = createFairTurns(LIMITS);
  const owner = { key: 'a', isReserved: false };
  const failing = turns.run(owner, async () => {
    throw new Error('a fault');
  });
  await expect(failing).rejects.toThrow('a fault');
  await expect(turns.run(owner, async () => 'done')).resolves.toBe('done');
});
