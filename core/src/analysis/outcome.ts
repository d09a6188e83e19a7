// SPDX-License-Identifier: Apache-2.0
/**
 * Outcomes as values of a function: of policies by rank, and of the risk thresholds below them. Two REVIEWs are told
 * apart by who may approve them, by whether they may be passed on, and by how they are approved.
 */
import { APPROVALS_MAX, type DecisionWord, type PolicySpec, RISK_SCORE_MAX, ROLES } from '@svc/contract';
import { approvalsOf, ONE_APPROVAL } from '../approvals/index.ts';
import { approverFields, approversFrom } from '../approvers/index.ts';
import { compareCodePoints } from '../code-point-order/index.ts';
import type { VerdictSettings } from '../verdict/index.ts';
import type { Diagram, Run } from './diagram.ts';
import type { Dimensions } from './dimensions.ts';
import { FALSE, terminal, VALUE_CLASSES } from './operations.ts';
import type { ReviewForm } from './review-forms.ts';

/** A policy as it is stored. */
export type AnalysedPolicy = PolicySpec & { readonly id: string };
/** A policy, and the events that it matches. */
export interface RankedPolicy {
  readonly policy: AnalysedPolicy;
  readonly region: number;
}

/**
 * Outcomes as values of terminals. Their classes are ALLOW, BLOCK, and REVIEW by the number of people who approve.
 * Above the class, a REVIEW has the number of its form in the diagram.
 */
export const ALLOW_VALUE = 1;
export const BLOCK_VALUE = 2;

type Outcome = Pick<PolicySpec, 'decision' | 'approverRoles' | 'approverGroups' | 'escalate' | 'approvals'>;

/** @param approvals of a review that no policy asks for */
export function outcomeValue(
  { reviewForms }: Diagram,
  { decision, escalate = true, ...outcome }: Outcome,
  approvals = approvalsOf(outcome.approvals),
): number {
  if (decision !== 'REVIEW') return decision === 'ALLOW' ? ALLOW_VALUE : BLOCK_VALUE;
  const { approverRoles, approverGroups = [] } = approverFields(
    approversFrom(outcome.approverRoles, outcome.approverGroups),
  );
  const roles = ROLES.filter((role) => approverRoles.includes(role));
  const approvers = approversFrom(roles, approverGroups.toSorted(compareCodePoints));
  return (
    reviewClass(approvals.count) + VALUE_CLASSES * reviewForms.numberOf({ approvers, escalates: escalate, approvals })
  );
}

const reviewClass = (count: number): number => BLOCK_VALUE + count;
const classOf = (value: number): number => value % VALUE_CLASSES;

export function decisionOf(value: number): DecisionWord {
  const own = classOf(value);
  if (own === ALLOW_VALUE) return 'ALLOW';
  return own === BLOCK_VALUE ? 'BLOCK' : 'REVIEW';
}

const NO_REVIEW: ReviewForm = { approvers: [], escalates: true, approvals: ONE_APPROVAL };

/** How the REVIEW with this value is answered; other outcomes have no approvers. */
export const formOf = ({ reviewForms }: Diagram, value: number): ReviewForm =>
  decisionOf(value) === 'REVIEW' ? reviewForms.at(Math.floor(value / VALUE_CLASSES)) : NO_REVIEW;

/** The classes of all outcomes with one of these decisions, for `isOneOf`. */
export function classesOf(decisions: readonly DecisionWord[], approvalsMin = 1): number[] {
  const counts = Array.from({ length: APPROVALS_MAX }, (_, index) => index + 1);
  const reviews = decisions.includes('REVIEW') ? counts : counts.filter((count) => count < approvalsMin);
  return [
    ...(decisions.includes('ALLOW') ? [ALLOW_VALUE] : []),
    ...(decisions.includes('BLOCK') ? [BLOCK_VALUE] : []),
    ...reviews.map(reviewClass),
  ];
}

/** Whether the outcome of a policy is of one of these classes. */
export function isOfClass({ decision, approvals }: AnalysedPolicy, classes: readonly number[]): boolean {
  if (decision === 'REVIEW') return classes.includes(reviewClass(approvalsOf(approvals).count));
  return classes.includes(decision === 'ALLOW' ? ALLOW_VALUE : BLOCK_VALUE);
}

const STRICTNESS: Readonly<Record<DecisionWord, number>> = { BLOCK: 2, REVIEW: 1, ALLOW: 0 };
export const strictnessOf = (decision: DecisionWord): number => STRICTNESS[decision];

/** The order in which policies decide: strictest first, then by name, then by id. */
export function byRank(left: AnalysedPolicy, right: AnalysedPolicy): number {
  return (
    STRICTNESS[right.decision] - STRICTNESS[left.decision] ||
    compareCodePoints(left.name, right.name) ||
    compareCodePoints(left.id, right.id)
  );
}

/** The outcome of the first policy that matches, or 0 where none does. They are given by rank. */
export function outcomeOfPolicies(diagram: Diagram, ranked: readonly RankedPolicy[]): number {
  const parts: { value: number; regions: number[] }[] = [];
  for (const { policy, region } of ranked) {
    const value = outcomeValue(diagram, policy);
    const before = parts.at(-1);
    if (before?.value === value) before.regions.push(region);
    else parts.push({ value, regions: [region] });
  }
  const labelled = parts.map(({ value, regions }) =>
    diagram.within(diagram.fold(diagram.or, regions, FALSE), terminal(value)),
  );
  return diagram.foldInOrder(diagram.first, labelled, FALSE);
}

/** The outcome where no policy matches. */
export function outcomeOfRisk(diagram: Diagram, dimensions: Dimensions, settings: VerdictSettings): number {
  const review = outcomeValue(diagram, { decision: 'REVIEW' }, settings.reviewDefaults);
  const runs = Array.from({ length: RISK_SCORE_MAX + 1 }, (_, score): Run => {
    if (score >= settings.riskBlockAt) return { end: score, child: terminal(BLOCK_VALUE) };
    return { end: score, child: terminal(score >= settings.riskReviewAt ? review : ALLOW_VALUE) };
  });
  return diagram.node(dimensions.riskLevel, runs);
}
