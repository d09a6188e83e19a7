// SPDX-License-Identifier: Apache-2.0
/** Policies as the routes answer them. */
import { POLICY_API_VERSION, type PolicyListResponse, type StoredPolicy } from '@svc/contract';
import { compareCodePoints } from '@svc/core/code-point-order';
import { normalizePolicy, type Steps } from '@svc/core/policy';
import type { OrganizationSnapshot, StoredPolicyRecord } from '../../organization/organizations/index.ts';
import { TURNS } from '../../platform/turns/index.ts';
import { readPolicy } from './read-policy.ts';

/**
 * Sorted by name in code point order, every default written out. A set of 8 MB is read and written in turns.
 * @returns a `PolicyListResponse` as JSON
 * @throws ApiError 503 when too much waits
 */
export async function listPolicies({ organizationId, policies }: OrganizationSnapshot): Promise<string> {
  const sorted = policies.toSorted((left, right) => compareCodePoints(left.name, right.name));
  const texts = await TURNS.run(organizationId, textsInSteps(sorted));
  const head: Omit<PolicyListResponse, 'policies'> = { apiVersion: POLICY_API_VERSION };
  return `${JSON.stringify(head).slice(0, -1)},"policies":[${texts.join(',')}]}`;
}

function* textsInSteps(policies: readonly StoredPolicyRecord[]): Steps<string[]> {
  const texts: string[] = [];
  for (const policy of policies) {
    texts.push(JSON.stringify(storedPolicyOf(policy)));
    yield;
  }
  return texts;
}

export function storedPolicyOf(policy: Pick<StoredPolicyRecord, 'id' | 'text' | 'updatedAtMs'>): StoredPolicy {
  return {
    id: policy.id,
    ...normalizePolicy(readPolicy(policy)),
    updatedAt: new Date(policy.updatedAtMs).toISOString(),
  };
}
