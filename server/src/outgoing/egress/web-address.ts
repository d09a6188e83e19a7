// SPDX-License-Identifier: Apache-2.0
/** Addresses that people register for calls of the service. Their reachability is checked at the call. */
import { parseUrl } from '../../platform/addresses/index.ts';
import { targetOf } from './target.ts';

/** The fault as a phrase after the name of a field. */
type WebAddress = { href: string; fault?: never } | { href?: never; fault: string };

/**
 * An http or https address without credentials or fragment, in the one spelling that clients send. Addresses that no
 * call could use are refused at registration.
 */
export function readWebAddress(value: string): WebAddress {
  const url = parseUrl(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return { fault: 'must be an http or https address' };
  if (url.username !== '' || url.password !== '') return { fault: 'must not carry a user name or password' };
  if (value.includes('#')) return { fault: 'must not have a fragment (#)' };
  if (url.port === '0') return { fault: 'must not have the port 0' };
  if (!isCallable(`${url.origin}/`)) {
    return { fault: 'must have an IP address or a host name of letters, digits and hyphens, without a dot at its end' };
  }
  if (!isCallable(url.href)) return { fault: 'must not hold a backslash' };
  return { href: url.href };
}

function isCallable(address: string): boolean {
  try {
    targetOf(address);
    return true;
  } catch {
    return false;
  }
}

/** Its scheme and host. Many receivers keep a secret in the path, which mails and readers of lists do not get. */
export function shownAddress(url: string): string {
  const parsed = parseUrl(url);
  if (parsed === null) return '…';
  const { protocol, host, pathname, search } = parsed;
  return `${protocol}//${host}${pathname === '/' && search === '' ? '' : '/…'}`;
}
