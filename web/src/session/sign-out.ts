// SPDX-License-Identifier: Apache-2.0
/** Ends the session, and forgets everything that was read under it. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { callApi } from '../api/client.ts';
import { type Failure, failureOf } from '../api/failure.ts';
import { meQuery } from './me.ts';
import { rememberSignedIn } from './signed-in.ts';

export function useSignOut(): { start(): void; isWorking: boolean; failure: Failure | null } {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const ending = useMutation({
    async mutationFn() {
      if (queries.getQueryData(meQuery.queryKey)?.directory !== true) return await callApi('signOut');
      return (await callApi('signOutBySso')).url ?? undefined;
    },
    async onSuccess(directoryUrl) {
      rememberSignedIn(false);
      // The directory ends its own session, and sends the browser back to the sign-in.
      if (directoryUrl !== undefined) {
        location.assign(directoryUrl);
        return;
      }
      await navigate({ to: '/sign-in', search: { because: 'signed-out' } });
      queries.clear();
    },
  });
  return {
    start: () => ending.mutate(),
    isWorking: ending.isPending,
    failure: ending.error === null ? null : failureOf(ending.error),
  };
}
