// SPDX-License-Identifier: Apache-2.0
/**
 * The meaning of a review at a moment: its status, the effective outcome of its event, and the roles that may resolve
 * it.
 */
import { type Decision, type DecisionWord, type ReviewStatus, ROLES, type Role } from '@svc/contract';

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
  { needed, given, mayResolve }: { needed: number; given: number; mayResolve: readonly Role[] },
): NonNullable<Decision['review']>['approvals'] {
  return {
    needed,
    given: status === 'APPROVED' ? needed : given,
    stillFrom: status === 'PENDING' ? [...new Set(approversOf(mayResolve))] : [],
  };
}

const DEFAULT_APPROVER_ROLES: readonly Role[] = ['OWNER', 'ADMIN'];

/** The roles that may approve or deny: exactly those of the review; without any, owners and admins. */
export function approversOf(approverRoles: readonly Role[]): readonly Role[] {
  return approverRoles.length === 0 ? DEFAULT_APPROVER_ROLES : approverRoles;
}

export function canResolve(approverRoles: readonly Role[], role: Role): boolean {
  return approversOf(approverRoles).includes(role);
}

/** Whether this role or one below it may approve or deny: an answer that is worth no more can count then. */
export function canResolveUpTo(approverRoles: readonly Role[], roleMax: Role): boolean {
  return approversOf(approverRoles).some((role) => ROLES.indexOf(role) >= ROLES.indexOf(roleMax));
}
