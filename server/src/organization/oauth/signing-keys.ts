// SPDX-License-Identifier: Apache-2.0
/**
 * The keys that sign what the authorization server signs: one set for the deployment, sealed. A new key comes every
 * SIGNING_KEY_DAYS; it is published before it signs, and stays published after its time.
 */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto';
import type { JWK } from 'oidc-provider';
import type pg from 'pg';
import { oauthKeyBinding, type Vault } from '../../platform/vault/index.ts';
import { inTransaction, type Transaction, uuidv7 } from '../../storage/db/index.ts';
import { SIGNING_KEY_DAYS, SIGNING_KEY_PUBLISHED_MINUTES, SIGNING_KEYS_KEPT } from './limits.ts';

/** @returns the keys, the one that signs first @throws VaultError when one was sealed under a key that is gone */
export async function loadSigningKeys(pool: pg.Pool, vault: Vault): Promise<JWK[]> {
  const rows = await inTransaction(pool, [], async (transaction) => {
    const found = await transaction.query<KeyRow>(SELECT_KEYS, [transaction.clock.now()]);
    if (found.some(({ is_current }) => is_current)) return found;
    // One of several processes makes the key, and the others find it.
    await transaction.query(LOCK_MAKING);
    const again = await transaction.query<KeyRow>(SELECT_KEYS, [transaction.clock.now()]);
    if (again.some(({ is_current }) => is_current)) return again;
    await makeKey(transaction, vault);
    return await transaction.query<KeyRow>(SELECT_KEYS, [transaction.clock.now()]);
  });
  const published = rows.filter(({ is_published }) => is_published);
  const ordered = published.length === 0 ? rows : [...published, ...rows.filter(({ is_published }) => !is_published)];
  return ordered.map(({ id, private_key }) => jwkOf(id, vault.open(private_key, oauthKeyBinding(id))));
}

const LOCK_MAKING = `SELECT pg_advisory_xact_lock(hashtext('svc.oauth-signing-key'))`;

interface KeyRow extends Record<string, unknown> {
  id: string;
  private_key: string;
  is_current: boolean;
  is_published: boolean;
}

const SELECT_KEYS = `
  SELECT id, private_key,
    created_at > $1::timestamptz - interval '${SIGNING_KEY_DAYS} days' AS is_current,
    created_at < $1::timestamptz - interval '${SIGNING_KEY_PUBLISHED_MINUTES} minutes' AS is_published
  FROM svc.oauth_signing_keys ORDER BY created_at DESC`;

async function makeKey(transaction: Transaction, vault: Vault): Promise<void> {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = uuidv7(transaction.clock.nowMs());
  const sealed = vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), oauthKeyBinding(id));
  await transaction.query(INSERT_KEY, [id, sealed, transaction.clock.now()]);
  await transaction.query(DELETE_OLD, [SIGNING_KEYS_KEPT]);
}

const INSERT_KEY = `INSERT INTO svc.oauth_signing_keys (id, private_key, created_at) VALUES ($1, $2, $3::timestamptz)`;

const DELETE_OLD = `
  DELETE FROM svc.oauth_signing_keys WHERE id IN (
    SELECT id FROM svc.oauth_signing_keys ORDER BY created_at DESC OFFSET $1
  )`;

function jwkOf(kid: string, der: Buffer): JWK {
  const jwk = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' }).export({ format: 'jwk' });
  return { ...jwk, kid, use: 'sig', alg: 'ES256' } as JWK;
}
