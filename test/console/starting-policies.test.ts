// SPDX-License-Identifier: Apache-2.0
/** The policies that an empty list offers are valid as they are, and none of them looks like a mistake. */
import { checkPolicies } from '@svc/core/policy';
import { expect, it } from 'vitest';
import { newPolicy, startingPolicy } from '../../web/src/policy/starting.ts';
import { words as english } from '../../web/src/policy/words-en.ts';
import { words as portuguese } from '../../web/src/policy/words-pt-br.ts';

it('has a policy for each name, in both languages', () => {
  const policies = english.starting.map(({ name }, index) => startingPolicy(index, name));
  expect(policies).not.toContain(null);
  expect(startingPolicy(policies.length, 'one too many')).toBeNull();
  expect(portuguese.starting).toHaveLength(policies.length);
  expect(checkPolicies(policies.filter((policy) => policy !== null)).errors).toEqual([]);
  expect(checkPolicies([newPolicy('first')]).errors).toEqual([]);
});
