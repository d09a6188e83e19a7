/** A stored policy as the text of a file. Equal policies give equal bytes. */
import type { PolicyCondition, StoredPolicy } from '@svc/contract';
import { CONDITION_FIELDS_OF_API_ONLY, POLICY_API_VERSION } from '@svc/contract/enums';
import { normalizePolicy } from '@svc/core/policy';
import { stringify } from 'yaml';

/** Every default is written out, in one order of fields; a condition keeps its own order. */
export function policyFileText(policy: StoredPolicy): string {
  const { name, ...spec } = normalizePolicy(policy);
  const document = {
    apiVersion: POLICY_API_VERSION,
    kind: 'Policy',
    metadata: { name, id: policy.id, updatedAt: policy.updatedAt },
    spec,
  };
  // One field, one line: text is never folded, and equal lists get no anchor.
  return stringify(document, { lineWidth: 0, aliasDuplicateObjects: false });
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
