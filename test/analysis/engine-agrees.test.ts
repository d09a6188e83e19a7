// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: the diagram of a policy set and the engine answer every event alike, in decision, evaluated decision,
 * policy, approvers and score. Neither uses code of the other. Faults planted in a set are found, so the test can fail.
 */
import type { PolicyCondition } from '@svc/contract';
import { describe, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import type { AnalysisWorld } from '../../core/src/analysis/dimensions.ts';
import { openSet, permittedOutcome, wholeOutcome } from '../../core/src/analysis/organization.ts';
import { type AnalysedPolicy, decisionOf, formOf } from '../../core/src/analysis/outcome.ts';
import { scoreRelation } from '../../core/src/analysis/score-relation.ts';
import { type WitnessInput, witnessAt } from '../../core/src/analysis/witness.ts';
import { approversOf } from '../../core/src/approvers/index.ts';
import { scoreRisk } from '../../core/src/risk/index.ts';
import { ask, type Engine, engineOf, openFor, pointOfEvent, type ScoreOf } from './engine.ts';
import { Dice, randomEvent, randomSet, randomWorld, simpleSet } from './random-sets.ts';

interface Question {
  readonly input: WitnessInput;
  readonly isStated: boolean;
}

/** A set with events, and what its diagram says about them. */
class Prepared {
  readonly world: AnalysisWorld;
  readonly set: readonly AnalysedPolicy[];
  readonly questions: readonly Question[];
  readonly #answers: readonly string[];

  constructor(world: AnalysisWorld, set: readonly AnalysedPolicy[], questions: readonly Question[], scoreOf?: ScoreOf) {
    this.world = world;
    this.set = set;
    this.questions = questions;
    const opened = openFor(world, set);
    const { diagram, dimensions } = opened;
    const openedSet = openSet(opened, set);
    const decided = wholeOutcome(opened, permittedOutcome(opened, openedSet, 'decision'));
    const evaluated = wholeOutcome(opened, permittedOutcome(opened, openedSet, 'evaluatedDecision'));
    const relation = scoreRelation(diagram, dimensions);
    this.#answers = questions.map(({ input, isStated }) => {
      const point = pointOfEvent(opened, input, isStated, scoreOf);
      const value = diagram.at(decided, point);
      return answerOf({
        decision: decisionOf(value),
        evaluatedDecision: decisionOf(diagram.at(evaluated, point)),
        approvers: formOf(diagram, value).approvers,
        riskScore: diagram.at(relation, point) === 1 ? (point[dimensions.riskLevel] as number) : -1,
        policy: witnessAt(opened, openedSet, point).policy,
      });
    });
  }

  /** The number of events that an engine answers otherwise. */
  differences(engine: Engine, changed: (input: WitnessInput) => WitnessInput = (input) => input): number {
    return this.questions.filter(({ input, isStated }, index) => {
      const result = ask(engine, changed(input), isStated);
      const approvers = result.decision === 'REVIEW' ? approversOf(result.approvers) : [];
      return answerOf({ ...result, approvers }) !== this.#answers[index];
    }).length;
  }
}

interface Answer {
  readonly decision: string;
  readonly evaluatedDecision: string;
  readonly approvers: readonly string[];
  readonly riskScore: number;
  readonly policy: { readonly id: string } | null;
}

const answerOf = ({ decision, evaluatedDecision, approvers, riskScore, policy }: Answer): string =>
  [decision, evaluatedDecision, ...[...approvers].sort(), riskScore, policy?.id].join();

const questionsFor = (dice: Dice, world: AnalysisWorld, count: number): Question[] =>
  Array.from({ length: count }, () => ({ input: randomEvent(dice, world), isStated: dice.is(0.1) }));

/** With the sets, 100,000 events in a thorough run. */
const EVENTS_PER_SET = amount(1_000, 5_000);

describe('the diagram of a policy set', () => {
  it('answers what the engine answers', () => {
    const seen = new Set<string>();
    for (let seed = 1; seed <= 20; seed += 1) {
      const dice = new Dice(seed);
      const world = randomWorld(dice);
      const set = randomSet(dice, 30);
      const engine = engineOf(world, set);
      const prepared = new Prepared(world, set, questionsFor(dice, world, EVENTS_PER_SET));
      expect(prepared.differences(engine), `seed ${seed}`).toBe(0);
      for (const { input } of prepared.questions.slice(0, 50)) seen.add(ask(engine, input).decision);
    }
    expect([...seen].sort()).toEqual(['ALLOW', 'BLOCK', 'REVIEW']);
  });
});

/** Simple sets, so that each policy decides something. */
const PREPARED = Array.from({ length: 30 }, (_, seed) => {
  const dice = new Dice(seed);
  const world = {
    ...randomWorld(dice),
    settings: { enforcement: 'ENFORCE', riskReviewAt: 50, riskBlockAt: 80 },
  } as const;
  return new Prepared(world, simpleSet(dice), questionsFor(dice, world, 100));
});
const isFound = (differences: (prepared: Prepared) => number): boolean =>
  PREPARED.some((prepared) => differences(prepared) > 0);

