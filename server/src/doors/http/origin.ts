// SPDX-License-Identifier: Apache-2.0
/** Checks that a browser's state-changing call comes from our own pages. A cookie travels with calls of any page. */
import type { IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parseUrl } from '../../platform/addresses/index.ts';
import { ApiError } from '../../platform/errors/index.ts';

const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|::1|::ffff:127\.\d+\.\d+\.\d+)$/;

/**
 * Origins of our own pages: the base address and, on a loopback listener, each loopback name on its port.
 * @param listening null before the server listens
 */
export function ownOrigins(baseUrl: string, listening: AddressInfo | string | null): ReadonlySet<string> {
  const origins = new Set<string>();
  const base = parseUrl(baseUrl);
  if (base !== null) origins.add(base.origin);
  if (listening !== null && typeof listening === 'object' && LOOPBACK.test(listening.address)) {
    // Normalized by URL: an origin leaves out a default port.
    for (const host of ['127.0.0.1', '[::1]', 'localhost']) {
      origins.add(new URL(`http://${host}:${listening.port}`).origin);
    }
  }
  return origins;
}

/** Browsers keep `__Host-` cookies on https, and on http at loopback only: elsewhere no session would last. */
export function keepsSessionCookies(baseUrl: string): boolean {
  const { protocol, hostname } = new URL(baseUrl);
  return protocol === 'https:' || /^(?:localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname);
}

/**
 * Browsers send at least one of the two headers with such a call, and no page can set either. Each present one must be
 * ours: `Origin` one of our origins, `Sec-Fetch-Site` the word `same-origin`.
 * @throws ApiError 403
 */
export function checkOrigin(headers: IncomingHttpHeaders, origins: ReadonlySet<string>): void {
  const { origin } = headers;
  const site = headers['sec-fetch-site'];
  const isStated = origin !== undefined || site !== undefined;
  const isOwn = (origin === undefined || origins.has(origin)) && (site === undefined || site === 'same-origin');
  if (!isStated || !isOwn) {
    throw new ApiError('forbidden', { message: 'A change has to come from a page of this service (Origin).' });
  }
}
