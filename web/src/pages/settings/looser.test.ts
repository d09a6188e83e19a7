// SPDX-License-Identifier: Apache-2.0
/** Which risk scores a change of the limits lets through, compared score by score. */
import { expect, it } from 'vitest';
import { looserRanges } from './looser.ts';

const limits = (riskReviewAt: number, riskBlockAt: number, enforcement = 'ENFORCE') => ({
  enforcement,
  riskReviewAt: String(riskReviewAt),
  riskBlockAt: String(riskBlockAt),
});

it.each([
  ['nothing, when both limits fall', limits(50, 90), limits(40, 80), []],
  ['what was asked', limits(50, 90), limits(70, 90), [[50, 69, 'asked', 'allowed']]],
  ['what was blocked, asked then', limits(50, 90), limits(50, 95), [[90, 94, 'blocked', 'asked']]],
  [
    'both, in ranges of their own',
    limits(50, 90),
    limits(95, 97),
    [
      [50, 89, 'asked', 'allowed'],
      [90, 94, 'blocked', 'allowed'],
      [95, 96, 'blocked', 'asked'],
    ],
  ],
  ['one score at the end', limits(0, 100), limits(0, 100, 'ENFORCE'), []],
  ['nothing, where the risk stopped nothing', limits(50, 90, 'MONITOR'), limits(70, 95, 'MONITOR'), []],
])('%s', (_, saved, entered, ranges) => {
  expect(looserRanges(saved, entered).map(({ from, to, before, after }) => [from, to, before, after])).toEqual(ranges);
});
