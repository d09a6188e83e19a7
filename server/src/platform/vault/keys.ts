// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { loadOrCreateSecretFile, SecretFileError } from '@svc/postgres/secret-file';
import { VaultError } from './errors.ts';
import { KEY_BYTES, KEYS_MAX } from './limits.ts';

const VARIABLE = 'SVC_ENCRYPTION_KEY';
const KEY_FILE = 'encryption.key';

/** The keys of SVC_ENCRYPTION_KEY: base64 of 32 bytes each, separated by commas; the first one encrypts. */
export function parseEncryptionKeys(text: string): Buffer[] {
  return parseKeys(text, VARIABLE);
}

/**
 * The keys of the data directory's key file, which is created with one random key when it is missing. It may hold
 * several, like the variable: to rotate, put a new one first.
 */
export function loadOrCreateKeyFile(dataDir: string): Buffer[] {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  const path = join(dataDir, KEY_FILE);
  return parseKeys(readKeyFile(path), path);
}

export function hasKeyFile(dataDir: string): boolean {
  return existsSync(join(dataDir, KEY_FILE));
}

function readKeyFile(path: string): string {
  try {
    return loadOrCreateSecretFile(path, () => randomBytes(KEY_BYTES).toString('base64'));
  } catch (error) {
    if (error instanceof SecretFileError) throw new VaultError('bad_key', error.message);
    throw error;
  }
}

function parseKeys(text: string, source: string): Buffer[] {
  const parts = text.split(',').map((part) => part.trim());
  if (parts.length > KEYS_MAX) throw new VaultError('bad_key', `${source} holds more than ${KEYS_MAX} keys.`);
  const keys = parts.map((part, index) => {
    const key = Buffer.from(part, 'base64');
    if (key.length === KEY_BYTES && key.toString('base64') === part) return key;
    throw new VaultError(
      'bad_key',
      `${source}: key ${index + 1} of ${parts.length} is not base64 of exactly ${KEY_BYTES} bytes; ` +
        `\`openssl rand -base64 ${KEY_BYTES}\` makes one.`,
    );
  });
  if (new Set(parts).size !== parts.length) throw new VaultError('bad_key', `${source} holds the same key twice.`);
  return keys;
}
