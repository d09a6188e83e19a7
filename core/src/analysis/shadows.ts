// SPDX-License-Identifier: Apache-2.0
/** Policies that can never decide, and those that keep them from it; policies and fields that could be removed. */
import type { PolicyCondition } from '@svc/contract';
import { mergeablePairs } from './mergeable.ts';
import { minimalCover } from './minimal-cover.ts';
import { FALSE, terminal } from './operations.ts';
import {
  type DecisionKind,
  decidingList,
  defaultOutcome,
  type Opened,
  type OpenedSet,
  openEvents,
} from './organization.ts';
import { type AnalysedPolicy, outcomeValue, type RankedPolicy } from './outcome.ts';
import { pointOf, registeredAgents, type Witness, witnessAt } from './witness.ts';

/**
 * `NEVER_MATCHES`: no event meets its condition. `REFUSED`: permissions refuse all that do. `SHADOWED`: other policies
 * decide all of the rest.
 */
export type DeadCause = 'NEVER_MATCHES' | 'REFUSED' | 'SHADOWED';

export interface DeadPolicy {
  readonly id: string;
  readonly name: string;
  readonly cause: DeadCause;
}

export interface NeedlessField {
  readonly id: string;
  readonly name: string;
  readonly field: 'resource' | keyof PolicyCondition;
}

export interface SetFindings {
  readonly dead: readonly DeadPolicy[];
  /** Live policies that could be removed one at a time; of equal ones, any one. */
  readonly withoutEffect: readonly Named[];
  readonly needlessFields: readonly NeedlessField[];
  /** Pairs of live policies that one wider policy could replace. */
  readonly mergeable: readonly Mergeable[];
  /** Live policies that only agents meet that are not registered. */
  readonly unknownAgents: readonly Named[];
  /** Thresholds that no event reaches without a policy that decides it. */
  readonly unreachableThresholds: readonly ('riskReviewAt' | 'riskBlockAt')[];
}

/** A policy that takes events from another, and one of these events. It decides that event where it decides any. */
export interface Shadower extends Named {
  readonly witness: Witness;
}

/** A policy that could stay with another condition, and the one that could go then. */
export interface Mergeable extends Named {
  readonly other: Named;
  readonly condition: PolicyCondition;
}

export interface Named {
  readonly id: string;
  readonly name: string;
}

const named = ({ policy: { id, name } }: { readonly policy: AnalysedPolicy }): Named => ({ id, name });

/** All findings about one set. */
export function examineSet(opened: Opened, set: OpenedSet): SetFindings {
  const ranks = DECISION_KINDS.map((of) => ranksOf(opened, set, of));
  const dead: DeadPolicy[] = [];
  const withoutEffect: Named[] = [];
  const unknownAgents: Named[] = [];
  const effective = new Set<RankedPolicy>();
  const registered = registeredAgents(opened);
  for (const { live, without } of ranks) {
    for (const [ranked, cause] of live) {
      if (cause !== null) dead.push({ ...named(ranked), cause });
      else if (without.has(ranked)) withoutEffect.push(named(ranked));
      else effective.add(ranked);
      const events = opened.diagram.and(ranked.region, opened.possible);
      if (cause === null && !opened.diagram.meets(events, registered)) unknownAgents.push(named(ranked));
    }
  }
  return {
    dead,
    withoutEffect,
    needlessFields: set.ranked.flatMap((ranked) => needlessFields(opened, ranked)),
    mergeable: mergeablePairs(opened, set, effective).map(({ stays, goes, condition }) => ({
      ...named(stays),
      other: named(goes),
      condition,
    })),
    unknownAgents,
    unreachableThresholds: unreachableThresholds(opened, set),
  };
}

const DECISION_KINDS: readonly DecisionKind[] = ['decision', 'evaluatedDecision'];

/** The kind of decision by which a policy is examined: only the evaluated one looks at monitored policies. */
function kindFor({ world }: Opened, { policy }: RankedPolicy): DecisionKind {
  return policy.mode === 'MONITOR' || world.settings.enforcement === 'MONITOR' ? 'evaluatedDecision' : 'decision';
}

interface Ranks {
  /** The policies examined by this kind of decision, each with the reason why it is dead, or null. */
  readonly live: readonly (readonly [RankedPolicy, DeadCause | null])[];
  readonly without: ReadonlySet<RankedPolicy>;
}

/** Walks down the ranks for what can decide, and up again for what would decide in its place. */
function ranksOf(opened: Opened, set: OpenedSet, of: DecisionKind): Ranks {
  const { diagram, refused, possible } = opened;
  const list = decidingList(opened, set, of);
  const examined = new Set(list.filter((ranked) => kindFor(opened, ranked) === of));
  if (examined.size === 0) return { live: [], without: new Set() };
  const live: [RankedPolicy, DeadCause | null][] = [];
  const deciding: number[] = [];
  let above = refused;
  for (const ranked of list) {
    diagram.checkTime();
    const part = diagram.without(ranked.region, above);
    deciding.push(part);
    if (examined.has(ranked)) live.push([ranked, diagram.meets(part, possible) ? null : causeOf(opened, ranked)]);
    above = diagram.or(above, ranked.region);
  }
  return { live, without: withoutEffect(opened, list, deciding, examined, defaultOutcome(opened, of)) };
}

