// SPDX-License-Identifier: Apache-2.0
/** An authenticator in software (WebAuthn): P-256 keys, CBOR, and the faults of authenticators that tests need. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';
import type { AuthenticatorAnswer, PasskeyCreation, PasskeyOptions, PasskeySignInOptions } from '@svc/contract';

const UP = 0x01;
const UV = 0x04;
const AT = 0x40;

export interface Faults {
  origin?: string;
  rpId?: string;
  /** Without user verification: a mere touch. */
  isUnverified?: boolean;
  /** The count of uses; an authenticator counts up by itself. */
  counter?: number;
  userHandle?: string;
  type?: string;
}

export interface Authenticator {
  create(options: PasskeyOptions, faults?: Faults & { format?: string }): PasskeyCreation['response'];
  get(options: PasskeySignInOptions, faults?: Faults): AuthenticatorAnswer;
}

/** @param origin the page's */
export function createAuthenticator(origin: string): Authenticator {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const credentialId = randomBytes(32);
  const id = credentialId.toString('base64url');
  let counter = 0;
  let userHandle = '';

  const clientData = (type: string, challenge: string, faults: Faults) =>
    Buffer.from(JSON.stringify({ type: faults.type ?? type, challenge, origin: faults.origin ?? origin }));
  const head = (rpId: string, flags: number, faults: Faults) => {
    counter = faults.counter ?? counter + 1;
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter);
    const allFlags = flags | UP | (faults.isUnverified === true ? 0 : UV);
    return Buffer.concat([sha256(Buffer.from(faults.rpId ?? rpId)), Buffer.from([allFlags]), count]);
  };

  return {
    create(options, faults = {}) {
      userHandle = options.user.id;
      const length = Buffer.alloc(2);
      length.writeUInt16BE(credentialId.length);
      const attested = [Buffer.alloc(16), length, credentialId, coseKey(publicKey)];
      const authData = Buffer.concat([head(options.rp.id, AT, faults), ...attested]);
      const statement = faults.format === undefined ? new Map() : new Map([['x5c', [Buffer.from('certificate')]]]);
      const attestation = cbor(
        new Map<string, Cbor>([
          ['fmt', faults.format ?? 'none'],
          ['attStmt', statement],
          ['authData', authData],
        ]),
      );
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, faults).toString('base64url'),
          attestationObject: attestation.toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options, faults = {}) {
      const authData = head(options.rpId, 0, faults);
      const data = clientData('webauthn.get', options.challenge, faults);
      const signature = sign('sha256', Buffer.concat([authData, sha256(data)]), privateKey);
      return {
        id,
        rawId: id,
        type: 'public-key',
        clientExtensionResults: {},
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: faults.userHandle ?? userHandle,
        },
      };
    },
  };
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest();

/** EC2, ES256, P-256, x, y. */
function coseKey(publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  return cbor(
    new Map<number, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, Buffer.from(x, 'base64url')],
      [-3, Buffer.from(y, 'base64url')],
    ]),
  );
}

type Cbor = number | string | Buffer | Cbor[] | Map<string | number, Cbor>;

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? cborHead(1, -1 - value) : cborHead(0, value);
  if (typeof value === 'string') return Buffer.concat([cborHead(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([cborHead(2, value.length), value]);
  if (Array.isArray(value)) return Buffer.concat([cborHead(4, value.length), ...value.map(cbor)]);
  const pairs = [...value].flatMap(([key, inner]) => [cbor(key), cbor(inner)]);
  return Buffer.concat([cborHead(5, value.size), ...pairs]);
}

function cborHead(major: number, length: number): Buffer {
  if (length < 24) return Buffer.from([(major << 5) | length]);
  if (length < 256) return Buffer.from([(major << 5) | 24, length]);
  return Buffer.from([(major << 5) | 25, length >> 8, length & 0xff]);
}
