// SPDX-License-Identifier: Apache-2.0

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { VaultError } from './errors.ts';

const ALGORITHM = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * AES-256-GCM with a random nonce. A data key seals one box, and a wrapping key one for each secret. Random nonces of
 * 96 bits are safe for 2^32 of them (NIST SP 800-38D, 8.3).
 */
export function closeBox(key: Buffer, plaintext: Uint8Array, context: Buffer): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, { authTagLength: TAG_BYTES }).setAAD(context);
  return Buffer.concat([nonce, cipher.update(plaintext), cipher.final(), cipher.getAuthTag()]);
}

export function openBox(key: Buffer, box: Buffer, context: Buffer): Buffer {
  if (box.length < NONCE_BYTES + TAG_BYTES) throw refused();
  const decipher = createDecipheriv(ALGORITHM, key, box.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES });
  decipher.setAAD(context).setAuthTag(box.subarray(-TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(box.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
  } catch {
    throw refused();
  }
}

function refused(): VaultError {
  return new VaultError('refused', 'The stored secret was changed, or was stored for another record.');
}
