// SPDX-License-Identifier: Apache-2.0
/** Guarantee: organizations do not delay each other, and batches stay large under load. */
import { expect, it } from 'vitest';
import type { PendingRecord } from './pending-record.ts';
import { type TakenBatch, WaitingLine } from './waiting-line.ts';

const BATCH_MAX = 4;
const canFollow = () => true;

function lineWith(organizationId: string, count: number, line = new WaitingLine()): WaitingLine {
  for (let i = 0; i < count; i += 1) {
    line.add({ draft: { organizationId }, resolve() {}, reject() {} } as unknown as PendingRecord);
  }
  return line;
}

const sizeOf = ({ decisions }: TakenBatch): number => decisions.length;

it('sends a second batch behind one that commits when it is as large, and no third', () => {
  const line = lineWith('a', 2);
  expect(sizeOf(line.take(BATCH_MAX, canFollow, 1))).toBe(2);
  lineWith('a', 1, line);
  expect(sizeOf(line.take(BATCH_MAX, canFollow, 1))).toBe(0);
  lineWith('a', 1, line);
  expect(sizeOf(line.take(BATCH_MAX, canFollow, 1))).toBe(2);
  lineWith('a', 9, line);
  expect(sizeOf(line.take(BATCH_MAX, canFollow, 1))).toBe(0);
});

it('sends what is smaller when the one ahead has ended', () => {
  const line = lineWith('a', 3);
  const first = line.take(BATCH_MAX, canFollow, 1);
  lineWith('a', 1, line);
  expect(sizeOf(line.take(BATCH_MAX, canFollow, 1))).toBe(0);
  line.settle(first, []);
  expect(sizeOf(line.take(BATCH_MAX, canFollow, 1))).toBe(1);
});

it('lets full batches follow full ones', () => {
  const line = lineWith('a', 9);
  const sizes = [line.take(BATCH_MAX, canFollow, 1), line.take(BATCH_MAX, canFollow, 1)].map(sizeOf);
  expect(sizes).toEqual([4, 4]);
  expect(line.count).toBe(1);
});

it('keeps no other organization waiting for one that commits', () => {
  const line = lineWith('a', 3);
  line.take(BATCH_MAX, canFollow, 1);
  lineWith('b', 1, lineWith('a', 1, line));
  const next = line.take(BATCH_MAX, canFollow, 1);
  expect(next.decisions.map(({ draft }) => draft.organizationId)).toEqual(['b']);
});

const organizationsOf = ({ decisions }: TakenBatch): string[] => [
  ...new Set(decisions.map(({ draft }) => draft.organizationId)),
];

it('sends organizations by themselves as long as there are batches for each', () => {
  const line = lineWith('c', 1, lineWith('b', 1, lineWith('a', 2)));
  expect(organizationsOf(line.take(BATCH_MAX, canFollow, 3))).toEqual(['a']);
  expect(organizationsOf(line.take(BATCH_MAX, canFollow, 2))).toEqual(['b']);
  expect(organizationsOf(line.take(BATCH_MAX, canFollow, 1))).toEqual(['c']);
});

it('lets organizations share a batch where more of them wait than can be sent', () => {
  const line = lineWith('c', 1, lineWith('b', 1, lineWith('a', 2)));
  expect(organizationsOf(line.take(BATCH_MAX, canFollow, 2))).toEqual(['a', 'b', 'c']);
});

it('lets organizations share a batch where many decisions wait', () => {
  const line = lineWith('b', 8, lineWith('a', 9));
  expect(organizationsOf(line.take(20, canFollow, 2))).toEqual(['a', 'b']);
});

it('does not count for many what waits behind a batch of its own organization', () => {
  const line = lineWith('a', 4);
  line.take(BATCH_MAX, canFollow, 4);
  lineWith('c', 1, lineWith('b', 1, lineWith('a', 20, line)));
  line.take(BATCH_MAX, canFollow, 3);
  expect(organizationsOf(line.take(BATCH_MAX, canFollow, 2))).toEqual(['b']);
});

it('sends nothing behind a batch that cannot be followed', () => {
  const line = lineWith('a', 1);
  line.take(BATCH_MAX, () => false, 1);
  lineWith('a', 4, line);
  expect(sizeOf(line.take(BATCH_MAX, () => false, 1))).toBe(0);
});

it('puts those that were passed over in front, and lets them wait for the lock alone', () => {
  const line = lineWith('b', 1, lineWith('a', 1));
  const first = line.take(BATCH_MAX, canFollow, 1);
  const passedOver = first.decisions.filter(({ draft }) => draft.organizationId === 'a');
  line.settle(first, passedOver);
  lineWith('b', 1, line);
  const batches = [line.take(BATCH_MAX, canFollow, 1), line.take(BATCH_MAX, canFollow, 1)];
  const contended = batches.find(({ isContended }) => isContended);
  expect(contended?.decisions).toEqual(passedOver);
  expect(batches.map(sizeOf)).toEqual([1, 1]);
});
