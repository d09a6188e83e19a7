// SPDX-License-Identifier: Apache-2.0
/** Addresses and CIDR ranges as people write them: in full, or refused with the text that is meant. */
import ipaddr from 'ipaddr.js';
import { type Address, isIPv4, isIPv6, parseAddress } from './ip-addresses.ts';

/** Longer entries, and those with other signs, are not repeated in a fault. */
const SHOWN = /^[!-~]{1,60}$/;

/**
 * A range has four decimal parts, or is IPv6, has no leading zeros, and no bit beyond its prefix.
 * @returns null for a good address or range, else a clause that names the entry and what to write
 */
export function rangeFault(entry: string): string | null {
  const shown = SHOWN.test(entry) ? `\`${entry}\`` : 'this one';
  const [text = '', prefix] = splitAtSlash(entry);
  if (prefix === undefined) return parseAddress(text) !== null && !text.includes('%') ? null : singleFault(text, shown);
  const address = leniently(text);
  const bitsMax = address?.kind() === 'ipv4' ? 32 : 128;
  const bits = bitsOf(prefix);
  if (address === null || bits === null) return `${shown} is neither; write one such as 10.0.0.0/8 or 2001:db8::/32`;
  if (bits > bitsMax) return `${shown} has a prefix beyond ${bitsMax}; write one from 0 to ${bitsMax}`;
  const network = `${networkOf(address, bits)}/${bits}`;
  if (!isWritten(text)) return `${shown} is not written in full; write ${network}`;
  if (prefix !== String(bits)) return `${shown} has no plain prefix; write ${network}`;
  if (address.toString() === networkOf(address, bits)) return null;
  return `${shown} has bits beyond its prefix; write ${network}, or ${text} for that address alone`;
}

function splitAtSlash(entry: string): string[] {
  const at = entry.indexOf('/');
  return at === -1 ? [entry] : [entry.slice(0, at), entry.slice(at + 1)];
}

function singleFault(text: string, shown: string): string {
  const address = text.includes('.') ? leniently(text) : null;
  if (address === null || text.split('.').length !== 4) {
    return `${shown} is neither; write one such as 192.0.2.7, 10.0.0.0/8 or 2001:db8::/32`;
  }
  return `${shown} has parts that are not plain decimal numbers; write ${address.toString()}`;
}

/** IPv4 with four decimal parts, or IPv6 without a zone. */
function isWritten(text: string): boolean {
  return isIPv4(text) || (isIPv6(text) && !text.includes('%'));
}

/** The address that is meant, in every spelling that is refused with a proposal. */
function leniently(text: string): Address | null {
  if (isWritten(text)) return isIPv4(text) ? ipaddr.IPv4.parse(text) : asWritten(text);
  if (/^[0-9a-f]+:/i.test(text) && !text.includes('%') && isIPv6(`${text}::`)) return ipaddr.IPv6.parse(`${text}::`);
  const parts = text.split('.');
  const isNumeric = parts.length <= 4 && parts.every((part) => /^(?:0x[0-9a-f]{1,2}|\d{1,4})$/i.test(part));
  if (!isNumeric) return null;
  const numbers = parts.map((part) => Number(/x/i.test(part) ? part : part.replace(/^0+(?=\d)/, '')));
  if (numbers.some((number) => number > 255)) return null;
  return new ipaddr.IPv4([...numbers, 0, 0, 0].slice(0, 4));
}

/** A mapped address stays IPv6 here: its prefix counts from the first of 128 bits. */
function asWritten(text: string): ipaddr.IPv6 {
  const hexadecimal = text.includes('.') ? new URL(`http://[${text}]/`).hostname.slice(1, -1) : text;
  return ipaddr.IPv6.parse(hexadecimal);
}

/** A length, or a netmask of which the length is meant. */
function bitsOf(prefix: string): number | null {
  if (/^\d{1,3}$/.test(prefix)) return Number(prefix);
  return isIPv4(prefix) ? ipaddr.IPv4.parse(prefix).prefixLengthFromSubnetMask() : null;
}

function networkOf(address: Address, bits: number): string {
  const kind = address.kind() === 'ipv4' ? ipaddr.IPv4 : ipaddr.IPv6;
  return kind.networkAddressFromCIDR(`${address.toString()}/${bits}`).toString();
}
