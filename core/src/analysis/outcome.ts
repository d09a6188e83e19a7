// SPDX-License-Identifier: Apache-2.0
/**
 * Outcomes as values of a function: of policies by rank, and of the risk thresholds below them. Two REVIEWs are told
 * apart by the roles that may approve them, by whether they may be passed on, and by how they are approved.
 */
import { APPROVALS_MAX, type DecisionWord, type PolicySpec, RISK_SCORE_MAX, ROLES, type Role } from '@svc/contract';
import { type Approvals, approvalsOf, ONE_APPROVAL } from '../approvals/index.ts';
import { compareCodePoints } from '../code-point-order/index.ts';
import type { VerdictSettings } from '../verdict/index.ts';
import type { Diagram, Run } from './diagram.ts';
import type { Dimensions } from './dimensions.ts';
import { FALSE, terminal, VALUE_CLASSES } from './operations.ts';

/** A policy as it is stored. */
export type AnalysedPolicy = PolicySpec & { readonly id: string };
/** A policy, and the events that it matches. */
export interface RankedPolicy {
  readonly policy: AnalysedPolicy;
  readonly region: number;
}

/**
 * Outcomes as values of terminals. Their classes are ALLOW, BLOCK, and REVIEW by the number of people who approve.
 * Above the class, a REVIEW has its roles, whether it is passed on, and how it is approved.
 */
export const ALLOW_VALUE = 1;
export const BLOCK_VALUE = 2;
const ROLE_SETS = 2 ** ROLES.length - 1;

/** Roles that approve where a policy names none. */
const DEFAULT_APPROVERS: readonly Role[] = ['OWNER', 'ADMIN'];

type Outcome = Pick<PolicySpec, 'decision' | 'approverRoles' | 'escalate' | 'approvals'>;

/** @param approvals of a review that no policy asks for */
export function outcomeValue(
  { decision, approverRoles = [], escalate = true, ...outcome }: Outcome,
  approvals = approvalsOf(outcome.approvals),
): number {
  if (decision !== 'REVIEW') return decision === 'ALLOW' ? ALLOW_VALUE : BLOCK_VALUE;
  const approvers = approverRoles.length === 0 ? DEFAULT_APPROVERS : approverRoles;
  const roles = approvers.reduce((sum, role) => sum | (1 << ROLES.indexOf(role)), 0) - 1;
  const { count, notAsker, signed = false, validMinutes, grants } = approvals;
  const flags =
    Number(!escalate) + 2 * Number(notAsker) + 4 * Number(grants) + 8 * Number(signed) + 16 * (validMinutes ?? 0);
  return reviewClass(count) + VALUE_CLASSES * (roles + ROLE_SETS * flags);
}

const reviewClass = (count: number): number => BLOCK_VALUE + count;
const classOf = (value: number): number => value % VALUE_CLASSES;
/** Those of a REVIEW, above its class and its roles. */
const flagsOf = (value: number): number => Math.floor(value / VALUE_CLASSES / ROLE_SETS);

export function decisionOf(value: number): DecisionWord {
  if (value === ALLOW_VALUE) return 'ALLOW';
  return value === BLOCK_VALUE ? 'BLOCK' : 'REVIEW';
}

/** The roles that may approve the REVIEW with this value; none for other outcomes. */
export function approversOf(value: number): Role[] {
  const bits = decisionOf(value) === 'REVIEW' ? (Math.floor(value / VALUE_CLASSES) % ROLE_SETS) + 1 : 0;
  return ROLES.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** Whether it is a REVIEW that stays with its approvers. */
export const isKept = (value: number): boolean => flagsOf(value) % 2 === 1;

/** How the REVIEW with this value is approved. */
export function approvalsAt(value: number): Approvals {
  if (decisionOf(value) !== 'REVIEW') return ONE_APPROVAL;
  const flags = flagsOf(value);
  const validMinutes = Math.floor(flags / 16);
  return {
    count: classOf(value) - BLOCK_VALUE,
    notAsker: Math.floor(flags / 2) % 2 === 1,
    ...(Math.floor(flags / 8) % 2 === 1 && { signed: true }),
    validMinutes: validMinutes === 0 ? null : validMinutes,
    grants: Math.floor(flags / 4) % 2 === 1,
  };
}

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
export const isOfClass = (policy: AnalysedPolicy, classes: readonly number[]): boolean =>
  classes.includes(classOf(outcomeValue(policy)));

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
    const value = outcomeValue(policy);
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
  const review = outcomeValue({ decision: 'REVIEW' }, settings.reviewDefaults);
  const runs = Array.from({ length: RISK_SCORE_MAX + 1 }, (_, score): Run => {
    if (score >= settings.riskBlockAt) return { end: score, child: terminal(BLOCK_VALUE) };
    return { end: score, child: terminal(score >= settings.riskReviewAt ? review : ALLOW_VALUE) };
  });
  return diagram.node(dimensions.riskLevel, runs);
}
