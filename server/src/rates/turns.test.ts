/** Guarantee: few run at once, in order of arrival; one key's crowd delays no other key; what waits is bounded. */
import { expect, it } from 'vitest';
import { createTurns } from './turns.ts';

const LIMITS = { atOnceMax: 2, waitingPerKeyMax: 3, waitingMax: 4, retryAfterSeconds: 7 };

/** Work that ends when it is told to. */
function held() {
  const began: string[] = [];
  const ends = new Map<string, () => void>();
  const work = (name: string) => () =>
    new Promise<string>((resolve) => {
      began.push(name);
      ends.set(name, () => resolve(name));
    });
  return { began, work, end: (name: string) => ends.get(name)?.() };
}

const settled = () => new Promise(setImmediate);

it('runs two of a key, and the next in order when one has ended', async () => {
  const turns = createTurns(LIMITS);
  const { began, work, end } = held();
  const all = ['a', 'b', 'c', 'd'].map((name) => turns.run('key', work(name)));
  await settled();
  expect(began).toEqual(['a', 'b']);
  end('b');
  await settled();
  expect(began).toEqual(['a', 'b', 'c']);
  end('a');
  await settled();
  for (const name of ['c', 'd']) end(name);
  expect(await Promise.all(all)).toEqual(['a', 'b', 'c', 'd']);
});

it('refuses what would wait beyond the bound of its key, and beyond that of all keys', async () => {
  const turns = createTurns(LIMITS);
  const { began, work, end } = held();
  const busy = { code: 'unavailable', retryAfterSeconds: 7 };
  const first = Array.from({ length: 5 }, (_, index) => turns.run('one', work(`one ${index}`)));
  await expect(turns.run('one', work('too many'))).rejects.toMatchObject(busy);
  const second = Array.from({ length: 3 }, (_, index) => turns.run('two', work(`two ${index}`)));
  await expect(turns.run('two', work('too many'))).rejects.toMatchObject(busy);
  const third = turns.run('three', work('three'));
  await settled();
  expect(began).toEqual(['one 0', 'one 1', 'two 0', 'two 1', 'three']);
  end('three');
  await third;
  for (const name of ['one 0', 'one 1', 'two 0', 'two 1']) end(name);
  await settled();
  for (const name of ['one 2', 'one 3', 'two 2']) end(name);
  await settled();
  end('one 4');
  await Promise.all([...first, ...second]);
  const after = turns.run('one', work('after'));
  await settled();
  end('after');
  expect(await after).toBe('after');
});

it('hands the turn on when the work fails', async () => {
  const turns = createTurns({ ...LIMITS, atOnceMax: 1 });
  const failed = turns.run('key', async () => {
    throw new Error('broken');
  });
  const next = turns.run('key', async () => 'done');
  await expect(failed).rejects.toThrow('broken');
  expect(await next).toBe('done');
});
