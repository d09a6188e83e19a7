/** The effect of a policy while it is edited: on every event there can be, compared by the service. */
import type { AppPolicyDifference, PolicySpec, PolicyTestCase } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { callLoosely } from '../../api/client.ts';
import { failureOf } from '../../api/failure.ts';
import { useSettled } from './use-check.ts';

export interface Difference {
  /** That of an earlier state while a later one is on its way; null before the first answer. */
  answer: AppPolicyDifference | null;
  /** The answer is about what stands on the page. */
  isCurrent: boolean;
  isFailed: boolean;
}

const RETRIES_MAX = 3;
const RETRY_AFTER_MS = 2_000;
/** A name changes the order in which policies decide, and so may the outcome; test cases do not. */
const NO_TESTS: PolicyTestCase[] = [];

/** @param isOn nothing is asked while a fault is known. A newer question ends the wait for an older one. */
export function useDifference(id: string | null, policy: PolicySpec, isOn: boolean): Difference {
  const settled = useSettled(policy, NO_TESTS);
  const query = useQuery({
    queryKey: ['comparePolicies', id, settled.number],
    queryFn: ({ signal }) =>
      callLoosely<AppPolicyDifference>(
        'comparePolicies',
        { body: { change: { ...(id !== null && { id }), policy: settled.policy } } },
        signal,
      ),
    enabled: isOn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: (count, error) => count < RETRIES_MAX && isBusy(error),
    retryDelay: RETRY_AFTER_MS,
    placeholderData: (before) => before,
  });
  return {
    answer: query.data ?? null,
    isCurrent: isOn && settled.policy === policy && query.data !== undefined && !query.isPlaceholderData,
    isFailed: query.isError,
  };
}

/** Too many analyses wait, of this organization or of all. */
function isBusy(error: unknown): boolean {
  const failure = failureOf(error);
  return failure.kind === 'refused' && (failure.status === 429 || failure.status === 503);
}
