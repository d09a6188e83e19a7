// SPDX-License-Identifier: Apache-2.0
/** One organization opened for analysis: its dimensions, its refusals and the decisions of policy sets in it. */
import type { PolicyCondition } from '@svc/contract';
import type { Budget } from './budget.ts';
import { ConditionReader } from './conditions.ts';
import { Diagram } from './diagram.ts';
import { type AnalysisWorld, type Dimensions, dimensionsOf } from './dimensions.ts';
import { TRUE, terminal } from './operations.ts';
import {
  ALLOW_VALUE,
  type AnalysedPolicy,
  BLOCK_VALUE,
  byRank,
  outcomeOfPolicies,
  outcomeOfRisk,
  type RankedPolicy,
} from './outcome.ts';
import { refusals } from './refusals.ts';
import { eventsOnly, scoreRelation } from './score-relation.ts';

/** Which of the two decisions of an event is asked for. */
export type DecisionKind = 'decision' | 'evaluatedDecision';

/** Everything that the questions share. It lives for one analysis and one organization, and is dropped whole. */
export interface Opened {
  readonly world: AnalysisWorld;
  readonly diagram: Diagram;
  readonly dimensions: Dimensions;
  readonly reader: ConditionReader;
  /** The events that permissions refuse. */
  readonly refused: number;
  /** The events that can happen: their score is the score of their other facts. */
  readonly possible: number;
}

/** A policy set in an opened organization. */
export interface OpenedSet {
  readonly policies: readonly AnalysedPolicy[];
  /** Enabled ones by rank. */
  readonly ranked: readonly RankedPolicy[];
  /** The same without those in mode MONITOR. */
  readonly enforced: readonly RankedPolicy[];
}

/** @param conditions of every policy and every claim that will be asked about */
export function openOrganization(world: AnalysisWorld, conditions: readonly PolicyCondition[], budget: Budget): Opened {
  const dimensions = dimensionsOf(world, conditions);
  const diagram = new Diagram(dimensions.lasts, budget);
  return {
    world,
    diagram,
    dimensions,
    reader: new ConditionReader(diagram, dimensions),
    refused: refusals(diagram, dimensions),
    possible: diagram.and(scoreRelation(diagram, dimensions), eventsOnly(diagram, dimensions)),
  };
}

export function conditionsOf(policies: readonly AnalysedPolicy[]): PolicyCondition[] {
  return policies.flatMap(({ condition }) => (condition === undefined ? [] : [condition]));
}

export function openSet({ diagram, reader }: Opened, policies: readonly AnalysedPolicy[]): OpenedSet {
  const ranked = policies
    .filter(({ enabled }) => enabled !== false)
    .sort(byRank)
    .map((policy): RankedPolicy => {
      diagram.checkTime();
      return { policy, region: reader.policy(policy) };
    });
  return { policies, ranked, enforced: ranked.filter(({ policy }) => policy.mode !== 'MONITOR') };
}

/** The policies that can determine this decision, by rank. None determines it in a monitoring organization. */
export function decidingList({ world }: Opened, set: OpenedSet, of: DecisionKind): readonly RankedPolicy[] {
  if (of === 'evaluatedDecision') return set.ranked;
  return world.settings.enforcement === 'MONITOR' ? [] : set.enforced;
}

/** The outcome where permissions refuse nothing and no policy matches. */
export function defaultOutcome({ world, diagram, dimensions }: Opened, of: DecisionKind): number {
  const isWatched = of === 'decision' && world.settings.enforcement === 'MONITOR';
  return isWatched ? terminal(ALLOW_VALUE) : outcomeOfRisk(diagram, dimensions, world.settings);
}

/** The outcome of every event that permissions do not refuse, as values of outcome.ts. */
export function permittedOutcome(opened: Opened, set: OpenedSet, of: DecisionKind): number {
  const { diagram } = opened;
  return diagram.first(outcomeOfPolicies(diagram, decidingList(opened, set, of)), defaultOutcome(opened, of));
}

/** The outcome of every event. */
export function wholeOutcome(opened: Opened, permitted: number): number {
  const { diagram, refused } = opened;
  return diagram.first(diagram.within(refused, terminal(BLOCK_VALUE)), permitted);
}

/** The events that can happen and are not refused. */
export function openEvents({ diagram, possible, refused }: Opened): number {
  return diagram.and(possible, diagram.without(TRUE, refused));
}
