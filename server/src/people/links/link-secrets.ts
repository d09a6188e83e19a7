// SPDX-License-Identifier: Apache-2.0
/** The secret of a one-time link: 256 random bits. The database finds a link by the digest of its secret. */
import { createHash, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;

/** @returns the token of a new link, and the digest by which it is found */
export function newLinkSecret(): { token: string; digest: Buffer } {
  const secret = randomBytes(SECRET_BYTES);
  return { token: secret.toString('base64url'), digest: digestOf(secret) };
}

/** The digest of a link's token. Null for a text that no link carries. */
export function digestOfToken(token: string): Buffer | null {
  const secret = Buffer.from(token, 'base64url');
  return secret.length === SECRET_BYTES && secret.toString('base64url') === token ? digestOf(secret) : null;
}

function digestOf(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}
