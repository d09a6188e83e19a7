/** Policies as the routes answer them. */
import { POLICY_API_VERSION, type PolicyListResponse, type StoredPolicy } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import { normalizePolicy } from '@svc/core/policy';
import type { OrganizationSnapshot, StoredPolicyRecord } from '../organizations/index.ts';

/** Sorted by name in code point order, every default written out. */
export function listPolicies(snapshot: OrganizationSnapshot): PolicyListResponse {
  const policies = [...snapshot.policies].sort((left, right) => compareCodePoints(left.name, right.name));
  return { apiVersion: POLICY_API_VERSION, policies: policies.map(storedPolicyOf) };
}

function storedPolicyOf(policy: StoredPolicyRecord): StoredPolicy {
  return { id: policy.id, ...normalizePolicy(policy), updatedAt: new Date(policy.updatedAtMs).toISOString() };
}
