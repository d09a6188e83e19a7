// SPDX-License-Identifier: Apache-2.0
/** The outcome of an event: the service's decision, the change by a person or by time, or a monitored result. */
import type { EventItem } from '@svc/contract';

export type Outcome =
  | 'allowed'
  | 'waiting'
  | 'blocked'
  | 'approved'
  | 'denied'
  | 'expired'
  | 'would-block'
  | 'would-ask';

const OF_REVIEW = { PENDING: 'waiting', APPROVED: 'approved', DENIED: 'denied', EXPIRED: 'expired' } as const;
const OF_DECISION = { ALLOW: 'allowed', REVIEW: 'waiting', BLOCK: 'blocked' } as const;

export type Decided = Pick<EventItem, 'decision' | 'evaluatedDecision' | 'review'>;

export function outcomeOf({ decision, evaluatedDecision, review }: Decided): Outcome {
  if (review !== null) return OF_REVIEW[review.status];
  if (decision === 'ALLOW' && evaluatedDecision === 'BLOCK') return 'would-block';
  if (decision === 'ALLOW' && evaluatedDecision === 'REVIEW') return 'would-ask';
  return OF_DECISION[decision];
}

/** Neither allowed by the service nor by a person. */
export function isStopped(event: Decided): boolean {
  return !['allowed', 'approved', 'would-block', 'would-ask'].includes(outcomeOf(event));
}
