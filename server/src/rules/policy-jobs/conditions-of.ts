// SPDX-License-Identifier: Apache-2.0
/** The conditions of stored policies that are on. */
import type { PolicyCondition } from '@svc/contract';
import type { StoredPolicyRecord } from '../../organization/organizations/index.ts';
import { readPolicy } from './read-policy.ts';

export function conditionsOf(policies: readonly StoredPolicyRecord[]): PolicyCondition[] {
  return policies.map(readPolicy).flatMap(({ condition, enabled }) => {
    return condition === undefined || enabled === false ? [] : [condition];
  });
}
