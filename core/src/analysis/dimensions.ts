// SPDX-License-Identifier: Apache-2.0
/**
 * The dimensions of a decision as levels of a diagram, and the values of each. Agents and resources that nothing tells
 * apart are one value, and so are types of findings. Records stand above the types: the other order explodes.
 */
import {
  CLASSIFICATIONS,
  type Classification,
  DESTINATIONS,
  DLP_TYPES,
  type DlpType,
  EVENT_ACTIONS,
  type PolicyCondition,
  type PolicySpec,
  RECORDS_AFFECTED_MAX,
  RISK_SCORE_MAX,
} from '@svc/contract';
import { CATEGORY_OF_TYPE } from '../dlp/categories.ts';
import { CONTENT_POINTS } from '../risk/index.ts';
import type { Agent, Resource, VerdictSettings } from '../verdict/index.ts';

/** The organization in which policies are analysed. */
export interface AnalysisWorld {
  readonly agents: readonly Agent[];
  readonly resources: readonly Resource[];
  readonly settings: VerdictSettings;
  /** Budgets as policies: each may be full or not, and tightens an ALLOW where it is. Left out: there are none. */
  readonly budgets?: readonly (PolicySpec & { readonly id: string })[];
}

export const AGENT_LEVEL = 0;
export const RESOURCE_LEVEL = 1;
export const ACTION_LEVEL = 2;
export const DESTINATION_LEVEL = 3;
export const HOURS_LEVEL = 4;
export const ANOMALY_LEVEL = 5;
export const RECORDS_LEVEL = 6;
export const TYPES_LEVEL = 7;

/** A destination that the caller did not name is a value of its own; so is a number of records. */
export const DESTINATION_VALUES = [null, ...DESTINATIONS] as const;
export const NOT_STATED = 0;
/** The value of a number of records. */
export const recordsValue = (records: number): number => records + 1;

interface AgentValue {
  /** In lower case; null for every agent that has no value of its own. */
  readonly id: string | null;
  /** A registered agent with this value, or null when there is none. */
  readonly agent: Agent | null;
}

interface ResourceValue {
  /** Null for every resource of the classification that has no value of its own. */
  readonly name: string | null;
  readonly classification: Classification;
  readonly resource: Resource | null;
}

/** Types that no condition at hand and no row of the risk table tell apart. */
interface TypeGroup {
  readonly types: readonly DlpType[];
  readonly points: number;
}

export interface Dimensions {
  /** The last one stands for all others. */
  readonly agents: readonly AgentValue[];
  readonly agentValueOf: ReadonlyMap<string, number>;
  /** By classification; the last value of each stands for its others. */
  readonly resources: readonly ResourceValue[];
  readonly resourcesOf: Readonly<Record<Classification, readonly [number, number]>>;
  readonly resourceValuesOf: ReadonlyMap<string, readonly number[]>;
  /** Most points first: one level each, from TYPES_LEVEL on. */
  readonly types: readonly TypeGroup[];
  /** A test case's own word for sensitive content; no event has it. */
  readonly statedLevel: number;
  readonly riskLevel: number;
  /** The last value of each level. */
  readonly lasts: readonly number[];
}

/** The dimensions in which these conditions can be asked. */
export function dimensionsOf(world: AnalysisWorld, conditions: readonly PolicyCondition[]): Dimensions {
  const named = new Set<string>();
  const contents = new Set<number>();
  for (const condition of conditions) collect(condition, named, contents);
  const agents = agentValues(world.agents, named);
  const { resources, resourcesOf, resourceValuesOf } = resourceValues(world);
  const types = typeGroups(contents);
  const statedLevel = TYPES_LEVEL + types.length;
  const lasts = [
    agents.length - 1,
    resources.length - 1,
    EVENT_ACTIONS.length - 1,
    DESTINATION_VALUES.length - 1,
    1,
    1,
    recordsValue(RECORDS_AFFECTED_MAX),
    ...types.map(() => 1),
    1,
    RISK_SCORE_MAX,
  ];
  const agentValueOf = new Map(agents.flatMap(({ id }, value) => (id === null ? [] : [[id, value] as const])));
  return {
    agents,
    agentValueOf,
    resources,
    resourcesOf,
    resourceValuesOf,
    types,
    statedLevel,
    riskLevel: statedLevel + 1,
    lasts,
  };
}

