import { expect, it } from 'vitest';
import { ADVERSARIAL_TEXTS } from '../../../test/dlp/adversarial.ts';
import { scan, scanTypes } from './index.ts';
import { KEPT_INTEGERS_MAX, keptIntegers, returnLists, takeList } from './int-list.ts';
import { areaFor, forget, KEPT_UNITS_MAX, unfoldedAreaFor } from './reading-area.ts';
import { takeWords } from './word-list.ts';

const CPF = 'CPF 529.982.247-25 ';

it.each([
  ['short', CPF],
  ['long', CPF.repeat(2_000)],
  ['short and disguised', `\u200b${CPF}`],
  ['long and disguised', `\u200b${CPF.repeat(2_000)}`],
])('wipes the areas in which a text was read: %s', (_, text) => {
  expect(scanTypes(text)).toEqual(['CPF']);
  const { units, bytes } = areaFor(text.length);
  const memories = [units, bytes, unfoldedAreaFor(text.length).bytes, takeWords().values];
  for (const memory of memories) expect(memory.some(Boolean)).toBe(false);
  forget(text);
});

it('wipes them also where a text was read whose scan failed', () => {
  const { units, bytes } = areaFor(CPF.length);
  units.fill(1, 0, CPF.length);
  expect(() => scan({ length: CPF.length } as string)).toThrow();
  expect([...units, ...bytes].some(Boolean)).toBe(false);
});

it('keeps areas for the longest content, and none for longer texts', () => {
  const longest = areaFor(KEPT_UNITS_MAX);
  expect(areaFor(KEPT_UNITS_MAX)).toBe(longest);
  expect(areaFor(KEPT_UNITS_MAX + 1)).not.toBe(areaFor(KEPT_UNITS_MAX + 1));
  expect(areaFor(KEPT_UNITS_MAX)).toBe(longest);
  expect(unfoldedAreaFor(KEPT_UNITS_MAX + 1)).not.toBe(unfoldedAreaFor(KEPT_UNITS_MAX + 1));
  expect(scanTypes(CPF.repeat(20_000))).toEqual(['CPF']);
  expect(areaFor(KEPT_UNITS_MAX)).toBe(longest);
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
