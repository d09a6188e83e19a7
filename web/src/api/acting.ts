// SPDX-License-Identifier: Apache-2.0
/** A change that a person asks for: what was read of it is read again before anything is said. */
import type { AppOperationId } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { readAgain } from './read-again.ts';

/** @param reads the operations whose answers the change makes old */
export function useAct<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  reads: readonly AppOperationId[],
  onDone?: (answer: Answer) => void,
) {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: act,
    async onSuccess(answer) {
      await Promise.all(reads.map((id) => readAgain(queries, { queryKey: [id] })));
      onDone?.(answer);
    },
  });
}
