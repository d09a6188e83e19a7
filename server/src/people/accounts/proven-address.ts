// SPDX-License-Identifier: Apache-2.0
/** Whether the address of an account is proven, and what a proof changes. */
import type { Transaction } from '../../storage/db/index.ts';

/** The account of an e-mail key; null for an address without one. */
export async function selectAccountState(
  transaction: Transaction,
  emailKey: string,
): Promise<{ id: string; isVerified: boolean } | null> {
  const [row] = await transaction.query<{ id: string; isVerified: boolean }>(SELECT_STATE, [emailKey]);
  return row ?? null;
}

const SELECT_STATE = `
  SELECT id, email_verified_at IS NOT NULL AS "isVerified" FROM svc.accounts WHERE email_key = $1 FOR UPDATE`;

/** The person has opened a link that was sent to this address. An account with another address stays as it is. */
export async function proveAddress(
  transaction: Transaction,
  accountId: string,
  emailKey: string,
  atMs: number,
): Promise<void> {
  await transaction.query(PROVE, [accountId, emailKey, new Date(atMs)]);
}

const PROVE = `
  UPDATE svc.accounts SET email_verified_at = coalesce(email_verified_at, $3)
  WHERE id = $1 AND email_key = $2`;

/**
 * Gives an unproven account to the person who proves its address now, with a new password. The caller ends whatever the
 * person who made it has left.
 * @param name null keeps it
 * @returns false when the address was proven meanwhile
 */
export async function claimAccount(
  transaction: Transaction,
  { id, name, passwordHash }: { id: string; name: string | null; passwordHash: string },
  atMs: number,
): Promise<boolean> {
  if ((await transaction.query(CLAIM, [id, name, new Date(atMs)])).length === 0) return false;
  return (await transaction.query('SELECT 1 WHERE svc.set_password($1, $2, NULL)', [id, passwordHash])).length === 1;
}

const CLAIM = `
  UPDATE svc.accounts SET name = coalesce($2, name), email_verified_at = $3
  WHERE id = $1 AND email_verified_at IS NULL
  RETURNING 1`;
