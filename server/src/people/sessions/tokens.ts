// SPDX-License-Identifier: Apache-2.0
/**
 * The two tokens of a session. An access token is the session's id and a secret. A refresh token has three parts: the
 * session's id, one that is fixed for the session (the family), and one that changes with each use. A token with the
 * right family and an outdated last part was issued once, so it is old and not invented. Only SHA-256 digests are
 * stored; 256 random bits need no slower hash.
 */
import { createHash, createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

const ID_BYTES = 16;
const SECRET_BYTES = 32;

/** The tokens for the browser, with their remaining lifetimes. */
export interface SessionTokens {
  access: string;
  accessSeconds: number;
  refresh: string;
  refreshSeconds: number;
}

export interface AccessToken {
  sessionId: string;
  secret: Buffer;
}

export interface RefreshToken {
  sessionId: string;
  family: Buffer;
  secret: Buffer;
}

export function newSecret(): Buffer {
  return randomBytes(SECRET_BYTES);
}

export function digestOf(secret: Buffer): Buffer {
  return createHash('sha256').update(secret).digest();
}

/** Compares in a time that does not depend on the first difference. */
export function isDigestOf(digest: Buffer | null, secret: Buffer): boolean {
  return digest !== null && timingSafeEqual(digest, digestOf(secret));
}

export function accessText({ sessionId, secret }: AccessToken): string {
  return Buffer.concat([idBytes(sessionId), secret]).toString('base64url');
}

export function refreshText({ sessionId, family, secret }: RefreshToken): string {
  return Buffer.concat([idBytes(sessionId), family, secret]).toString('base64url');
}

/** @returns null for a malformed token */
export function parseAccess(text: string): AccessToken | null {
  const bytes = bytesOf(text, ID_BYTES + SECRET_BYTES);
  return bytes === null ? null : { sessionId: idOf(bytes), secret: bytes.subarray(ID_BYTES) };
}

/** @returns null for a malformed token */
export function parseRefresh(text: string): RefreshToken | null {
  const bytes = bytesOf(text, ID_BYTES + 2 * SECRET_BYTES);
  if (bytes === null) return null;
  const family = bytes.subarray(ID_BYTES, ID_BYTES + SECRET_BYTES);
  return { sessionId: idOf(bytes), family, secret: bytes.subarray(ID_BYTES + SECRET_BYTES) };
}

/** Secrets of both tokens. */
export interface SecretPair {
  access: Buffer;
  refresh: Buffer;
}

/**
 * Derives the successors of a refresh token. The same token and salt give the same successors, so that a lost answer
 * can be repeated though no token is stored. The salt alone gives nothing.
 */
export function successorsOf(secret: Buffer, salt: Buffer): SecretPair {
  const derive = (use: string) => createHmac('sha256', secret).update(salt).update(use).digest();
  return { access: derive('access'), refresh: derive('refresh') };
}

function bytesOf(text: string, length: number): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  // The decoder accepts several spellings of the same bytes: only the canonical one is valid.
  return bytes.length === length && bytes.toString('base64url') === text ? bytes : null;
}

function idBytes(sessionId: string): Buffer {
  return Buffer.from(sessionId.replaceAll('-', ''), 'hex');
}

function idOf(bytes: Buffer): string {
  const hex = bytes.toString('hex', 0, ID_BYTES);
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}
