/** The one-time token of a mailed link. It stands behind the #, so that no server and no log ever sees it. */
import { useEffect, useState } from 'react';

/** Null where the address has none. It leaves the address at once: the page may be shared, or stay in the history. */
export function useLinkToken(): string | null {
  const [token] = useState(() => new URLSearchParams(location.hash.slice(1)).get('token'));
  useEffect(() => {
    if (location.hash !== '') history.replaceState(history.state, '', location.pathname + location.search);
  }, []);
  return token;
}
