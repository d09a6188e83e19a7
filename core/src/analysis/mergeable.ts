// SPDX-License-Identifier: Apache-2.0
/**
 * Pairs of policies that one wider policy could replace. Their conditions differ in one field, and an event of the
 * wider policy is an event of one of them. Nothing is decided otherwise then.
 */

import {
  ACTION_FAMILIES,
  CONDITION_AGENT_IDS_MAX,
  CONDITIONS_PER_GROUP_MAX,
  type PolicyCondition,
  RECORDS_AFFECTED_MAX,
} from '@svc/contract';
import type { Diagram } from './diagram.ts';
import { FALSE } from './operations.ts';
import type { Opened, OpenedSet } from './organization.ts';
import { outcomeValue, type RankedPolicy } from './outcome.ts';

export interface MergeablePair {
  /** The place among the others is this one's: it stays, with the wider condition. */
  readonly stays: RankedPolicy;
  readonly goes: RankedPolicy;
  readonly condition: PolicyCondition;
}

/** A longer condition is nothing that a person would read and take over. */
const CHARACTERS_MAX = 10_000;

/** @param live the policies of the set that have an effect */
export function mergeablePairs(opened: Opened, set: OpenedSet, live: ReadonlySet<RankedPolicy>): MergeablePair[] {
  const pairs: MergeablePair[] = [];
  const used = new Set<RankedPolicy>();
  const candidates = set.ranked.filter((ranked) => live.has(ranked));
  for (const field of FIELDS) {
    for (const alike of groupsAlike(opened.diagram, candidates, field)) {
      for (const [left, right] of field.pairs(alike)) {
        opened.diagram.checkTime();
        if (used.has(left) || used.has(right)) continue;
        const pair = merged(opened, set, left, right, field);
        if (pair === null) continue;
        pairs.push(pair);
        used.add(left).add(right);
      }
    }
  }
  return pairs;
}

interface Field {
  readonly names: readonly (keyof PolicyCondition)[];
  /** Values for the wider condition, narrowest first. */
  wider(left: PolicyCondition, right: PolicyCondition): PolicyCondition[];
  /** The pairs of a group that are tried; each is in the order of ranks. */
  pairs(alike: readonly RankedPolicy[]): (readonly [RankedPolicy, RankedPolicy])[];
}

type Group = readonly RankedPolicy[];

const conditionOf = ({ policy }: RankedPolicy): PolicyCondition => policy.condition ?? {};

/** Every pair: the values of such a field are few. */
const everyPair = (alike: Group) =>
  alike.flatMap((left, index) => alike.slice(index + 1).map((right) => [left, right] as const));

const neighbours = (alike: Group) =>
  alike.slice(1).map((right, index) => [alike[index] as RankedPolicy, right] as const);

const listField = (name: 'agentIds' | 'dlpTypes' | 'lgpdCategories' | 'anyOf', lengthMax = Infinity): Field => ({
  names: [name],
  wider: (left, right) => {
    const both = [...new Set<unknown>([...(left[name] ?? []), ...(right[name] ?? [])])];
    return both.length > lengthMax ? [] : [{ [name]: both }];
  },
  pairs: neighbours,
});

const wordField = (name: keyof PolicyCondition, wider: readonly PolicyCondition[]): Field => ({
  names: [name],
  wider: () => [...wider],
  pairs: everyPair,
});

const recordsField: Field = {
  names: ['minRecords', 'maxRecords'],
  wider: (left, right) => {
    const from = Math.min(left.minRecords ?? 0, right.minRecords ?? 0);
    const to = Math.max(left.maxRecords ?? RECORDS_AFFECTED_MAX, right.maxRecords ?? RECORDS_AFFECTED_MAX);
    // One bound stays in any case: without both an event that states no records would match.
    if (to >= RECORDS_AFFECTED_MAX) return [{ minRecords: from }];
    return [from === 0 ? { maxRecords: to } : { minRecords: from, maxRecords: to }];
  },
  pairs: (alike) => {
    const ascending = [...alike].sort(
      (left, right) => (conditionOf(left).minRecords ?? 0) - (conditionOf(right).minRecords ?? 0),
    );
    const places = new Map(alike.map((ranked, place) => [ranked, place]));
    const placeOf = (ranked: RankedPolicy): number => places.get(ranked) as number;
    return neighbours(ascending).map(([one, next]) => (placeOf(one) < placeOf(next) ? [one, next] : [next, one]));
  },
};

const FIELDS: readonly Field[] = [
  recordsField,
  wordField(
    'action',
    ACTION_FAMILIES.map((action) => ({ action })),
  ),
  wordField('destination', [{}]),
  wordField('containsSensitiveData', [{}]),
  wordField('outsideBusinessHours', [{}]),
  listField('dlpTypes'),
  listField('lgpdCategories'),
  listField('agentIds', CONDITION_AGENT_IDS_MAX),
  listField('anyOf', CONDITIONS_PER_GROUP_MAX),
];

/** Policies that set the field and are equal in all else, in the order of ranks. */
function groupsAlike(diagram: Diagram, candidates: Group, { names }: Field): RankedPolicy[][] {
  const groups = new Map<string, RankedPolicy[]>();
  for (const ranked of candidates) {
    const condition = conditionOf(ranked);
    if (names.every((name) => condition[name] === undefined)) continue;
    const { action, mode = 'ENFORCE', resource = null } = ranked.policy;
    const rest = Object.entries(condition)
      .filter(([name]) => !names.includes(name as keyof PolicyCondition))
      .sort(([left], [right]) => (left < right ? -1 : 1));
    const key = JSON.stringify([action, outcomeValue(diagram, ranked.policy), mode, resource, rest]);
    if (key.length > CHARACTERS_MAX) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(ranked);
  }
  return [...groups.values()].filter((group) => group.length > 1);
}

function merged(
  opened: Opened,
  set: OpenedSet,
  first: RankedPolicy,
  second: RankedPolicy,
  field: Field,
): MergeablePair | null {
  const { diagram, possible, reader } = opened;
  const rest = Object.fromEntries(
    Object.entries(conditionOf(first)).filter(([name]) => !field.names.includes(name as keyof PolicyCondition)),
  );
  const both = diagram.or(first.region, second.region);
  const { action, resource } = first.policy;
  for (const wider of field.wider(conditionOf(first), conditionOf(second))) {
    const condition: PolicyCondition = { ...rest, ...wider };
    if (JSON.stringify(condition).length > CHARACTERS_MAX) continue;
    const region = reader.asked(action, resource, condition);
    const isSame = !diagram.meets(diagram.without(region, both), possible) && diagram.without(both, region) === FALSE;
    if (!isSame) continue;
    if (!isOvertaken(opened, set, first, second, second)) return { stays: first, goes: second, condition };
    if (!isOvertaken(opened, set, first, second, first)) return { stays: second, goes: first, condition };
  }
  return null;
}

/** Whether another outcome ranks between the two and takes events that move past it. */
function isOvertaken(
  { diagram, possible }: Opened,
  { ranked }: OpenedSet,
  first: RankedPolicy,
  second: RankedPolicy,
  moving: RankedPolicy,
): boolean {
  const own = outcomeValue(diagram, first.policy);
  const region = diagram.and(moving.region, possible);
  return ranked
    .slice(ranked.indexOf(first) + 1, ranked.indexOf(second))
    .some(({ policy, region: other }) => outcomeValue(diagram, policy) !== own && diagram.meets(region, other));
}
