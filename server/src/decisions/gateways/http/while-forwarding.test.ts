// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a call that begins after its caller was answered counts as one that its process does not know. */
import { expect, it } from 'vitest';
import { whileForwarding } from '../index.ts';

it('knows calls as long as their request is under way, and none that begins later', async () => {
  const forwarding = new Set<string>();
  let beginLate: (eventId: string) => void = () => undefined;
  const work = whileForwarding(forwarding, async (begin) => {
    begin('made-first');
    begin('made-anew');
    expect([...forwarding]).toEqual(['made-first', 'made-anew']);
    beginLate = begin;
    throw new Error('no time is left');
  });
  await expect(work).rejects.toThrow('no time is left');
  expect([...forwarding]).toEqual([]);
  // Its decision is recorded at last.
  beginLate('made-late');
  expect([...forwarding]).toEqual([]);
});
