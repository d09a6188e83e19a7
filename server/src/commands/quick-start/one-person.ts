/** Whether the quick start serves the person at this machine alone. */
import { addressList } from '../../addresses/index.ts';
import type { Config } from '../../config/index.ts';
import { OWN_MACHINE } from '../../egress/index.ts';

/**
 * True with its embedded database and an address of this machine alone. Then its organizations may call this machine,
 * so that the person can try a receiver or an upstream there.
 */
export function isOfOnePerson({ databaseUrl, host }: Pick<Config, 'databaseUrl' | 'host'>): boolean {
  return databaseUrl === null && (host === 'localhost' || addressList(OWN_MACHINE).contains(host));
}
