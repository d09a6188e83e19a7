// SPDX-License-Identifier: Apache-2.0
/** The state of the reviews in the address: the filter, the open one, and the search. */
import type { ReviewStatus } from '@svc/contract';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '@svc/contract/limits';
import { pagesOf } from '../../api/reading.ts';
import { unknownBeside } from '../../list/address.ts';

export interface ReviewsSearch {
  /** Absent: those that wait. */
  status?: Exclude<ReviewStatus, 'PENDING'>;
  event?: string;
  q?: string;
  /** Absent: those that expire first. */
  sort?: 'risk';
}

export function reviewsSearchOf(search: Record<string, unknown>): ReviewsSearch {
  return { ...knownReviewsSearch(search), ...unknownReviewsSearch(search) };
}

export function knownReviewsSearch({ status, event, q, sort }: Record<string, unknown>): ReviewsSearch {
  return {
    ...((status === 'APPROVED' || status === 'DENIED' || status === 'EXPIRED') && { status }),
    ...(typeof event === 'string' && event !== '' && { event }),
    ...(typeof q === 'string' && q !== '' && { q }),
    ...(sort === 'risk' && { sort }),
  };
}

/** Other parts of the address, to be named to the person. */
export function unknownReviewsSearch(search: Record<string, unknown>): Record<string, string> {
  // Those that wait have no word in the address; an older link may name them.
  const { status, ...rest } = search;
  return unknownBeside({ ...knownReviewsSearch(search) }, status === 'PENDING' ? rest : search);
}

/**
 * The question of a view.
 * @param address of the page, with parts that it may not know
 */
export function reviewsQuery(address: Record<string, unknown>, sandbox: 'true' | 'false') {
  const { status, sort, q } = knownReviewsSearch(address);
  const isWaiting = status === undefined;
  const query = {
    status: status ?? 'PENDING',
    sandbox,
    ...(isWaiting && sort === 'risk' && { sort: '-risk' as const }),
    ...(q !== undefined && { q }),
  } as const;
  return pagesOf('listReviews', { query }, isWaiting ? LIST_ITEMS_MAX : LIST_ITEMS_DEFAULT);
}
