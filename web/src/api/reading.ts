// SPDX-License-Identifier: Apache-2.0
/**
 * The queries of pages, as options of TanStack Query. The key begins with the operation's name: a change invalidates by
 * it.
 */
import type { AppAnswer, AppInput, AppListId, AppOperationId } from '@svc/contract';
import { LIST_ITEMS_DEFAULT } from '@svc/contract/limits';
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query';
import type { Given, LooseInput } from './address.ts';
import { callLoosely } from './client.ts';

/** One answer of an operation that only reads. */
export function readOf<Id extends AppOperationId>(id: Id, ...[input]: Given<Id>) {
  const given = (input ?? {}) as LooseInput;
  return queryOptions({
    queryKey: [id, given],
    queryFn: ({ signal }) => callLoosely<AppAnswer<Id>>(id, given, signal),
  });
}

/** The input of a list, beside its pages. */
export type ListInput<Id extends AppListId> = AppInput<Id>;

/** A list, page by page. */
export function pagesOf<Id extends AppListId>(id: Id, input: AppInput<Id>, pageItems = LIST_ITEMS_DEFAULT) {
  const given = input as LooseInput;
  return infiniteQueryOptions({
    queryKey: [id, 'pages', given],
    queryFn: ({ signal, pageParam }) => {
      const query = { ...given.query, limit: String(pageItems), cursor: pageParam };
      return callLoosely<AppAnswer<Id>>(id, { ...given, query }, signal);
    },
    initialPageParam: '',
    getNextPageParam: (page) => (page as { nextCursor: string | null }).nextCursor,
  });
}
