// SPDX-License-Identifier: Apache-2.0
/** The public key of a passkey in the form that other programs read. */
import { createHash, createPublicKey, type JsonWebKey } from 'node:crypto';
import { decodeCredentialPublicKey } from '@simplewebauthn/server/helpers';

export interface PublicKey {
  alg: 'ES256' | 'EdDSA' | 'RS256';
  /** SubjectPublicKeyInfo, in DER. */
  der: Buffer;
  /** SHA-256 of `der`. */
  thumbprint: string;
}

/** @param cose as the authenticator gave it @returns null for a key of another kind */
export function publicKeyOf(cose: Uint8Array<ArrayBuffer>): PublicKey | null {
  const fields = decodeCredentialPublicKey(cose) as unknown as ReadonlyMap<number, unknown>;
  const read = readKey(fields);
  if (read === null) return null;
  const der = createPublicKey({ key: read.jwk, format: 'jwk' }).export({ type: 'spki', format: 'der' });
  return { alg: read.alg, der, thumbprint: `sha256:${createHash('sha256').update(der).digest('hex')}` };
}

/** Labels of COSE: 3 is the algorithm; -1 to -3 are the parts of the key (RFC 9053, RFC 8230). */
function readKey(fields: ReadonlyMap<number, unknown>): { alg: PublicKey['alg']; jwk: JsonWebKey } | null {
  const part = (label: number) => Buffer.from(fields.get(label) as Uint8Array).toString('base64url');
  const isOf = (alg: number, curve: number) => fields.get(3) === alg && fields.get(-1) === curve;
  if (isOf(-7, 1)) return { alg: 'ES256', jwk: { kty: 'EC', crv: 'P-256', x: part(-2), y: part(-3) } };
  if (isOf(-8, 6)) return { alg: 'EdDSA', jwk: { kty: 'OKP', crv: 'Ed25519', x: part(-2) } };
  return fields.get(3) === -257 ? { alg: 'RS256', jwk: { kty: 'RSA', n: part(-1), e: part(-2) } } : null;
}
