// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a scale of counts ends at a round number, and its middle is a count too. */
import { expect, it } from 'vitest';
import { roundUp } from './bins.ts';

it('ends at the next round number, of which half is a count', () => {
  const values = [0, 1, 2, 3, 5, 7, 9, 10, 11, 25, 45, 101, 999, 12_345];
  expect(values.map(roundUp)).toEqual([1, 1, 2, 4, 6, 8, 10, 10, 20, 40, 60, 200, 1_000, 20_000]);
  for (const end of values.map(roundUp).filter((one) => one > 1)) expect(Number.isInteger(end / 2)).toBe(true);
});
