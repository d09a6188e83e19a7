// SPDX-License-Identifier: Apache-2.0
/** The five claims of the guide about proofs, in the order of their names in the words. */
import type { PolicyClaim } from '@svc/contract';

const STARTING: readonly Omit<PolicyClaim, 'name'>[] = [
  { when: { dlpTypes: ['HEALTH_DATA'], destination: 'EXTERNAL' }, atLeast: 'REVIEW' },
  { when: { action: 'DELETE' }, atLeast: 'REVIEW' },
  { when: { action: 'EXPORT', outsideBusinessHours: true }, atLeast: 'REVIEW' },
  { when: { action: 'EXPORT' }, unless: { agentIds: [] }, atLeast: 'REVIEW' },
  { when: { dlpTypes: ['API_KEY', 'PRIVATE_KEY'], destination: 'EXTERNAL' }, atLeast: 'BLOCK' },
];

/** @returns null where there is no such one */
export function startingClaim(index: number, name: string): PolicyClaim | null {
  const claim = STARTING[index];
  return claim === undefined ? null : { name, ...claim };
}

/** A new claim: one condition, which a person changes. */
export const NEW_CLAIM: PolicyClaim = {
  name: '',
  when: { action: 'EXPORT', destination: 'EXTERNAL' },
  resource: 'CUSTOMER_PII',
  atLeast: 'REVIEW',
};
