// SPDX-License-Identifier: Apache-2.0
/** The reviews of a view, found and in order, page by page. The service searches all of them. */
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query';
import { useSearch } from '@tanstack/react-router';
import { useSandbox } from '../../page/sandbox.ts';
import { knownReviewsSearch, reviewsQuery, unknownReviewsSearch } from './search.ts';

export function useFoundReviews() {
  const address = { ...useSearch({ from: '/signed-in/reviews' }) };
  const search = knownReviewsSearch(address);
  const sandbox = useSandbox() ? 'true' : 'false';
  const list = useInfiniteQuery({
    ...reviewsQuery(address, sandbox),
    // Those of a search stay while the next one is answered; another view begins empty.
    placeholderData: (previous, before) =>
      isOfView(before?.queryKey, { status: search.status ?? 'PENDING', sandbox })
        ? keepPreviousData(previous)
        : undefined,
  });
  const all = list.data?.pages.flatMap((page) => page.items);
  return {
    search,
    unknown: unknownReviewsSearch(address),
    /** Undefined until the first answer. */
    all,
    found: all ?? [],
    /** There are more than those that are here. */
    isMore: list.hasNextPage,
    searchedBackTo: list.data?.pages.at(-1)?.searchedBackTo ?? null,
    query: list,
  };
}

/** The same status and environment, whatever is searched for. */
function isOfView(queryKey: readonly unknown[] | undefined, view: { status: string; sandbox: string }): boolean {
  const [, , input] = (queryKey ?? []) as readonly [unknown?, unknown?, { query?: Partial<typeof view> }?];
  return input?.query?.status === view.status && input.query.sandbox === view.sandbox;
}
