// SPDX-License-Identifier: Apache-2.0
/** The reviews of a view, found and in order, page by page. The service searches all of them. */
import type { ReviewItem } from '@svc/contract';
import { LIST_ITEMS_DEFAULT, LIST_ITEMS_MAX } from '@svc/contract/limits';
import {
  type InfiniteData,
  keepPreviousData,
  type UseInfiniteQueryResult,
  useInfiniteQuery,
} from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { pagesOf } from '../../api/reading.ts';
import { useSandbox } from '../../shell/sandbox.ts';
import { knownReviewsSearch, type ReviewsSearch, unknownReviewsSearch } from './search.ts';

/** Pages that are read to put the riskiest first: 5,000 reviews. */
const SORTED_PAGES_MAX = 25;

export function useFoundReviews() {
  const address = { ...useSearch({ from: '/signed-in/reviews' }) };
  const search = knownReviewsSearch(address);
  const isSandbox = useSandbox();
  const { status, q } = search;
  const isWaiting = status === undefined;
  const query = {
    status: status ?? 'PENDING',
    sandbox: isSandbox ? 'true' : 'false',
    ...(q !== undefined && { q }),
  } as const;
  const list = useInfiniteQuery({
    ...pagesOf('listReviews', { query }, isWaiting ? LIST_ITEMS_MAX : LIST_ITEMS_DEFAULT),
    // Those of a search stay while the next one is answered; another view begins empty.
    placeholderData: (previous, before) => (isOfView(before?.queryKey, query) ? keepPreviousData(previous) : undefined),
  });
  useAllPages(list, isWaiting && search.sort === 'risk');
  const all = list.data?.pages.flatMap((page) => page.items);
  return {
    search,
    unknown: unknownReviewsSearch(address),
    /** Undefined until the first answer. */
    all,
    found: isWaiting ? sorted(all ?? [], search.sort) : (all ?? []),
    /** There are more than those that are here. */
    isMore: list.hasNextPage,
    searchedBackTo: list.data?.pages.at(-1)?.searchedBackTo ?? null,
    query: list,
  };
}

/** Reads page after page: a sort by a figure that the service does not sort by needs all of them. */
function useAllPages(
  { data, isFetching, isError, hasNextPage, fetchNextPage }: UseInfiniteQueryResult<InfiniteData<unknown>>,
  isNeeded: boolean,
): void {
  const isDue = isNeeded && hasNextPage && !isFetching && !isError && (data?.pages.length ?? 0) < SORTED_PAGES_MAX;
  useEffect(() => {
    if (isDue) void fetchNextPage();
  }, [isDue, fetchNextPage]);
}

/** The same status and environment, whatever is searched for. */
function isOfView(queryKey: readonly unknown[] | undefined, view: { status: string; sandbox: string }): boolean {
  const [, , input] = (queryKey ?? []) as readonly [unknown?, unknown?, { query?: Partial<typeof view> }?];
  return input?.query?.status === view.status && input.query.sandbox === view.sandbox;
}

function sorted(items: readonly ReviewItem[], by: ReviewsSearch['sort']): readonly ReviewItem[] {
  return by === 'risk' ? items.toSorted((one, other) => other.event.riskScore - one.event.riskScore) : items;
}
