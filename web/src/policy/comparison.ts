// SPDX-License-Identifier: Apache-2.0
/** The effect of a change on every event there can be, compared by the service. */
import type { AppInput, AppPolicyDifference } from '@svc/contract';
import { callLoosely } from '../api/client.ts';
import { failureOf } from '../api/failure.ts';

export type ComparedChange = AppInput<'comparePolicies'>['body'];

const RETRIES_MAX = 3;
const RETRY_AFTER_MS = 2_000;

/** A query without its key. A newer question ends the wait for an older one. */
export function comparisonOf(body: ComparedChange) {
  return {
    queryFn: ({ signal }: { signal: AbortSignal }) =>
      callLoosely<AppPolicyDifference>('comparePolicies', { body }, signal),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (count: number, error: unknown) => count < RETRIES_MAX && isBusy(error),
    retryDelay: RETRY_AFTER_MS,
  };
}

/** Too many analyses wait, of this organization or of all. */
function isBusy(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'refused' && (failure.status === 429 || failure.status === 503);
}
