// SPDX-License-Identifier: Apache-2.0
/** Assertions by which a client proves itself at the token endpoint (RFC 7523), and the keys that sign them. */
import { generateKeyPairSync, type KeyObject, sign } from 'node:crypto';

const KEYS = {
  ES256: () => generateKeyPairSync('ec', { namedCurve: 'P-256' }),
  RS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  PS256: () => generateKeyPairSync('rsa', { modulusLength: 2048 }),
  EdDSA: () => generateKeyPairSync('ed25519'),
};
export type Algorithm = keyof typeof KEYS;

export interface ClientKey {
  alg: Algorithm;
  kid: string;
  privateKey: KeyObject;
  /** As the client publishes it. */
  jwk: Record<string, unknown>;
}

export function makeClientKey(alg: Algorithm, kid: string = crypto.randomUUID()): ClientKey {
  const { privateKey, publicKey } = KEYS[alg]();
  return { alg, kid, privateKey, jwk: { ...publicKey.export({ format: 'jwk' }), kid, use: 'sig', alg } };
}

/** @param claims replace the usual ones; undefined leaves one out; `nowMs` moves all of them */
export function assertionOf(
  { alg, kid, privateKey }: ClientKey,
  clientId: string,
  audience: string,
  { nowMs = Date.now(), ...claims }: Record<string, unknown> & { nowMs?: number } = {},
): Record<string, string> {
  const now = Math.floor(nowMs / 1_000);
  const usual = { iss: clientId, sub: clientId, aud: audience, jti: crypto.randomUUID(), iat: now, exp: now + 300 };
  const signed = `${encoded({ alg, kid, typ: 'JWT' })}.${encoded({ ...usual, ...claims })}`;
  const padding = alg === 'PS256' ? { padding: 6, saltLength: 32 } : {};
  const key = { key: privateKey, dsaEncoding: 'ieee-p1363' as const, ...padding };
  const signature = sign(alg === 'EdDSA' ? null : 'sha256', Buffer.from(signed), key).toString('base64url');
  return assertionFields(`${signed}.${signature}`);
}

export const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

export const assertionFields = (assertion: string) => ({
  client_assertion_type: 'urn:ietf:params:oauth:client-assertion-type:jwt-bearer',
  client_assertion: assertion,
});
