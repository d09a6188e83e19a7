/** Guarantee: owners rotate, what waits is bounded, and a full line still takes the job of an owner who has few. */
import { expect, it } from 'vitest';
import { FairLine } from './fair-line.ts';

const LIMITS = { waitingMax: 10, waitingPerOwnerMax: 4, runningPerOwnerMax: 1 };
const WAITS = { place: 'waits', displaced: null };

it('gives owners their turns in rotation, and passes over one that has enough running', () => {
  const line = new FairLine<number>(LIMITS);
  for (const [owner, job] of [
    ['a', 1],
    ['a', 2],
    ['b', 3],
    ['c', 4],
  ] as const) {
    line.push(owner, job);
  }
  const taken = [line.shift(), line.shift(), line.shift(), line.shift()];
  expect(taken.map((one) => one?.job)).toEqual([1, 3, 4, undefined]);
  line.end('a');
  expect(line.shift()?.job).toBe(2);
  expect(line.waiting).toBe(0);
});

it('is bounded in all and for each owner', () => {
  const line = new FairLine<number>({ ...LIMITS, waitingPerOwnerMax: 1 });
  for (let job = 0; job < 10; job += 1) expect(line.push(`${job}`, job)).toEqual(WAITS);
  expect(line.push('0', 10)).toEqual({ place: 'owner', displaced: null });
  expect(line.push('z', 0)).toEqual({ place: 'all', displaced: null });
  expect(line.waiting).toBe(10);
});

it('gives up the newest job of the owner who has most, for one who has at least two fewer', () => {
  const line = new FairLine<string>({ ...LIMITS, waitingMax: 6 });
  for (const job of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2']) line.push(job.charAt(0), job);
  expect(line.push('c', 'c1')).toEqual({ place: 'waits', displaced: 'a4' });
  expect(line.push('c', 'c2')).toEqual({ place: 'waits', displaced: 'a3' });
  expect(line.push('c', 'c3')).toEqual({ place: 'all', displaced: null });
  expect(line.waiting).toBe(6);
});
