/** Commitments: how free text about a person enters an entry, so that it can be erased and the chain stays whole. */
import * as crypto from 'node:crypto';

/** Bytes of a salt. With fewer, a short text could be guessed from its commitment by trying. */
export const COMMITMENT_SALT_BYTES = 32;

/** A salt as text. */
export const COMMITMENT_SALT = new RegExp(`^[0-9a-f]{${2 * COMMITMENT_SALT_BYTES}}$`);

/**
 * SHA-256 over the 32 bytes of the salt and then the text in UTF-8, as 64 lowercase hex characters. The salt has a
 * fixed length, so that no other pair of salt and text reads as the same bytes. Whoever is given both can compare;
 * once the salt is gone, the commitment says nothing.
 * @param saltHex 64 lowercase hex characters, random for each text
 * @throws TypeError when the salt is not that, or the text holds half of a surrogate pair
 */
export function commitText(saltHex: string, text: string): string {
  if (!COMMITMENT_SALT.test(saltHex)) throw new TypeError(`a salt is ${COMMITMENT_SALT_BYTES} bytes in lowercase hex`);
  if (!text.isWellFormed()) throw new TypeError('a text with half of a surrogate pair has no UTF-8');
  return crypto.createHash('sha256').update(Buffer.from(saltHex, 'hex')).update(text, 'utf8').digest('hex');
}
