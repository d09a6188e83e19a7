// SPDX-License-Identifier: Apache-2.0
/** Guarantee: organizations do not delay each other, and batches stay large under load. */
import { expect, it } from 'vitest';
import { DecisionQueue, type TakenBatch } from './decision-queue.ts';
import type { PendingRecord } from './pending-record.ts';

const BATCH_MAX = 4;
const canFollow = () => true;

function queueWith(organizationId: string, count: number, queue = new DecisionQueue()): DecisionQueue {
  for (let i = 0; i < count; i += 1) {
    queue.add({ draft: { organizationId }, resolve() {}, reject() {} } as unknown as PendingRecord);
  }
  return queue;
}

const sizeOf = ({ decisions }: TakenBatch): number => decisions.length;

it('sends a second batch behind one that commits when it is as large, and no third', () => {
  const queue = queueWith('a', 2);
  expect(sizeOf(queue.take(BATCH_MAX, canFollow, 1))).toBe(2);
  queueWith('a', 1, queue);
  expect(sizeOf(queue.take(BATCH_MAX, canFollow, 1))).toBe(0);
  queueWith('a', 1, queue);
  expect(sizeOf(queue.take(BATCH_MAX, canFollow, 1))).toBe(2);
  queueWith('a', 9, queue);
  expect(sizeOf(queue.take(BATCH_MAX, canFollow, 1))).toBe(0);
});

it('sends what is smaller when the one ahead has ended', () => {
  const queue = queueWith('a', 3);
  const first = queue.take(BATCH_MAX, canFollow, 1);
  queueWith('a', 1, queue);
  expect(sizeOf(queue.take(BATCH_MAX, canFollow, 1))).toBe(0);
  queue.settle(first, []);
  expect(sizeOf(queue.take(BATCH_MAX, canFollow, 1))).toBe(1);
});

it('lets full batches follow full ones', () => {
  const queue = queueWith('a', 9);
  const sizes = [queue.take(BATCH_MAX, canFollow, 1), queue.take(BATCH_MAX, canFollow, 1)].map(sizeOf);
  expect(sizes).toEqual([4, 4]);
  expect(queue.count).toBe(1);
});

it('keeps no other organization waiting for one that commits', () => {
  const queue = queueWith('a', 3);
  queue.take(BATCH_MAX, canFollow, 1);
  queueWith('b', 1, queueWith('a', 1, queue));
  const next = queue.take(BATCH_MAX, canFollow, 1);
  expect(next.decisions.map(({ draft }) => draft.organizationId)).toEqual(['b']);
});

const organizationsOf = ({ decisions }: TakenBatch): string[] => [
  ...new Set(decisions.map(({ draft }) => draft.organizationId)),
];

it('sends organizations by themselves as long as there are batches for each', () => {
  const queue = queueWith('c', 1, queueWith('b', 1, queueWith('a', 2)));
  expect(organizationsOf(queue.take(BATCH_MAX, canFollow, 3))).toEqual(['a']);
  expect(organizationsOf(queue.take(BATCH_MAX, canFollow, 2))).toEqual(['b']);
  expect(organizationsOf(queue.take(BATCH_MAX, canFollow, 1))).toEqual(['c']);
});

it('lets organizations share a batch where more of them wait than can be sent', () => {
  const queue = queueWith('c', 1, queueWith('b', 1, queueWith('a', 2)));
  expect(organizationsOf(queue.take(BATCH_MAX, canFollow, 2))).toEqual(['a', 'b', 'c']);
});

it('lets organizations share a batch where many decisions wait', () => {
  const queue = queueWith('b', 8, queueWith('a', 9));
  expect(organizationsOf(queue.take(20, canFollow, 2))).toEqual(['a', 'b']);
});

it('does not count for many what waits behind a batch of its own organization', () => {
  const queue = queueWith('a', 4);
  queue.take(BATCH_MAX, canFollow, 4);
  queueWith('c', 1, queueWith('b', 1, queueWith('a', 20, queue)));
  queue.take(BATCH_MAX, canFollow, 3);
  expect(organizationsOf(queue.take(BATCH_MAX, canFollow, 2))).toEqual(['b']);
});

it('sends nothing behind a batch that cannot be followed', () => {
  const queue = queueWith('a', 1);
  queue.take(BATCH_MAX, () => false, 1);
  queueWith('a', 4, queue);
  expect(sizeOf(queue.take(BATCH_MAX, () => false, 1))).toBe(0);
});

it('puts those that were passed over in front, and lets them wait for the lock alone', () => {
  const queue = queueWith('b', 1, queueWith('a', 1));
  const first = queue.take(BATCH_MAX, canFollow, 1);
  const passedOver = first.decisions.filter(({ draft }) => draft.organizationId === 'a');
  queue.settle(first, passedOver);
  queueWith('b', 1, queue);
  const batches = [queue.take(BATCH_MAX, canFollow, 1), queue.take(BATCH_MAX, canFollow, 1)];
  const contended = batches.find(({ isContended }) => isContended);
  expect(contended?.decisions).toEqual(passedOver);
  expect(batches.map(sizeOf)).toEqual([1, 1]);
});
