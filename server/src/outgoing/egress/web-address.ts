// SPDX-License-Identifier: Apache-2.0
/** Addresses that people register for calls of the service. Their reachability is checked at the call. */
import { type FieldFault, fieldFault } from '@svc/contract';
import { parseUrl } from '../../platform/addresses/index.ts';
import { targetOf } from './target.ts';

/** The fault as a phrase after the name of a field. */
type WebAddress = { href: string; fault?: never } | { href?: never; fault: FieldFault };

/**
 * An http or https address without credentials or fragment, in the one spelling that clients send. Addresses that no
 * call could use are refused at registration.
 */
export function readWebAddress(value: string): WebAddress {
  const url = parseUrl(value);
  if (url === null || !/^https?:$/.test(url.protocol)) return { fault: fieldFault('NOT_HTTP') };
  if (url.username !== '' || url.password !== '') return { fault: fieldFault('HAS_USER') };
  if (value.includes('#')) return { fault: fieldFault('HAS_FRAGMENT') };
  if (url.port === '0') return { fault: fieldFault('PORT_ZERO') };
  if (!isCallable(`${url.origin}/`)) {
    return { fault: fieldFault('ADDRESS_WITHOUT_HOST') };
  }
  if (!isCallable(url.href)) return { fault: fieldFault('HAS_BACKSLASH') };
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
