// SPDX-License-Identifier: Apache-2.0
/** The answers that the pages share. When the session has ended, whatever notices it first leads to the sign-in. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { failureOf } from '../api/failure.ts';
import { meQuery } from './me.ts';

const RETRIES_MAX = 2;
const FRESH_MS = 2_000;

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
        // An answer that came before its page is the page's.
        staleTime: FRESH_MS,
        retry: (failures, error) => failures < RETRIES_MAX && isPassing(error),
        retryDelay: waitMs,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });
}

/** The failures that may be temporary, and that a repetition cannot make worse. */
function isPassing(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure.kind === 'unreachable') return true;
  if (failure.kind !== 'refused') return false;
  // Too much at once passes by itself; a limit of an hour does not.
  const isShort = (failure.retryAfterSeconds ?? 0) <= RETRY_AFTER_SECONDS_MAX;
  return failure.status >= 500 || (failure.code === 'rate_limited' && isShort);
}

const RETRY_AFTER_SECONDS_MAX = 5;
const RETRY_DELAY_MS = 1_000;

/** As long as the service says; else a second, and twice that the next time. */
function waitMs(failures: number, error: unknown): number {
  const failure = failureOf(error);
  const asked = failure.kind === 'refused' ? failure.retryAfterSeconds : null;
  return asked === null ? RETRY_DELAY_MS * 2 ** failures : asked * 1_000;
}
