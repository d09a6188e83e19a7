// SPDX-License-Identifier: Apache-2.0
/** Permissions as a region: what a paused agent or an allow-list refuses, before any policy. */
import { CLASSIFICATIONS, EVENT_ACTIONS } from '@svc/contract';
import { FAMILY_OF_ACTION } from '../risk/index.ts';
import type { Agent, Permission } from '../verdict/index.ts';
import type { Diagram, Run } from './diagram.ts';
import { ACTION_LEVEL, AGENT_LEVEL, type Dimensions, isRestricted, RESOURCE_LEVEL } from './dimensions.ts';
import { FALSE, TRUE } from './operations.ts';

/** The events that are refused whatever policies say: the agent is paused, or its allow-list does not have them. */
export function refusals(diagram: Diagram, dimensions: Dimensions): number {
  const runs = dimensions.agents.map(({ id, agent }, value): Run => {
    const isOpen = id === null || agent === null || !isRestricted(agent);
    return { end: value, child: isOpen ? FALSE : refusalsOf(diagram, dimensions, agent) };
  });
  return diagram.node(AGENT_LEVEL, runs);
}

function refusalsOf(diagram: Diagram, dimensions: Dimensions, agent: Agent): number {
  if (agent.status !== 'ACTIVE') return TRUE;
  if (agent.permissions === null) return FALSE;
  const ofClassification = Object.fromEntries(CLASSIFICATIONS.map((word) => [word, 0])) as Record<string, number>;
  const ofValue = new Map<number, number>();
  for (const permission of agent.permissions) {
    const actions = actionsOf(permission);
    for (const word of CLASSIFICATIONS) {
      if (permission.resource === 'ANY' || permission.resource === word) ofClassification[word]! |= actions;
    }
    for (const value of dimensions.resourceValuesOf.get(permission.resource) ?? []) {
      ofValue.set(value, (ofValue.get(value) ?? 0) | actions);
    }
  }
  const runs: Run[] = [];
  for (const classification of CLASSIFICATIONS) {
    const [from, to] = dimensions.resourcesOf[classification];
    const base = ofClassification[classification] as number;
    const apart = [...ofValue].filter(([value]) => value >= from && value <= to).sort(([a], [b]) => a - b);
    for (const [value, actions] of apart) {
      if (value > 0) runs.push({ end: value - 1, child: refusedActions(diagram, base) });
      runs.push({ end: value, child: refusedActions(diagram, base | actions) });
    }
    runs.push({ end: to, child: refusedActions(diagram, base) });
  }
  return diagram.node(RESOURCE_LEVEL, ascendingRuns(runs));
}

/** Runs of no value are left out: a run must end after the one before. */
function ascendingRuns(runs: readonly Run[]): Run[] {
  let before = -1;
  return runs.filter(({ end }) => {
    const isRun = end > before;
    before = Math.max(before, end);
    return isRun;
  });
}

function actionsOf({ action }: Permission): number {
  let bits = 0;
  for (const [bit, word] of EVENT_ACTIONS.entries()) {
    if (action === 'ANY' || action === word || action === FAMILY_OF_ACTION[word]) bits |= 1 << bit;
  }
  return bits;
}

function refusedActions(diagram: Diagram, permitted: number): number {
  const runs = EVENT_ACTIONS.map((_, bit): Run => ({ end: bit, child: (permitted >> bit) & 1 ? FALSE : TRUE }));
  return diagram.node(ACTION_LEVEL, runs);
}
