// SPDX-License-Identifier: Apache-2.0
/** The largest groups of conditions that the specification admits, by kind of demand, and an event beside them. */
import { CONDITIONS_PER_GROUP_MAX, type PolicyCondition } from '@svc/contract';

/** No member of the groups below matches it. */
export const UNMATCHED = {
  agentId: 'agent-1',
  action: 'EXPORT_DATA',
  classification: 'CUSTOMER_PII',
  destination: 'EXTERNAL_API',
  recordsAffected: 500,
  containsSensitiveData: true,
  dlpTypes: ['CPF'],
  lgpdCategories: ['IDENTIFICATION'],
  riskScore: 70,
  outsideBusinessHours: false,
} as const;

const INSIDE: PolicyCondition = { destination: 'INTERNAL' };

/** The demands of one member of a full group. */
export const GROUP_MEMBERS: readonly [string, (index: number) => PolicyCondition][] = [
  ['agents', (index) => ({ agentIds: [`other-${index}`] })],
  ['agents with bounds', (index) => ({ agentIds: [`other-${index}`], minRecords: index })],
  ['bounds', (index) => ({ minRecords: 1_000 + index })],
  ['upper bounds', (index) => ({ maxRecords: index % 400 })],
  ['risk scores', (index) => ({ minRiskScore: 71 + (index % 29) })],
  ['findings', () => ({ dlpTypes: ['API_KEY'] })],
  ['situations', () => ({ destination: 'INTERNAL', containsSensitiveData: false })],
  ['the agent with bounds', (index) => ({ agentIds: ['agent-1'], minRecords: 1_000 + index })],
  ['alternatives of which a situation leaves one', (index) => ({ anyOf: [INSIDE, { minRecords: 1_000 + index }] })],
  ['groups', (index) => ({ anyOf: [{ agentIds: [`other-${index}`] }, { minRecords: 1_000 + index }] })],
];

export const manyConditions = (
  conditionOf: (index: number) => PolicyCondition,
  count = CONDITIONS_PER_GROUP_MAX,
): PolicyCondition[] => Array.from({ length: count }, (_, index) => conditionOf(index));

export const blocking = (condition: PolicyCondition, index = 0) => ({
  id: `id-${index}`,
  name: `policy ${index}`,
  action: 'ANY' as const,
  decision: 'BLOCK' as const,
  condition,
});
