// SPDX-License-Identifier: Apache-2.0
/** The moment after the service has given the browser a session. */
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { meQuery } from './me.ts';
import { rememberSignedIn } from './signed-in.ts';

/** A page of the app and nothing else: an address from outside never leads away from here. */
const OWN_PAGE = /^\/app(?:[/?][^\\]*)?$/;
/** It leads on by itself, a fresh organization to its first steps. */
const FIRST_PAGE = '/app';

export function useEntering() {
  const queries = useQueryClient();
  const router = useRouter();
  return {
    /**
     * Forgets what was read before. The first call under the new session shows whether the browser kept its cookies.
     * @throws ApiFailure
     */
    async begin(): Promise<void> {
      queries.clear();
      await queries.fetchQuery(meQuery);
      rememberSignedIn(true);
    },
    go(to?: string): void {
      router.history.push(to !== undefined && OWN_PAGE.test(to) ? to : FIRST_PAGE);
    },
  };
}
