/** What stands in the address of the reviews: which ones, which of them is open, and how they are found. */
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
