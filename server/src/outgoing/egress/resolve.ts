// SPDX-License-Identifier: Apache-2.0
/** Resolves host names: one look-up for all callers of a name, and a bounded number at once. */
import { lookup } from 'node:dns/promises';
import { EgressFault } from './fault.ts';
import { LOOKUPS_WAITING_MAX, RESOLVED_ADDRESSES_MAX } from './limits.ts';

/** All addresses of a host name, in the order of trial. */
export type Resolver = (host: string) => Promise<readonly string[]>;

/** Resolves like the system: its hosts file and search domains count. */
export const systemResolver: Resolver = async (host) =>
  (await lookup(host, { all: true, verbatim: true })).map(({ address }) => address);

/**
 * @param atOnceMax further names wait for their turn
 * @throws EgressFault `dns_failure`, or `busy` when too many names wait; the resolver's text stays here
 */
export function sharedResolver(resolver: Resolver, atOnceMax: number): Resolver {
  const underWay = new Map<string, Promise<readonly string[]>>();
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running >= atOnceMax) {
      if (waiting.length >= LOOKUPS_WAITING_MAX) throw new EgressFault('busy');
      await new Promise<void>((resolve) => waiting.push(resolve));
    } else running += 1;
  }

  async function look(host: string): Promise<readonly string[]> {
    await turn();
    try {
      const addresses = await resolver(host);
      if (addresses.length === 0 || addresses.length > RESOLVED_ADDRESSES_MAX) throw new EgressFault('dns_failure');
      return addresses;
    } catch (error) {
      throw error instanceof EgressFault ? error : new EgressFault('dns_failure');
    } finally {
      // The slot goes to the next in line, or back.
      const next = waiting.shift();
      if (next === undefined) running -= 1;
      else next();
    }
  }

  return (host) => {
    const shared = underWay.get(host) ?? look(host).finally(() => underWay.delete(host));
    underWay.set(host, shared);
    return shared;
  };
}
