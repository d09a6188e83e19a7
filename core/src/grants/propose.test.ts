// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a proposal is never wider than an act that people have seen, and says how many reviews it would answer. */
import { expect, it } from 'vitest';
import { type GrantBounds, proposeGrants, type ReviewedActs } from './index.ts';

const BOUNDS: GrantBounds = {
  agentId: 'a',
  action: 'EXPORT_DATA',
  resourceId: 'r',
  destination: 'INTERNAL',
  call: null,
  dlpTypes: [],
  recordsAffectedMax: 10,
  policyId: 'p',
};
const acts = (eventId: string, over: Partial<GrantBounds>, reviews = 1, denied = 0): ReviewedActs => ({
  bounds: { ...BOUNDS, ...over },
  eventId,
  reviews,
  denied,
});
const told = (given: readonly ReviewedActs[], max = 10, live: readonly GrantBounds[] = []) =>
  proposeGrants(given, live, max).map(({ eventId, answers }) => [eventId, answers]);

it('proposes the act whose bounds hold most of the others', () => {
  const given = [
    acts('few', { recordsAffectedMax: 5 }, 20),
    acts('many', { recordsAffectedMax: 900 }, 3),
    acts('found', { recordsAffectedMax: 900, dlpTypes: ['EMAIL'] }, 2),
    acts('other', { recordsAffectedMax: 1_000, dlpTypes: ['CPF'] }, 1),
  ];
  expect(told(given)).toEqual([['found', 25]]);
});

it('proposes one for each kind of act, the one that answers most first, and no more than asked for', () => {
  const given = [acts('one', {}, 4), acts('two', { agentId: 'b' }, 9), acts('three', { destination: null }, 2)];
  expect(told(given)).toEqual([
    ['two', 9],
    ['one', 4],
    ['three', 2],
  ]);
  expect(told(given, 1)).toEqual([['two', 9]]);
});

it('leaves to people what one of them denied, and what came once', () => {
  expect(told([acts('one', {}, 4, 1), acts('two', { recordsAffectedMax: 3 }, 9)])).toEqual([]);
  expect(told([acts('one', {})])).toEqual([]);
});

it('leaves out what a live grant lets through already, and not what goes beyond it', () => {
  const given = [acts('one', {}, 4)];
  expect(told(given, 10, [{ ...BOUNDS, recordsAffectedMax: 11 }])).toEqual([]);
  expect(told(given, 10, [{ ...BOUNDS, recordsAffectedMax: 9 }])).toEqual([['one', 4]]);
  expect(told(given, 10, [{ ...BOUNDS, agentId: 'b' }])).toEqual([['one', 4]]);
});
