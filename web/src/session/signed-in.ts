// SPDX-License-Identifier: Apache-2.0
/**
 * Whether a person is signed in. A visitor of whom this browser knows nothing costs one request, which is no error. A
 * person who was signed in here is asked for at once.
 */
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { failureOf } from '../api/failure.ts';
import { readOf } from '../api/reading.ts';
import { keepPreference, readPreference } from '../preference/index.ts';
import { meQuery } from './me.ts';

const presenceQuery = readOf('readSession');

const KNOWN_FOR_MS = 60_000;

/** For pages of visitors: also whether there is a demo to enter, and whether anybody may make an account. */
export const usePresence = () => useQuery({ ...presenceQuery, staleTime: KNOWN_FOR_MS }).data;

const KEPT_AS = 'signed-in';

/** @throws ApiFailure when the service cannot tell */
export async function isSignedIn(queries: QueryClient): Promise<boolean> {
  if (readPreference(KEPT_AS, ['yes']) === null && !(await queries.fetchQuery(presenceQuery)).present) return false;
  try {
    await queries.ensureQueryData(meQuery);
    rememberSignedIn(true);
    return true;
  } catch (error) {
    if (failureOf(error).kind !== 'signed-out') throw error;
    rememberSignedIn(false);
    return false;
  }
}

/** For the next start of the app. */
export function rememberSignedIn(is: boolean): void {
  keepPreference(KEPT_AS, is ? 'yes' : 'no');
}

/** The organization asks for a second factor, and the person has none yet. */
export function needsFactor(queries: QueryClient): boolean {
  return queries.getQueryData(meQuery.queryKey)?.needs.includes('MFA_SETUP') === true;
}

/** Keys, webhooks and integrations that another person may have made wait for an answer. */
export function needsAnswer(queries: QueryClient): boolean {
  return queries.getQueryData(meQuery.queryKey)?.needs.includes('ACCESS_ANSWER') === true;
}
