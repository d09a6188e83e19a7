// SPDX-License-Identifier: Apache-2.0
/** The exact difference of two policy sets, each of its events decided again by the decision path. Pure. */

import type { PolicyDifference } from '@svc/contract';
import { type Area, type Change, difference, type Standing, standing } from '@svc/core/analysis';
import { writtenApprovals } from '@svc/core/approvals';
import { approverFields } from '@svc/core/approvers';
import type { DecisionSettings } from '@svc/core/decision';
import { compilePolicies, type IdentifiedPolicy } from '@svc/core/policy';
import type { Agent, Resource } from '@svc/core/verdict';
import { readPolicy } from '../policy-jobs/index.ts';
import { areaText } from './area-text.ts';
import { newBudget } from './budget.ts';
import { type Engine, shown } from './confirmed-witness.ts';

export interface DifferenceJob {
  kind: 'difference';
  stored: readonly { readonly id: string; readonly text: string }[];
  /** The set that an apply would leave. */
  proposed: readonly IdentifiedPolicy[];
  /** A policy of the proposed set that is examined by itself; null: none. */
  changedId: string | null;
  agents: readonly Agent[];
  resources: readonly Resource[];
  settings: DecisionSettings;
  nowMs: number;
}

/** `isUnconfirmed`: the decision path decides an event otherwise, which is a fault of ours. */
export interface Compared {
  difference: PolicyDifference;
  /** The areas of each change that is told, in the order of its words. */
  areas: readonly (readonly Area[])[];
  /** The effect of the changed policy; null when none was asked for, and when time or memory did not suffice. */
  standing: Standing | null;
  isUnconfirmed: boolean;
}

/** More areas of one change are counted. */
const AREAS_TOLD_MAX = 8;

export function compareSets(job: DifferenceJob): Compared {
  const { stored, proposed, changedId, agents, resources, settings, nowMs } = job;
  const of = settings.enforcement === 'MONITOR' ? 'evaluatedDecision' : 'decision';
  const nothing: PolicyDifference = { complete: false, of, looser: 0, stricter: 0, approvers: 0, changes: [] };
  const world = { agents, resources, settings };
  const { answer } = difference(world, stored.map(readPolicy), proposed, of, newBudget());
  const unknown = { difference: nothing, areas: [], standing: null };
  if (answer === null) return { ...unknown, isUnconfirmed: false };
  const engine: Engine = { settings, policies: compilePolicies(proposed), nowMs };
  const changes: PolicyDifference['changes'] = [];
  for (const change of answer) {
    const told = tell(change, engine);
    if (told === undefined) return { ...unknown, isUnconfirmed: true };
    changes.push(told);
  }
  const count = (kind: Change['kind']) => changes.filter((change) => change.kind === kind).length;
  const counts = { looser: count('looser'), stricter: count('stricter'), approvers: count('approvers') };
  return {
    difference: { complete: true, of, ...counts, changes },
    areas: answer.map(({ areas }) => areas.slice(0, AREAS_TOLD_MAX).map(({ area }) => area)),
    standing: changedId === null ? null : standing(world, proposed, changedId, newBudget()).answer,
    isUnconfirmed: false,
  };
}

function tell(
  { kind, from, to, isExact, areas }: Change,
  engine: Engine,
): PolicyDifference['changes'][number] | undefined {
  const told: PolicyDifference['changes'][number]['areas'] = [];
  for (const { area, by, witness } of areas.slice(0, AREAS_TOLD_MAX)) {
    const when = areaText(area);
    const event = shown(when, witness, engine);
    if (event == null) return undefined;
    told.push({ when, by, witness: event });
  }
  return {
    kind,
    from: sideOf(from),
    to: sideOf(to),
    exact: isExact,
    areas: told,
    more: areas.length - told.length,
  };
}

function sideOf({
  decision,
  approvers,
  escalates,
  ...side
}: Change['from']): PolicyDifference['changes'][number]['from'] {
  const approvals = writtenApprovals(side.approvals);
  return {
    decision,
    ...(decision === 'REVIEW' ? approverFields(approvers) : { approverRoles: [] }),
    ...(!escalates && { escalate: false }),
    ...(approvals !== undefined && { approvals }),
  };
}
