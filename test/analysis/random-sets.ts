// SPDX-License-Identifier: Apache-2.0
/** Random policy sets, organizations and events, the same for the same seed. Few values, so that matches are common. */
import {
  ACTION_FAMILIES,
  CLASSIFICATIONS,
  type Classification,
  DESTINATIONS,
  DLP_TYPES,
  EVENT_ACTIONS,
  LGPD_CATEGORIES,
  type PolicyCondition,
  RECORDS_AFFECTED_MAX,
  ROLES,
} from '@svc/contract';
import type { AnalysisWorld } from '../../core/src/analysis/dimensions.ts';
import type { AnalysedPolicy } from '../../core/src/analysis/outcome.ts';
import type { WitnessInput } from '../../core/src/analysis/witness.ts';

/** Mulberry32: small, and good enough to choose cases. */
export class Dice {
  #state: number;

  constructor(seed: number) {
    this.#state = seed >>> 0;
  }

  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  is(chance: number): boolean {
    return this.next() < chance;
  }

  one<Item>(items: readonly Item[]): Item {
    return items[this.below(items.length)] as Item;
  }

  some<Item>(items: readonly Item[], countMax: number): Item[] {
    return Array.from({ length: 1 + this.below(countMax) }, () => this.one(items));
  }
}

const AGENT_IDS = ['a1', 'a2', 'a3', 'a4', 'a5', 'unknown'] as const;
const RECORDS = [0, 1, 10, 11, 50, 100, 101, 1_000, 1_001, 10_000, 10_001, RECORDS_AFFECTED_MAX];
const TEXTS = ['', 'e', 'external', 'EMAIL', '_Api', 'internal', 'example.org'];

const FIELDS: readonly ((dice: Dice) => PolicyCondition)[] = [
  (dice) => ({ action: dice.one([...ACTION_FAMILIES, ...EVENT_ACTIONS]) }),
  (dice) => ({ destination: dice.one(['EXTERNAL', 'INTERNAL'] as const) }),
  (dice) => ({ destinationContains: dice.one(TEXTS) }),
  (dice) => ({ containsSensitiveData: dice.is(0.5) }),
  (dice) => ({ minRecords: dice.one([...RECORDS, RECORDS_AFFECTED_MAX + 1]) }),
  (dice) => ({ maxRecords: dice.one([...RECORDS, Number.MAX_SAFE_INTEGER]) }),
  (dice) => ({ minRiskScore: dice.is(0.5) ? dice.below(101) : 5 * dice.below(21) }),
  (dice) => ({ outsideBusinessHours: dice.is(0.5) }),
  (dice) => ({ agentIds: dice.some(AGENT_IDS, 2).map((id) => (dice.is(0.5) ? id.toUpperCase() : id)) }),
  (dice) => ({ dlpTypes: dice.some(DLP_TYPES, 3) }),
  (dice) => ({ lgpdCategories: dice.some(LGPD_CATEGORIES, 2) }),
];

export function randomCondition(dice: Dice, depth = 0): PolicyCondition {
  const condition: PolicyCondition = {};
  const count = dice.below(3);
  for (let field = 0; field < count; field += 1) Object.assign(condition, dice.one(FIELDS)(dice));
  if (depth < 3 && dice.is(0.25)) {
    const parts = Array.from({ length: dice.below(4) }, () => randomCondition(dice, depth + 1));
    if (dice.is(0.7)) condition.anyOf = parts;
    else condition.allOf = parts;
  }
  return condition;
}

export function randomPolicy(dice: Dice, index: number): AnalysedPolicy {
  const policy: AnalysedPolicy = {
    id: `p${index}`,
    name: `${dice.below(10)}-${index}`,
    action: dice.one(ACTION_FAMILIES),
    decision: dice.one(['ALLOW', 'REVIEW', 'BLOCK'] as const),
    condition: randomCondition(dice),
  };
  if (dice.is(0.5)) policy.resource = dice.one([null, 'ANY', ...CLASSIFICATIONS] as const);
  if (dice.is(0.2)) policy.mode = 'MONITOR';
  if (dice.is(0.05)) policy.enabled = false;
  if (dice.is(0.4)) policy.approverRoles = [...new Set(dice.some(ROLES, 3))];
  if (dice.is(0.2)) policy.approverGroups = [...new Set(dice.some(GROUPS, 2))];
  return policy;
}

/** One has the name of a role. */
const GROUPS = ['dpo', 'legal', 'OWNER'];

/** A few policies that ask for one field each: every one of them decides something. */
export function simpleSet(dice: Dice): AnalysedPolicy[] {
  return Array.from({ length: 3 }, (_, index) => {
    const { resource: __, enabled: ___, ...policy } = randomPolicy(dice, index);
    return { ...policy, action: 'ANY', condition: dice.one(FIELDS)(dice) };
  });
}

export function randomSet(dice: Dice, countMax: number): AnalysedPolicy[] {
  return Array.from({ length: 1 + dice.below(countMax) }, (_, index) => randomPolicy(dice, index));
}

export function randomWorld(dice: Dice): AnalysisWorld {
  const resources = Array.from({ length: 7 }, (_, index) => ({
    id: `r${index}`,
    name: `resource-${index}`,
    classification: CLASSIFICATIONS[index % CLASSIFICATIONS.length] as Classification,
  }));
  const permission = () => ({
    action: dice.one([...ACTION_FAMILIES, ...EVENT_ACTIONS]),
    resource: dice.one(['ANY', ...CLASSIFICATIONS, ...resources.map(({ name }) => name), 'not-yet']),
  });
  const agents = AGENT_IDS.slice(0, 5).map((id, index) => ({
    id: dice.is(0.5) ? id.toUpperCase() : id,
    name: `agent ${index}`,
    status: dice.is(0.1) ? ('PAUSED' as const) : ('ACTIVE' as const),
    permissions: dice.is(0.6) ? null : Array.from({ length: dice.below(4) }, permission),
  }));
  const riskReviewAt = dice.one([30, 40, 50]);
  const settings = {
    enforcement: dice.is(0.15) ? ('MONITOR' as const) : ('ENFORCE' as const),
    riskReviewAt,
    riskBlockAt: riskReviewAt + dice.one([0, 20, 40]),
  };
  return { agents, resources, settings };
}

/** An event near the bounds of conditions, of registered agents and of strangers. */
export function randomEvent(dice: Dice, world: AnalysisWorld): WitnessInput {
  const stranger = {
    id: dice.one(['unknown', 'UNKNOWN', 'stranger']),
    name: 's',
    status: 'ACTIVE' as const,
    permissions: null,
  };
  const registered = new Set(world.resources.map(({ name }) => name));
  const names = ['not-yet', 'new'].filter((name) => !registered.has(name));
  const newcomer = { id: 'n', name: dice.one(names), classification: dice.one(CLASSIFICATIONS) };
  const records = dice.one(RECORDS) + dice.one([-1, 0, 0, 1]);
  return {
    agent: dice.is(0.8) ? dice.one(world.agents) : stranger,
    resource: dice.is(0.8) ? dice.one(world.resources) : newcomer,
    action: dice.one(EVENT_ACTIONS),
    destination: dice.one([null, ...DESTINATIONS]),
    recordsAffected: dice.is(0.2) ? null : Math.min(RECORDS_AFFECTED_MAX, Math.max(0, records)),
    findings: dice.is(0.5) ? [] : [...new Set(dice.some(DLP_TYPES, 4))],
    outsideBusinessHours: dice.is(0.5),
    hasOpenAnomaly: dice.is(0.3),
  };
}
