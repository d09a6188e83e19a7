// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the compiled index answers exactly as reading every policy one after another would. */
import {
  ACTION_FAMILIES,
  CLASSIFICATIONS,
  DECISIONS,
  DESTINATION_SIDES,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  LGPD_CATEGORIES,
  POLICY_MODES,
  POLICY_RESOURCES,
  type PolicyCondition,
} from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { compilePolicies, evaluatePolicies, explainPolicy, type IdentifiedPolicy, type PolicyFacts } from './index.ts';

const STRICTNESS = { BLOCK: 0, REVIEW: 1, ALLOW: 2 };
const FAMILY = {
  READ_DATA: 'READ',
  WRITE_DATA: 'WRITE',
  DELETE_DATA: 'DELETE',
  EXPORT_DATA: 'EXPORT',
  SEND_EMAIL: 'EXPORT',
};

/** The plain rules of matching, without any code of the engine. */
function naiveConditionMatches(condition: PolicyCondition, facts: PolicyFacts): boolean {
  const { destination, recordsAffected } = facts;
  const rules: Record<keyof PolicyCondition, () => boolean> = {
    action: () => ['ANY', facts.action, FAMILY[facts.action]].includes(condition.action as string),
    destination: () => destination !== null && (destination === 'INTERNAL') === (condition.destination === 'INTERNAL'),
    destinationContains: () =>
      destination?.toUpperCase().includes(String(condition.destinationContains).toUpperCase()) === true,
    containsSensitiveData: () => facts.containsSensitiveData === condition.containsSensitiveData,
    minRecords: () => recordsAffected !== null && recordsAffected >= Number(condition.minRecords),
    maxRecords: () => recordsAffected !== null && recordsAffected <= Number(condition.maxRecords),
    minRiskScore: () => facts.riskScore >= Number(condition.minRiskScore),
    outsideBusinessHours: () => facts.outsideBusinessHours === condition.outsideBusinessHours,
    agentIds: () => condition.agentIds?.some((id) => id.toLowerCase() === facts.agentId.toLowerCase()) === true,
    dlpTypes: () => condition.dlpTypes?.some((type) => facts.dlpTypes.includes(type)) === true,
    lgpdCategories: () => condition.lgpdCategories?.some((one) => facts.lgpdCategories.includes(one)) === true,
    allOf: () => condition.allOf?.every((part) => naiveConditionMatches(part, facts)) === true,
    anyOf: () => condition.anyOf?.some((part) => naiveConditionMatches(part, facts)) === true,
  };
  return (Object.keys(condition) as (keyof PolicyCondition)[]).every((field) => rules[field]());
}

function naivePolicyMatches(policy: IdentifiedPolicy, facts: PolicyFacts): boolean {
  return (
    policy.enabled !== false &&
    ['ANY', FAMILY[facts.action]].includes(policy.action) &&
    [undefined, null, 'ANY', facts.classification].includes(policy.resource) &&
    (policy.condition === undefined || naiveConditionMatches(policy.condition, facts))
  );
}

function naiveOutcome(policies: readonly IdentifiedPolicy[], facts: PolicyFacts) {
  const matched = policies.filter((policy) => naivePolicyMatches(policy, facts));
  matched.sort(
    (left, right) => STRICTNESS[left.decision] - STRICTNESS[right.decision] || (left.name < right.name ? -1 : 1),
  );
  return {
    matchedPolicyIds: matched.map((policy) => policy.id),
    enforced: matched.find((policy) => policy.mode !== 'MONITOR')?.id ?? null,
    evaluated: matched[0]?.id ?? null,
    isMonitored: matched.some((policy) => policy.mode === 'MONITOR'),
  };
}

/** Few values in each dimension, so that matching and missing are both common. */
const agentId = fc.constantFrom('agent-a', 'AGENT-A', 'agent-b', 'Agent-C');
const records = fc.constantFrom(0, 1, 10, 11, 1_000, 9_007_199_254_740_991);
const riskScore = fc.constantFrom(0, 1, 30, 60, 100);
const someOf = <Word>(words: readonly Word[]) => fc.array(fc.constantFrom(...words), { maxLength: 3 });

