// SPDX-License-Identifier: Apache-2.0
/** A scan leaves nothing of a text behind, and no more memory than the longest content needs. */
import { expect, it } from 'vitest';
import { ADVERSARIAL_TEXTS } from '../../../../test/dlp/adversarial.ts';
import { scan, scanTypes } from '../index.ts';
import { KEPT_INTEGERS_MAX, keptIntegers, returnLists, takeList } from '../text/int-list.ts';
import { forget, KEPT_UNITS_MAX, memoryFor } from './memory.ts';

const CPF = 'CPF 529.982.247-25 ';

it.each([
  ['short', CPF],
  ['long', CPF.repeat(2_000)],
  ['short and disguised', `\u200b${CPF}`],
  ['long and disguised', `\u200b${CPF.repeat(2_000)}`],
  ['of more words as it stands than without its disguise', `${'a\u200b'.repeat(400)}${CPF}`],
])('wipes the memory in which a text was read: %s', (_, text) => {
  expect(scanTypes(text)).toEqual(['CPF']);
  for (const part of memoryFor(text.length).parts()) expect(part.some(Boolean)).toBe(false);
});

it('wipes it also where a text was read whose scan failed', () => {
  const memory = memoryFor(CPF.length);
  memory.fold(CPF);
  memory.read(memory.bytes.subarray(0, CPF.length));
  memory.digits.set([5, 2, 9]);
  expect(memory.parts().map((part) => part.some(Boolean))).toEqual([true, true, false, true, true]);
  expect(() => scan({ length: CPF.length } as string)).toThrow();
  for (const part of memory.parts()) expect(part.some(Boolean)).toBe(false);
});

it('keeps memory for the longest content, and none for longer texts', () => {
  const kept = memoryFor(1);
  expect(memoryFor(KEPT_UNITS_MAX)).toBe(kept);
  const longer = memoryFor(KEPT_UNITS_MAX + 1);
  expect(longer).not.toBe(kept);
  expect(memoryFor(KEPT_UNITS_MAX + 1)).toBe(longer);
  forget('');
  expect(memoryFor(KEPT_UNITS_MAX + 1)).not.toBe(longer);
  expect(scanTypes(CPF.repeat(20_000))).toEqual(['CPF']);
  expect(memoryFor(1)).toBe(kept);
});

it('keeps lists up to a bound, and gives them back beyond it', () => {
  for (const { head = '', body } of Object.values(ADVERSARIAL_TEXTS)) {
    scanTypes((head + body.repeat(Math.ceil(100_000 / body.length))).slice(0, 100_000));
    expect(keptIntegers()).toBeLessThanOrEqual(KEPT_INTEGERS_MAX);
  }
  const list = takeList();
  for (let value = 0; value <= KEPT_INTEGERS_MAX; value += 1) list.push(value);
  expect(list.countBelow(1_000_000)).toBe(1_000_000);
  returnLists();
  expect(keptIntegers()).toBe(0);
});
