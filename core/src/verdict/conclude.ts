// SPDX-License-Identifier: Apache-2.0
/** Concludes one event from permission, risk and policies. */
import type { DecisionCause, DecisionWord, PolicyMode } from '@svc/contract';
import { type Approvals, ONE_APPROVAL } from '../approvals/index.ts';
import type { Approver } from '../approvers/index.ts';
import type { MatchedPolicy, PolicyOutcome } from '../policy/index.ts';
import type { Risk } from '../risk/index.ts';
import type { Refusal } from './permission.ts';

/** The settings of an organization for its decisions. */
export interface VerdictSettings {
  readonly enforcement: PolicyMode;
  /** Risk score from which an event without a matching policy is REVIEW, 0..100. */
  readonly riskReviewAt: number;
  /** Risk score from which an event without a matching policy is BLOCK, 0..100. */
  readonly riskBlockAt: number;
  /** How reviews are approved that no policy asked for; left out: by one person. */
  readonly reviewDefaults?: Approvals;
}

export interface VerdictInput {
  /** null when the agent may do this. */
  readonly refusal: Refusal | null;
  readonly policies: PolicyOutcome;
  readonly risk: Risk;
  /** null where the tool of the call is the one that was registered, or none is known. */
  readonly tool: ToolFault | null;
  readonly settings: VerdictSettings;
}

/** The definition of a tool is another than the one that was registered, or none was registered. */
export type ToolFault = 'CHANGED' | 'UNKNOWN';

export interface Verdict {
  /** The enforced outcome. REVIEW asks the caller to create a review. */
  readonly decision: DecisionWord;
  /** The decision under full enforcement. */
  readonly evaluatedDecision: DecisionWord;
  readonly monitored: boolean;
  /** The policy that determined `decision`; else the one that determined `evaluatedDecision`; else null. */
  readonly policy: { readonly id: string; readonly name: string } | null;
  /** Those who may resolve the review of a REVIEW; empty means owners and admins. */
  readonly approvers: readonly Approver[];
  /** False where the policy of a REVIEW does not let it be passed on to others. */
  readonly escalates: boolean;
  /** How the review of a REVIEW is approved. */
  readonly approvals: Approvals;
  /** The cause of both decisions, as data; the first reasons say the same. */
  readonly cause: DecisionCause;
  /** The deciding reason, then one sentence for each risk factor. */
  readonly reasons: readonly string[];
  /** Every policy that matches, strictest first, then by name. */
  readonly matchedPolicyIds: readonly string[];
}

/**
 * Concludes. A refusal always blocks. Otherwise the deciding policy decides, and risk only where no policy matches.
 * Policies in mode ENFORCE count for the decision, all of them for the evaluated decision. An organization in monitor
 * mode is answered ALLOW.
 */
export function conclude({ refusal, policies, risk, tool, settings }: VerdictInput): Verdict {
  const monitored = policies.isMonitored || settings.enforcement === 'MONITOR';
  const { matchedPolicyIds } = policies;
  if (refusal !== null) {
    return {
      decision: 'BLOCK',
      evaluatedDecision: 'BLOCK',
      monitored,
      policy: null,
      cause: CAUSE_OF_REFUSAL[refusal.by],
      approvers: NOT_NAMED,
      escalates: true,
      approvals: ONE_APPROVAL,
      reasons: [refusal.reason, ...risk.factors.map((factor) => factor.reason)],
      matchedPolicyIds,
    };
  }
  const evaluated = outcomeOf(policies.evaluated, risk, tool, settings);
  const enforced = settings.enforcement === 'MONITOR' ? WATCHED : outcomeOf(policies.enforced, risk, tool, settings);
  const policy = enforced.policy ?? evaluated.policy;
  const cause = causeOf(enforced, evaluated, settings.enforcement);
  return {
    decision: enforced.decision,
    evaluatedDecision: evaluated.decision,
    monitored,
    policy: policy === null ? null : { id: policy.id, name: policy.name },
    cause,
    approvers: enforced.decision === 'REVIEW' ? (enforced.policy?.approvers ?? NOT_NAMED) : NOT_NAMED,
    escalates: enforced.decision !== 'REVIEW' || (enforced.policy?.escalates ?? true),
    approvals: approvalsOf(enforced.policy?.approvals ?? settings.reviewDefaults ?? ONE_APPROVAL, tool),
    reasons: [
      ...sentencesOf(enforced, evaluated, risk, settings.enforcement),
      ...risk.factors.map((factor) => factor.reason),
    ],
    matchedPolicyIds,
  };
}

/** A grant was made for the tool as it was registered: where another asks, a person looks, whatever else asked. */
const approvalsOf = (approvals: Approvals, tool: ToolFault | null): Approvals =>
  tool !== null && approvals.grants ? { ...approvals, grants: false } : approvals;

