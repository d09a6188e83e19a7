/**
 * Guarantee: the largest policies that the specification admits compile and evaluate without trouble of stack or time.
 * Bounds are many times the need of a quiet machine; they catch quadratic work.
 */
import {
  CONDITION_AGENT_IDS_MAX,
  CONDITION_LEVELS_MAX,
  CONDITIONS_PER_GROUP_MAX,
  POLICIES_PER_ORGANIZATION_MAX,
  type PolicyCondition,
} from '@svc/contract';
import { describe, expect, it } from 'vitest';
import type { PolicyFacts } from './facts.ts';
import { checkPolicy, compilePolicies, evaluatePolicies, explainPolicy, type IdentifiedPolicy } from './index.ts';

const FACTS: PolicyFacts = {
  agentId: 'agent-1',
  action: 'EXPORT_DATA',
  classification: 'CUSTOMER_PII',
  destination: 'EXTERNAL_API',
  recordsAffected: 500,
  containsSensitiveData: true,
  dlpTypes: ['CPF'],
  lgpdCategories: ['IDENTIFICATION'],
  riskScore: 70,
  outsideBusinessHours: false,
};

const blocking = (condition: PolicyCondition, index = 0): IdentifiedPolicy => ({
  id: `id-${index}`,
  name: `policy ${index}`,
  action: 'ANY',
  decision: 'BLOCK',
  condition,
});

/** The processor's time that this process has taken: other work on the machine does not count. */
function processorMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

/** Microseconds of one evaluation, once warm, in the best of several rounds: a busy machine spoils some. */
function microseconds(policies: readonly IdentifiedPolicy[]): number {
  const compiled = compilePolicies(policies);
  const rounds = Array.from({ length: 10 }, () => {
    const runs = 200;
    const start = processorMs();
    for (let run = 0; run < runs; run += 1) evaluatePolicies(compiled, FACTS);
    return ((processorMs() - start) * 1_000) / runs;
  });
  return Math.min(...rounds);
}

const manyConditions = (conditionOf: (index: number) => PolicyCondition) =>
  Array.from({ length: CONDITIONS_PER_GROUP_MAX }, (_, index) => conditionOf(index));

const INSIDE: PolicyCondition = { destination: 'INTERNAL' };

/** The demands of one member of a full group, and a number of records with which none of them matches. */
const GROUP_MEMBERS: readonly [string, (index: number) => PolicyCondition][] = [
  ['agents', (index) => ({ agentIds: [`other-${index}`] })],
  ['agents with bounds', (index) => ({ agentIds: [`other-${index}`], minRecords: index })],
  ['bounds', (index) => ({ minRecords: 1_000 + index })],
  ['upper bounds', (index) => ({ maxRecords: index % 400 })],
  ['risk scores', (index) => ({ minRiskScore: 71 + (index % 29) })],
  ['findings', () => ({ dlpTypes: ['API_KEY'] })],
  ['situations', () => ({ destination: 'INTERNAL', containsSensitiveData: false })],
  ['the agent with bounds', (index) => ({ agentIds: ['agent-1'], minRecords: 1_000 + index })],
  ['alternatives of which a situation leaves one', (index) => ({ anyOf: [INSIDE, { minRecords: 1_000 + index }] })],
  ['groups', (index) => ({ anyOf: [{ agentIds: [`other-${index}`] }, { minRecords: 1_000 + index }] })],
];

describe('a group of 20,000 conditions', () => {
  it.each(GROUP_MEMBERS)('of %s costs little when none can match', (_, conditionOf) => {
    const policy = blocking({ anyOf: manyConditions(conditionOf) });
    const start = processorMs();
    expect(evaluatePolicies(compilePolicies([policy]), FACTS).matchedPolicyIds).toEqual([]);
    expect(processorMs() - start, 'compiling took too long').toBeLessThan(3_000);
    expect(microseconds([policy])).toBeLessThan(50);
  });

  it.each(GROUP_MEMBERS)('of %s finds the one that matches', (_, conditionOf) => {
    const anyOf = [...manyConditions(conditionOf).slice(1), { agentIds: ['AGENT-1'], minRecords: 500 }];
    expect(evaluatePolicies(compilePolicies([blocking({ anyOf })]), FACTS).matchedPolicyIds).toEqual(['id-0']);
  });

  it('that all must match is absorbed in linear time', () => {
    const parts: PolicyCondition[] = [
      { minRecords: 1 },
      { dlpTypes: ['CPF', 'RG'] },
      { lgpdCategories: ['IDENTIFICATION'] },
      { agentIds: ['agent-1', 'agent-2'] },
      { anyOf: [{ minRecords: 400 }, { dlpTypes: ['API_KEY'] }] },
    ];
    const allOf = manyConditions((index) => parts[index % parts.length] as PolicyCondition);
    const start = processorMs();
    const compiled = compilePolicies([blocking({ allOf })]);
    expect(evaluatePolicies(compiled, FACTS).matchedPolicyIds).toEqual(['id-0']);
    expect(evaluatePolicies(compiled, { ...FACTS, recordsAffected: 300 }).matchedPolicyIds).toEqual([]);
    expect(processorMs() - start).toBeLessThan(3_000);
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
  it('are found in any letter case and cost one look-up', () => {
    const agentIds = Array.from({ length: CONDITION_AGENT_IDS_MAX }, (_, index) => `Agent-${index}`);
    const policy = blocking({ agentIds });
    const compiled = compilePolicies([policy]);
    expect(evaluatePolicies(compiled, { ...FACTS, agentId: 'AGENT-7999' }).matchedPolicyIds).toEqual(['id-0']);
    expect(evaluatePolicies(compiled, { ...FACTS, agentId: 'agent-8000' }).matchedPolicyIds).toEqual([]);
    expect(microseconds([policy])).toBeLessThan(50);
  });
});

describe('5,000 policies', () => {
  const COUNT = POLICIES_PER_ORGANIZATION_MAX;
  const conditions: readonly [string, (index: number) => PolicyCondition][] = [
    ...GROUP_MEMBERS,
    ['all kinds', (index) => (GROUP_MEMBERS[index % GROUP_MEMBERS.length] as (typeof GROUP_MEMBERS)[number])[1](index)],
  ];

  it.each(conditions)('of %s cost nearly what one does when none can match', (_, conditionOf) => {
    const policies = Array.from({ length: COUNT }, (_unused, index) => blocking(conditionOf(index), index));
    const start = processorMs();
    expect(evaluatePolicies(compilePolicies(policies), FACTS).matchedPolicyIds).toEqual([]);
    expect(processorMs() - start, 'compiling took too long').toBeLessThan(3_000);
    // Reading 5,000 policies one by one takes far more than 50 µs; the index takes less than one.
    expect(microseconds(policies)).toBeLessThan(50);
  });

  it('that all match are all named, strictest first, then by code point', () => {
    const policies = Array.from({ length: COUNT }, (_, index) => blocking({ minRecords: index % 500 }, index));
    const outcome = evaluatePolicies(compilePolicies(policies.reverse()), FACTS);
    expect(outcome.matchedPolicyIds).toHaveLength(COUNT);
    expect(outcome.evaluated?.name).toBe('policy 0');
    expect(outcome.matchedPolicyIds.slice(0, 3)).toEqual(['id-0', 'id-1', 'id-10']);
  });
});
