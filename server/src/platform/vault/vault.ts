// SPDX-License-Identifier: Apache-2.0

import { createHmac, randomBytes } from 'node:crypto';
import { closeBox, openBox } from './box.ts';
import { VaultError } from './errors.ts';
import { KEY_BYTES, KEYS_MAX, SECRET_BYTES_MAX } from './limits.ts';
import { deriveMasterKey, type MasterKey } from './master-key.ts';
import { formatSealed, parseSealed } from './sealed-value.ts';

/** The binding of a secret to its place: a sealed value that is copied elsewhere stays closed. */
export interface Binding {
  /** The deployment's own secrets name no organization. */
  organizationId: string | null;
  table: string;
  column: string;
  rowId: string;
}

export interface KeyedHash {
  keyId: string;
  /** 32 bytes. */
  mac: Buffer;
}

export interface Vault {
  /** Public ids of the keys, the one that seals first. */
  keyIds: readonly string[];
  /** At most 64 KiB. Two seals of one plaintext differ. */
  seal(plaintext: string | Uint8Array, binding: Binding): string;
  /** Throws VaultError when the key is gone, the value was changed or it was sealed for another binding. */
  open(sealed: string, binding: Binding): Buffer;
  openText(sealed: string, binding: Binding): string;
  /** True while the value depends on a key other than the first. */
  needsRewrap(sealed: string): boolean;
  /** The same secret under the first key. The secret itself is not decrypted, only its data key. */
  rewrap(sealed: string, binding: Binding): string;
  /** HMAC-SHA256 under a key of the first master key and the purpose. Keep the key id beside it. */
  keyedHash(purpose: string, data: string | Uint8Array): KeyedHash;
  /** The same under the key that an earlier hash names, so that equal values stay equal after a rotation. */
  keyedHashWith(keyId: string, purpose: string, data: string | Uint8Array): KeyedHash;
}

/** The first key seals; all of them open. Each has 32 random bytes. */
export function createVault(keys: readonly Buffer[]): Vault {
  const masterKeys = deriveAll(keys);
  const [first] = masterKeys.values();
  if (first === undefined) throw new VaultError('bad_key', 'There is no encryption key.');

  const keyOf = (keyId: string): MasterKey => {
    const key = masterKeys.get(keyId);
    if (key !== undefined) return key;
    throw new VaultError('unknown_key', `The encryption key ${keyId} is needed and is not configured.`);
  };
  const open = (sealed: string, binding: Binding): Buffer => {
    const { keyId, wrappedKey, box } = parseSealed(sealed);
    const dataKey = openDataKey(keyOf(keyId), wrappedKey, binding);
    const plaintext = openBox(dataKey, box, contextOf('secret', binding));
    dataKey.fill(0);
    return plaintext;
  };
  const hash = (key: MasterKey, purpose: string, data: string | Uint8Array): KeyedHash => ({
    keyId: key.id,
    mac: createHmac('sha256', key.forHash(purpose)).update(data).digest(),
  });
  return {
    keyIds: [...masterKeys.keys()],
    seal: (plaintext, binding) => seal(first, plaintext, binding),
    open,
    openText: (sealed, binding) => open(sealed, binding).toString('utf8'),
    needsRewrap: (sealed) => parseSealed(sealed).keyId !== first.id,
    rewrap: (sealed, binding) => {
      const { keyId, wrappedKey, box } = parseSealed(sealed);
      const dataKey = openDataKey(keyOf(keyId), wrappedKey, binding);
      const rewrapped = formatSealed({ keyId: first.id, wrappedKey: closeDataKey(first, dataKey, binding), box });
      dataKey.fill(0);
      return rewrapped;
    },
    keyedHash: (purpose, data) => hash(first, purpose, data),
    keyedHashWith: (keyId, purpose, data) => hash(keyOf(keyId), purpose, data),
  };
}

function deriveAll(keys: readonly Buffer[]): Map<string, MasterKey> {
  if (keys.length > KEYS_MAX) throw new VaultError('bad_key', `There are more than ${KEYS_MAX} encryption keys.`);
  const masterKeys = new Map<string, MasterKey>();
  for (const key of keys.map(deriveMasterKey)) {
    if (masterKeys.has(key.id)) throw new VaultError('bad_key', `Two encryption keys have the id ${key.id}.`);
    masterKeys.set(key.id, key);
  }
  return masterKeys;
}

function seal(key: MasterKey, plaintext: string | Uint8Array, binding: Binding): string {
  const bytes = typeof plaintext === 'string' ? Buffer.from(plaintext, 'utf8') : plaintext;
  if (bytes.length > SECRET_BYTES_MAX) throw new RangeError(`A secret has at most ${SECRET_BYTES_MAX} bytes.`);
  const dataKey = randomBytes(KEY_BYTES);
  const box = closeBox(dataKey, bytes, contextOf('secret', binding));
  const wrappedKey = closeDataKey(key, dataKey, binding);
  dataKey.fill(0);
  return formatSealed({ keyId: key.id, wrappedKey, box });
}

function closeDataKey(key: MasterKey, dataKey: Buffer, binding: Binding): Buffer {
  return closeBox(key.wrapping, dataKey, contextOf('data-key', binding));
}

function openDataKey(key: MasterKey, wrappedKey: Buffer, binding: Binding): Buffer {
  return openBox(key.wrapping, wrappedKey, contextOf('data-key', binding));
}

/** Authenticated, not stored. As a JSON array, every binding has its own encoding, whatever its parts contain. */
function contextOf(layer: 'data-key' | 'secret', { organizationId, table, column, rowId }: Binding): Buffer {
  return Buffer.from(JSON.stringify(['svc/vault/v1', layer, organizationId, table, column, rowId]), 'utf8');
}
