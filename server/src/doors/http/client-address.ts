// SPDX-License-Identifier: Apache-2.0
/** The address a request comes from. */
import type { IncomingMessage } from 'node:http';
import { type AddressList, isAddress, normalAddress } from '../../platform/addresses/index.ts';

/**
 * The peer's address; behind a trusted proxy, the rightmost untrusted address of X-Forwarded-For. An unreadable header
 * counts as none.
 * @returns the address in its normal form
 */
export function clientAddress(peer: string, forwardedFor: string | undefined, proxies: AddressList): string {
  const address = nearestUntrusted(peer, forwardedFor, proxies);
  return normalAddress(address) ?? address;
}

function nearestUntrusted(peer: string, forwardedFor: string | undefined, proxies: AddressList): string {
  if (forwardedFor === undefined || !proxies.contains(peer)) return peer;
  const hops = forwardedFor.split(',').map((hop) => hop.trim());
  for (const hop of hops.reverse()) {
    if (!isAddress(hop)) return peer;
    if (!proxies.contains(hop)) return hop;
  }
  return peer;
}

/** The client's address of a request. */
export function requestAddress(request: IncomingMessage, proxies: AddressList): string {
  const header = request.headers['x-forwarded-for'];
  const forwardedFor = Array.isArray(header) ? header.join(',') : header;
  return clientAddress(request.socket.remoteAddress ?? '', forwardedFor, proxies);
}
