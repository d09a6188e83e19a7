// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what a record leaves out is read back as it was, and nothing else is left out. */
import { expect, it } from 'vitest';
import { PLAIN_RECORD } from '#harness/stored-events';
import { causeOf } from '../events/cause-of.ts';
import type { EventRecord } from './draft.ts';
import { recordText } from './record-text.ts';

const PLAIN: EventRecord = {
  ...PLAIN_RECORD,
  cause: { by: 'NOTHING', threshold: null, underFullEnforcement: null },
};
const POLICY = { id: '1', name: 'p' };
const stored = (changes: Partial<EventRecord>) => JSON.parse(recordText({ ...PLAIN, ...changes }));

it('leaves out what most events have alike', () => {
  expect(Object.keys(stored({}))).toEqual([
    'agent',
    'resource',
    'classification',
    'cause',
    'reasons',
    'riskFactors',
    'policySetVersion',
  ]);
  expect(stored({ policy: POLICY, matchedPolicyIds: ['1'] })).not.toHaveProperty('matchedPolicyIds');
});

it.each<Partial<EventRecord>>([
  { monitored: true },
  { policy: POLICY, matchedPolicyIds: [] },
  { policy: POLICY, matchedPolicyIds: ['2'] },
  { policy: POLICY, matchedPolicyIds: ['1', '2'] },
  { matchedPolicyIds: ['1'] },
  { dlpFindings: ['CPF'] },
  { lgpdCategories: ['IDENTIFICATION'] },
  { cause: { by: 'RISK', threshold: 60, underFullEnforcement: null } },
  {
    cause: {
      by: 'MODE',
      threshold: null,
      underFullEnforcement: { decision: 'BLOCK', by: 'POLICY', policy: POLICY, threshold: null },
    },
  },
])('keeps %j', (changes) => {
  expect(stored(changes)).toMatchObject(changes);
});

it('reads a cause back whole', () => {
  expect(causeOf(stored({}))).toEqual(PLAIN.cause);
});
