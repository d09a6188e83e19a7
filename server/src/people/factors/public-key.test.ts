// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the public key of a passkey of each algorithm is the one that others read, and no other kind is taken. */
import { createHash, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import { expect, it } from 'vitest';
import { publicKeyOf } from './public-key.ts';

const bytes = (text = '') => new Uint8Array(Buffer.from(text, 'base64url'));
type Fields = [number, number | Uint8Array<ArrayBuffer>][];
const cose = (fields: Fields) => isoCBOR.encode(new Map(fields));
const jwk = (key: KeyObject) => key.export({ format: 'jwk' });

const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' }).publicKey;
const ed = generateKeyPairSync('ed25519').publicKey;
const rsa = generateKeyPairSync('rsa', { modulusLength: 2_048 }).publicKey;
const EC: Fields = [
  [1, 2],
  [3, -7],
  [-1, 1],
  [-2, bytes(jwk(ec).x)],
  [-3, bytes(jwk(ec).y)],
];
const ED: Fields = [
  [1, 1],
  [3, -8],
  [-1, 6],
  [-2, bytes(jwk(ed).x)],
];
const RSA: Fields = [
  [1, 3],
  [3, -257],
  [-1, bytes(jwk(rsa).n)],
  [-2, bytes(jwk(rsa).e)],
];

it.each<[string, Fields, KeyObject]>([
  ['ES256', EC, ec],
  ['EdDSA', ED, ed],
  ['RS256', RSA, rsa],
])('%s', (alg, fields, key) => {
  const der = key.export({ type: 'spki', format: 'der' });
  const thumbprint = `sha256:${createHash('sha256').update(der).digest('hex')}`;
  expect(publicKeyOf(cose(fields))).toEqual({ alg, der, thumbprint });
});

it.each<[string, Fields]>([
  ['another curve', EC.map(([label, value]) => (label === -1 ? [label, 2] : [label, value]))],
  ['another algorithm', EC.map(([label, value]) => (label === 3 ? [label, -35] : [label, value]))],
  ['a curve of another algorithm', ED.map(([label, value]) => (label === 3 ? [label, -7] : [label, value]))],
])('none of %s', (_what, fields) => {
  expect(publicKeyOf(cose(fields))).toBeNull();
});