/** One field each, so that a condition of a few of them still matches often. */
const FIELDS: readonly fc.Arbitrary<PolicyCondition>[] = [
  fc.record({ action: fc.constantFrom(...ACTION_FAMILIES, ...EVENT_ACTIONS) }),
  fc.record({ destination: fc.constantFrom(...DESTINATION_SIDES) }),
  fc.record({ destinationContains: fc.constantFrom('', 'e', 'external', 'EMAIL', '_Api', 'example.org') }),
  fc.record({ containsSensitiveData: fc.boolean() }),
  fc.record({ minRecords: records }),
  fc.record({ maxRecords: records }),
  fc.record({ minRiskScore: riskScore }),
  fc.record({ outsideBusinessHours: fc.boolean() }),
  fc.record({ agentIds: fc.array(agentId, { maxLength: 3 }) }),
  fc.record({ dlpTypes: someOf(DLP_TYPES.slice(0, 4)) }),
  fc.record({ lgpdCategories: someOf(LGPD_CATEGORIES.slice(0, 4)) }),
];
const fields = fc
  .array(fc.oneof(...FIELDS), { maxLength: 2 })
  .map((parts): PolicyCondition => Object.assign({}, ...parts));

const condition: fc.Arbitrary<PolicyCondition> = fc.letrec<{ condition: PolicyCondition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    fields,
    fc
      .record(
        {
          allOf: fc.array(tie('condition'), { maxLength: 3 }),
          anyOf: fc.array(tie('condition'), { minLength: 1, maxLength: 12 }),
        },
        { requiredKeys: [] },
      )
      .chain((groups) => fields.map((own) => ({ ...own, ...groups }))),
    fc.record({ anyOf: fc.array(tie('condition'), { maxLength: 4 }) }),
  ),
})).condition;

const policy: fc.Arbitrary<Omit<IdentifiedPolicy, 'id' | 'name'>> = fc.record(
  {
    enabled: fc.constantFrom(true, true, true, false),
    action: fc.constantFrom('ANY', 'ANY', ...ACTION_FAMILIES),
    resource: fc.constantFrom(null, null, ...POLICY_RESOURCES),
    condition,
    decision: fc.constantFrom(...DECISIONS),
    mode: fc.constantFrom(...POLICY_MODES),
  },
  { requiredKeys: ['action', 'decision'] },
);

const facts: fc.Arbitrary<PolicyFacts> = fc.record({
  agentId,
  action: fc.constantFrom(...EVENT_ACTIONS),
  classification: fc.constantFrom(...CLASSIFICATIONS),
  destination: fc.constantFrom(null, ...DESTINATIONS),
  recordsAffected: fc.oneof(fc.constant(null), records),
  containsSensitiveData: fc.boolean(),
  dlpTypes: someOf(DLP_TYPES.slice(0, 4)),
  lgpdCategories: someOf(LGPD_CATEGORIES.slice(0, 4)),
  riskScore,
  outsideBusinessHours: fc.boolean(),
});

/** Compiles once, compares every event, and returns the number of matches. */
function compareWithNaive(
  specs: readonly Omit<IdentifiedPolicy, 'id' | 'name'>[],
  events: readonly PolicyFacts[],
): number {
  const policies = specs.map((spec, index) => ({ ...spec, id: `id-${index}`, name: `policy ${index % 10}${index}` }));
  const compiled = compilePolicies(policies);
  let matchCount = 0;
  for (const event of events) {
    const { matchedPolicyIds, enforced, evaluated, isMonitored } = evaluatePolicies(compiled, event);
    matchCount += matchedPolicyIds.length;
    expect({
      matchedPolicyIds,
      enforced: enforced?.id ?? null,
      evaluated: evaluated?.id ?? null,
      isMonitored,
    }).toEqual(naiveOutcome(policies, event));
  }
  return matchCount;
}

describe('compiled policies', () => {
  it('answer what a naive evaluator answers, for every event of a shared compilation', () => {
    let matchCount = 0;
    const specs = fc.array(policy, { maxLength: 12 });
    const events = fc.array(facts, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(specs, events, (some, happened) => {
        matchCount += compareWithNaive(some, happened);
      }),
      { numRuns: 1_500 },
    );
    expect(matchCount, 'the generated policies hardly ever match: the property says nothing').toBeGreaterThan(5_000);
  });

  it('answer so too when many of them name the same agents', () => {
    const named = policy.map((spec) => ({
      ...spec,
      condition: { ...spec.condition, agentIds: ['Agent-A', 'agent-b'] },
    }));
    const specs = fc.array(fc.oneof(policy, named), { minLength: 40, maxLength: 60 });
    fc.assert(
      fc.property(specs, fc.array(facts, { minLength: 8, maxLength: 12 }), (some, happened) => {
        compareWithNaive(some, happened);
      }),
      { numRuns: 150 },
    );
  });

  it('match exactly when the explanation says so', () => {
    fc.assert(
      fc.property(policy, facts, (spec, event) => {
        const whole = { ...spec, id: 'id', name: 'name' };
        const isMatch = evaluatePolicies(compilePolicies([whole]), event).matchedPolicyIds.length === 1;
        expect(explainPolicy(whole, event).matched).toBe(isMatch);
      }),
      { numRuns: 3_000 },
    );
  });
});
