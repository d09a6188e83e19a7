/** Where the person was going, and why they stand before the sign-in. */

interface SignInSearch {
  returnTo?: string;
  because?: 'ended' | 'signed-out';
}

export function signInSearchOf(search: Record<string, unknown>): SignInSearch {
  const { returnTo, because } = search;
  return {
    // A page of the app and nothing else: an address from outside never leads away from here.
    ...(typeof returnTo === 'string' && /^\/app(?:[/?][^\\]*)?$/.test(returnTo) && { returnTo }),
    ...((because === 'ended' || because === 'signed-out') && { because }),
  };
}
