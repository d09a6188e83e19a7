/** What became of an event: what the service decided, what a person or time made of it, or what was only watched. */
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
