// SPDX-License-Identifier: Apache-2.0
/** The way an act went, from what the service knows of it. */
import { expect, it } from 'vitest';
import { type Acted, actMarkOf, actOf } from './act.ts';

const UNTIL = '2026-11-24T14:20:00.000Z';
const BEFORE = '2026-11-24T14:19:59.999Z';

const acted = (
  status: 'OPEN' | 'REDEEMED' | 'LAPSED' | null,
  outcome: Partial<NonNullable<Acted['outcome']>> | null = null,
  outcomeMissing = false,
): Acted => ({
  redemption: status && { status, redeemableUntil: UNTIL, redeemedAt: status === 'REDEEMED' ? BEFORE : null },
  outcome: outcome && {
    status: 'SUCCEEDED',
    recordsAffected: null,
    code: null,
    source: 'REPORTED',
    reportedAt: BEFORE,
    amendedAt: null,
    exceedsStated: false,
    ...outcome,
  },
  outcomeMissing,
});

it.each([
  ['nothing was allowed', acted(null), null, null],
  ['it can be run', acted('OPEN'), 'open', 'open'],
  ['its time is over', acted('LAPSED'), 'lapsed', 'lapsed'],
  ['it runs', acted('REDEEMED'), 'redeemed', 'redeemed'],
  ['no outcome came', acted('REDEEMED', null, true), 'missing', 'missing'],
  ['it was done', acted('REDEEMED', {}), 'done', 'done'],
  ['it failed', acted('REDEEMED', { status: 'FAILED' }), 'failed', 'failed'],
  ['no one knows', acted('REDEEMED', { status: 'UNKNOWN' }), 'unknown', 'unknown'],
  ['it did more', acted('REDEEMED', { exceedsStated: true }), 'done', 'exceeded'],
  ['it was done without being redeemed, in time', acted('LAPSED', {}), 'done', 'done'],
  ['it ran at the end of its time', acted('LAPSED', { reportedAt: UNTIL }), 'late', 'late'],
  ['it ran late, and did more', acted('LAPSED', { reportedAt: UNTIL, exceedsStated: true }), 'late', 'late'],
] as const)('%s', (_, event, act, mark) => {
  expect([actOf(event), actMarkOf(event)]).toEqual([act, mark]);
});
