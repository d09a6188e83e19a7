// SPDX-License-Identifier: Apache-2.0
/** The rows of signing keys. They change under the lock of the organization's head. */
import type { Transaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';

export interface SigningKeyRow extends Record<string, unknown> {
  id: string;
  passkey_id: string;
  credential_id: string;
  transports: string[];
  name: string;
  key_thumbprint: string;
  created_at: Date;
}

/** Those of a person whose passkey is still there, the oldest first: an account has few passkeys. */
export async function selectSigningKeys(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<SigningKeyRow[]> {
  return await transaction.query<SigningKeyRow>(SELECT, [organizationId, accountId]);
}

const SELECT = `
  SELECT k.id, k.passkey_id, p.credential_id, p.transports, p.name, k.key_thumbprint, k.created_at
  FROM svc.signing_keys k JOIN svc.account_passkeys p ON p.id = k.passkey_id AND p.account_id = k.account_id
  WHERE k.organization_id = $1 AND k.account_id = $2
  ORDER BY k.id`;

/** @returns false for a passkey that signs there already */
export async function insertSigningKey(
  transaction: Transaction,
  key: { organizationId: string; id: string; accountId: string; passkeyId: string; thumbprint: string; atMs: number },
): Promise<boolean> {
  const { organizationId, id, accountId, passkeyId, thumbprint, atMs } = key;
  const values = [organizationId, id, accountId, passkeyId, thumbprint, new Date(atMs)];
  return (await transaction.query(INSERT, values)).length === 1;
}

const INSERT = `
  INSERT INTO svc.signing_keys (organization_id, id, account_id, passkey_id, key_thumbprint, created_at)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (organization_id, passkey_id) DO NOTHING
  RETURNING 1`;

export function signingKeyChange(what: 'added' | 'removed', accountId: string, keyThumbprint: string): Change {
  return {
    kind: `member.signing_key_${what}`,
    subject: { type: 'member', id: accountId },
    metadata: { keyThumbprint },
  };
}

interface Removed extends Record<string, unknown> {
  key_thumbprint: string;
}

const changesOf = (accountId: string, removed: readonly Removed[]): Change[] =>
  removed.map((row) => signingKeyChange('removed', accountId, row.key_thumbprint));

/** @returns its change; none where the person has no such key */
export async function deleteSigningKey(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
  id: string,
): Promise<Change[]> {
  return changesOf(accountId, await transaction.query<Removed>(DELETE_ONE, [organizationId, accountId, id]));
}

const DELETE_ONE = `
  DELETE FROM svc.signing_keys WHERE organization_id = $1 AND account_id = $2 AND id = $3 RETURNING key_thumbprint`;

/** All of a person who leaves, or whose passkeys all end. */
export async function endSigningKeys(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Change[]> {
  return changesOf(accountId, await transaction.query<Removed>(DELETE_ALL, [organizationId, accountId]));
}

const DELETE_ALL = `
  DELETE FROM svc.signing_keys WHERE organization_id = $1 AND account_id = $2 RETURNING key_thumbprint`;

/** Those whose passkey was deleted in this transaction. */
export async function endSigningKeysWithoutPasskey(
  transaction: Transaction,
  organizationId: string,
  accountId: string,
): Promise<Change[]> {
  return changesOf(accountId, await transaction.query<Removed>(DELETE_LEFT, [organizationId, accountId]));
}

const DELETE_LEFT = `
  DELETE FROM svc.signing_keys k
  WHERE k.organization_id = $1 AND k.account_id = $2
    AND NOT EXISTS (SELECT FROM svc.account_passkeys p WHERE p.id = k.passkey_id)
  RETURNING key_thumbprint`;
