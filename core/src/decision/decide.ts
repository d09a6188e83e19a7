// SPDX-License-Identifier: Apache-2.0
/** The one pure path from the facts about an action to the recorded and answered decision. */
import type {
  DecisionBudget,
  DecisionGrant,
  DecisionWord,
  Destination,
  DlpType,
  EventAction,
  LgpdCategory,
  RiskLevel,
} from '@svc/contract';
import { isOutsideBusinessHours } from '../business-hours/index.ts';
import {
  type CompiledPolicies,
  evaluateInSteps,
  evaluatePolicies,
  type PolicyFacts,
  type PolicyOutcome,
  type Steps,
} from '../policy/index.ts';
import { categoriesOfTypes, orderedTypes, type Risk, type RiskFactor, scoreRisk } from '../risk/index.ts';
import {
  type Agent,
  conclude,
  permissionRefusal,
  type Refusal,
  type Resource,
  type ToolFault,
  type Verdict,
  type VerdictSettings,
} from '../verdict/index.ts';

export interface DecisionSettings extends VerdictSettings {
  /** IANA time zone of the organization's business hours. */
  readonly timeZone: string;
}

export interface DecisionInput {
  readonly agent: Agent;
  readonly resource: Resource;
  readonly action: EventAction;
  readonly destination: Destination | null;
  /** 0..100,000,000; null when the caller did not say. */
  readonly recordsAffected: number | null;
  /** The findings of the content's scan, in any order. */
  readonly findings: readonly DlpType[];
  /** A test case's stand-in for the scan; null otherwise. It adds to the findings, and never hides one. */
  readonly containsSensitiveData: boolean | null;
  readonly hasOpenAnomaly: boolean;
  /** Left out: the tool is as it was registered, or the act is not a call of one. */
  readonly tool?: ToolFault | null;
  /** The moment of the decision in epoch milliseconds. */
  readonly atMs: number;
  readonly settings: DecisionSettings;
  readonly policies: CompiledPolicies;
}

export interface DecisionResult extends Verdict {
  readonly decision: DecisionWord;
  /** 0..100 */
  readonly riskScore: number;
  readonly riskLevel: RiskLevel;
  readonly riskFactors: readonly RiskFactor[];
  readonly dlpFindings: readonly DlpType[];
  readonly lgpdCategories: readonly LgpdCategory[];
  /** The grant by which a REVIEW became ALLOW, and the budget that determined the outcome: see `settlement`. */
  readonly grant: DecisionGrant | null;
  readonly budget: Required<DecisionBudget> | null;
  /** The facts that the policies read. They are kept with the event and explain the decision later. */
  readonly facts: PolicyFacts;
}

/**
 * Decides one action. Throws a RangeError on an unknown time zone or a word that the contract does not know. Objects
 * are written out field by field: spreading them took ten times as long as everything else here.
 */
export function decide(input: DecisionInput): DecisionResult {
  const assessed = assess(input);
  return concluded(input, assessed, evaluatePolicies(input.policies, assessed.facts));
}

/** The same, with a pause after each part of the policy set but the last. */
export function* decideInSteps(input: DecisionInput): Steps<DecisionResult> {
  const assessed = assess(input);
  return concluded(input, assessed, yield* evaluateInSteps(input.policies, assessed.facts));
}

/** Everything that comes before the policies. */
interface Assessed {
  readonly refusal: Refusal | null;
  readonly risk: Risk;
  readonly facts: PolicyFacts;
}

function assess(input: DecisionInput): Assessed {
  const { agent, resource, action, destination, recordsAffected, settings } = input;
  const { classification } = resource;
  const dlpTypes = orderedTypes(input.findings);
  const lgpdCategories = categoriesOfTypes(dlpTypes);
  const containsSensitiveData = dlpTypes.length > 0 || input.containsSensitiveData === true;
  const outsideBusinessHours = isOutsideBusinessHours(input.atMs, settings.timeZone);
  const refusal = permissionRefusal(agent, action, resource);
  const risk = scoreRisk({
    action,
    classification,
    destination,
    recordsAffected,
    dlpTypes,
    containsSensitiveData,
    outsideBusinessHours,
    hasOpenAnomaly: input.hasOpenAnomaly,
  });
  const facts: PolicyFacts = {
    agentId: agent.id,
    action,
    classification,
    destination,
    recordsAffected,
    dlpTypes,
    lgpdCategories,
    containsSensitiveData,
    outsideBusinessHours,
    riskScore: risk.score,
  };
  return { refusal, risk, facts };
}

function concluded(
  { settings, tool = null }: DecisionInput,
  { refusal, risk, facts }: Assessed,
  policies: PolicyOutcome,
): DecisionResult {
  const verdict = conclude({ refusal, policies, risk, tool, settings });
  return {
    decision: verdict.decision,
    evaluatedDecision: verdict.evaluatedDecision,
    monitored: verdict.monitored,
    riskScore: risk.score,
    riskLevel: risk.level,
    riskFactors: risk.factors,
    reasons: verdict.reasons,
    policy: verdict.policy,
    cause: verdict.cause,
    approvers: verdict.approvers,
    escalates: verdict.escalates,
    approvals: verdict.approvals,
    matchedPolicyIds: verdict.matchedPolicyIds,
    dlpFindings: facts.dlpTypes,
    lgpdCategories: facts.lgpdCategories,
    grant: null,
    budget: null,
    facts,
  };
}
