// SPDX-License-Identifier: Apache-2.0
/** The spelling of this server's own addresses: their last slash, and the case of scheme and host, say nothing. */
import { parseUrl } from '../../platform/addresses/index.ts';

export function isSameAddress(one: string, other: string): boolean {
  const spelled = spellingOf(one);
  return spelled !== null && spelled === spellingOf(other);
}

function spellingOf(address: string): string | null {
  const href = parseUrl(address)?.href;
  return href === undefined ? null : withoutLastSlash(href);
}

export function withoutLastSlash(address: string): string {
  return address.endsWith('/') ? address.slice(0, -1) : address;
}
