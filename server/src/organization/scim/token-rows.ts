// SPDX-License-Identifier: Apache-2.0
/** The rows of tokens. The database has the digest of each: they change under the lock of the organization's head. */
import type { ScimTokenSource } from '@svc/contract';
import type pg from 'pg';
import { queryAcross, type Transaction, uuidv7 } from '../../storage/db/index.ts';

export interface TokenRow extends Record<string, unknown> {
  id: string;
  prefix: string;
  source: ScimTokenSource;
  created_at: Date;
  expires_at: Date;
  last_used_at: Date | null;
}

/** Those that are not over, the oldest first. */
export async function selectTokens(transaction: Transaction, organizationId: string): Promise<TokenRow[]> {
  return await transaction.query<TokenRow>(SELECT, [organizationId, transaction.clock.now()]);
}

const SELECT = `
  SELECT id, prefix, source, created_at, expires_at, last_used_at FROM svc.scim_tokens
  WHERE organization_id = $1 AND expires_at > $2 ORDER BY id`;

/** Those of a provisioning file, the oldest first. */
export async function selectFileTokens(
  transaction: Transaction,
  organizationId: string,
): Promise<(TokenRow & { sha256: string })[]> {
  return await transaction.query<TokenRow & { sha256: string }>(SELECT_OF_FILE, [organizationId]);
}

const SELECT_OF_FILE = `
  SELECT id, prefix, source, created_at, expires_at, last_used_at, encode(token_hash, 'hex') AS sha256
  FROM svc.scim_tokens WHERE organization_id = $1 AND source = 'FILE' ORDER BY id`;

export interface NewToken {
  hash: Buffer;
  prefix: string;
  source: ScimTokenSource;
  createdBy: string | null;
  expiresAt: Date;
}

/** @returns null for a digest that is there already */
export async function insertToken(
  transaction: Transaction,
  organizationId: string,
  { hash, prefix, source, createdBy, expiresAt }: NewToken,
): Promise<TokenRow | null> {
  const id = uuidv7(transaction.clock.nowMs());
  const values = [organizationId, id, hash, prefix, source, createdBy, transaction.clock.now(), expiresAt];
  const [row] = await transaction.query<TokenRow>(INSERT, values);
  return row ?? null;
}

const INSERT = `
  INSERT INTO svc.scim_tokens (organization_id, id, token_hash, prefix, source, created_by, created_at, expires_at)
  VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
  ON CONFLICT (token_hash) DO NOTHING
  RETURNING id, prefix, source, created_at, expires_at, last_used_at`;

export async function deleteToken(transaction: Transaction, organizationId: string, id: string): Promise<boolean> {
  return (await transaction.query(DELETE, [organizationId, id])).length > 0;
}

const DELETE = `DELETE FROM svc.scim_tokens WHERE organization_id = $1 AND id = $2 RETURNING 1`;

export async function isLiveToken(transaction: Transaction, organizationId: string, id: string): Promise<boolean> {
  return (await transaction.query(SELECT_LIVE, [organizationId, id, transaction.clock.now()])).length > 0;
}

const SELECT_LIVE = `SELECT 1 FROM svc.scim_tokens WHERE organization_id = $1 AND id = $2 AND expires_at > $3`;

export interface FoundToken {
  organizationId: string;
  tokenId: string;
  usedAt: Date | null;
}

/** The organization of a token that is not over; over all organizations, since it is the result. */
export async function selectByHash(pool: pg.Pool, hash: Buffer): Promise<FoundToken | null> {
  const values = [hash, pool.clock.now()];
  const [row] = await queryAcross<FoundToken & Record<string, unknown>>(pool, ['scim_tokens'], SELECT_FOUND, values);
  return row ?? null;
}

const SELECT_FOUND = `
  SELECT organization_id AS "organizationId", id AS "tokenId", last_used_at AS "usedAt" FROM svc.scim_tokens
  WHERE token_hash = $1 AND expires_at > $2`;

/** The last use is told to the minute: most requests write nothing. */
export async function noteUse(transaction: Transaction, organizationId: string, id: string): Promise<void> {
  await transaction.query(NOTE_USE, [organizationId, id, transaction.clock.now()]);
}

const NOTE_USE = `UPDATE svc.scim_tokens SET last_used_at = $3 WHERE organization_id = $1 AND id = $2`;
