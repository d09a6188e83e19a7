// SPDX-License-Identifier: Apache-2.0
/** Whether the configured keys open what is stored: for commands, which must not seal under a key of their own. */
import type pg from 'pg';
import { type Binding, SIGNING_KEY_BINDING, type Vault, VaultError } from '../../platform/vault/index.ts';
import { inTransaction, queryAcross } from '../db/index.ts';

/** Some are enough: all values of a deployment are under the same few keys. */
const ORGANIZATIONS_MAX = 100;
const SECRETS_MAX = 100;

export interface SealedState {
  readable: number;
  unreadable: number;
}

/** @param vault null: no key is there, and whatever is sealed counts as unreadable */
export async function readSealedState(pool: pg.Pool, vault: Vault | null): Promise<SealedState> {
  const sealed = [...(await signingKeys(pool)), ...(await secretsOfIntegrations(pool))];
  const readable = sealed.filter(({ secret, binding }) => vault !== null && opens(vault, secret, binding)).length;
  return { readable, unreadable: sealed.length - readable };
}

interface Sealed {
  secret: string;
  binding: Binding;
}

async function signingKeys(pool: pg.Pool): Promise<Sealed[]> {
  const { rows } = await pool.query<{ secret: string }>('SELECT private_key AS secret FROM svc.audit_signing_keys');
  return rows.map(({ secret }) => ({ secret, binding: SIGNING_KEY_BINDING }));
}

async function secretsOfIntegrations(pool: pg.Pool): Promise<Sealed[]> {
  const tables = ['organization_directory'];
  const organizations = await queryAcross<{ id: string }>(pool, tables, SELECT_ORGANIZATIONS, [ORGANIZATIONS_MAX]);
  const ids = organizations.map(({ id }) => id);
  return await inTransaction(pool, ids, async (transaction) => {
    const rows = await transaction.query<{ organization_id: string; id: string; secret: string; of: string }>(
      SELECT_SECRETS,
      [SECRETS_MAX, ids],
    );
    return rows.map(({ organization_id: organizationId, id, secret, of }) => {
      return { secret, binding: { organizationId, table: of, column: 'secret', rowId: id } };
    });
  });
}

/** The newest: what an old key sealed may have been left behind. */
const SELECT_ORGANIZATIONS = `
  SELECT organization_id AS id FROM svc.organization_directory ORDER BY organization_id DESC LIMIT $1`;

const SELECT_SECRETS = `
  SELECT organization_id, id, secret, 'integrations' AS of FROM svc.integrations
  WHERE organization_id = ANY ($2::uuid[]) AND secret IS NOT NULL
  UNION ALL
  SELECT organization_id, id, secret, 'webhook_endpoints' FROM svc.webhook_endpoints
  WHERE organization_id = ANY ($2::uuid[])
  LIMIT $1`;

function opens(vault: Vault, secret: string, binding: Binding): boolean {
  try {
    vault.open(secret, binding);
    return true;
  } catch (error) {
    if (error instanceof VaultError) return false;
    throw error;
  }
}
