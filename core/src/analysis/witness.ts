// SPDX-License-Identifier: Apache-2.0
/** Points of a diagram as events: the one that shows a region is not empty, in the form in which it can be decided. */
import { type DecisionWord, type Destination, type DlpType, EVENT_ACTIONS, type EventAction } from '@svc/contract';
import type { Agent, Resource } from '../verdict/index.ts';
import type { Run } from './diagram.ts';
import {
  ACTION_LEVEL,
  AGENT_LEVEL,
  ANOMALY_LEVEL,
  DESTINATION_LEVEL,
  DESTINATION_VALUES,
  type Dimensions,
  HOURS_LEVEL,
  isRestricted,
  NOT_STATED,
  RECORDS_LEVEL,
  RESOURCE_LEVEL,
  TYPES_LEVEL,
} from './dimensions.ts';
import { FALSE } from './operations.ts';
import { decidingList, type Opened, type OpenedSet } from './organization.ts';
import type { RankedPolicy } from './outcome.ts';

/** One value for each level. */
export type Point = Int32Array;

/** An event that can be decided. */
export interface WitnessInput {
  readonly agent: Agent;
  readonly resource: Resource;
  readonly action: EventAction;
  readonly destination: Destination | null;
  readonly recordsAffected: number | null;
  readonly findings: readonly DlpType[];
  readonly outsideBusinessHours: boolean;
  readonly hasOpenAnomaly: boolean;
}

export interface Witness {
  readonly input: WitnessInput;
  /** Its agent or resource is not registered, but could be. */
  readonly isHypothetical: boolean;
  readonly decision: DecisionWord;
  readonly evaluatedDecision: DecisionWord;
  /** The policy that determines `decision`, else the one that determines `evaluatedDecision`. */
  readonly policy: { readonly id: string; readonly name: string } | null;
  readonly riskScore: number;
  /** The full budget that decides the event otherwise; left out where the policies, permissions or risk do. */
  readonly budget?: {
    readonly id: string;
    readonly name: string;
    readonly decision: DecisionWord;
    /** In mode MONITOR: the evaluated decision alone. */
    readonly isWatched: boolean;
  };
}

/** A point of the region, which is not empty: of registered agents and resources if there is one. */
export function pointOf(opened: Opened, region: number): Point {
  const registered = opened.diagram.and(region, registeredOnly(opened));
  return walk(opened, registered === FALSE ? region : registered);
}

/** Events of agents and resources that are registered. */
function registeredOnly(opened: Opened): number {
  const { diagram, dimensions } = opened;
  const rangesOf = (areRegistered: readonly boolean[]) =>
    areRegistered.flatMap((is, value): [number, number][] => (is ? [[value, value]] : []));
  const agents = rangesOf(dimensions.agents.map(({ agent }) => agent !== null));
  const resources = rangesOf(dimensions.resources.map(({ resource }) => resource !== null));
  return diagram.and(diagram.values(AGENT_LEVEL, agents), diagram.values(RESOURCE_LEVEL, resources));
}

export function registeredAgents({ diagram, dimensions }: Opened): number {
  const ranges = dimensions.agents.flatMap(({ agent }, value): [number, number][] =>
    agent === null ? [] : [[value, value]],
  );
  return diagram.values(AGENT_LEVEL, ranges);
}

function walk({ diagram, dimensions }: Opened, region: number): Point {
  const point = new Int32Array(diagram.levelCount);
  let node = region;
  for (let level = 0; level < diagram.levelCount; level += 1) {
    const isAsked = diagram.levelOf(node) === level;
    const runs = isAsked ? diagram.runsOf(node) : [{ end: diagram.lastOf(level), child: node }];
    const { value, child } = preferred(runs, costOf(level, dimensions));
    point[level] = value;
    node = child;
  }
  return point;
}

/** The value that costs least; without a cost, the first one. */
function preferred(runs: readonly Run[], cost: ((value: number) => number) | null): { value: number; child: number } {
  let best: { value: number; child: number; cost: number } | null = null;
  let from = 0;
  for (const { end, child } of runs) {
    if (child !== FALSE) {
      if (cost === null) return { value: from, child };
      for (let value = from; value <= end; value += 1) {
        const costs = cost(value);
        if (best === null || costs < best.cost) best = { value, child, cost: costs };
      }
    }
    from = end + 1;
  }
  if (best === null) throw new RangeError('an empty region has no point');
  return best;
}

