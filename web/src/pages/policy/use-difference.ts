// SPDX-License-Identifier: Apache-2.0
/** The effect of a policy while it is edited: on every event there can be, compared by the service. */
import type { AppPolicyDifference, PolicySpec, PolicyTestCase } from '@svc/contract';
import { useQuery } from '@tanstack/react-query';
import { comparisonOf } from '../../policy/comparison.ts';
import { useSettled } from './use-check.ts';

export interface Difference {
  /** That of an earlier state while a later one is on its way; null before the first answer. */
  answer: AppPolicyDifference | null;
  /** The answer is about what stands on the page. */
  isCurrent: boolean;
  /** It, only while it is current. */
  known: AppPolicyDifference | null;
  isFailed: boolean;
}

/** A name changes the order in which policies decide, and so may the outcome; test cases do not. */
const NO_TESTS: PolicyTestCase[] = [];

/** @param isOn nothing is asked while a fault is known. A newer question ends the wait for an older one. */
export function useDifference(id: string | null, policy: PolicySpec, isOn: boolean): Difference {
  const settled = useSettled(policy, NO_TESTS);
  const query = useQuery({
    ...comparisonOf({ change: { ...(id !== null && { id }), policy: settled.policy } }),
    queryKey: ['comparePolicies', id, settled.number],
    enabled: isOn,
    placeholderData: (before) => before,
  });
  const answer = query.data ?? null;
  const isCurrent = isOn && settled.policy === policy && query.data !== undefined && !query.isPlaceholderData;
  return { answer, isCurrent, known: isCurrent ? answer : null, isFailed: query.isError };
}
