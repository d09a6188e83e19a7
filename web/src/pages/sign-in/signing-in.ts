// SPDX-License-Identifier: Apache-2.0
/** The ways of a sign-in end alike: the session begins, and the person goes where they were going. */
import { useSearch } from '@tanstack/react-router';
import type { Failure } from '../../api/failure.ts';
import { useEntering } from '../../session/entering.ts';
import { signInSearchOf } from './search.ts';

export interface Credentials {
  email: string;
  password: string;
  /** The name of the organization to make, for a person who has none. */
  organizationName?: string;
}

/** How a person without an organization has proved who they are. */
export interface Way {
  /** Null for a passkey alone. */
  credentials: Credentials | null;
  asksForFactor: boolean;
}

/** The person is who they say, and has no organization. */
export function lacksOrganization(failure: Failure): boolean {
  return failure.kind === 'refused' && failure.code === 'no_organization';
}

export function useSigningIn() {
  // Checked where it is used, too: what stands in the address comes from anybody.
  const { returnTo } = signInSearchOf({ ...useSearch({ from: '/sign-in' }) });
  const { begin, go } = useEntering();
  return { begin, go: () => go(returnTo) };
}
