// SPDX-License-Identifier: Apache-2.0
/** Guarantee: no grant is made where one of its acts is among those that a claim keeps for people. */
import {
  CONDITION_ACTIONS,
  DESTINATION_SIDES,
  DESTINATIONS,
  DLP_TYPES,
  type DlpType,
  EVENT_ACTIONS,
  LGPD_CATEGORIES,
  type PolicyCondition,
} from '@svc/contract';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compilePolicies, evaluatePolicies } from '../policy/index.ts';
import { categoriesOfTypes } from '../risk/index.ts';
import { type GrantedActs, isBarredBy } from './index.ts';

const ACTS: GrantedActs = {
  agentId: 'a1',
  action: 'EXPORT_DATA',
  classification: 'CUSTOMER_PII',
  destination: 'EXTERNAL_EMAIL',
  dlpTypes: ['EMAIL'],
  recordsAffectedMax: 100,
};
const asked = (when: PolicyCondition, over: object = {}) => ({ atLeast: 'REVIEW', when, ...over }) as const;

it.each<[string, Parameters<typeof isBarredBy>[0], boolean]>([
  ['every act', asked({}), true],
  ['acts that must be blocked', { atLeast: 'BLOCK', when: {} }, true],
  ['acts that two people approve', asked({}, { approvals: 2 }), true],
  ['acts that are never allowed', { never: ['ALLOW'], when: {} }, true],
  ['acts that are never blocked', { never: ['BLOCK'], when: {} }, false],
  ['its action', asked({ action: 'EXPORT' }), true],
  ['another action', asked({ action: 'READ' }), false],
  ['its resource', asked({}, { resource: 'CUSTOMER_PII' }), true],
  ['another resource', asked({}, { resource: 'PUBLIC' }), false],
  ['its side', asked({ destination: 'EXTERNAL' }), true],
  ['the other side', asked({ destination: 'INTERNAL' }), false],
  ['a number of records within it', asked({ minRecords: 100 }), true],
  ['a number of records above it', asked({ minRecords: 101 }), false],
  ['its agent in capitals', asked({ agentIds: ['A1'] }), true],
  ['other agents', asked({ agentIds: ['a2'] }), false],
  ['a finding that it may have', asked({ dlpTypes: ['EMAIL'] }), true],
  ['a finding that it may not have', asked({ dlpTypes: ['CPF'] }), false],
  ['a risk score, whatever it is', asked({ minRiskScore: 99 }), true],
  ['some hours', asked({ outsideBusinessHours: true }), true],
  ['all of it but what it has', asked({}, { unless: { action: 'EXPORT' } }), false],
  ['all of it but what it may have', asked({}, { unless: { outsideBusinessHours: true } }), true],
  ['all of it but a part of its numbers', asked({}, { unless: { maxRecords: 99 } }), true],
  ['all of it but all of its numbers', asked({}, { unless: { maxRecords: 100 } }), false],
])('knows a claim about %s', (_title, claim, isBarred) => {
  expect(isBarredBy(claim, ACTS)).toBe(isBarred);
});

const records = fc.constantFrom(0, 1, 10, 11, 1_000);
const types = fc.uniqueArray(fc.constantFrom(...DLP_TYPES.slice(0, 3)), { maxLength: 2 });
const agentId = fc.constantFrom('a1', 'A2');
const field: fc.Arbitrary<PolicyCondition> = fc.oneof(
  fc.record({ action: fc.constantFrom(...CONDITION_ACTIONS) }),
  fc.record({ destination: fc.constantFrom(...DESTINATION_SIDES) }),
  fc.record({ destinationContains: fc.constantFrom('', 'email', '_API') }),
  fc.record({ containsSensitiveData: fc.boolean() }),
  fc.record({ minRecords: records }),
  fc.record({ maxRecords: records }),
  fc.record({ minRiskScore: fc.constantFrom(0, 50, 100) }),
  fc.record({ outsideBusinessHours: fc.boolean() }),
  fc.record({ agentIds: fc.array(agentId, { maxLength: 2 }) }),
  fc.record({ dlpTypes: types }),
  fc.record({ lgpdCategories: fc.array(fc.constantFrom(...LGPD_CATEGORIES.slice(0, 3)), { maxLength: 2 }) }),
);
const fields = fc.array(field, { maxLength: 3 }).map((parts): PolicyCondition => Object.assign({}, ...parts));
const condition = fc
  .tuple(fields, fc.option(fc.array(fields, { maxLength: 3 })), fc.option(fc.array(fields, { maxLength: 3 })))
  .map(([own, anyOf, allOf]): PolicyCondition => ({ ...own, ...(anyOf && { anyOf }), ...(allOf && { allOf }) }));

const acts: fc.Arbitrary<GrantedActs> = fc.record({
  agentId,
  action: fc.constantFrom(...EVENT_ACTIONS),
  classification: fc.constant('PUBLIC'),
  destination: fc.constantFrom(null, ...DESTINATIONS),
  dlpTypes: types,
  recordsAffectedMax: records,
});

it('is barred by every claim that one of its acts breaks, as the matcher of policies reads it', () => {
  let broken = 0;
  const one = fc.record({ number: fc.nat(1_000), riskScore: fc.nat(100), isOutside: fc.boolean(), found: types });
  fc.assert(
    fc.property(acts, condition, fc.option(condition), one, (granted, when, unless, { number, ...act }) => {
      const dlpTypes = granted.dlpTypes.filter((type: DlpType) => act.found.includes(type));
      const facts = {
        ...granted,
        classification: 'PUBLIC' as const,
        recordsAffected: Math.min(number, granted.recordsAffectedMax),
        dlpTypes,
        lgpdCategories: categoriesOfTypes(dlpTypes),
        containsSensitiveData: dlpTypes.length > 0,
        outsideBusinessHours: act.isOutside,
        riskScore: act.riskScore,
      };
      const isMatch = (asks: PolicyCondition): boolean => {
        const policy = { id: 'p', name: 'p', action: 'ANY', decision: 'BLOCK', condition: asks } as const;
        return evaluatePolicies(compilePolicies([policy]), facts).matchedPolicyIds.length > 0;
      };
      if (!isMatch(when) || (unless !== null && isMatch(unless))) return;
      broken += 1;
      expect(isBarredBy(asked(when, unless === null ? {} : { unless }), granted)).toBe(true);
    }),
    { numRuns: 3_000 },
  );
  expect(broken).toBeGreaterThan(200);
});
