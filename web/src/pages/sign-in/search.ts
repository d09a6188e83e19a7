// SPDX-License-Identifier: Apache-2.0
/** Where the person was going, and why they stand before the sign-in. */

const REASONS = ['ended', 'signed-out', 'account-deleted', 'organization-deleted'] as const;

interface SignInSearch {
  returnTo?: string;
  because?: (typeof REASONS)[number];
}

export function signInSearchOf(search: Record<string, unknown>): SignInSearch {
  const { returnTo } = search;
  const because = REASONS.find((one) => one === search.because);
  return {
    // A page of the app and nothing else: an address from outside never leads away from here.
    ...(typeof returnTo === 'string' && /^\/app(?:[/?][^\\]*)?$/.test(returnTo) && { returnTo }),
    ...(because !== undefined && { because }),
  };
}
