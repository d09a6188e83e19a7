// SPDX-License-Identifier: Apache-2.0
/** The check of a policy while it is edited: what the service finds wrong or unintended, and what its cases lead to. */
import type { PolicyCheckResponse, PolicySpec, PolicyTestCase } from '@svc/contract';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { callLoosely } from '../../api/client.ts';

const CHECK_AFTER_MS = 400;

export interface Checked {
  /** That of an earlier state while a later one is on its way; null before the first answer. */
  answer: PolicyCheckResponse | null;
  /** The answer is about what stands on the page. */
  isCurrent: boolean;
  isFailed: boolean;
  again(): void;
}

/** @param isOn nothing is asked while a fault is known already */
export function useCheck(id: string | null, policy: PolicySpec, tests: PolicyTestCase[], isOn: boolean): Checked {
  const queries = useQueryClient();
  const settled = useSettled(policy, tests);
  const query = useQuery({
    // Large policies are compared by identity: the text of one would be made at each keystroke.
    queryKey: ['checkPolicy', id, settled.number],
    queryFn: ({ signal }) =>
      callLoosely<PolicyCheckResponse>(
        'checkPolicy',
        { body: { id, policy: settled.policy, tests: settled.tests } },
        signal,
      ),
    enabled: isOn,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
    placeholderData: (before) => before,
  });
  const isSettled = settled.policy === policy && settled.tests === tests;
  return {
    answer: query.data ?? null,
    isCurrent: isOn && isSettled && query.data !== undefined && !query.isPlaceholderData,
    isFailed: query.isError,
    again: () => void queries.invalidateQueries({ queryKey: ['checkPolicy', id] }),
  };
}

let numbers = 0;
const nextNumber = (): number => {
  numbers += 1;
  return numbers;
};

/** As it was when the last change had been over for a while. */
export function useSettled(policy: PolicySpec, tests: PolicyTestCase[]) {
  const [settled, setSettled] = useState(() => ({ policy, tests, number: nextNumber() }));
  useEffect(() => {
    const timer = setTimeout(() => {
      setSettled((before) =>
        before.policy === policy && before.tests === tests ? before : { policy, tests, number: nextNumber() },
      );
    }, CHECK_AFTER_MS);
    return () => clearTimeout(timer);
  }, [policy, tests]);
  return settled;
}
