// SPDX-License-Identifier: Apache-2.0
/** The passkeys of people. */
import type { PasskeyList } from '@svc/contract';
import type pg from 'pg';
import { type Page, pageAnswer } from '../../platform/pagination/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import type { Client } from '../activity/index.ts';
import { noteFactorChange } from './changes.ts';
import { lockFactors } from './factor-state.ts';
import { endRecoveryCodes } from './recovery-codes.ts';

export interface Passkey {
  id: string;
  accountId: string;
  credentialId: string;
  publicKey: Uint8Array<ArrayBuffer>;
  counter: number;
  transports: string[];
}

/** The oldest first. */
export async function listPasskeys(pool: pg.Pool, accountId: string, page: Page): Promise<PasskeyList> {
  const rows = await inTransaction(pool, [], (transaction) =>
    transaction.query<ListRow>(SELECT_OF_ACCOUNT, [accountId, page.after, page.limit + 1]),
  );
  return pageAnswer(
    rows,
    page,
    ({ id }) => id,
    ({ id, name, created_at, last_used_at }) => ({
      id,
      name,
      createdAt: created_at.toISOString(),
      lastUsedAt: last_used_at?.toISOString() ?? null,
    }),
  );
}

interface ListRow extends Record<string, unknown> {
  id: string;
  name: string;
  created_at: Date;
  last_used_at: Date | null;
}

const SELECT_OF_ACCOUNT = `
  SELECT id, name, created_at, last_used_at FROM svc.account_passkeys
  WHERE account_id = $1 AND ($2::uuid IS NULL OR id > $2)
  ORDER BY id LIMIT $3`;

/** Ids by which an authenticator knows that it holds one of the account already. */
export async function credentialsOf(
  transaction: Transaction,
  accountId: string,
): Promise<{ id: string; transports: string[] }[]> {
  return await transaction.query(SELECT_CREDENTIALS, [accountId]);
}

const SELECT_CREDENTIALS = `
  SELECT credential_id AS id, transports FROM svc.account_passkeys WHERE account_id = $1 ORDER BY id`;

/** @returns false when the credential is registered, for this account or another */
export async function insertPasskey(
  transaction: Transaction,
  passkey: Passkey & { name: string; atMs: number },
): Promise<boolean> {
  const { id, accountId, credentialId, publicKey, counter, transports, name, atMs } = passkey;
  const values = [id, accountId, credentialId, Buffer.from(publicKey), counter, transports, name, new Date(atMs)];
  return (await transaction.query(INSERT_PASSKEY, values)).length === 1;
}

const INSERT_PASSKEY = `
  INSERT INTO svc.account_passkeys (id, account_id, credential_id, public_key, counter, transports, name, created_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (credential_id) DO NOTHING
  RETURNING 1`;

export async function selectPasskey(transaction: Transaction, credentialId: string): Promise<Passkey | null> {
  const [row] = await transaction.query<Passkey & Record<string, unknown>>(SELECT_PASSKEY, [credentialId]);
  return row === undefined ? null : { ...row, publicKey: new Uint8Array(row.publicKey), counter: Number(row.counter) };
}

const SELECT_PASSKEY = `
  SELECT id, account_id AS "accountId", credential_id AS "credentialId", public_key AS "publicKey", counter, transports
  FROM svc.account_passkeys WHERE credential_id = $1`;

/** @returns false for a count that the authenticator has passed: a copy of it may be in use */
export async function countUse(transaction: Transaction, id: string, counter: number): Promise<boolean> {
  return (await transaction.query(COUNT_USE, [id, counter, transaction.clock.now()])).length === 1;
}

/** An authenticator that does not count says 0 each time. */
const COUNT_USE = `
  UPDATE svc.account_passkeys SET counter = $2, last_used_at = $3::timestamptz
  WHERE id = $1 AND (counter < $2 OR (counter = 0 AND $2 = 0))
  RETURNING 1`;

/** A passkey of the person, which stays until the transaction ends. */
export async function holdPasskey(
  transaction: Transaction,
  accountId: string,
  id: string,
): Promise<{ name: string; publicKey: Uint8Array<ArrayBuffer> } | null> {
  const [row] = await transaction.query<{ name: string; public_key: Buffer }>(HOLD_PASSKEY, [accountId, id]);
  return row === undefined ? null : { name: row.name, publicKey: new Uint8Array(row.public_key) };
}

const HOLD_PASSKEY = `
  SELECT name, public_key FROM svc.account_passkeys WHERE account_id = $1 AND id = $2 FOR KEY SHARE`;

/** @returns false when the person has no such passkey */
export async function deletePasskey(
  transaction: Transaction,
  accountId: string,
  id: string,
  client: Client,
): Promise<boolean> {
  await lockFactors(transaction, accountId);
  const [removed] = await transaction.query<{ name: string }>(DELETE_PASSKEY, [accountId, id]);
  if (removed === undefined) return false;
  await endRecoveryCodes(transaction, accountId);
  await noteFactorChange(transaction, {
    accountId,
    kind: 'passkey.removed',
    client,
    details: { name: removed.name },
  });
  return true;
}

const DELETE_PASSKEY = `DELETE FROM svc.account_passkeys WHERE account_id = $1 AND id = $2 RETURNING name`;
