// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a compiled set stands by itself, its answers cannot be tampered with, and impossible words are refused.
 */
import type { PolicyCondition } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import {
  compilePolicies,
  evaluatePolicies,
  type IdentifiedPolicy,
  NO_POLICY_MATCHES,
  type PolicyFacts,
} from './index.ts';

const FACTS: PolicyFacts = {
  agentId: 'agent-1',
  action: 'READ_DATA',
  classification: 'PUBLIC',
  destination: null,
  recordsAffected: null,
  containsSensitiveData: false,
  dlpTypes: [],
  lgpdCategories: [],
  riskScore: 5,
  outsideBusinessHours: false,
};
const policy = (name: string, spec: Partial<IdentifiedPolicy> = {}): IdentifiedPolicy => ({
  id: `id of ${name}`,
  name,
  action: 'ANY',
  decision: 'BLOCK',
  ...spec,
});

describe('compilePolicies', () => {
  it('keeps nothing of what it was given', () => {
    const agentIds = ['agent-1'];
    const given = policy('p', { condition: { agentIds }, approverRoles: ['OWNER'] });
    const compiled = compilePolicies([given]);
    agentIds.length = 0;
    given.name = 'changed';
    given.approverRoles?.push('MEMBER');
    expect(evaluatePolicies(compiled, FACTS).evaluated).toMatchObject({ name: 'p', approvers: ['OWNER'] });
  });

  it('does not reorder the list that it was given', () => {
    const given = [policy('b'), policy('a')];
    compilePolicies(given);
    expect(given.map(({ name }) => name)).toEqual(['b', 'a']);
  });

  it('takes no policy at all for no match', () => {
    expect(evaluatePolicies(compilePolicies([]), FACTS)).toBe(NO_POLICY_MATCHES);
    expect(evaluatePolicies(compilePolicies([policy('p', { enabled: false })]), FACTS)).toBe(NO_POLICY_MATCHES);
  });

  it('says how many policies it was given', () => {
    expect(compilePolicies([policy('a'), policy('b', { enabled: false })]).policyCount).toBe(2);
  });
});

describe('evaluatePolicies', () => {
  it('names a policy once, however many of its alternatives match', () => {
    const anyOf: PolicyCondition[] = [
      { agentIds: ['agent-1'] },
      { minRecords: 1 },
      { minRiskScore: 5 },
      { dlpTypes: ['CPF'] },
    ];
    const compiled = compilePolicies([policy('b', { condition: { anyOf } }), policy('a', { condition: { anyOf } })]);
    const facts: PolicyFacts = { ...FACTS, recordsAffected: 1, dlpTypes: ['CPF'], containsSensitiveData: true };
    expect(evaluatePolicies(compiled, facts).matchedPolicyIds).toEqual(['id of a', 'id of b']);
  });

  it('merges policies that always match a situation with those that depend on the event, by rank', () => {
    const compiled = compilePolicies([
      policy('d'),
      policy('c', { condition: { minRiskScore: 5 } }),
      policy('b'),
      policy('a', { condition: { agentIds: ['agent-1'] } }),
      policy('e', { decision: 'ALLOW' }),
      policy('f', { decision: 'REVIEW', condition: { minRiskScore: 1 } }),
    ]);
    const names = evaluatePolicies(compiled, FACTS).matchedPolicyIds.map((id) => id.slice(-1));
    expect(names).toEqual(['a', 'b', 'c', 'd', 'f', 'e']);
  });

  it('answers the same again, and nobody can change a shared answer', () => {
    const compiled = compilePolicies([policy('p')]);
    const outcome = evaluatePolicies(compiled, FACTS);
    expect(() => (outcome.matchedPolicyIds as string[]).push('x')).toThrow(TypeError);
    expect(() => Object.assign(outcome, { enforced: null })).toThrow(TypeError);
    expect(() => Object.assign(outcome.evaluated ?? {}, { decision: 'ALLOW' })).toThrow(TypeError);
    expect(evaluatePolicies(compiled, FACTS)).toEqual(outcome);
  });

  // Each alternative holds a group that matches and one more field, which must still be tested.
  it.each<[string, PolicyCondition, boolean]>([
    ['agents that are met', { agentIds: ['AGENT-1'] }, true],
    ['agents that are not', { agentIds: ['agent-2'] }, false],
    ['a bound that is met', { minRiskScore: 5 }, true],
    ['a bound that is not', { minRiskScore: 6 }, false],
    ['findings that are not met', { dlpTypes: ['CPF'] }, false],
    ['a situation that is met', { action: 'READ' }, true],
    ['a situation that is not', { action: 'WRITE' }, false],
    [
      'a second group that is met',
      { allOf: [{ anyOf: [{ agentIds: ['x'] }, { maxRecords: 9 }, { minRiskScore: 5 }] }] },
      true,
    ],
    ['a second group that is not', { allOf: [{ anyOf: [{ agentIds: ['x'] }, { maxRecords: 9 }] }] }, false],
  ])('asks an alternative for its group and for %s', (_, own, isMatch) => {
    const group: PolicyCondition[] = [{ minRiskScore: 4 }, { agentIds: ['agent-9'] }];
    const anyOf: PolicyCondition[] = [{ ...own, anyOf: group }, { minRecords: 10 }];
    const compiled = compilePolicies([policy('p', { condition: { anyOf } })]);
    expect(evaluatePolicies(compiled, FACTS).matchedPolicyIds.length === 1).toBe(isMatch);
  });

  it('settles equal names by id, so that every order of the input gives one answer', () => {
    const twins = [policy('p', { id: '2' }), policy('p', { id: '1' })];
    expect(evaluatePolicies(compilePolicies(twins), FACTS).evaluated?.id).toBe('1');
    expect(evaluatePolicies(compilePolicies(twins.reverse()), FACTS).evaluated?.id).toBe('1');
  });

  it.each([
    ['action', { action: 'EXPORT' }],
    ['classification', { classification: 'ANY' }],
    ['destination', { destination: 'EXTERNAL' }],
  ])('refuses a word that is no %s of an event', (_, change) => {
    expect(() => evaluatePolicies(compilePolicies([policy('p')]), { ...FACTS, ...change } as PolicyFacts)).toThrow(
      RangeError,
    );
  });
});
