// SPDX-License-Identifier: Apache-2.0
/** Checks what a passkey signed, offline: by the public key that stands beside the signature. */
import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { challengeOf } from './statement.ts';

/** As the entry of an approval holds it. Bytes are in base64url. */
export interface ApprovalSignature {
  readonly alg: string;
  /** SubjectPublicKeyInfo, in DER. */
  readonly publicKey: string;
  /** Which passkey it was, for its person: `sha256:` and hexadecimal digits. */
  readonly credentialIdHash: string;
  readonly authenticatorData: string;
  readonly clientDataJSON: string;
  readonly signature: string;
  readonly nonce: string;
  readonly expiresAt: string;
}

const MEMBERS = [
  'alg',
  'authenticatorData',
  'clientDataJSON',
  'credentialIdHash',
  'expiresAt',
  'nonce',
  'publicKey',
  'signature',
];
const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const RP_ID_HASH_BYTES = 32;
const AUTHENTICATOR_DATA_BYTES_MIN = 37;
/** With both coordinates of the point. */
const P256_DER_BYTES = 91;
const RSA_BITS_MIN = 2_048;
/** The address of a page, as browsers name it. */
export const ORIGIN = /^https?:\/\/([a-z0-9._-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;
const LOOPBACK = /^(?:127\.\d+\.\d+\.\d+|\[::1\])$/;

export function isSignature(value: unknown): value is ApprovalSignature {
  if (typeof value !== 'object' || value === null) return false;
  const members = Object.entries(value);
  return (
    members.length === MEMBERS.length &&
    members.every(([name, text]) => MEMBERS.includes(name) && typeof text === 'string')
  );
}

/** `sha256:` and hexadecimal digits over the DER of a public key. Null when it is no base64url. */
export function keyThumbprint(publicKey: string): string | null {
  const der = bytesOf(publicKey);
  return der === null ? null : `sha256:${sha256(der).toString('hex')}`;
}

/**
 * @param origin that of the pages; null takes any that agrees with the signature's own relying party
 * @returns why the signature does not hold for the statement, as a sentence; null when it does
 */
export function signatureFault(statement: string, signature: ApprovalSignature, origin: string | null): string | null {
  const clientData = bytesOf(signature.clientDataJSON);
  const data = bytesOf(signature.authenticatorData);
  const signed = bytesOf(signature.signature);
  const der = bytesOf(signature.publicKey);
  if (clientData === null || data === null || signed === null || der === null) return 'A part is no base64url.';
  return (
    clientFault(clientData, statement, origin) ??
    authenticatorFault(data, originIn(clientData)) ??
    (isSigned(signature.alg, der, Buffer.concat([data, sha256(clientData)]), signed)
      ? null
      : 'The signature is not that of the public key.')
  );
}

function clientFault(bytes: Buffer, statement: string, origin: string | null): string | null {
  const { type, challenge, crossOrigin } = objectIn(bytes);
  const from = originIn(bytes);
  if (type !== 'webauthn.get') return 'The passkey did something other than sign.';
  if (challenge !== challengeOf(statement)) return 'The passkey signed another statement.';
  if (from === null || crossOrigin === true) return 'The page that asked has no origin of its own.';
  return origin === null || from === origin ? null : `It was signed on a page of ${from}.`;
}

function authenticatorFault(data: Buffer, origin: string | null): string | null {
  if (data.length < AUTHENTICATOR_DATA_BYTES_MIN || origin === null) return 'The data of the authenticator is cut.';
  const relyingParty = data.subarray(0, RP_ID_HASH_BYTES);
  if (!relyingPartiesOf(origin).some((id) => sha256(Buffer.from(id)).equals(relyingParty))) {
    return 'The relying party is not that of the page.';
  }
  const flags = data[RP_ID_HASH_BYTES] ?? 0;
  if ((flags & USER_PRESENT) === 0) return 'No person was there.';
  return (flags & USER_VERIFIED) === 0 ? 'The passkey did not verify its person.' : null;
}

/** The host of a page, and the domains above it but the last: a passkey may be bound to each. */
function relyingPartiesOf(origin: string): string[] {
  const hostname = ORIGIN.exec(origin)?.[1] ?? '';
  if (LOOPBACK.test(hostname)) return ['localhost', hostname];
  const labels = hostname.split('.');
  const above = labels.slice(1, -1).map((_, index) => labels.slice(index + 1).join('.'));
  return [hostname, ...above];
}

function originIn(clientData: Buffer): string | null {
  const { origin } = objectIn(clientData);
  return typeof origin === 'string' && ORIGIN.test(origin) ? origin : null;
}

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function objectIn(bytes: Buffer): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
  } catch {
    return {};
  }
}

function isSigned(alg: string, der: Buffer, message: Buffer, signature: Buffer): boolean {
  const key = keyOf(der);
  if (key === null || algorithmOf(key, der) !== alg) return false;
  try {
    return verify(alg === 'EdDSA' ? null : 'sha256', message, key, signature);
  } catch {
    return false;
  }
}

function keyOf(der: Buffer): KeyObject | null {
  try {
    return createPublicKey({ key: der, format: 'der', type: 'spki' });
  } catch {
    return null;
  }
}

/** The one that the kind of the key is for; null for a kind that passkeys here do not have. */
function algorithmOf(
  { asymmetricKeyType: type, asymmetricKeyDetails: details }: KeyObject,
  der: Buffer,
): string | null {
  if (type === 'ec') return details?.namedCurve === 'prime256v1' && der.length === P256_DER_BYTES ? 'ES256' : null;
  if (type === 'rsa') return (details?.modulusLength ?? 0) >= RSA_BITS_MIN ? 'RS256' : null;
  return type === 'ed25519' ? 'EdDSA' : null;
}

/** Null unless each text has its bytes and they have this text. */
function bytesOf(text: string): Buffer | null {
  const bytes = Buffer.from(text, 'base64url');
  return bytes.toString('base64url') === text ? bytes : null;
}

const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();
