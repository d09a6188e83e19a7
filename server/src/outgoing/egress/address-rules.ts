// SPDX-License-Identifier: Apache-2.0
/** The addresses that calls may connect to. An unreadable address is refused. */
import ipaddr from 'ipaddr.js';
import { addressList, isAddress, normalAddress } from '../../platform/addresses/index.ts';
import { GLOBAL_UNICAST_IPV6, SPECIAL_PURPOSE_IPV4, SPECIAL_PURPOSE_IPV6 } from './special-purpose-table.ts';

export interface AddressRules {
  /** Public, or opened by the operator. */
  permits(address: string): boolean;
  /** Opened by the operator: a credential may go there without TLS. */
  isOpened(address: string): boolean;
  /** Public by itself: no one had to open it. */
  isFree(address: string): boolean;
}

const special = addressList([...SPECIAL_PURPOSE_IPV4, ...SPECIAL_PURPOSE_IPV6]);
const globalIpv6 = addressList([GLOBAL_UNICAST_IPV6]);

/**
 * An IPv4-mapped address stands for its IPv4 address. NAT64, 6to4 and Teredo forms are always refused, unless the
 * operator opens them.
 * @param allow CIDR ranges and addresses that are opened though they are not public
 */
export function addressRules(allow: readonly string[]): AddressRules {
  const opened = addressList(allow);
  const isOpened = (address: string) => isPlainAddress(address) && opened.contains(address);
  const isFree = (address: string) => isPlainAddress(address) && isPublic(normalAddress(address) ?? '');
  return { isOpened, isFree, permits: (address) => isOpened(address) || isFree(address) };
}

/** Four decimal parts or IPv6, without a zone: resolvers use no other spelling. */
export function isPlainAddress(text: string): boolean {
  return isAddress(text) && !text.includes('%');
}

/**
 * Two independent checks must both agree: our table, and the library's.
 * @param address in its normal form
 */
function isPublic(address: string): boolean {
  const parsed = ipaddr.parse(address);
  if (special.contains(address) || parsed.range() !== 'unicast') return false;
  return parsed.kind() === 'ipv4' || globalIpv6.contains(address);
}
