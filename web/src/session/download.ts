// SPDX-License-Identifier: Apache-2.0
/** Lets the browser save a file of the service, however long it is. */
import type { AppOperationId, AppQuery } from '@svc/contract';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { addressOf, type LooseInput } from '../api/address.ts';
import { followDownload } from '../ui/save-text.ts';
import { meQuery } from './me.ts';

/** A download is no call of the app: the session is renewed first, so that it does not fail for its age. */
export function useDownload() {
  const queries = useQueryClient();
  const renewal = useMutation({
    mutationFn: (_address: string) => queries.fetchQuery({ ...meQuery, staleTime: 0 }),
    onSuccess: (_me, address) => followDownload(address),
  });
  return {
    error: renewal.error,
    start<Id extends AppOperationId>(operation: Id, query?: AppQuery<Id>): void {
      renewal.mutate(addressOf(operation, (query === undefined ? {} : { query }) as LooseInput));
    },
  };
}
