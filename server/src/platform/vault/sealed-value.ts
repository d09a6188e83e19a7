// SPDX-License-Identifier: Apache-2.0

import { VaultError } from './errors.ts';

/**
 * The stored text: `v1.<key id>.<wrapped data key>.<box>`, binary parts in base64url. A box is a nonce, the ciphertext
 * and its tag.
 */
export interface SealedValue {
  keyId: string;
  wrappedKey: Buffer;
  box: Buffer;
}

const VERSION = 'v1';

export function formatSealed({ keyId, wrappedKey, box }: SealedValue): string {
  return [VERSION, keyId, wrappedKey.toString('base64url'), box.toString('base64url')].join('.');
}

export function parseSealed(text: string): SealedValue {
  const [version, keyId, wrappedKey, box, ...rest] = text.split('.');
  if (version !== VERSION || keyId === undefined || rest.length > 0 || !/^[0-9a-f]{8}$/.test(keyId)) throw malformed();
  return { keyId, wrappedKey: decode(wrappedKey), box: decode(box) };
}

/** Node's decoder skips unknown characters and ignores spare bits: two texts would be one value. */
function decode(text: string | undefined): Buffer {
  const bytes = Buffer.from(text ?? '', 'base64url');
  if (text === undefined || bytes.toString('base64url') !== text) throw malformed();
  return bytes;
}

function malformed(): VaultError {
  return new VaultError('malformed', 'The stored secret is not in the form in which secrets are stored.');
}
