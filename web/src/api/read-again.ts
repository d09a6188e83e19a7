// SPDX-License-Identifier: Apache-2.0
/** Answers that something has changed are read again. */
import type { Query, QueryClient, QueryFilters } from '@tanstack/react-query';

/**
 * Reads the answers again that the filters match, if a page shows them.
 *
 * A list that reads its next page finishes that first. A new reading would give the page up, and the person who asked
 * for it would wait for nothing.
 */
export async function readAgain(queries: QueryClient, filters: QueryFilters): Promise<void> {
  const growing = new Set(queries.getQueryCache().findAll(filters).filter(isGrowing));
  const isOther = (query: Query) => !growing.has(query) && (filters.predicate?.(query) ?? true);
  await Promise.all([
    queries.invalidateQueries({ ...filters, predicate: isOther }),
    ...[...growing].map((query) => afterGrowing(queries, query)),
  ]);
}

async function afterGrowing(queries: QueryClient, query: Query): Promise<void> {
  await query.promise?.catch(() => undefined);
  await readAgain(queries, { queryKey: query.queryKey, exact: true });
}

function isGrowing({ state }: Query): boolean {
  return state.fetchStatus === 'fetching' && state.fetchMeta?.fetchMore !== undefined;
}
