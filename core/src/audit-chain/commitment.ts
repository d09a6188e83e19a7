// SPDX-License-Identifier: Apache-2.0
/**
 * Commitments: free text about a person enters an entry in this form, so that it can be erased while the chain stays
 * whole.
 */
import * as crypto from 'node:crypto';
import { hashText } from './entry.ts';

/** Bytes of a salt. With fewer, a short text could be guessed from its commitment by trying. */
export const COMMITMENT_SALT_BYTES = 32;

/** A salt as text. */
export const COMMITMENT_SALT = new RegExp(`^[0-9a-f]{${2 * COMMITMENT_SALT_BYTES}}$`);

/** Salts that are drawn at once: one call for random bytes takes as long as four hashes. */
const SALTS_DRAWN = 128;
let drawn = Buffer.alloc(0);

/** A new salt: 64 lowercase hex characters, never given twice. */
export function newSalt(): string {
  if (drawn.length === 0) drawn = crypto.randomBytes(SALTS_DRAWN * COMMITMENT_SALT_BYTES);
  const salt = drawn.toString('hex', 0, COMMITMENT_SALT_BYTES);
  drawn = drawn.subarray(COMMITMENT_SALT_BYTES);
  return salt;
}

/**
 * SHA-256 over the 32 bytes of the salt and then the text in UTF-8, as 64 lowercase hex characters. The salt has a
 * fixed length, so no other pair of salt and text gives the same bytes. A holder of both can compare. Once the salt is
 * gone, the commitment reveals nothing.
 * @param saltHex 64 lowercase hex characters, random for each text
 * @throws TypeError when the salt is not that, or the text holds half of a surrogate pair
 */
export function commitText(saltHex: string, text: string): string {
  if (!COMMITMENT_SALT.test(saltHex)) throw new TypeError(`a salt is ${COMMITMENT_SALT_BYTES} bytes in lowercase hex`);
  if (!text.isWellFormed()) throw new TypeError('a text with half of a surrogate pair has no UTF-8');
  return hashText(Buffer.concat([Buffer.from(saltHex, 'hex'), Buffer.from(text, 'utf8')]));
}
