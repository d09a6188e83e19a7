// SPDX-License-Identifier: Apache-2.0
/**
 * The smallest lawful changes that a refused caller is told, where the organization says so. Small sets of policies
 * only: the decision path asks the engine at most 200 times, at once.
 */
import type { Decision, PolicyCondition } from '@svc/contract';
import { type Alternative, alternatives, type WitnessInput } from '@svc/core/analysis';
import { isOutsideBusinessHours, momentWith } from '@svc/core/business-hours';
import { type DecisionResult, decide } from '@svc/core/decision';
import { PART_WEIGHT_MAX } from '@svc/core/policy';
import { isRefusal } from '@svc/core/verdict';
import type { OrganizationSnapshot } from '../../organization/organizations/index.ts';
import { conditionsOf } from '../../rules/policy-jobs/index.ts';
import type { DraftInput } from './draft-input.ts';

/** Larger sets, as JSON text, are not read for it. */
const POLICY_BYTES_MAX = 1_000_000;

/** Read once for each version of the rules. */
const conditionsOfSnapshots = new WeakMap<OrganizationSnapshot, readonly PolicyCondition[]>();

/** @returns undefined where nothing is told: not opted in, allowed, refused by permissions, or too many policies */
export function alternativesOf(input: DraftInput, outcome: DecisionResult): Alternative[] | undefined {
  const { snapshot } = input;
  if (!snapshot.settings.alternatives || outcome.decision === 'ALLOW' || isRefusal(outcome.cause)) return undefined;
  const { parts, weightMax } = snapshot.compiled;
  if (parts.length > 1 || weightMax > PART_WEIGHT_MAX || snapshot.policyBytes > POLICY_BYTES_MAX) return undefined;
  let conditions = conditionsOfSnapshots.get(snapshot);
  if (conditions === undefined) {
    conditions = conditionsOf(snapshot.policies);
    conditionsOfSnapshots.set(snapshot, conditions);
  }
  return alternatives(eventOf(input), conditions, (event) => isAllowed(input, event));
}

function eventOf({ agent, resource, request, findings, nowMs, snapshot }: DraftInput): WitnessInput {
  return {
    agent,
    resource,
    action: request.action,
    destination: request.event.destination ?? null,
    recordsAffected: request.event.recordsAffected ?? null,
    findings,
    outsideBusinessHours: isOutsideBusinessHours(nowMs, snapshot.settings.timeZone),
    hasOpenAnomaly: agent.hasOpenAnomaly,
  };
}

function isAllowed({ snapshot, nowMs }: DraftInput, { outsideBusinessHours, ...event }: WitnessInput): boolean {
  const { compiled: policies, settings } = snapshot;
  const atMs = momentWith(nowMs, settings.timeZone, outsideBusinessHours);
  return decide({ ...event, containsSensitiveData: null, atMs, settings, policies }).decision === 'ALLOW';
}

/** The same as it is recorded and answered. */
export function written(told: readonly Alternative[]): NonNullable<Decision['alternatives']> {
  return told.map(({ withoutCategories, recordsAffected, ...rest }) => ({
    ...rest,
    ...(recordsAffected !== undefined && { recordsAffected: { ...recordsAffected } }),
    ...(withoutCategories !== undefined && { withoutCategories: [...withoutCategories] }),
  }));
}
