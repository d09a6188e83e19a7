// SPDX-License-Identifier: Apache-2.0
/** Reads the address of a call strictly: an address that two parsers could read differently is refused. */
import { isPlainAddress } from './address-rules.ts';
import { EgressFault } from './fault.ts';
import { ADDRESS_CHARACTERS_MAX, HOST_CHARACTERS_MAX } from './limits.ts';

export interface Target {
  origin: string;
  isTls: boolean;
  /** A host name, or an address without brackets. */
  host: string;
  /** The host is an address and is not resolved. */
  isAddress: boolean;
  port: number;
  /** Path and query. */
  path: string;
}

const PORTS = { 'http:': 80, 'https:': 443 } as const;
/** White space, controls, backslashes and fragments: some parsers drop them, some change them, some keep them. */
const AMBIGUOUS = /[^!-~]|[\\#]/;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** @throws EgressFault `invalid_address` */
export function targetOf(address: string): Target {
  const isReadable =
    address.length <= ADDRESS_CHARACTERS_MAX && !AMBIGUOUS.test(address) && /^https?:\/\/[^/]/i.test(address);
  const url = isReadable ? parsed(address) : null;
  if (url === null) throw new EgressFault('invalid_address');
  const { protocol } = url;
  // An empty user name leaves no trace in a parsed address, so the text is checked.
  const hasUserInfo = (/^https?:\/\/([^/?]*)/i.exec(address)?.[1] ?? '').includes('@');
  if ((protocol !== 'http:' && protocol !== 'https:') || hasUserInfo) throw new EgressFault('invalid_address');
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname;
  const isAddress = isPlainAddress(host);
  if (!isAddress && !isHostName(host)) throw new EgressFault('invalid_address');
  const port = url.port === '' ? PORTS[protocol] : Number(url.port);
  if (port === 0) throw new EgressFault('invalid_address');
  return {
    origin: url.origin,
    isTls: protocol === 'https:',
    host,
    isAddress,
    port,
    path: url.pathname + url.search,
  };
}

/** Letters, digits and signs that no parser escapes, without a segment that is empty or begins with a dot. */
const PLAIN = /^(?:\/[\w~-][\w.~-]*)*\/?(?:\?[\w.~=&-]+)?$/;

/** True when every parser reads this path and query as written; most are like this. */
export function isPlainPath(path: string): boolean {
  return path.startsWith('/') && PLAIN.test(path);
}

/**
 * The same origin with another path: the origin is parsed once for all calls below it.
 * @param path with query, in ASCII
 * @throws EgressFault `invalid_address`
 */
export function targetBelow(base: Target, path: string): Target {
  if (base.origin.length + path.length > ADDRESS_CHARACTERS_MAX) throw new EgressFault('invalid_address');
  if (isPlainPath(path)) return { ...base, path };
  const url = path.startsWith('/') && !AMBIGUOUS.test(path) ? parsed(base.origin + path) : null;
  if (url === null || url.origin !== base.origin) throw new EgressFault('invalid_address');
  return { ...base, path: url.pathname + url.search };
}

function parsed(address: string): URL | null {
  try {
    return new URL(address);
  } catch {
    return null;
  }
}

/** A trailing dot is refused: certificates and lists of allowed hosts do not have it. */
function isHostName(host: string): boolean {
  return host.length <= HOST_CHARACTERS_MAX && host.split('.').every((label) => LABEL.test(label));
}
