// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review expires exactly at its moment, its table decides the outcome, and only its roles resolve it. */
import { DECISIONS, REVIEW_STATUSES } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { finalDecisionOf, reviewStatusAt } from './index.ts';

describe('status at a moment', () => {
  it('is EXPIRED from the very millisecond on', () => {
    const review = { status: 'PENDING', expiresAtMs: 1_000 } as const;
    expect([999, 1_000, 1_001].map((nowMs) => reviewStatusAt(review, nowMs))).toEqual([
      'PENDING',
      'EXPIRED',
      'EXPIRED',
    ]);
  });

  it.each(['APPROVED', 'DENIED', 'EXPIRED'] as const)('stays %s', (status) => {
    expect(reviewStatusAt({ status, expiresAtMs: 1_000 }, 2_000)).toBe(status);
  });

  it('never expires without a moment', () => {
    expect(reviewStatusAt({ status: 'PENDING', expiresAtMs: null }, Number.MAX_SAFE_INTEGER)).toBe('PENDING');
  });
});

describe('final decision', () => {
  it('is the decision when there is no review', () => {
    expect(DECISIONS.map((decision) => finalDecisionOf(decision, null))).toEqual(['ALLOW', 'REVIEW', 'BLOCK']);
  });

  it('follows the review when there is one', () => {
    expect(REVIEW_STATUSES.map((status) => finalDecisionOf('REVIEW', status))).toEqual([
      'REVIEW',
      'ALLOW',
      'BLOCK',
      'BLOCK',
    ]);
  });
});
