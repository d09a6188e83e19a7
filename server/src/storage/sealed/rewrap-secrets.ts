// SPDX-License-Identifier: Apache-2.0
/** Key rotation: brings every stored secret under the first encryption key, so that the others can be removed. */
import type pg from 'pg';
import {
  linkBinding,
  oauthKeyBinding,
  SIGNING_KEY_BINDING,
  totpBinding,
  type Vault,
  VaultError,
} from '../../platform/vault/index.ts';
import { inTransaction, queryAcross, type Transaction } from '../db/index.ts';

/** Every column with a sealed secret. Its binding names the table, the column and the row's id. */
const SEALED_COLUMNS = [
  { table: 'integrations', column: 'secret' },
  { table: 'webhook_endpoints', column: 'secret' },
  { table: 'webhook_endpoints', column: 'rotated_secret' },
  { table: 'webhook_endpoints', column: 'next_secret' },
  { table: 'invitations', column: 'sealed_secret' },
  { table: 'sso_connections', column: 'client_secret' },
] as const;
type SealedColumn = (typeof SEALED_COLUMNS)[number];

export interface RewrapReport {
  rewrapped: number;
  /** Secrets whose key is no longer configured: they are unusable until it is. */
  unreadable: number;
}

/** Any number of processes may do this at once, while secrets change: each row is only swapped. */
export async function rewrapSecrets(pool: pg.Pool, vault: Vault): Promise<RewrapReport> {
  const report: RewrapReport = { rewrapped: 0, unreadable: 0 };
  const rows = await queryAcross<{ organization_id: string }>(
    pool,
    ['organization_directory'],
    'SELECT organization_id FROM svc.organization_directory ORDER BY organization_id',
  );
  for (const { organization_id: organizationId } of rows) {
    await inTransaction(pool, [organizationId], async (transaction) => {
      for (const sealed of SEALED_COLUMNS) await rewrapColumn(transaction, vault, organizationId, sealed, report);
    });
  }
  for (const sealed of SEALED_OF_PEOPLE) await rewrapOfPeople(pool, vault, sealed, report);
  await rewrapSigningKey(pool, vault, report);
  return report;
}

/** Columns with secrets of people and of the deployment, which belong to no organization. */
const SEALED_OF_PEOPLE = [
  {
    table: 'account_links',
    key: 'id',
    column: 'sealed_secret',
    bindingOf: linkBinding,
    swap: 'UPDATE svc.account_links SET sealed_secret = $3 WHERE id = $1 AND sealed_secret = $2',
  },
  {
    table: 'account_totp',
    key: 'account_id',
    column: 'secret',
    bindingOf: totpBinding,
    swap: 'SELECT svc.swap_totp_secret($1, $2, $3)',
  },
  {
    table: 'oauth_signing_keys',
    key: 'id',
    column: 'private_key',
    bindingOf: oauthKeyBinding,
    swap: 'SELECT svc.swap_oauth_signing_key($1, $2, $3)',
  },
] as const;

async function rewrapOfPeople(
  pool: pg.Pool,
  vault: Vault,
  { table, key, column, bindingOf, swap }: (typeof SEALED_OF_PEOPLE)[number],
  report: RewrapReport,
): Promise<void> {
  for (let after = NIL_UUID; ; ) {
    const { rows } = await pool.query<{ id: string; secret: string }>(
      `SELECT ${key} AS id, ${column} AS secret FROM svc.${table} WHERE ${key} > $1 ORDER BY ${key} LIMIT $2`,
      [after, ROWS_PER_PAGE],
    );
    for (const { id, secret } of rows) {
      if (!vault.needsRewrap(secret)) continue;
      const rewrapped = rewrap(vault, secret, bindingOf(id));
      if (rewrapped === null) report.unreadable += 1;
      else {
        await pool.query(swap, [id, secret, rewrapped]);
        report.rewrapped += 1;
      }
    }
    const last = rows.at(-1);
    if (last === undefined) return;
    after = last.id;
  }
}

const NIL_UUID = '00000000-0000-0000-0000-000000000000';
/** There may be far more people than organizations. */
const ROWS_PER_PAGE = 1_000;

/** The key that signs checkpoints, which belongs to no organization. */
async function rewrapSigningKey(pool: pg.Pool, vault: Vault, report: RewrapReport): Promise<void> {
  const { rows } = await pool.query<{ secret: string }>('SELECT private_key AS secret FROM svc.audit_signing_keys');
  const [row] = rows;
  if (row === undefined || !vault.needsRewrap(row.secret)) return;
  const rewrapped = rewrap(vault, row.secret, SIGNING_KEY_BINDING);
  if (rewrapped === null) {
    report.unreadable += 1;
    return;
  }
  await pool.query('SELECT svc.swap_audit_signing_key($1, $2)', [row.secret, rewrapped]);
  report.rewrapped += 1;
}

async function rewrapColumn(
  transaction: Transaction,
  vault: Vault,
  organizationId: string,
  { table, column }: SealedColumn,
  report: RewrapReport,
): Promise<void> {
  const rows = await transaction.query<{ id: string; secret: string }>(
    `SELECT id, ${column} AS secret FROM svc.${table}
     WHERE organization_id = $1 AND ${column} IS NOT NULL ORDER BY id`,
    [organizationId],
  );
  for (const { id, secret } of rows) {
    if (!vault.needsRewrap(secret)) continue;
    const rewrapped = rewrap(vault, secret, { organizationId, table, column, rowId: id });
    if (rewrapped === null) {
      report.unreadable += 1;
      continue;
    }
    // Only when the row is unchanged: a secret that was changed meanwhile is under the first key already.
    await transaction.query(
      `UPDATE svc.${table} SET ${column} = $4 WHERE organization_id = $1 AND id = $2 AND ${column} = $3`,
      [organizationId, id, secret, rewrapped],
    );
    report.rewrapped += 1;
  }
}

function rewrap(vault: Vault, sealed: string, binding: Parameters<Vault['rewrap']>[1]): string | null {
  try {
    return vault.rewrap(sealed, binding);
  } catch (error) {
    if (error instanceof VaultError) return null;
    throw error;
  }
}