/** The types that a list of types or categories asks for, as bits in the order of the contract. */
export function contentOf({ dlpTypes, lgpdCategories }: PolicyCondition): { types: number; categories: number } {
  let [types, categories] = [0, 0];
  for (const [bit, type] of DLP_TYPES.entries()) {
    if (dlpTypes?.includes(type) === true) types |= 1 << bit;
    if (lgpdCategories?.includes(CATEGORY_OF_TYPE[type]) === true) categories |= 1 << bit;
  }
  return { types, categories };
}

export const bitOfType = (type: DlpType): number => 1 << DLP_TYPES.indexOf(type);

export function isRestricted(agent: Agent): boolean {
  return agent.status !== 'ACTIVE' || agent.permissions !== null;
}

function collect(condition: PolicyCondition, named: Set<string>, contents: Set<number>): void {
  for (const id of condition.agentIds ?? []) named.add(id.toLowerCase());
  if (condition.dlpTypes !== undefined || condition.lgpdCategories !== undefined) {
    const { types, categories } = contentOf(condition);
    contents.add(types).add(categories);
  }
  for (const part of condition.allOf ?? []) collect(part, named, contents);
  for (const part of condition.anyOf ?? []) collect(part, named, contents);
}

/** Agents that a condition names or that may not do everything; all others are alike. */
function agentValues(registered: readonly Agent[], named: ReadonlySet<string>): AgentValue[] {
  const byId = new Map(registered.map((agent) => [agent.id.toLowerCase(), agent]));
  const restricted = [...byId].flatMap(([id, agent]) => (isRestricted(agent) ? [id] : []));
  const ids = new Set([...restricted, ...named]);
  const others = [...byId].find(([id]) => !ids.has(id));
  return [
    ...[...ids].map((id) => ({ id, agent: byId.get(id) ?? null })),
    { id: null, agent: others === undefined ? null : others[1] },
  ];
}

/** Resources that an allow-list names. A name without a resource may be registered later, with any classification. */
function resourceValues(world: AnalysisWorld) {
  const asked = new Set(world.agents.flatMap(({ permissions }) => (permissions ?? []).map(({ resource }) => resource)));
  const registered = new Map(world.resources.map((resource) => [resource.name, resource]));
  const names = [...asked].filter((name) => registered.has(name) || !IS_NO_NAME.has(name));
  const resources: ResourceValue[] = [];
  const resourcesOf = {} as Record<Classification, readonly [number, number]>;
  const resourceValuesOf = new Map<string, number[]>();
  for (const classification of CLASSIFICATIONS) {
    const from = resources.length;
    for (const name of names) {
      const resource = registered.get(name) ?? null;
      if (resource !== null && resource.classification !== classification) continue;
      resourceValuesOf.set(name, [...(resourceValuesOf.get(name) ?? []), resources.length]);
      resources.push({ name, classification, resource });
    }
    const other = world.resources.find((one) => one.classification === classification && !asked.has(one.name));
    resources.push({ name: null, classification, resource: other ?? null });
    resourcesOf[classification] = [from, resources.length - 1];
  }
  return { resources, resourcesOf, resourceValuesOf };
}

/** The words of allow-lists that name no resource. */
const IS_NO_NAME: ReadonlySet<string> = new Set(['ANY', ...CLASSIFICATIONS]);

function typeGroups(contents: ReadonlySet<number>): TypeGroup[] {
  const groups = new Map<string, { types: DlpType[]; points: number }>();
  for (const type of DLP_TYPES) {
    const points = CONTENT_POINTS[CATEGORY_OF_TYPE[type]];
    const key = [points, ...[...contents].map((content) => content & bitOfType(type))].join();
    const group = groups.get(key) ?? { types: [], points };
    group.types.push(type);
    groups.set(key, group);
  }
  return [...groups.values()].sort((left, right) => right.points - left.points);
}
