/** The answers that the pages share. When the session has ended, whatever notices it first leads to the sign-in. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from '../api/failure.ts';
import { meQuery } from './me.ts';

const RETRIES_MAX = 2;

export function createSessionQueries(onSessionEnded: () => void): QueryClient {
  const notice = (error: unknown) => {
    if (failureOf(error).kind === 'signed-out') onSessionEnded();
  };
  return new QueryClient({
    queryCache: new QueryCache({
      onError(error, query) {
        // Who is signed in is asked before a page opens: there the router leads to the sign-in.
        if (query.queryKey[0] !== meQuery.queryKey[0]) notice(error);
      },
    }),
    mutationCache: new MutationCache({ onError: notice }),
    defaultOptions: {
      queries: {
        networkMode: 'always',
        refetchOnWindowFocus: true,
        retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The failures that may be temporary, and that a repetition cannot make worse. */
function isPassing(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'unreachable' || (failure.kind === 'refused' && failure.status >= 500);
}
