/** Policies as the routes answer them. */
import { POLICY_API_VERSION, type PolicyListResponse, type StoredPolicy } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import type { OrganizationSnapshot, StoredPolicyRecord } from '../tenant/index.ts';

/** Sorted by name in code point order, every default written out. */
export function listPolicies(snapshot: OrganizationSnapshot): PolicyListResponse {
  const policies = [...snapshot.policies].sort((left, right) => compareCodePoints(left.name, right.name));
  return { apiVersion: POLICY_API_VERSION, policies: policies.map(storedPolicyOf) };
}

function storedPolicyOf(policy: StoredPolicyRecord): StoredPolicy {
  return {
    id: policy.id,
    name: policy.name,
    ...(policy.description === undefined ? {} : { description: policy.description }),
    enabled: policy.enabled ?? true,
    action: policy.action,
    resource: policy.resource ?? 'ANY',
    ...(policy.condition === undefined ? {} : { condition: policy.condition }),
    decision: policy.decision,
    mode: policy.mode ?? 'ENFORCE',
    approverRoles: policy.approverRoles ?? [],
    updatedAt: new Date(policy.updatedAtMs).toISOString(),
  };
}
