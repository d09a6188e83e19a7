// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a set that is compiled and evaluated in parts answers as its policies say one by one. No step is long:
 * between two pauses no more conditions are compiled or read than a part holds.
 */
import { DECISIONS, POLICY_MODES, type PolicyCondition } from '@svc/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { explainPolicy } from './explain.ts';
import type { PolicyFacts } from './facts.ts';
import {
  atOnce,
  compileInSteps,
  compilePolicies,
  evaluateInSteps,
  evaluatePolicies,
  type IdentifiedPolicy,
  PART_WEIGHT_MAX,
} from './index.ts';

const FACTS: PolicyFacts = {
  agentId: 'agent-1',
  action: 'EXPORT_DATA',
  classification: 'CUSTOMER_PII',
  destination: 'EXTERNAL_API',
  recordsAffected: 500,
  containsSensitiveData: false,
  dlpTypes: [],
  lgpdCategories: [],
  riskScore: 70,
  outsideBusinessHours: false,
};

/** Each takes a third of a part or more. */
const heavy = (condition: PolicyCondition): PolicyCondition => ({
  ...condition,
  agentIds: ['agent-1', ...Array.from({ length: PART_WEIGHT_MAX / 3 }, (_, at) => `other-${at}`)],
});

const policyOf = (at: number, spec: Partial<IdentifiedPolicy>): IdentifiedPolicy => ({
  id: `id-${at}`,
  name: `policy ${at}`,
  action: 'ANY',
  decision: 'BLOCK',
  ...spec,
});

const someSet = fc
  .array(
    fc.record({
      decision: fc.constantFrom(...DECISIONS),
      mode: fc.constantFrom(...POLICY_MODES),
      enabled: fc.boolean(),
      condition: fc.constantFrom<PolicyCondition>(
        heavy({}),
        heavy({ minRecords: 501 }),
        heavy({ minRiskScore: 70 }),
        { destination: 'INTERNAL' },
        {},
      ),
    }),
    { maxLength: 12 },
  )
  .map((specs) => specs.map((spec, at) => policyOf(at, spec)));

describe('a set of many parts', () => {
  it('answers what its policies say one by one, strictest first and then by name', () => {
    fc.assert(
      fc.property(someSet, (policies) => {
        const outcome = evaluatePolicies(compilePolicies(policies), FACTS);
        const matching = policies.filter((one) => one.enabled !== false && explainPolicy(one, FACTS).matched);
        const rank = ({ decision, name }: IdentifiedPolicy) => `${'BRA'.indexOf(decision.charAt(0))} ${name}`;
        matching.sort((left, right) => (rank(left) < rank(right) ? -1 : 1));
        expect(outcome.matchedPolicyIds).toEqual(matching.map(({ id }) => id));
        expect(outcome.evaluated?.id).toBe(matching[0]?.id);
        expect(outcome.enforced?.id).toBe(matching.find(({ mode }) => mode === 'ENFORCE')?.id);
        expect(outcome.isMonitored).toBe(matching.some(({ mode }) => mode === 'MONITOR'));
      }),
    );
  });

  it('answers the same in steps', () => {
    fc.assert(
      fc.property(someSet, (policies) => {
        const compiled = atOnce(compileInSteps(policies));
        expect(atOnce(evaluateInSteps(compiled, FACTS))).toEqual(evaluatePolicies(compilePolicies(policies), FACTS));
      }),
    );
  });
});

/** Conditions that are read for the first time between one pause and the next. */
function readPerStep(count: number, condition: PolicyCondition): number[] {
  let read = 0;
  const counting = (): PolicyCondition => {
    let isRead = false;
    return new Proxy(condition, {
      get(target, key) {
        // A part is compiled after the last of its policies was weighed, so a policy counts where it is compiled.
        if (key === 'outsideBusinessHours' && !isRead) {
          isRead = true;
          read += 1 + (condition.agentIds?.length ?? 0);
        }
        return Reflect.get(target, key);
      },
    });
  };
  const steps = compileInSteps(Array.from({ length: count }, (_, at) => policyOf(at, { condition: counting() })));
  const counts: number[] = [];
  for (let step = steps.next(); ; step = steps.next()) {
    counts.push(read);
    read = 0;
    if (step.done === true) return counts;
  }
}

describe('one step', () => {
  it.each([
    ['5,000 policies of one condition', 5_000, {}],
    ['5,000 policies with four conditions each', 5_000, { agentIds: ['a', 'b', 'c'] }],
    ['policies of a third of a part', 40, heavy({})],
  ] as const)('compiles no more than a part holds: %s', (_, count, condition) => {
    const counts = readPerStep(count, condition as PolicyCondition);
    const weight = 1 + ((condition as PolicyCondition).agentIds?.length ?? 0);
    expect(counts.reduce((sum, one) => sum + one)).toBe(count * weight);
    expect(Math.max(...counts)).toBeLessThanOrEqual(PART_WEIGHT_MAX);
    expect(counts.length).toBeLessThanOrEqual(Math.ceil((2 * count * weight) / PART_WEIGHT_MAX));
  });

  it('evaluates one part', () => {
    const compiled = compilePolicies(Array.from({ length: 30 }, (_, at) => policyOf(at, { condition: heavy({}) })));
    expect(compiled.parts.length).toBeGreaterThan(10);
    const steps = evaluateInSteps(compiled, FACTS);
    for (const [place] of compiled.parts.entries()) {
      const isLast = place === compiled.parts.length - 1;
      expect(steps.next().done).toBe(isLast);
      expect(compiled.parts.map(({ evaluations }) => evaluations)).toEqual(
        compiled.parts.map((_, other) => (other <= place ? 1 : 0)),
      );
    }
  });
});
