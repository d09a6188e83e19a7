// SPDX-License-Identifier: Apache-2.0
/** A refusal tells the model the bounds that the service told, and never invites it to split an action. */
import { expect, it } from 'vitest';
import type { Alternative, Decision } from '../wire.ts';
import { refusalMessage } from './index.ts';

const BLOCKED: Decision & { degraded: false } = {
  id: '018f0000-0000-7000-8000-000000000001',
  decision: 'BLOCK',
  finalDecision: 'BLOCK',
  evaluatedDecision: 'BLOCK',
  monitored: false,
  riskLevel: 'HIGH',
  riskScore: 70,
  reasons: ['Too many records.'],
  policy: null,
  grant: null,
  budget: null,
  dlpFindings: [],
  lgpdCategories: [],
  review: null,
  quotaExceeded: false,
  sandbox: false,
  contentScanned: false,
  actionDigest: null,
  redemption: null,
  outcome: null,
  context: null,
  degraded: false,
};
const told = (...alternatives: Alternative[]) => refusalMessage({ ...BLOCKED, alternatives });

it('says nothing of alternatives where there are none', () => {
  expect(told()).toBe(refusalMessage(BLOCKED));
  expect(refusalMessage(BLOCKED)).not.toContain('would have been allowed');
});

it('tells each, the changes of one joined', () => {
  const text = told(
    { recordsAffected: { from: 0, to: 99 } },
    { recordsAffected: { from: 10, to: 20 }, destination: 'INTERNAL' },
    { businessHours: true, withoutCategories: ['HEALTH', 'CONTACT'] },
  );
  expect(text).toContain(
    'allowed with at most 99 records; or with 10 to 20 records and to an internal destination; or in business hours and ' +
      'without data of the categories HEALTH, CONTACT.',
  );
  expect(text).toContain('Do not split the action into smaller ones');
});
