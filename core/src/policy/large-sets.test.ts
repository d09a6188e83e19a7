// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the largest policies that the specification admits compile and evaluate, and find what they name.
 * `work.test.ts` counts what that takes.
 */
import {
  CONDITION_AGENT_IDS_MAX,
  CONDITION_LEVELS_MAX,
  POLICIES_PER_ORGANIZATION_MAX,
  type PolicyCondition,
} from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { blocking, GROUP_MEMBERS, manyConditions, UNMATCHED } from '../../../test/harness/full-groups/index.ts';
import type { PolicyFacts } from './facts.ts';
import { checkPolicy, compilePolicies, evaluatePolicies, explainPolicy } from './index.ts';

const FACTS: PolicyFacts = UNMATCHED;

describe('a group of 20,000 conditions', () => {
  it.each(GROUP_MEMBERS)('of %s finds the one that matches', (_, conditionOf) => {
    const anyOf = [...manyConditions(conditionOf).slice(1), { agentIds: ['AGENT-1'], minRecords: 500 }];
    expect(evaluatePolicies(compilePolicies([blocking({ anyOf })]), FACTS).matchedPolicyIds).toEqual(['id-0']);
  });

  it('that all must match is absorbed', () => {
    const parts: PolicyCondition[] = [
      { minRecords: 1 },
      { dlpTypes: ['CPF', 'RG'] },
      { lgpdCategories: ['IDENTIFICATION'] },
      { agentIds: ['agent-1', 'agent-2'] },
      { anyOf: [{ minRecords: 400 }, { dlpTypes: ['API_KEY'] }] },
    ];
    const allOf = manyConditions((index) => parts[index % parts.length] as PolicyCondition);
    const compiled = compilePolicies([blocking({ allOf })]);
    expect(evaluatePolicies(compiled, FACTS).matchedPolicyIds).toEqual(['id-0']);
    expect(evaluatePolicies(compiled, { ...FACTS, recordsAffected: 300 }).matchedPolicyIds).toEqual([]);
  });

  it('is checked, and explained up to the limit of a trace', () => {
    const policy = blocking({ anyOf: manyConditions(() => ({ agentIds: [] })) });
    const { warnings } = checkPolicy(policy, 'policies[0]');
    expect(warnings[0]?.path).toBe('policies[0].condition.anyOf[0].agentIds');
    expect(warnings).toHaveLength(100);
    const trace = explainPolicy(policy, FACTS);
    expect(trace).toMatchObject({ matched: false, isTruncated: true });
    expect(trace.fields).toHaveLength(1_000);
  });
});

describe('32 levels of groups', () => {
  const nested = (level: number, innermost: PolicyCondition): PolicyCondition =>
    level === 0
      ? innermost
      : {
          [level % 2 === 0 ? 'allOf' : 'anyOf']: [
            nested(level - 1, innermost),
            { dlpTypes: ['API_KEY'], minRecords: level },
          ],
        };

  it('compile, evaluate and explain', () => {
    const anyOfOnly = (level: number): PolicyCondition =>
      level === 0 ? { agentIds: ['agent-1'] } : { anyOf: [{ minRecords: 10_000 }, anyOfOnly(level - 1)] };
    const policy = blocking(anyOfOnly(CONDITION_LEVELS_MAX));
    expect(checkPolicy(policy, 'p').errors).toEqual([]);
    expect(evaluatePolicies(compilePolicies([policy]), FACTS).matchedPolicyIds).toEqual(['id-0']);
    expect(evaluatePolicies(compilePolicies([policy]), { ...FACTS, agentId: 'x' }).matchedPolicyIds).toEqual([]);
    expect(explainPolicy(policy, FACTS).matched).toBe(true);
  });

  it('of both kinds agree with their explanation', () => {
    for (const innermost of [{ minRecords: 500 }, { minRecords: 501 }]) {
      const policy = blocking(nested(CONDITION_LEVELS_MAX, innermost));
      const isMatch = evaluatePolicies(compilePolicies([policy]), FACTS).matchedPolicyIds.length === 1;
      expect(explainPolicy(policy, FACTS).matched).toBe(isMatch);
    }
  });
});

describe('8,000 agent ids', () => {
  it('are found in any letter case', () => {
    const agentIds = Array.from({ length: CONDITION_AGENT_IDS_MAX }, (_, index) => `Agent-${index}`);
    const policy = blocking({ agentIds });
    const compiled = compilePolicies([policy]);
    expect(evaluatePolicies(compiled, { ...FACTS, agentId: 'AGENT-7999' }).matchedPolicyIds).toEqual(['id-0']);
    expect(evaluatePolicies(compiled, { ...FACTS, agentId: 'agent-8000' }).matchedPolicyIds).toEqual([]);
  });
});

describe('5,000 policies', () => {
  const COUNT = POLICIES_PER_ORGANIZATION_MAX;

  it('that all match are all named, strictest first, then by code point', () => {
    const policies = Array.from({ length: COUNT }, (_, index) => blocking({ minRecords: index % 500 }, index));
    const outcome = evaluatePolicies(compilePolicies(policies.reverse()), FACTS);
    expect(outcome.matchedPolicyIds).toHaveLength(COUNT);
    expect(outcome.evaluated?.name).toBe('policy 0');
    expect(outcome.matchedPolicyIds.slice(0, 3)).toEqual(['id-0', 'id-1', 'id-10']);
  });
});