function costOf(level: number, { agents, resources }: Dimensions): ((value: number) => number) | null {
  if (level === AGENT_LEVEL) {
    return (value) => {
      const { agent } = agents[value] as (typeof agents)[number];
      if (agent === null) return 2;
      return isRestricted(agent) ? 1 : 0;
    };
  }
  if (level === RESOURCE_LEVEL) return (value) => (resources[value]?.resource === null ? 1 : 0);
  return null;
}

/** The event at a point, and what the set decides about it. */
export function witnessAt(opened: Opened, set: OpenedSet, point: Point): Witness {
  const { agent, resource, isHypothetical } = partiesAt(opened, point);
  const { diagram, dimensions, refused } = opened;
  const isRefused = diagram.at(refused, point) === 1;
  const decided = isRefused ? null : deciderAt(opened, decidingList(opened, set, 'decision'), point);
  const evaluated = isRefused ? null : deciderAt(opened, set.ranked, point);
  const riskScore = point[dimensions.riskLevel] as number;
  const policy = decided ?? evaluated;
  const { settings } = opened.world;
  return {
    input: {
      agent,
      resource,
      action: EVENT_ACTIONS[point[ACTION_LEVEL] as number] as EventAction,
      destination: DESTINATION_VALUES[point[DESTINATION_LEVEL] as number] ?? null,
      recordsAffected: point[RECORDS_LEVEL] === NOT_STATED ? null : (point[RECORDS_LEVEL] as number) - 1,
      findings: dimensions.types.flatMap(({ types }, index) =>
        point[TYPES_LEVEL + index] === 1 ? types.slice(0, 1) : [],
      ),
      outsideBusinessHours: point[HOURS_LEVEL] === 1,
      hasOpenAnomaly: point[ANOMALY_LEVEL] === 1,
    },
    isHypothetical,
    decision: isRefused ? 'BLOCK' : decisionWith(decided, riskScore, settings, settings.enforcement === 'MONITOR'),
    evaluatedDecision: isRefused ? 'BLOCK' : decisionWith(evaluated, riskScore, settings, false),
    policy: policy === null ? null : { id: policy.id, name: policy.name },
    riskScore,
  };
}

type Decider = RankedPolicy['policy'] | null;

export function deciderAt({ diagram }: Opened, list: readonly RankedPolicy[], point: Point): Decider {
  return list.find(({ region }) => diagram.at(region, point) === 1)?.policy ?? null;
}

function decisionWith(
  decider: Decider,
  riskScore: number,
  settings: Opened['world']['settings'],
  isWatched: boolean,
): DecisionWord {
  if (isWatched) return 'ALLOW';
  if (decider !== null) return decider.decision;
  if (riskScore >= settings.riskBlockAt) return 'BLOCK';
  return riskScore >= settings.riskReviewAt ? 'REVIEW' : 'ALLOW';
}

/** The agent and the resource of a point. Those that are not registered get ids and names that nothing has. */
function partiesAt({ world, dimensions }: Opened, point: Point) {
  const agentValue = dimensions.agents[point[AGENT_LEVEL] as number] as (typeof dimensions.agents)[number];
  const resourceValue = dimensions.resources[point[RESOURCE_LEVEL] as number] as (typeof dimensions.resources)[number];
  const agent = agentValue.agent ?? {
    id: agentValue.id ?? unusedName('any other agent', (id) => dimensions.agentValueOf.has(id)),
    name: 'any other agent',
    status: 'ACTIVE',
    permissions: null,
  };
  const { classification } = resourceValue;
  const isTaken = (name: string) =>
    dimensions.resourceValuesOf.has(name) || world.resources.some((one) => one.name === name);
  const resource = resourceValue.resource ?? {
    id: 'any other resource',
    name: resourceValue.name ?? unusedName(`any other resource of ${classification}`, isTaken),
    classification,
  };
  return { agent, resource, isHypothetical: agentValue.agent === null || resourceValue.resource === null } as const;
}

function unusedName(name: string, isTaken: (name: string) => boolean): string {
  let unused = name;
  while (isTaken(unused)) unused += "'";
  return unused;
}
