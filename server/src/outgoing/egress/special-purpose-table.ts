// SPDX-License-Identifier: Apache-2.0
/**
 * Blocks that are no public unicast addresses: the special-purpose registries of IANA for IPv4 and IPv6. The transition
 * forms, which carry an IPv4 address inside, belong to them. For IPv6 only `2000::/3` is handed out, so the rest is
 * refused whole.
 */

export const SPECIAL_PURPOSE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.31.196.0/24',
  '192.52.193.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '192.175.48.0/24',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/4',
  '240.0.0.0/4',
] as const;

export const GLOBAL_UNICAST_IPV6 = '2000::/3';

/**
 * Blocks within the global one: protocol assignments with Teredo and ORCHID, documentation, 6to4, AS112, and SRv6's.
 */
export const SPECIAL_PURPOSE_IPV6 = [
  '2001::/23',
  '2001:db8::/32',
  '2002::/16',
  '2620:4f:8000::/48',
  '3fff::/20',
] as const;
