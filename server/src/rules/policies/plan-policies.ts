// SPDX-License-Identifier: Apache-2.0
/** The plan for given policies: created and updated by name, never deleted. */
import { POLICIES_PER_ORGANIZATION_MAX, type PolicySpec } from '@svc/contract';
import { type IdentifiedPolicy, type PolicyChange, planChanges } from '@svc/core/policy';
import type { RecordFault } from '../../registry/records/index.ts';
import { placeholderId } from '../policy-jobs/index.ts';

export interface PolicyPlan {
  current: readonly IdentifiedPolicy[];
  payload: readonly PolicySpec[];
  /** The policies with a change. */
  changes: PolicyChange[];
  faults: RecordFault[];
}

export function planPolicies(payload: readonly PolicySpec[], current: readonly IdentifiedPolicy[]): PolicyPlan {
  const changes = planChanges(current, payload, false).filter((change) => change.op !== 'unchanged');
  const names = new Set(current.map((policy) => policy.name));
  const created = payload.flatMap(({ name }, index) => (names.has(name) ? [] : [index]));
  const [excess] = created.slice(Math.max(0, POLICIES_PER_ORGANIZATION_MAX - current.length));
  const message = `an organization has at most ${POLICIES_PER_ORGANIZATION_MAX} policies`;
  return { current, payload, changes, faults: excess === undefined ? [] : [{ index: excess, fields: [], message }] };
}

/** The set that the plan would leave. A new policy has an id that no stored one has. */
export function appliedPolicies({ current, payload }: Pick<PolicyPlan, 'current' | 'payload'>): IdentifiedPolicy[] {
  const given = new Map(payload.map((policy) => [policy.name, policy]));
  const kept = current.map((policy) => ({ ...(given.get(policy.name) ?? policy), id: policy.id }));
  const names = new Set(current.map(({ name }) => name));
  const made = payload.filter(({ name }) => !names.has(name));
  return [...kept, ...made.map((policy, place) => ({ ...policy, id: placeholderId(place) }))];
}
