// SPDX-License-Identifier: Apache-2.0
/** Large policy sets: typical ones, those of a team, and the worst that the product's limits admit. */
import {
  CLASSIFICATIONS,
  type Classification,
  DESTINATION_SIDES,
  DLP_TYPES,
  EVENT_ACTIONS,
  LGPD_CATEGORIES,
  type PolicyCondition,
} from '@svc/contract';
import type { AnalysedPolicy, AnalysisWorld } from '../../core/src/analysis/index.ts';
import { Dice } from './random-sets.ts';

const FAMILIES = ['READ', 'WRITE', 'DELETE', 'EXPORT'] as const;
const THRESHOLDS = [5, 10, 20, 25, 50, 100, 200, 250, 500, 1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000];

export const LARGE_WORLD: AnalysisWorld = {
  agents: Array.from({ length: 300 }, (_, index) => ({
    id: `agent-${index}`,
    name: `agent ${index}`,
    status: 'ACTIVE' as const,
    permissions: index % 10 === 0 ? [{ action: 'READ' as const, resource: `resource-${index % 40}` }] : null,
  })),
  resources: Array.from({ length: 40 }, (_, index) => ({
    id: `resource-${index}`,
    name: `resource-${index}`,
    classification: CLASSIFICATIONS[index % CLASSIFICATIONS.length] as Classification,
  })),
  settings: { enforcement: 'ENFORCE', riskReviewAt: 60, riskBlockAt: 80 },
};

const FIELDS: readonly ((dice: Dice) => PolicyCondition)[] = [
  (dice) => ({ minRecords: dice.one(THRESHOLDS) }),
  (dice) => ({ maxRecords: dice.one(THRESHOLDS) }),
  (dice) => ({ minRiskScore: 5 * dice.below(20) }),
  (dice) => ({ outsideBusinessHours: dice.is(0.5) }),
  (dice) => ({ destination: dice.one(DESTINATION_SIDES) }),
  (dice) => ({ dlpTypes: dice.some(DLP_TYPES, 3) }),
  (dice) => ({ lgpdCategories: dice.some(LGPD_CATEGORIES, 2) }),
  (dice) => ({ containsSensitiveData: dice.is(0.5) }),
];

const fields = (dice: Dice, count: number): PolicyCondition =>
  Object.assign({}, ...Array.from({ length: count }, () => dice.one(FIELDS)(dice)));

/** Policies of a team: a family, a class, 2 to 4 fields, most of them for a few of 300 agents. Most stay alive. */
export function teamSet(count: number, seed: number): AnalysedPolicy[] {
  const dice = new Dice(seed);
  return Array.from({ length: count }, (_, index): AnalysedPolicy => {
    const condition = fields(dice, 2 + dice.below(3));
    if (dice.is(0.7)) condition.agentIds = dice.some(LARGE_WORLD.agents, 3).map(({ id }) => id);
    if (dice.is(0.25))
      condition.anyOf = Array.from({ length: 2 + dice.below(2) }, () => fields(dice, 1 + dice.below(2)));
    return {
      id: `p${index}`,
      name: `policy ${index}`,
      action: dice.one(FAMILIES),
      resource: dice.one(CLASSIFICATIONS),
      decision: dice.one(['ALLOW', 'REVIEW', 'BLOCK'] as const),
      condition,
    };
  });
}

const policy = (index: number, condition: PolicyCondition): AnalysedPolicy => ({
  id: `p${index}`,
  name: `policy ${index}`,
  action: 'ANY',
  decision: index % 2 === 0 ? 'BLOCK' : 'REVIEW',
  condition,
});
const times = <Item>(count: number, make: (index: number) => Item): Item[] =>
  Array.from({ length: count }, (_, index) => make(index));

function records(dice: Dice): PolicyCondition {
  const from = dice.below(1_000_000);
  return { minRecords: from, maxRecords: from + dice.below(10_000) };
}
const box = (dice: Dice): PolicyCondition => ({ ...records(dice), dlpTypes: dice.some(DLP_TYPES, 3) });
const fullBox = (dice: Dice): PolicyCondition => ({
  ...box(dice),
  minRiskScore: dice.below(100),
  outsideBusinessHours: dice.is(0.5),
  destination: dice.one(DESTINATION_SIDES),
  action: dice.one(EVENT_ACTIONS),
});

/** Each is as large as the limits of policies admit, and hard for another order of the levels. */
export const WORST_SETS: Readonly<Record<string, () => AnalysedPolicy[]>> = {
  'one group of 20,000 boxes of records and types': () => {
    const dice = new Dice(1);
    return [policy(0, { anyOf: times(20_000, () => box(dice)) })];
  },
  '20,000 boxes of every field': () => {
    const dice = new Dice(2);
    return [policy(0, { anyOf: times(20_000, () => fullBox(dice)) })];
  },
  '2,000 groups of 10 boxes, all of which must match': () => {
    const dice = new Dice(3);
    return [policy(0, { allOf: times(2_000, () => ({ anyOf: times(10, () => box(dice)) })) })];
  },
  '5,000 policies of 40 of 8,000 agents': () => {
    const dice = new Dice(4);
    return times(5_000, (index) =>
      policy(index, {
        ...box(dice),
        minRiskScore: dice.below(100),
        agentIds: times(40, () => `agent-${dice.below(8_000)}`),
      }),
    );
  },
  '50,000 boxes of every field in 50 policies': () => {
    const dice = new Dice(5);
    return times(50, (index) => policy(index, { anyOf: times(1_000, () => fullBox(dice)) }));
  },
};
