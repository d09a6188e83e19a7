// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review is compared with answered ones to the same destination only, and its size with approved ones. */
import { expect, it } from 'vitest';
import { countsOf, largestOf, similarTo } from '../../web/src/review/similar.ts';

const past = (id: string, status: string, recordsAffected: number | null, destination = 'EXTERNAL_API') =>
  ({ id, destination, recordsAffected, review: { status } }) as Parameters<typeof largestOf>[0];

const here = past('here', 'PENDING', 4_812);
const items = [
  here,
  past('waiting', 'PENDING', 1),
  past('approved', 'APPROVED', 902),
  past('denied', 'DENIED', 9_000),
  past('expired', 'EXPIRED', null),
  past('elsewhere', 'APPROVED', 8_000, 'INTERNAL'),
];

it('leaves out itself, those that wait, and other destinations', () => {
  const similar = similarTo(here, items);
  expect(similar.map(({ id }) => id)).toEqual(['approved', 'denied', 'expired']);
  expect(countsOf(similar)).toEqual({ approved: 1, denied: 1, expired: 1 });
});

it('compares its size with the largest that was approved, where it is larger', () => {
  const similar = similarTo(here, items);
  expect(largestOf(here, similar)).toEqual({ times: 4_812 / 902, records: 902 });
  expect(largestOf(past('small', 'PENDING', 902), similar)).toBeNull();
  expect(largestOf(past('unknown', 'PENDING', null), similar)).toBeNull();
  expect(largestOf(here, [])).toBeNull();
});
