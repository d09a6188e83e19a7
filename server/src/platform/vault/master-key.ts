// SPDX-License-Identifier: Apache-2.0

import { hkdfSync } from 'node:crypto';
import { VaultError } from './errors.ts';
import { KEY_BYTES, PURPOSES_MAX } from './limits.ts';

/** One configured key, used only through keys derived from it, one for each purpose. */
export interface MasterKey {
  /** Public: eight derived hexadecimal characters, which reveal nothing about the key. */
  id: string;
  wrapping: Buffer;
  forHash(purpose: string): Buffer;
}

const KEY_ID_BYTES = 4;

export function deriveMasterKey(key: Buffer): MasterKey {
  if (key.length !== KEY_BYTES) throw new VaultError('bad_key', `An encryption key has exactly ${KEY_BYTES} bytes.`);
  const hashKeys = new Map<string, Buffer>();
  return {
    id: derive(key, 'key-id', KEY_ID_BYTES).toString('hex'),
    wrapping: derive(key, 'wrap-data-key', KEY_BYTES),
    forHash: (purpose) => {
      const known = hashKeys.get(purpose);
      if (known !== undefined) return known;
      if (hashKeys.size >= PURPOSES_MAX) throw new RangeError(`More than ${PURPOSES_MAX} purposes of a keyed hash.`);
      const made = derive(key, `keyed-hash/${purpose}`, KEY_BYTES);
      hashKeys.set(purpose, made);
      return made;
    },
  };
}

/** HKDF (RFC 5869). No salt: the input is uniformly random already. */
function derive(key: Buffer, purpose: string, bytes: number): Buffer {
  return Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `svc/vault/v1/${purpose}`, bytes));
}
