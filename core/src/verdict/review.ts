// SPDX-License-Identifier: Apache-2.0
/**
 * The meaning of a review at a moment: its status, the effective outcome of its event, and who may still resolve it.
 */
import type { Decision, DecisionWord, ReviewStatus } from '@svc/contract';
import { type Approver, approverFields } from '../approvers/index.ts';

export interface ReviewState {
  /** The stored status. */
  readonly status: ReviewStatus;
  /** Epoch milliseconds; null when the review does not expire. */
  readonly expiresAtMs: number | null;
}

/** The status at a moment: a stored PENDING is EXPIRED from `expiresAtMs` on, whether or not a job has passed. */
export function reviewStatusAt(review: ReviewState, nowMs: number): ReviewStatus {
  const isPast = review.expiresAtMs !== null && nowMs >= review.expiresAtMs;
  return review.status === 'PENDING' && isPast ? 'EXPIRED' : review.status;
}

const FINAL_DECISION_OF_STATUS: Readonly<Record<ReviewStatus, DecisionWord>> = {
  PENDING: 'REVIEW',
  APPROVED: 'ALLOW',
  DENIED: 'BLOCK',
  EXPIRED: 'BLOCK',
};

/** The effective outcome of an event: its decision, unless a review (by its status at the moment) says otherwise. */
export function finalDecisionOf(decision: DecisionWord, reviewStatus: ReviewStatus | null): DecisionWord {
  return reviewStatus === null ? decision : FINAL_DECISION_OF_STATUS[reviewStatus];
}

/**
 * The approvals of a review at a moment.
 * @param given those before the last one that count
 */
export function approvalsAt(
  status: ReviewStatus,
  { needed, given, mayResolve }: { needed: number; given: number; mayResolve: readonly Approver[] },
): NonNullable<Decision['review']>['approvals'] {
  const { approverRoles, approverGroups } = approverFields(mayResolve);
  const isOpen = status === 'PENDING';
  return {
    needed,
    given: status === 'APPROVED' ? needed : given,
    stillFrom: isOpen ? approverRoles : [],
    ...(isOpen && approverGroups !== undefined && { stillFromGroups: approverGroups }),
  };
}
