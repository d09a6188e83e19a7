// SPDX-License-Identifier: Apache-2.0
/** The parts of the service that sign-ins by directories work with. */
import type pg from 'pg';
import type { TextRecords } from '../../outgoing/egress/index.ts';
import type { Logger } from '../../platform/logging/index.ts';
import type { Vault } from '../../platform/vault/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { type Connection, selectConnection } from './connection-rows.ts';
import type { Directories, Registered } from './directories.ts';

export interface SsoDeps {
  pool: pg.Pool;
  vault: Vault;
  log: Logger;
  baseUrl: () => string;
  directories: Directories;
  textRecords: TextRecords;
}

/** @returns null for an organization without a connection that is switched on */
export async function openConnection(
  { pool, vault }: Pick<SsoDeps, 'pool' | 'vault'>,
  organizationId: string,
): Promise<Connection | null> {
  const connection = await inTransaction(pool, [organizationId], (transaction) =>
    selectConnection(transaction, organizationId, vault),
  );
  return connection?.enabled === true ? connection : null;
}

/** @returns null where the key of the secret is gone */
export function registeredAs(organizationId: string, connection: Connection): Registered | null {
  const { issuer, clientId, clientSecret, privateNetworks } = connection;
  return clientSecret === null ? null : { organizationId, issuer, clientId, clientSecret, privateNetworks };
}
