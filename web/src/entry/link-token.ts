// SPDX-License-Identifier: Apache-2.0
/** The one-time token of a mailed link. It stands behind the #, so that no server and no log ever sees it. */
import { useEffect, useState } from 'react';

/**
 * Null where the address has none. It leaves the address at once: the page may be shared, or stay in the history. A
 * link that is opened while its page is there changes nothing but the part behind the #.
 */
export function useLinkToken(): string | null {
  const [token, setToken] = useState(tokenInAddress);
  useEffect(() => {
    const clear = () => history.replaceState(history.state, '', location.pathname + location.search);
    const onHash = () => {
      const found = tokenInAddress();
      if (found !== null) setToken(found);
      if (location.hash !== '') clear();
    };
    onHash();
    window.addEventListener('hashchange', onHash);
    return () => window.removeEventListener('hashchange', onHash);
  }, []);
  return token;
}

const tokenInAddress = () => new URLSearchParams(location.hash.slice(1)).get('token');
