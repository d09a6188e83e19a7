// SPDX-License-Identifier: Apache-2.0
/** Policies to begin with, in the order of their names in the words. Each watches until a person enforces it. */
import type { PolicySpec } from '@svc/contract';

const STARTING: readonly Omit<PolicySpec, 'name' | 'mode'>[] = [
  {
    action: 'EXPORT',
    resource: 'CUSTOMER_PII',
    condition: { destination: 'EXTERNAL', minRecords: 1_000 },
    decision: 'REVIEW',
  },
  { action: 'DELETE', condition: { minRecords: 250 }, decision: 'BLOCK' },
  { action: 'EXPORT', resource: 'EMPLOYEE', condition: { destination: 'EXTERNAL' }, decision: 'BLOCK' },
  {
    action: 'EXPORT',
    condition: { destination: 'EXTERNAL', dlpTypes: ['API_KEY', 'PRIVATE_KEY'] },
    decision: 'BLOCK',
  },
  { action: 'WRITE', resource: 'FINANCIAL', condition: { outsideBusinessHours: true }, decision: 'REVIEW' },
  { action: 'READ', resource: 'PUBLIC', decision: 'ALLOW' },
];

/** @returns null where there is no such one */
export function startingPolicy(index: number, name: string): PolicySpec | null {
  const spec = STARTING[index];
  return spec === undefined ? null : { name, ...spec, mode: 'MONITOR' };
}

/** A new policy: one condition, and it only watches. */
export const newPolicy = (name: string): PolicySpec => ({
  name,
  action: 'EXPORT',
  resource: 'CUSTOMER_PII',
  condition: { destination: 'EXTERNAL' },
  decision: 'REVIEW',
  mode: 'MONITOR',
});
