// SPDX-License-Identifier: Apache-2.0
/** The engine's answer to an event, and the point of the event in a diagram. */
import { DLP_TYPES, EVENT_ACTIONS, RISK_SCORE_MAX } from '@svc/contract';
import type { Budget } from '../../core/src/analysis/budget.ts';
import {
  ACTION_LEVEL,
  AGENT_LEVEL,
  ANOMALY_LEVEL,
  type AnalysisWorld,
  DESTINATION_LEVEL,
  DESTINATION_VALUES,
  HOURS_LEVEL,
  NOT_STATED,
  RECORDS_LEVEL,
  RESOURCE_LEVEL,
  recordsValue,
  TYPES_LEVEL,
} from '../../core/src/analysis/dimensions.ts';
import { conditionsOf, type Opened, openOrganization } from '../../core/src/analysis/organization.ts';
import type { AnalysedPolicy } from '../../core/src/analysis/outcome.ts';
import type { Point, WitnessInput } from '../../core/src/analysis/witness.ts';
import { type DecisionResult, decide } from '../../core/src/decision/index.ts';
import { type CompiledPolicies, compilePolicies } from '../../core/src/policy/index.ts';
import { type RiskFacts, scoreRisk } from '../../core/src/risk/index.ts';

/** One of each kind: unrestricted, with permissions, and paused. */
export const AGENTS: AnalysisWorld['agents'] = [
  { id: 'open', name: 'open-bot', status: 'ACTIVE', permissions: null },
  { id: 'reader', name: 'reader-bot', status: 'ACTIVE', permissions: [{ action: 'READ', resource: 'customers' }] },
  { id: 'paused', name: 'paused-bot', status: 'PAUSED', permissions: null },
];

/** A policy for every action that blocks, but for the given fields. */
export const policy = (name: string, fields: Partial<AnalysedPolicy>): AnalysedPolicy => ({
  id: `id of ${name}`,
  name,
  action: 'ANY',
  decision: 'BLOCK',
  ...fields,
});

/** Enough for every set of these tests, and no clock. */
export const AMPLE: Budget = { cellsMax: 16_000_000, elapsedMsMax: 1, elapsedMs: () => 0 };

export function openFor(world: AnalysisWorld, ...sets: readonly (readonly AnalysedPolicy[])[]): Opened {
  return openOrganization(world, sets.flatMap(conditionsOf), AMPLE);
}

/** A Wednesday at noon and a Sunday, both in UTC. */
const INSIDE_MS = Date.UTC(2026, 6, 1, 12);
const OUTSIDE_MS = Date.UTC(2026, 6, 5, 12);

export interface Engine {
  readonly world: AnalysisWorld;
  readonly policies: CompiledPolicies;
}

export const engineOf = (world: AnalysisWorld, policies: readonly AnalysedPolicy[]): Engine => ({
  world,
  policies: compilePolicies(policies),
});

export function ask({ world, policies }: Engine, input: WitnessInput, isStated = false): DecisionResult {
  const { outsideBusinessHours, ...event } = input;
  return decide({
    ...event,
    containsSensitiveData: isStated ? true : null,
    atMs: outsideBusinessHours ? OUTSIDE_MS : INSIDE_MS,
    settings: { ...world.settings, timeZone: 'UTC' },
    policies,
  });
}

export type ScoreOf = (facts: RiskFacts) => number;
const tableScore: ScoreOf = (facts) => scoreRisk(facts).score;

/** The place of an event in the diagram. Its score is the risk table's own, unless a test plants another. */
export function pointOfEvent(
  { dimensions }: Opened,
  input: WitnessInput,
  isStated = false,
  scoreOf: ScoreOf = tableScore,
): Point {
  const point = new Int32Array(dimensions.lasts.length);
  const { agent, resource, findings, destination, recordsAffected } = input;
  point[AGENT_LEVEL] = dimensions.agentValueOf.get(agent.id.toLowerCase()) ?? dimensions.agents.length - 1;
  const [, other] = dimensions.resourcesOf[resource.classification];
  const values = dimensions.resourceValuesOf.get(resource.name) ?? [];
  point[RESOURCE_LEVEL] =
    values.find((value) => dimensions.resources[value]?.classification === resource.classification) ?? other;
  point[ACTION_LEVEL] = EVENT_ACTIONS.indexOf(input.action);
  point[DESTINATION_LEVEL] = DESTINATION_VALUES.indexOf(destination);
  point[HOURS_LEVEL] = input.outsideBusinessHours ? 1 : 0;
  point[ANOMALY_LEVEL] = input.hasOpenAnomaly ? 1 : 0;
  point[RECORDS_LEVEL] = recordsAffected === null ? NOT_STATED : recordsValue(recordsAffected);
  for (const [index, { types }] of dimensions.types.entries()) {
    point[TYPES_LEVEL + index] = types.some((type) => findings.includes(type)) ? 1 : 0;
  }
  point[dimensions.statedLevel] = isStated ? 1 : 0;
  const score = scoreOf({
    action: input.action,
    classification: resource.classification,
    destination,
    recordsAffected,
    dlpTypes: DLP_TYPES.filter((type) => findings.includes(type)),
    containsSensitiveData: isStated || findings.length > 0,
    outsideBusinessHours: input.outsideBusinessHours,
    hasOpenAnomaly: input.hasOpenAnomaly,
  });
  point[dimensions.riskLevel] = Math.min(score, RISK_SCORE_MAX);
  return point;
}
