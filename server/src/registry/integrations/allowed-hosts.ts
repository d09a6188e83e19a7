// SPDX-License-Identifier: Apache-2.0
/** The hosts to which an integration's credential may go. */
import { type FieldFault, fieldFault } from '@svc/contract';
import ipaddr from 'ipaddr.js';
import { parseUrl } from '../../platform/addresses/index.ts';

/** `*.domain` stands for every host below the domain, at any depth, and not for the domain itself. */
export function isHostAmong(address: string, patterns: readonly string[]): boolean {
  const { hostname } = new URL(address);
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) && !isIpHost(hostname) : hostname === pattern,
  );
}

/** @param host in the spelling of an address: IPv6 in brackets */
function isIpHost(host: string): boolean {
  return host.startsWith('[') || ipaddr.IPv4.isValidFourPartDecimal(host);
}

/** The fault continues the name of the field. */
type HostPattern = { pattern: string; fault?: never } | { pattern?: never; fault: FieldFault };

/**
 * A host name, an IP address or `*.domain`, in the spelling of an address: lower case, IDN in ASCII, IPv6 in brackets.
 */
export function hostPatternOf(value: string): HostPattern {
  const isWildcard = value.startsWith('*.');
  const host = canonicalHost(isWildcard ? value.slice(2) : value);
  if (host === null) return { fault: fieldFault('NOT_A_HOST') };
  if (!isWildcard) return { pattern: host };
  return isIpHost(host) ? { fault: fieldFault('NOT_A_DOMAIN') } : { pattern: `*.${host}` };
}

export const HOST_CHARACTERS_MAX = 253;
const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The host in a URL's spelling; null when it is none. */
function canonicalHost(host: string): string | null {
  const bare = host.replace(/\.$/, '');
  const bracketed = ipaddr.IPv6.isValid(bare) ? `[${bare}]` : bare;
  // Characters that end a host in a URL, and those that the parser would silently drop.
  if (bracketed === '' || /[\s/\\?#@%]/.test(bracketed)) return null;
  if (!bracketed.startsWith('[') && bracketed.includes(':')) return null;
  const hostname = parseUrl(`http://${bracketed}/`)?.hostname;
  if (hostname === undefined) return null;
  if (isIpHost(hostname)) return hostname;
  return hostname.length <= HOST_CHARACTERS_MAX && hostname.split('.').every((one) => LABEL.test(one))
    ? hostname
    : null;
}
