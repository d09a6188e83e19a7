// SPDX-License-Identifier: Apache-2.0
/** The key that signs checkpoints: one for the deployment, made once, stored sealed. */
import { createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { verifierKeyOf } from '@svc/core/checkpoint';
import type pg from 'pg';
import { SIGNING_KEY_BINDING, type Vault } from '../../platform/vault/index.ts';

export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
}

const PUBLIC_KEY_BYTES = 32;

/**
 * Reads the key, or makes it when there is none. When several processes make one at once, the first row stays. The
 * others wait for it on the primary key, and read it.
 * @throws VaultError when it was sealed under an encryption key that is not configured
 */
export async function loadSigningKey(pool: pg.Pool, vault: Vault): Promise<SigningKey> {
  const stored = (await selectKey(pool)) ?? (await makeKey(pool, vault));
  const privateKey = createPrivateKey({
    key: vault.open(stored.private_key, SIGNING_KEY_BINDING),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(privateKey);
  if (!rawKeyOf(publicKey).equals(stored.public_key)) throw new Error('the signing key does not belong to its row');
  return { privateKey, publicKey };
}

interface KeyRow {
  public_key: Buffer;
  private_key: string;
}

async function selectKey(pool: pg.Pool): Promise<KeyRow | null> {
  const { rows } = await pool.query<KeyRow>('SELECT public_key, private_key FROM svc.audit_signing_keys');
  return rows[0] ?? null;
}

async function makeKey(pool: pg.Pool, vault: Vault): Promise<KeyRow> {
  const { privateKey, publicKey } = generateKeyPairSync('ed25519');
  const sealed = vault.seal(privateKey.export({ format: 'der', type: 'pkcs8' }), SIGNING_KEY_BINDING);
  await pool.query(INSERT_KEY, [rawKeyOf(publicKey), sealed, pool.clock.now()]);
  const kept = await selectKey(pool);
  if (kept === null) throw new Error('the signing key was not kept');
  return kept;
}

const INSERT_KEY = `
  INSERT INTO svc.audit_signing_keys (public_key, private_key, created_at) VALUES ($1, $2, $3::timestamptz)
  ON CONFLICT (is_only) DO NOTHING`;

function rawKeyOf(publicKey: KeyObject): Buffer {
  return publicKey.export({ format: 'der', type: 'spki' }).subarray(-PUBLIC_KEY_BYTES);
}

/** The verifier key line for signatures of this key under a name. */
export function verifierKeyText(key: SigningKey, name: string): string {
  return verifierKeyOf(name, key.publicKey).text;
}
