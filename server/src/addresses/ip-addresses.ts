/** IP addresses and CIDR ranges, v4 and v6, and whether an address lies in a list of them. */
import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Range = readonly [Address, number];

export interface AddressList {
  contains(address: string): boolean;
}

/** @param entries addresses or CIDR ranges, v4 and v6; unreadable ones match nothing */
export function addressList(entries: readonly string[]): AddressList {
  const ranges = entries.map(toRange).filter((range) => range !== null);
  return {
    contains(address) {
      const parsed = parse(address);
      return parsed !== null && ranges.some((range) => lies(parsed, range));
    },
  };
}

/** True for an address, v4 or v6, in a form that has one meaning only. */
export function isAddress(text: string): boolean {
  return parse(text) !== null;
}

/** True for an address or a CIDR range, v4 or v6. */
export function isAddressOrRange(entry: string): boolean {
  return toRange(entry) !== null;
}

/** `127.0.0.1` and `::ffff:127.0.0.1` are the same host; short and octal IPv4 forms are refused. */
function parse(text: string): Address | null {
  if (!ipaddr.IPv4.isValidFourPartDecimal(text) && !ipaddr.IPv6.isValid(text)) return null;
  return ipaddr.process(text);
}

function toRange(entry: string): Range | null {
  const single = parse(entry);
  if (single !== null) return [single, single.kind() === 'ipv4' ? 32 : 128];
  if (!ipaddr.isValidCIDR(entry)) return null;
  const [address, bits] = ipaddr.parseCIDR(entry);
  if (address.kind() === 'ipv6' && (address as ipaddr.IPv6).isIPv4MappedAddress() && bits >= 96) {
    return [(address as ipaddr.IPv6).toIPv4Address(), bits - 96];
  }
  return [address, bits];
}

function lies(address: Address, [network, bits]: Range): boolean {
  if (address.kind() !== network.kind()) return false;
  return (address as ipaddr.IPv4).match(network as ipaddr.IPv4, bits);
}
