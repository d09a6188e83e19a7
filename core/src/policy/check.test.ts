// SPDX-License-Identifier: Apache-2.0
/** Guarantee: faults that a schema cannot catch are refused with their path, and probable mistakes are reported. */
import { CONDITION_LEVELS_MAX, type PolicyCondition, type PolicySpec } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { checkPolicies, checkPolicy } from './index.ts';

const policy = (condition: PolicyCondition, rest: Partial<PolicySpec> = {}): PolicySpec => ({
  name: 'exports',
  action: 'EXPORT',
  decision: 'BLOCK',
  condition,
  ...rest,
});

/** A condition with this many nested groups, each after one other condition. */
const nested = (levels: number): PolicyCondition =>
  levels === 0 ? {} : { allOf: [{ minRiskScore: 1 }, nested(levels - 1)] };

describe('nesting', () => {
  it('of 32 groups passes', () => {
    expect(checkPolicy(policy(nested(CONDITION_LEVELS_MAX)), 'policies[0]').errors).toEqual([]);
  });

  it('of 33 groups is an error at the 33rd', () => {
    const { errors, warnings } = checkPolicy(policy(nested(33)), 'policies[0]');
    expect(errors).toEqual([
      {
        path: `policies[0].condition${'.allOf[1]'.repeat(32)}.allOf`,
        message: 'Groups of conditions may nest up to 32 levels.',
        fault: { code: 'TOO_DEEP', params: { max: 32 } },
      },
    ]);
    expect(warnings).toEqual([]);
  });

  it('counts an empty group, and both kinds', () => {
    let condition: PolicyCondition = { anyOf: [] };
    for (let level = 0; level < 32; level += 1)
      condition = level % 2 === 0 ? { anyOf: [condition] } : { allOf: [condition] };
    expect(checkPolicy(policy(condition), 'p').errors).toHaveLength(1);
  });

  it('of 100,000 groups is an error, not an exhausted stack', () => {
    let condition: PolicyCondition = {};
    for (let level = 0; level < 100_000; level += 1) condition = { allOf: [condition] };
    expect(checkPolicy(policy(condition), 'p').errors).toHaveLength(1);
  });
});

describe('approvals', () => {
  it('are only for REVIEW', () => {
    const approvals = { count: 2 };
    expect(checkPolicy(policy({}, { decision: 'REVIEW', approvals }), 'p').errors).toEqual([]);
    for (const decision of ['ALLOW', 'BLOCK'] as const) {
      expect(checkPolicy(policy({}, { decision, approvals }), 'p').errors).toEqual([
        {
          path: 'p.approvals',
          message: 'Approvals are for the decision REVIEW alone.',
          fault: { code: 'ONLY_FOR_REVIEW', params: {} },
        },
      ]);
    }
  });
});

describe('names', () => {
  it('that stand twice are an error at the second', () => {
    const { errors } = checkPolicies([policy({}), policy({}, { name: 'Exports' }), policy({}), policy({})]);
    expect(errors).toMatchObject([
      { path: 'policies[2].name', message: 'The name is already that of policies[0].' },
      { path: 'policies[3].name', message: 'The name is already that of policies[0].' },
    ]);
  });
});

describe('a policy that a caller evades', () => {
  const paths = (condition: PolicyCondition, rest: Partial<PolicySpec> = {}) =>
    checkPolicy(policy(condition, rest), 'policies[3]').warnings.map(({ message }) => /`(\w+)`/.exec(message)?.[1]);

  it.each<[string, PolicyCondition, string[]]>([
    ['asks for minRecords', { minRecords: 100 }, ['recordsAffected']],
    ['asks for minRecords 0', { minRecords: 0 }, ['recordsAffected']],
    ['asks for maxRecords', { maxRecords: 100 }, ['recordsAffected']],
    ['asks for a destination', { destination: 'EXTERNAL' }, ['destination']],
    ['asks for a part of a destination', { destinationContains: 'email' }, ['destination']],
    ['asks for both', { minRecords: 1, destination: 'INTERNAL' }, ['recordsAffected', 'destination']],
    ['asks in a group', { anyOf: [{ minRiskScore: 90 }, { allOf: [{ minRecords: 5 }] }] }, ['recordsAffected']],
    ['asks in one of two groups', { anyOf: [{ minRiskScore: 90 }, { destination: 'EXTERNAL' }] }, ['destination']],
  ])('that %s', (_, condition, fields) => {
    expect(paths(condition)).toEqual(fields);
    expect(paths(condition, { decision: 'REVIEW' })).toEqual(fields);
    expect(paths(condition, { decision: 'ALLOW' })).toEqual([]);
  });

  it.each<[string, PolicyCondition]>([
    ['asks for neither', { containsSensitiveData: true, minRiskScore: 50 }],
    ['has an alternative that always matches', { anyOf: [{ minRecords: 100 }, {}] }],
    ['asks in an alternative that never matches', { anyOf: [{ minRecords: 9, agentIds: [] }, { dlpTypes: ['CPF'] }] }],
  ])('is not one that %s', (_, condition) => {
    expect(paths(condition).filter((field) => field === 'recordsAffected' || field === 'destination')).toEqual([]);
  });

  it('is named at its condition', () => {
    expect(checkPolicies([policy({ minRecords: 100 })]).warnings).toEqual([
      {
        code: 'EVADED_BY_RECORDS',
        path: 'policies[0].condition',
        message: 'A caller evades this BLOCK policy by leaving `recordsAffected` out: an unknown never matches.',
      },
    ]);
  });
});

describe('a condition that never matches', () => {
  const paths = (condition: PolicyCondition, rest: Partial<PolicySpec> = {}) =>
    checkPolicy(policy(condition, { decision: 'ALLOW', ...rest }), 'p').warnings.map(({ path }) => path);

  it.each<[string, PolicyCondition, string]>([
    ['an empty anyOf', { anyOf: [] }, 'p.condition.anyOf'],
    ['empty agentIds', { agentIds: [] }, 'p.condition.agentIds'],
    ['empty dlpTypes', { dlpTypes: [] }, 'p.condition.dlpTypes'],
    ['empty lgpdCategories', { allOf: [{ lgpdCategories: [] }] }, 'p.condition.allOf[0].lgpdCategories'],
    ['minRecords above maxRecords', { minRecords: 11, maxRecords: 10 }, 'p.condition.minRecords'],
    ['minRecords above any event', { minRecords: 100_000_001 }, 'p.condition.minRecords'],
    ['a text of no destination', { destinationContains: 'rival.example' }, 'p.condition.destinationContains'],
    ['an inner contradiction', { anyOf: [{}, { minRecords: 2, maxRecords: 1 }] }, 'p.condition.anyOf[1].minRecords'],
    ['parts that exclude each other', { allOf: [{ minRecords: 11 }, { maxRecords: 10 }] }, 'p'],
    ['agents without one in common', { agentIds: ['a'], allOf: [{ agentIds: ['b'] }] }, 'p'],
    ['an action outside the family', { action: 'READ_DATA' }, 'p'],
    ['both sides of a destination', { destination: 'INTERNAL', destinationContains: 'external' }, 'p'],
  ])('is warned about: %s', (_, condition, path) => {
    expect(paths(condition)).toEqual([path]);
  });

  it('is not an empty allOf, nor equal bounds', () => {
    expect(paths({ allOf: [], minRecords: 10, maxRecords: 10 })).toEqual([]);
    expect(paths({ minRecords: 100_000_000 })).toEqual([]);
  });
});
