// SPDX-License-Identifier: Apache-2.0
/** Events that an analysis answers, each decided again by the decision path. */
import type { PolicyTestCase, PolicyWitness } from '@svc/contract';
import { BUDGET_LIMIT_MAX, TEST_CASE_NAME_CHARACTERS_MAX } from '@svc/contract/limits';
import type { Witness } from '@svc/core/analysis';
import { momentWith } from '@svc/core/business-hours';
import { type DecisionResult, type DecisionSettings, decide } from '@svc/core/decision';
import type { CompiledPolicies } from '@svc/core/policy';

export interface Engine {
  settings: DecisionSettings;
  policies: CompiledPolicies;
  nowMs: number;
}

/**
 * An event with what the decision path says about it.
 * @returns undefined when that is not what the analysis says
 */
export function shown(name: string, witness: Witness | null, engine: Engine): PolicyWitness | null | undefined {
  if (witness === null) return null;
  const { input, isHypothetical, decision, evaluatedDecision, policy, riskScore, budget } = witness;
  const atMs = momentWith(engine.nowMs, engine.settings.timeZone, input.outsideBusinessHours);
  const { outsideBusinessHours, ...event } = input;
  const decided = decide({ ...event, containsSensitiveData: null, atMs, ...engine });
  const isConfirmed =
    decided.decision === decision && decided.evaluatedDecision === evaluatedDecision && decided.riskScore === riskScore;
  if (!isConfirmed) return undefined;
  return {
    input: {
      agent: input.agent.name,
      action: input.action,
      resource: input.resource.name,
      destination: input.destination,
      recordsAffected: input.recordsAffected,
      dlpTypes: [...input.findings],
      outsideBusinessHours,
      openAnomaly: input.hasOpenAnomaly,
    },
    decision: budget === undefined || budget.isWatched ? decision : budget.decision,
    evaluatedDecision: budget?.decision ?? evaluatedDecision,
    policy: policy === null || budget !== undefined ? null : { id: policy.id, name: policy.name },
    ...(budget !== undefined && { budget: { id: budget.id, name: budget.name } }),
    riskScore,
    hypothetical: isHypothetical,
    testCase: isHypothetical ? null : caseOf(name, witness, decided, atMs),
  };
}

function caseOf(name: string, { input, budget }: Witness, decided: DecisionResult, atMs: number): PolicyTestCase {
  const isStopped = budget !== undefined && !budget.isWatched;
  const { agent, resource, action, destination, recordsAffected, findings, hasOpenAnomaly } = input;
  return {
    // The words of an area may be longer than a name may be.
    name: [...name].slice(0, TEST_CASE_NAME_CHARACTERS_MAX).join(''),
    input: {
      agent: agent.name,
      action,
      resource: resource.name,
      ...(destination !== null && { destination }),
      ...(recordsAffected !== null && { recordsAffected }),
      dlpTypes: [...findings],
      at: new Date(atMs).toISOString(),
      openAnomaly: hasOpenAnomaly,
    },
    ...(budget !== undefined && { given: { budgets: { [budget.name]: BUDGET_LIMIT_MAX } } }),
    expect: isStopped
      ? { decision: budget.decision }
      : { decision: decided.decision, ...(decided.policy !== null && { policy: decided.policy.name }) },
  };
}
