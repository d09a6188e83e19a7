// SPDX-License-Identifier: Apache-2.0
/** The question of a view of the reviews. */
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '@svc/contract/limits';
import { pagesOf } from '../../api/reading.ts';
import { knownReviewsSearch } from './search.ts';

/** @param address of the page, with parts that it may not know */
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