/** A decision and its cause: a policy, a risk threshold, or neither. */
interface Outcome {
  readonly decision: DecisionWord;
  readonly policy: MatchedPolicy | null;
  /** The threshold that the risk score reached; null when risk decided nothing. */
  readonly threshold: number | null;
  /** The reason for which a tool needs a person; null when it decided nothing. */
  readonly tool: ToolFault | null;
}

const NOT_NAMED: readonly Approver[] = Object.freeze([]);

/** The decision of an organization in monitor mode, whatever matches. */
const WATCHED: Outcome = Object.freeze({ decision: 'ALLOW', policy: null, threshold: null, tool: null });

/** A tool with a fault needs a person, where it would be let through. */
function outcomeOf(
  policy: MatchedPolicy | null,
  risk: Risk,
  tool: ToolFault | null,
  settings: VerdictSettings,
): Outcome {
  const asked = byPolicyOrRisk(policy, risk, settings);
  if (tool === null || asked.decision !== 'ALLOW') return asked;
  return { decision: 'REVIEW', policy: null, threshold: null, tool };
}

function byPolicyOrRisk(policy: MatchedPolicy | null, risk: Risk, settings: VerdictSettings): Outcome {
  const { riskBlockAt, riskReviewAt } = settings;
  if (policy !== null) return { decision: policy.decision, policy, threshold: null, tool: null };
  if (risk.score >= riskBlockAt) return { decision: 'BLOCK', policy: null, threshold: riskBlockAt, tool: null };
  if (risk.score >= riskReviewAt) return { decision: 'REVIEW', policy: null, threshold: riskReviewAt, tool: null };
  return { decision: 'ALLOW', policy: null, threshold: null, tool: null };
}

const CAUSE_OF_REFUSAL: Readonly<Record<Refusal['by'], DecisionCause>> = {
  PAUSED: { by: 'PAUSED', threshold: null, underFullEnforcement: null },
  PERMISSION: { by: 'PERMISSION', threshold: null, underFullEnforcement: null },
};

function causeOf(enforced: Outcome, evaluated: Outcome, enforcement: PolicyMode): DecisionCause {
  return {
    by: enforcement === 'MONITOR' ? 'MODE' : (deciderOf(enforced) ?? 'NOTHING'),
    threshold: enforced.threshold,
    underFullEnforcement: isSame(enforced, evaluated, enforcement) ? null : watchedOf(evaluated),
  };
}

/** Monitor mode made no difference. */
function isSame(enforced: Outcome, evaluated: Outcome, enforcement: PolicyMode): boolean {
  return enforcement === 'ENFORCE' && evaluated.policy === enforced.policy && evaluated.tool === enforced.tool;
}

function watchedOf(outcome: Outcome): DecisionCause['underFullEnforcement'] {
  const by = deciderOf(outcome);
  if (by === null) return null;
  const { decision, policy, threshold } = outcome;
  return { decision, by, policy: policy === null ? null : { id: policy.id, name: policy.name }, threshold };
}

function deciderOf({ policy, threshold, tool }: Outcome): 'POLICY' | 'RISK' | 'TOOL' | null {
  if (policy !== null) return 'POLICY';
  if (tool !== null) return 'TOOL';
  return threshold === null ? null : 'RISK';
}

/** The cause of the decision, and the different one that full enforcement would have had. */
function sentencesOf(enforced: Outcome, evaluated: Outcome, risk: Risk, enforcement: PolicyMode): string[] {
  const sentences: string[] = [];
  const decider = nameOf(enforced, risk);
  if (decider !== null) sentences.push(`The ${decider} decides ${enforced.decision}.`);
  if (isSame(enforced, evaluated, enforcement)) return sentences;
  const watched = nameOf(evaluated, risk);
  if (watched === null) return sentences;
  const organization = enforcement === 'MONITOR' ? 'The organization is in monitor mode; the' : 'The';
  sentences.push(`${organization} ${watched} would decide ${evaluated.decision} under full enforcement.`);
  return sentences;
}

function nameOf({ policy, threshold, tool }: Outcome, risk: Risk): string | null {
  if (tool !== null) return NAME_OF_TOOL_FAULT[tool];
  if (policy === null) return threshold === null ? null : `risk score ${risk.score}, at or above ${threshold},`;
  return policy.mode === 'MONITOR' ? `policy "${policy.name}", which is in monitor mode,` : `policy "${policy.name}"`;
}

const NAME_OF_TOOL_FAULT: Readonly<Record<ToolFault, string>> = {
  CHANGED: 'definition of the tool, which is not the one that was registered,',
  UNKNOWN: 'definition of the tool, which was not registered,',
};
