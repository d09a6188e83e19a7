// SPDX-License-Identifier: Apache-2.0
/** Invented events for the gallery alone: one of every outcome, and as many rows as one wants. */
import type { EventDetail, EventItem } from '@svc/contract';
import type { Outcome } from '../../decision/outcome.ts';

const ID = '018f0000-0000-7000-8000-000000000000';
const AT = '2026-11-24T09:12:04.000Z';

const BASE: EventItem = {
  id: ID,
  seq: 1_043_869,
  createdAt: AT,
  decision: 'ALLOW',
  finalDecision: 'ALLOW',
  evaluatedDecision: 'ALLOW',
  monitored: false,
  riskLevel: 'CRITICAL',
  riskScore: 95,
  reasons: [],
  policy: null,
  cause: { by: 'NOTHING', threshold: null, underFullEnforcement: null },
  grant: null,
  budget: null,
  dlpFindings: ['EMAIL', 'PHONE_BR'],
  lgpdCategories: ['CONTACT'],
  review: null,
  quotaExceeded: false,
  sandbox: false,
  contentScanned: true,
  actionDigest: `sha256:${'5c'.repeat(32)}`,
  redemption: null,
  outcome: null,
  outcomeMissing: false,
  context: null,
  agent: { id: ID, name: 'crm-sync' },
  resource: { id: ID, name: 'customers', classification: 'CUSTOMER_PII' },
  action: 'EXPORT_DATA',
  destination: 'EXTERNAL_API',
  recordsAffected: 4_812,
  door: 'API',
};

const review = (status: NonNullable<EventItem['review']>['status']) => ({
  status,
  expiresAt: '2026-11-25T09:12:04.000Z',
  decidedAt: null,
  note: null,
  approvals: { needed: 1, given: status === 'APPROVED' ? 1 : 0, stillFrom: [] },
});

const CHANGES: Readonly<Record<Outcome, Partial<EventItem>>> = {
  allowed: {},
  waiting: { decision: 'REVIEW', review: review('PENDING') },
  blocked: { decision: 'BLOCK' },
  approved: { decision: 'REVIEW', review: review('APPROVED') },
  denied: { decision: 'REVIEW', review: review('DENIED') },
  expired: { decision: 'REVIEW', review: review('EXPIRED') },
  'would-block': { monitored: true, evaluatedDecision: 'BLOCK' },
  'would-ask': { monitored: true, evaluatedDecision: 'REVIEW' },
};

export const OUTCOMES = Object.keys(CHANGES) as Outcome[];

export function sampleEvent(outcome: Outcome): EventItem {
  return { ...BASE, ...CHANGES[outcome] };
}

const MINUTE_MS = 60_000;
const SCORES = [5, 35, 65, 95] as const;
const LEVELS = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL'] as const;

export function sampleEvents(count: number): EventItem[] {
  return Array.from({ length: count }, (_, index) => ({
    ...sampleEvent(index % 9 === 4 ? (OUTCOMES[index % OUTCOMES.length] ?? 'allowed') : 'allowed'),
    id: `018f0000-0000-7000-8000-${String(index).padStart(12, '0')}`,
    createdAt: new Date(Date.parse(AT) - index * MINUTE_MS).toISOString(),
    riskScore: SCORES[index % SCORES.length] ?? 5,
    riskLevel: LEVELS[index % LEVELS.length] ?? 'LOW',
    recordsAffected: index,
  }));
}

const HASH = 'e61f0b72c9a4d5f80e61f0b72c9a4d5f80e61f0b72c9a4d5f80e61f0b70d44ae';

export const DETAIL: EventDetail = {
  event: {
    ...sampleEvent('blocked'),
    reasons: ['The risk score 95, at or above 90, decides BLOCK.'],
    cause: { by: 'RISK', threshold: 90, underFullEnforcement: null },
  },
  why: {
    riskFactors: [
      { code: 'ACTION', points: 25, reason: '' },
      { code: 'RESOURCE', points: 20, reason: '' },
      { code: 'DESTINATION', points: 15, reason: '' },
      { code: 'RECORDS', points: 15, reason: '' },
      { code: 'CONTENT', points: 10, reason: '' },
      { code: 'OPEN_ANOMALY', points: 10, reason: '' },
    ],
    policySetVersion: 3,
    policies: [
      {
        id: ID,
        name: 'Bulk customer exports',
        decision: 'REVIEW',
        mode: 'ENFORCE',
        resource: 'CUSTOMER_PII',
        matched: false,
        decided: false,
        isTruncated: false,
        fields: [
          { path: 'enabled', expected: true, actual: true, matched: true },
          { path: 'action', expected: 'EXPORT', actual: 'EXPORT', matched: true },
          { path: 'condition.minRecords', expected: 5_000, actual: 4_812, matched: false },
        ],
      },
    ],
    policiesTotal: 1,
  },
  review: null,
  audit: [
    {
      seq: 7,
      at: AT,
      kind: 'decision.recorded',
      actor: { type: 'key', id: ID, name: 'Production' },
      hash: HASH,
      prevHash: HASH,
    },
  ],
};
