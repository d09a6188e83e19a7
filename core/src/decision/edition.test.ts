// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an edition has one outcome for the same facts under the same policies. Where this fails on purpose, raise
 * `DECISION_EDITION` and let audit entries name it: entries of older editions are not decided again by other tables.
 * A new word of the contract alone changes what is hashed here, and no edition.
 */
import { createHash } from 'node:crypto';
import { CLASSIFICATIONS, DESTINATIONS, DLP_TYPES, EVENT_ACTIONS } from '@svc/contract';
import { expect, it } from 'vitest';
import { compilePolicies } from '../policy/index.ts';
import type { Agent } from '../verdict/index.ts';
import { DECISION_EDITION, type DecisionInput, decide } from './index.ts';

const OUTCOME_OF_EDITION: Readonly<Record<number, string>> = {
  1: '0acd9147869f21152a8c7cdc1fe39dea3b117366e48b589e6308363fb8e95464',
};

const AGENTS: Agent[] = [
  { id: 'a', name: 'a', status: 'ACTIVE', permissions: null },
  { id: 'b', name: 'b', status: 'PAUSED', permissions: null },
  { id: 'c', name: 'c', status: 'ACTIVE', permissions: [{ action: 'EXPORT', resource: 'CUSTOMER_PII' }] },
];
const POLICIES = compilePolicies([
  { id: '1', name: 'one', action: 'ANY', decision: 'REVIEW', condition: { destination: 'EXTERNAL', minRiskScore: 50 } },
  { id: '2', name: 'two', action: 'DELETE', decision: 'BLOCK', mode: 'MONITOR' },
  { id: '3', name: 'three', action: 'READ', decision: 'ALLOW', condition: { anyOf: [{ lgpdCategories: ['HEALTH'] }] } },
  {
    id: '4',
    name: 'four',
    action: 'EXPORT',
    resource: 'FINANCIAL',
    decision: 'BLOCK',
    condition: { dlpTypes: ['CPF'] },
  },
]);
const RECORDS = [null, 0, 11, 101, 1_001, 10_001];
/** Within and outside of business hours, and at both edges. */
const HOURS = ['09:00', '18:00'].map((hour) => Date.parse(`2026-11-18T${hour}:00.000Z`));

function* situations(): Generator<DecisionInput> {
  for (const enforcement of ['ENFORCE', 'MONITOR'] as const) {
    const settings = { enforcement, riskReviewAt: 40, riskBlockAt: 70, timeZone: 'UTC' };
    for (const agent of AGENTS) {
      for (const action of EVENT_ACTIONS) {
        for (const classification of CLASSIFICATIONS) {
          for (const [at, type] of [...DLP_TYPES, null].entries()) {
            yield {
              agent,
              resource: { id: 'r', name: 'r', classification },
              action,
              destination: [...DESTINATIONS, null][at % 4] ?? null,
              recordsAffected: RECORDS[at % RECORDS.length] ?? null,
              findings: type === null ? [] : [type],
              containsSensitiveData: null,
              hasOpenAnomaly: at % 5 === 0,
              atMs: HOURS[at % HOURS.length] as number,
              settings,
              policies: POLICIES,
            };
          }
        }
      }
    }
  }
}

it('answers what its number stands for', () => {
  const hash = createHash('sha256');
  for (const input of situations()) {
    const { decision, evaluatedDecision, monitored, riskScore, riskLevel, policy, lgpdCategories } = decide(input);
    const kept = [decision, evaluatedDecision, monitored, riskScore, riskLevel, policy?.id, lgpdCategories];
    hash.update(JSON.stringify(kept));
  }
  expect(hash.digest('hex')).toBe(OUTCOME_OF_EDITION[DECISION_EDITION]);
});
