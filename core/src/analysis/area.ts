// SPDX-License-Identifier: Apache-2.0
/** A box of a diagram in the words of the contract. */
import {
  CLASSIFICATIONS,
  type Classification,
  type Destination,
  type DlpType,
  EVENT_ACTIONS,
  type EventAction,
  RECORDS_AFFECTED_MAX,
} from '@svc/contract';
import type { Box, Ranges } from './cover.ts';
import {
  ACTION_LEVEL,
  AGENT_LEVEL,
  ANOMALY_LEVEL,
  DESTINATION_LEVEL,
  DESTINATION_VALUES,
  type Dimensions,
  HOURS_LEVEL,
  NOT_STATED,
  RECORDS_LEVEL,
  RESOURCE_LEVEL,
  recordsValue,
  TYPES_LEVEL,
} from './dimensions.ts';

/** Some of many things: exactly these, or all but these, which includes those that will be registered later. */
export interface Choice<Item> {
  readonly are: 'only' | 'all but';
  readonly items: readonly Item[];
}

export interface AgentName {
  readonly id: string;
  /** Null when no registered agent has this id. */
  readonly name: string | null;
}

/** Events that meet all of it. */
export interface Area {
  readonly agents: Choice<AgentName>;
  /** Classifications, each with the names in it. */
  readonly resources: readonly { readonly classification: Classification; readonly names: Choice<string> }[];
  readonly actions: readonly EventAction[];
  /** Null: the caller names no destination. */
  readonly destinations: readonly (Destination | null)[];
  readonly outsideBusinessHours: readonly boolean[];
  readonly hasOpenAnomaly: readonly boolean[];
  /** Null bounds: no number of records is in it. Both ends are included. */
  readonly records: { readonly isNotStated: boolean; readonly from: number | null; readonly to: number | null };
  /** At least one type of each list is found. */
  readonly found: readonly (readonly DlpType[])[];
  /** None of these is found. */
  readonly notFound: readonly DlpType[];
  readonly riskScore: { readonly from: number; readonly to: number };
}

export function areaOf(dimensions: Dimensions, { ranges }: Box): Area {
  const at = (level: number): Ranges => ranges[level] as Ranges;
  const has = (level: number, value: number): boolean => at(level).some(([from, to]) => from <= value && value <= to);
  const words = <Word>(level: number, all: readonly Word[]): Word[] => all.filter((_, value) => has(level, value));
  const isEvery = (level: number): boolean => has(level, 0) && has(level, 1);
  const groups = dimensions.types.flatMap(({ types }, index) => {
    const level = TYPES_LEVEL + index;
    return isEvery(level) ? [] : [{ types, isFound: has(level, 1) }];
  });
  const [risk] = at(dimensions.riskLevel);
  return {
    agents: agentsOf(dimensions, (value) => has(AGENT_LEVEL, value)),
    resources: resourcesOf(dimensions, (value) => has(RESOURCE_LEVEL, value)),
    actions: words(ACTION_LEVEL, EVENT_ACTIONS),
    destinations: words(DESTINATION_LEVEL, DESTINATION_VALUES),
    outsideBusinessHours: words(HOURS_LEVEL, [false, true]),
    hasOpenAnomaly: words(ANOMALY_LEVEL, [false, true]),
    records: recordsOf(at(RECORDS_LEVEL)),
    found: groups.filter(({ isFound }) => isFound).map(({ types }) => types),
    notFound: groups.filter(({ isFound }) => !isFound).flatMap(({ types }) => types),
    riskScore: { from: risk?.[0] ?? 0, to: risk?.[1] ?? 0 },
  };
}

function agentsOf({ agents }: Dimensions, has: (value: number) => boolean): Choice<AgentName> {
  const areOthers = has(agents.length - 1);
  const items = agents.flatMap(({ id, agent }, value) =>
    id === null || has(value) === areOthers ? [] : [{ id, name: agent?.name ?? null }],
  );
  if (areOthers) return { are: 'all but', items };
  return { are: 'only', items };
}

function resourcesOf({ resources, resourcesOf: ranges }: Dimensions, has: (value: number) => boolean) {
  return CLASSIFICATIONS.flatMap((classification) => {
    const [from, to] = ranges[classification];
    const areOthers = has(to);
    const items: string[] = [];
    for (let value = from; value < to; value += 1) {
      const { name } = resources[value] as (typeof resources)[number];
      if (name !== null && has(value) !== areOthers) items.push(name);
    }
    if (!areOthers && items.length === 0) return [];
    const names: Choice<string> = { are: areOthers ? 'all but' : 'only', items };
    return [{ classification, names }];
  });
}

function recordsOf(ranges: Ranges): Area['records'] {
  const [range] = ranges;
  if (range === undefined) return { isNotStated: false, from: null, to: null };
  const [first, last] = range;
  const isNotStated = first === NOT_STATED;
  if (last === NOT_STATED) return { isNotStated, from: null, to: null };
  const offset = recordsValue(0);
  return {
    isNotStated,
    from: Math.max(first, offset) - offset,
    to: Math.min(last - offset, RECORDS_AFFECTED_MAX),
  };
}
