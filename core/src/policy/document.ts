// SPDX-License-Identifier: Apache-2.0
/** A stored policy as the content of a policy file. */
import type { PolicyCondition, StoredPolicy } from '@svc/contract';
import { CONDITION_FIELDS_OF_API_ONLY, POLICY_API_VERSION } from '@svc/contract/enums';
import { normalizePolicy } from './normalize.ts';

/** Every default is written out, in one order of fields; a condition keeps its own order. */
export function policyDocument(policy: StoredPolicy): object {
  const { name, ...spec } = normalizePolicy(policy);
  return {
    apiVersion: POLICY_API_VERSION,
    kind: 'Policy',
    metadata: { name, id: policy.id, updatedAt: policy.updatedAt },
    spec,
  };
}

/** True when its condition has, at any depth, a field that policy files do not hold. */
export function holdsFieldsOfApiOnly({ condition }: { condition?: PolicyCondition | undefined }): boolean {
  const waiting = condition === undefined ? [] : [condition];
  for (let one = waiting.pop(); one !== undefined; one = waiting.pop()) {
    const { allOf = [], anyOf = [] } = one;
    if (CONDITION_FIELDS_OF_API_ONLY.some((field) => one?.[field] !== undefined)) return true;
    for (const part of allOf) waiting.push(part);
    for (const part of anyOf) waiting.push(part);
  }
  return false;
}
