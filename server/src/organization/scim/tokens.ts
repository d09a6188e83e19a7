// SPDX-License-Identifier: Apache-2.0
/** The tokens of a directory: owners make and revoke them, requests present them. */
import { hash, randomBytes } from 'node:crypto';
import { type CreatedScimToken, SCIM_TOKENS_MAX, type ScimState, type ScimTokenCreation } from '@svc/contract';
import type pg from 'pg';
import { type Changer, changeAs } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import type { Change } from '../../storage/heads/index.ts';
import { addressOf, type ScimDeps } from './deps.ts';
import {
  deleteToken,
  type FoundToken,
  insertToken,
  noteUse,
  selectByHash,
  selectTokens,
  type TokenRow,
} from './token-rows.ts';
import { countUsers } from './user-rows.ts';

const BEGINNING = 'scim_';
const TOKEN_BYTES = 32;
const TOKEN = /^scim_[\w-]{43}$/;
const PREFIX_CHARACTERS = BEGINNING.length + 6;
const DAY_MS = 86_400_000;

const hashOfToken = (token: string): Buffer => hash('sha256', token, 'buffer');
const prefixOfToken = (token: string): string => token.slice(0, PREFIX_CHARACTERS);
const isScimToken = (text: string): boolean => TOKEN.test(text);

export async function readScim(deps: ScimDeps, organizationId: string): Promise<ScimState> {
  return await inTransaction(deps.pool, [organizationId], async (transaction) => ({
    address: addressOf(deps),
    tokens: (await selectTokens(transaction, organizationId)).map(shown),
    ...(await countUsers(transaction, organizationId)),
  }));
}

/** @throws ApiError 409 for one too many */
export async function createScimToken(
  pool: pg.Pool,
  changer: Changer,
  { days }: ScimTokenCreation,
): Promise<CreatedScimToken> {
  const { organizationId, accountId } = changer;
  return await changeAs(pool, changer, ['OWNER'], async (transaction, { nowMs }) => {
    if ((await selectTokens(transaction, organizationId)).length >= SCIM_TOKENS_MAX) {
      const message = `At most ${SCIM_TOKENS_MAX} tokens work at once: revoke the one that the directory uses no more.`;
      throw new ApiError('conflict', { message });
    }
    const token = BEGINNING + randomBytes(TOKEN_BYTES).toString('base64url');
    const expiresAt = new Date(nowMs + days * DAY_MS);
    const row = await insertToken(transaction, organizationId, {
      ...{ hash: hashOfToken(token), prefix: prefixOfToken(token), source: 'APP', createdBy: accountId, expiresAt },
    });
    if (row === null) throw new Error('a new token is there already');
    return { result: { ...shown(row), token }, changes: [tokenChange('created', row)] };
  });
}

/** It opens nothing from now on. @throws ApiError 404 for no token */
export async function revokeScimToken(pool: pg.Pool, changer: Changer, id: string): Promise<void> {
  const { organizationId } = changer;
  await changeAs(pool, changer, ['OWNER'], async (transaction) => {
    const row = (await selectTokens(transaction, organizationId)).find((one) => one.id === id);
    if (row === undefined) throw new ApiError('not_found', { message: 'The organization has no such token.' });
    await deleteToken(transaction, organizationId, id);
    return { result: undefined, changes: [tokenChange('revoked', row)] };
  });
}

export function tokenChange(what: 'created' | 'revoked', { id, prefix, expires_at: expiresAt }: TokenRow): Change {
  const metadata = { expiresAt: expiresAt.toISOString(), prefix };
  return { kind: `scim.token_${what}`, subject: { type: 'scim_token', id }, metadata };
}

function shown(row: TokenRow): ScimState['tokens'][number] {
  const { id, prefix, source, created_at: createdAt, expires_at: expiresAt, last_used_at: lastUsedAt } = row;
  return {
    ...{ id, prefix, source, createdAt: createdAt.toISOString(), expiresAt: expiresAt.toISOString() },
    lastUsedAt: lastUsedAt?.toISOString() ?? null,
  };
}

const USE_NOTED_EVERY_MS = 60_000;

/** @returns null for a token that opens nothing, which is looked up each time: it may be revoked or a moment old */
export async function findToken(pool: pg.Pool, token: string): Promise<FoundToken | null> {
  return isScimToken(token) ? await selectByHash(pool, hashOfToken(token)) : null;
}

export async function noteTokenUse(pool: pg.Pool, { organizationId, tokenId, usedAt }: FoundToken): Promise<void> {
  if (usedAt !== null && pool.clock.nowMs() - usedAt.getTime() < USE_NOTED_EVERY_MS) return;
  await inTransaction(pool, [organizationId], (transaction) => noteUse(transaction, organizationId, tokenId));
}
