/** The state of the reviews in the address: the filter, the open one, and the search. */
import type { ReviewStatus } from '@svc/contract';

export interface ReviewsSearch {
  /** Absent: those that wait. */
  status?: Exclude<ReviewStatus, 'PENDING'>;
  event?: string;
  q?: string;
  /** Absent: those that expire first. */
  sort?: 'risk';
}

export function reviewsSearchOf({ status, event, q, sort }: Record<string, unknown>): ReviewsSearch {
  return {
    ...((status === 'APPROVED' || status === 'DENIED' || status === 'EXPIRED') && { status }),
    ...(typeof event === 'string' && event !== '' && { event }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(sort === 'risk' && { sort }),
  };
}
