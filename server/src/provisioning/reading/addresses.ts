/** Readers of addresses: of the web, of hosts, of networks and of people. */
import { ALLOWED_IPS_MAX, URL_CHARACTERS_MAX } from '@svc/contract/limits';
import ipaddr from 'ipaddr.js';
import { isAddressOrRange } from '../../addresses/index.ts';
import { readWebAddress } from '../../egress/index.ts';
import { isIpHost } from '../../gateways/allowed-hosts.ts';
import { HOST_CHARACTERS_MAX } from '../limits.ts';
import { list, type Reader, refined } from './reader.ts';
import { text } from './values.ts';

/** An http or https address without credentials or fragment, in the one spelling that clients send it in. */
export const webAddress: Reader<string> = refined(text(URL_CHARACTERS_MAX), (value, tell, label) => {
  const { href, fault } = readWebAddress(value);
  return href ?? tell(`${label} ${fault}`);
});

/** An address to which a path can be appended. */
export const baseAddress: Reader<string> = refined(webAddress, (value, tell, label) =>
  value.includes('?') ? tell(`${label} must not have a query (?)`) : value,
);

const EMAIL_CHARACTERS_MAX = 254;

export const email: Reader<string> = refined(text(EMAIL_CHARACTERS_MAX), (value, tell, label) =>
  /^[^\s@]{1,64}@[^\s@]{1,189}$/.test(value) && !/\p{Cc}/u.test(value)
    ? value
    : tell(`${label} must be an e-mail address`),
);

/** Addresses or CIDR ranges, v4 and v6. */
export const addressRanges: Reader<string[]> = list(
  refined(text(URL_CHARACTERS_MAX), (value, tell, label) =>
    isAddressOrRange(value) ? value : tell(`${label} must be an IP address or a CIDR range`),
  ),
  ALLOWED_IPS_MAX,
  1,
);

/** A host name, an IP address or `*.domain`, as it stands in an address: lower case, IDN in ASCII, IPv6 in brackets. */
export const hostPattern: Reader<string> = refined(text(HOST_CHARACTERS_MAX), (value, tell, label) => {
  const isWildcard = value.startsWith('*.');
  const host = canonicalHost(isWildcard ? value.slice(2) : value);
  if (host === null) return tell(`${label} must be a host name or *.domain, without scheme, port and path`);
  if (!isWildcard) return host;
  return isIpHost(host) ? tell(`${label} must have a domain after *., not an IP address`) : `*.${host}`;
});

const LABEL = /^[a-z0-9_](?:[a-z0-9_-]{0,61}[a-z0-9_])?$/;

/** The host as a URL would spell it; null when it is none. */
function canonicalHost(host: string): string | null {
  const bare = host.replace(/\.$/, '');
  const bracketed = ipaddr.IPv6.isValid(bare) ? `[${bare}]` : bare;
  // Everything that ends a host in a URL, and what the parser would silently drop.
  if (bracketed === '' || /[\s/\\?#@%]/.test(bracketed) || !URL.canParse(`http://${bracketed}/`)) return null;
  if (!bracketed.startsWith('[') && bracketed.includes(':')) return null;
  const { hostname } = new URL(`http://${bracketed}/`);
  if (isIpHost(hostname)) return hostname;
  return hostname.length <= HOST_CHARACTERS_MAX && hostname.split('.').every((one) => LABEL.test(one))
    ? hostname
    : null;
}
