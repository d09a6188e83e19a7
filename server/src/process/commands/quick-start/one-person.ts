// SPDX-License-Identifier: Apache-2.0
/** Whether the quick start serves the person at this machine alone. */

import { OWN_MACHINE } from '../../../outgoing/egress/index.ts';
import { addressList } from '../../../platform/addresses/index.ts';
import type { Config } from '../../../platform/config/index.ts';

/**
 * True with its embedded database, where it listens on this machine alone and no proxy stands before it. Then its
 * organizations may call this machine, so that the person can try a receiver or an upstream there.
 */
export function isOfOnePerson({
  databaseUrl,
  host,
  baseUrl,
  trustProxy,
}: Pick<Config, 'databaseUrl' | 'host' | 'baseUrl' | 'trustProxy'>): boolean {
  const isPublished = trustProxy.length > 0 || (baseUrl !== null && !isOwn(new URL(baseUrl).hostname));
  return databaseUrl === null && isOwn(host) && !isPublished;
}

function isOwn(host: string): boolean {
  return host === 'localhost' || addressList(OWN_MACHINE).contains(host.replace(/^\[|\]$/g, ''));
}
