// SPDX-License-Identifier: Apache-2.0
/**
 * Outcomes as values of a function: of policies by rank, and of the risk thresholds below them. Two REVIEWs are told
 * apart by the roles that may approve them, and by whether they may be passed on to others.
 */
import { type DecisionWord, type PolicySpec, RISK_SCORE_MAX, ROLES, type Role } from '@svc/contract';
import { compareCodePoints } from '../code-point-order/index.ts';
import type { VerdictSettings } from '../verdict/index.ts';
import type { Diagram, Run } from './diagram.ts';
import type { Dimensions } from './dimensions.ts';
import { FALSE, terminal } from './operations.ts';

/** A policy as it is stored. */
export type AnalysedPolicy = PolicySpec & { readonly id: string };
/** A policy, and the events that it matches. */
export interface RankedPolicy {
  readonly policy: AnalysedPolicy;
  readonly region: number;
}

/** Outcomes as values of terminals: from REVIEW_VALUE on, one for each set of roles, then the same not passed on. */
export const ALLOW_VALUE = 1;
export const BLOCK_VALUE = 2;
const REVIEW_VALUE = 3;
const ROLE_SETS = 2 ** ROLES.length - 1;
const KEPT_VALUE = REVIEW_VALUE + ROLE_SETS;
const OUTCOME_VALUES_END = KEPT_VALUE + ROLE_SETS;

/** Roles that approve where a policy names none. */
const DEFAULT_APPROVERS: readonly Role[] = ['OWNER', 'ADMIN'];

type Outcome = Pick<PolicySpec, 'decision' | 'approverRoles' | 'escalate'>;

export function outcomeValue({ decision, approverRoles = [], escalate = true }: Outcome): number {
  if (decision !== 'REVIEW') return decision === 'ALLOW' ? ALLOW_VALUE : BLOCK_VALUE;
  const approvers = approverRoles.length === 0 ? DEFAULT_APPROVERS : approverRoles;
  const bits = approvers.reduce((sum, role) => sum | (1 << ROLES.indexOf(role)), 0);
  return bits + (escalate ? REVIEW_VALUE : KEPT_VALUE) - 1;
}

export function decisionOf(value: number): DecisionWord {
  if (value === ALLOW_VALUE) return 'ALLOW';
  return value === BLOCK_VALUE ? 'BLOCK' : 'REVIEW';
}

/** The roles that may approve the REVIEW with this value; none for other outcomes. */
export function approversOf(value: number): Role[] {
  const bits = value < REVIEW_VALUE ? 0 : ((value - REVIEW_VALUE) % ROLE_SETS) + 1;
  return ROLES.filter((_, index) => (bits & (1 << index)) !== 0);
}

/** Whether it is a REVIEW that stays with its approvers. */
export const isKept = (value: number): boolean => value >= KEPT_VALUE;

/** The values of all outcomes with one of these decisions. */
export function valuesOf(decisions: readonly DecisionWord[]): number[] {
  const values = Array.from({ length: OUTCOME_VALUES_END - 1 }, (_, index) => index + 1);
  return values.filter((value) => decisions.includes(decisionOf(value)));
}

const STRICTNESS: Readonly<Record<DecisionWord, number>> = { BLOCK: 2, REVIEW: 1, ALLOW: 0 };
export const strictnessOf = (value: number): number => STRICTNESS[decisionOf(value)];

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
  const runs = Array.from({ length: RISK_SCORE_MAX + 1 }, (_, score): Run => {
    if (score >= settings.riskBlockAt) return { end: score, child: terminal(BLOCK_VALUE) };
    const decision = score >= settings.riskReviewAt ? 'REVIEW' : 'ALLOW';
    return { end: score, child: terminal(outcomeValue({ decision })) };
  });
  return diagram.node(dimensions.riskLevel, runs);
}
