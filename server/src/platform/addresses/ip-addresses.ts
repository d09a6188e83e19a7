// SPDX-License-Identifier: Apache-2.0
/** IP addresses, v4 and v6: their one normal form, and whether an address lies in a list of addresses and ranges. */
import ipaddr from 'ipaddr.js';
import { parseUrl } from './parse-url.ts';

export type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

export interface AddressList {
  contains(address: string): boolean;
}

/**
 * Reads entries as leniently as they once were stored: host bits and short forms count as they always did. Use
 * `rangeFault` on what people write today.
 * @param entries addresses or CIDR ranges, v4 and v6; unreadable ones match nothing
 */
export function addressList(entries: readonly string[]): AddressList {
  const ranges = entries.map(toRange).filter((range) => range !== null);
  return {
    contains(address) {
      const parsed = parseAddress(address);
      return parsed !== null && ranges.some((range) => lies(parsed, range));
    },
  };
}

/** True for an address, v4 or v6, in a form that has one meaning only. */
export function isAddress(text: string): boolean {
  return isIPv4(text) || isIPv6(text);
}

/**
 * The one spelling of an address: a mapped IPv4 address as IPv4, IPv6 compressed, in lower case and without its zone.
 * @returns null for what is no address
 */
export function normalAddress(text: string): string | null {
  return isIPv4(text) ? text : (parseAddress(text)?.toString() ?? null);
}

const IPV6_PARTS = 8;
/** A customer of an access network has at least this much of the address space: 64 bits are four parts. */
const NETWORK_PARTS = 4;

/**
 * The part of an address that limits count by. It is the whole of an IPv4 address, and the /64 of an IPv6 address: one
 * client has all of it. Any other text counts as it is.
 */
export function limitedAddress(text: string): string {
  const address = parseAddress(text);
  if (address === null) return text;
  if (address instanceof ipaddr.IPv4) return address.toString();
  const network = address.parts.map((part, index) => (index < NETWORK_PARTS ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/${(NETWORK_PARTS * 128) / IPV6_PARTS}`;
}

/** Four decimal parts without leading zeros. */
export function isIPv4(text: string): boolean {
  return ipaddr.IPv4.isValidFourPartDecimal(text);
}

/** With or without a zone. An IPv4 address at the end has four decimal parts. */
export function isIPv6(text: string): boolean {
  return ipaddr.IPv6.isValid(text) && (!text.includes('.') || parseUrl(`http://[${text.split('%', 1)[0]}]/`) !== null);
}

/**
 * The part of an address that one customer of a network usually has: an IPv4 address, or the /48 of an IPv6 address.
 * Null for no address, and for one of this machine, which tells nothing of who is behind it.
 */
export function siteOf(text: string): string | null {
  const address = parseAddress(text);
  if (address === null || address.range() === 'loopback') return null;
  return address instanceof ipaddr.IPv4 ? address.toString() : networkOf(text);
}

/** The surroundings of an address, for people to see: IPv4 by its /24, IPv6 by its /48. Null for no address. */
export function networkOf(text: string): string | null {
  const address = parseAddress(text);
  if (address === null) return null;
  if (address instanceof ipaddr.IPv4) return `${address.octets.slice(0, 3).join('.')}.0/24`;
  const network = address.parts.map((part, index) => (index < 3 ? part : 0));
  return `${new ipaddr.IPv6(network).toString()}/48`;
}

/** `127.0.0.1` and `::ffff:127.0.0.1` are the same host; short and octal IPv4 forms are refused. */
export function parseAddress(text: string): Address | null {
  if (isIPv4(text)) return ipaddr.IPv4.parse(text);
  return isIPv6(text) ? ipaddr.process(inHexadecimal(text.split('%', 1)[0] ?? '')) : null;
}

/** The library reads `::10.1.2.3`, an IPv6 address of its own, as `::ffff:10.1.2.3`, which stands for IPv4. */
function inHexadecimal(address: string): string {
  return address.includes('.') ? new URL(`http://[${address}]/`).hostname.slice(1, -1) : address;
}

function toRange(entry: string): Range | null {
  const single = parseAddress(entry);
  if (single !== null) return [single, single.kind() === 'ipv4' ? 32 : 128];
  if (!ipaddr.isValidCIDR(entry)) return null;
  const [address, bits] = ipaddr.parseCIDR(entry);
  if (address instanceof ipaddr.IPv6 && address.isIPv4MappedAddress() && bits >= 96) {
    return [address.toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function lies(address: Address, [network, bits]: Range): boolean {
  if (address.kind() !== network.kind()) return false;
  return (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);
}