const everywhere = (change: (condition: PolicyCondition) => PolicyCondition, condition: PolicyCondition) => {
  const { allOf, anyOf } = condition;
  return {
    ...change(condition),
    ...(allOf && { allOf: allOf.map((part): PolicyCondition => everywhere(change, part)) }),
    ...(anyOf && { anyOf: anyOf.map((part): PolicyCondition => everywhere(change, part)) }),
  };
};
const inConditions =
  (change: (condition: PolicyCondition) => PolicyCondition) =>
  (policy: AnalysedPolicy): AnalysedPolicy => ({
    ...policy,
    ...(policy.condition && { condition: everywhere(change, policy.condition) }),
  });
const LOWEST_DECISION = { BLOCK: 'ALLOW', REVIEW: 'REVIEW', ALLOW: 'BLOCK' } as const;

/** Each changes what the engine is asked, as a fault of one of the two would. */
const FAULTS: Readonly<Record<string, (policy: AnalysedPolicy) => AnalysedPolicy>> = {
  'a minimum that is off by one': inConditions(({ minRecords, ...rest }) =>
    minRecords === undefined ? rest : { ...rest, minRecords: minRecords + 1 },
  ),
  'a maximum that is off by one': inConditions(({ maxRecords, ...rest }) =>
    maxRecords === undefined ? rest : { ...rest, maxRecords: Math.max(0, maxRecords - 1) },
  ),
  'a score that is off by one': inConditions(({ minRiskScore, ...rest }) =>
    minRiskScore === undefined ? rest : { ...rest, minRiskScore: Math.min(100, minRiskScore + 1) },
  ),
  'ranks that are swapped': (policy) => ({ ...policy, decision: LOWEST_DECISION[policy.decision] }),
  'names in the other order': (policy) => ({ ...policy, name: String(99 - Number.parseInt(policy.name, 10)) }),
  'monitored policies that are enforced': ({ mode: _, ...policy }) => policy,
  'ids that are told apart by letter case': inConditions(({ agentIds, ...rest }) =>
    agentIds === undefined ? rest : { ...rest, agentIds: agentIds.filter((id) => id === id.toLowerCase()) },
  ),
  'categories that are not read': inConditions(({ lgpdCategories: _, ...rest }) => rest),
  'approvers that are left out': ({ approverRoles: _, ...policy }) => policy,
};

describe('a planted fault', () => {
  it('is in no set before it is planted', () => {
    expect(isFound((one) => one.differences(engineOf(one.world, one.set)))).toBe(false);
  });

  it.each(Object.entries(FAULTS))('is found: %s', (_, fault) => {
    expect(isFound((one) => one.differences(engineOf(one.world, one.set.map(fault))))).toBe(true);
  });

  it.each<[string, (input: WitnessInput) => WitnessInput]>([
    [
      'a number that is not stated and counts as 0',
      (input) => ({ ...input, recordsAffected: input.recordsAffected ?? 0 }),
    ],
    ['a paused agent that acts', ({ agent, ...rest }) => ({ ...rest, agent: { ...agent, status: 'ACTIVE' } })],
    ['an allow-list that is ignored', ({ agent, ...rest }) => ({ ...rest, agent: { ...agent, permissions: null } })],
    [
      'names of resources that are ignored',
      ({ resource, ...rest }) => ({ ...rest, resource: { ...resource, name: 'new' } }),
    ],
    ['points of an anomaly that are left out', (input) => ({ ...input, hasOpenAnomaly: false })],
    ['content that is clean', (input) => ({ ...input, findings: [] })],
    ['findings of which only the first counts', (input) => ({ ...input, findings: input.findings.slice(0, 1) })],
  ])('is found: %s', (_, fault) => {
    expect(isFound((one) => one.differences(engineOf(one.world, one.set), fault))).toBe(true);
  });

  it('is found: points of findings that are added up, where the highest alone counts', () => {
    const pointsOf = (facts: Parameters<ScoreOf>[0], dlpTypes: typeof facts.dlpTypes) =>
      scoreRisk({ ...facts, dlpTypes, containsSensitiveData: dlpTypes.length > 0 }).score;
    const addedUp: ScoreOf = (facts) => {
      const without = pointsOf(facts, []);
      const each = facts.dlpTypes.map((type) => pointsOf(facts, [type]) - without);
      return Math.min(100, without + each.reduce((sum, points) => sum + points, 0));
    };
    expect(
      isFound(({ world, set, questions }) =>
        new Prepared(world, set, questions, addedUp).differences(engineOf(world, set)),
      ),
    ).toBe(true);
  });
});
