/** Whether a host is among those to which an integration's credential may go. */
import ipaddr from 'ipaddr.js';

/** `*.domain` stands for every host below the domain, at any depth, and not for the domain itself. */
export function isHostAmong(address: string, patterns: readonly string[]): boolean {
  const { hostname } = new URL(address);
  return patterns.some((pattern) =>
    pattern.startsWith('*.') ? hostname.endsWith(pattern.slice(1)) && !isIpHost(hostname) : hostname === pattern,
  );
}

/** @param host as an address spells it: IPv6 in brackets */
export function isIpHost(host: string): boolean {
  return host.startsWith('[') || ipaddr.IPv4.isValidFourPartDecimal(host);
}