/** The reason why a policy of the set can never decide, or that it could be removed; null: it has an effect. */
export function standingOf(opened: Opened, set: OpenedSet, policyId: string): DeadCause | 'WITHOUT_EFFECT' | null {
  const ranked = set.ranked.find(({ policy }) => policy.id === policyId);
  if (ranked === undefined) return null;
  const { live, without } = ranksOf(opened, set, kindFor(opened, ranked));
  const [, cause = null] = live.find(([one]) => one === ranked) ?? [];
  return cause ?? (without.has(ranked) ? 'WITHOUT_EFFECT' : null);
}

function causeOf({ diagram, refused, possible }: Opened, { region }: RankedPolicy): DeadCause {
  if (!diagram.meets(region, possible)) return 'NEVER_MATCHES';
  return diagram.meets(diagram.without(region, refused), possible) ? 'SHADOWED' : 'REFUSED';
}

/** Policies in whose place the outcome of what stands below them is the same wherever they decide. */
function withoutEffect(
  { diagram, possible }: Opened,
  list: readonly RankedPolicy[],
  deciding: readonly number[],
  examined: ReadonlySet<RankedPolicy>,
  atBottom: number,
): Set<RankedPolicy> {
  const found = new Set<RankedPolicy>();
  let below = atBottom;
  for (const [index, ranked] of [...list.entries()].reverse()) {
    diagram.checkTime();
    const value = outcomeValue(diagram, ranked.policy);
    const part = deciding[index] as number;
    const differing = diagram.without(part, diagram.equals(below, value));
    if (examined.has(ranked) && !diagram.meets(differing, possible)) found.add(ranked);
    below = diagram.first(diagram.within(ranked.region, terminal(value)), below);
  }
  return found;
}

/** Fields without which the policy matches the same events. */
function needlessFields({ diagram, reader, possible }: Opened, { policy, region }: RankedPolicy): NeedlessField[] {
  const { action, resource, condition = {} } = policy;
  const isNeedless = (other: number): boolean => !diagram.meets(diagram.without(other, region), possible);
  const fields: NeedlessField['field'][] = [];
  if (resource !== undefined && resource !== null && resource !== 'ANY') {
    if (isNeedless(reader.asked(action, null, condition))) fields.push('resource');
  }
  for (const field of Object.keys(condition) as (keyof PolicyCondition)[]) {
    const { [field]: _, ...others } = condition;
    if (isNeedless(reader.asked(action, resource, others))) fields.push(field);
  }
  return fields.map((field) => ({ id: policy.id, name: policy.name, field }));
}

function unreachableThresholds(opened: Opened, set: OpenedSet): SetFindings['unreachableThresholds'] {
  const { diagram, dimensions, world } = opened;
  const matched = diagram.fold(
    diagram.or,
    decidingList(opened, set, 'evaluatedDecision').map(({ region }) => region),
    FALSE,
  );
  const unmatched = diagram.without(openEvents(opened), matched);
  const { riskReviewAt, riskBlockAt } = world.settings;
  const isReached = (from: number, to: number): boolean =>
    from <= to && diagram.meets(unmatched, diagram.values(dimensions.riskLevel, [[from, to]]));
  const reviewed = isReached(riskReviewAt, riskBlockAt - 1);
  const blocked = isReached(riskBlockAt, diagram.lastOf(dimensions.riskLevel));
  return [...(reviewed ? [] : (['riskReviewAt'] as const)), ...(blocked ? [] : (['riskBlockAt'] as const))];
}

/** The policies that keep this one from deciding, none needless; null when it is not shadowed or not in the set. */
export function shadowersOf(opened: Opened, set: OpenedSet, policyId: string): Shadower[] | null {
  const { diagram } = opened;
  const ranked = set.ranked.find(({ policy }) => policy.id === policyId);
  if (ranked === undefined) return null;
  const list = decidingList(opened, set, kindFor(opened, ranked));
  const earlier = list.slice(0, list.indexOf(ranked));
  const events = diagram.and(ranked.region, openEvents(opened));
  const rest = earlier.reduce((left, { region }) => diagram.without(left, region), events);
  if (events === FALSE || rest !== FALSE) return null;
  return minimalCover(diagram, events, earlier).map((one) => {
    const taken = diagram.and(events, one.region);
    const before = earlier.slice(0, earlier.indexOf(one));
    const own = before.reduce((left, { region }) => diagram.without(left, region), taken);
    return { ...named(one), witness: witnessAt(opened, set, pointOf(opened, own === FALSE ? taken : own)) };
  });
}
