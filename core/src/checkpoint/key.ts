// SPDX-License-Identifier: Apache-2.0
/** Verifier keys, as C2SP signed notes write them: name, key id and public key in one line of text. */
import * as crypto from 'node:crypto';

/** An invalid key, note or signature, with a sentence that names the fault. */
export class CheckpointFault extends Error {
  override readonly name = 'CheckpointFault';
}

export interface VerifierKey {
  readonly name: string;
  /** The line itself: `<name>+<key id in hex>+<base64 of the algorithm and the key>`. */
  readonly text: string;
  /** 4 bytes that precede each signature. */
  readonly id: Buffer;
  readonly publicKey: crypto.KeyObject;
}

const PUBLIC_KEY_BYTES = 32;
/** The signature type of C2SP signed notes that stands for Ed25519. */
const ED25519 = 0x01;
export const KEY_ID_BYTES = 4;
/** The DER prefix of the 32 bytes of an Ed25519 key (RFC 8410). */
const DER_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** @param name without white space and plus signs, such as `svc/audit/<organization id>` */
export function verifierKeyOf(name: string, publicKey: crypto.KeyObject): VerifierKey {
  const key = publicKey.export({ type: 'spki', format: 'der' }).subarray(DER_PREFIX.length);
  return { name, publicKey, ...identified(name, Buffer.concat([Buffer.from([ED25519]), key])) };
}

/** @param typed the algorithm and the key */
function identified(name: string, typed: Buffer): Pick<VerifierKey, 'id' | 'text'> {
  const id = crypto.createHash('sha256').update(`${name}\n`).update(typed).digest().subarray(0, KEY_ID_BYTES);
  return { id, text: `${name}+${id.toString('hex')}+${typed.toString('base64')}` };
}

/** @throws CheckpointFault unless the text is, character for character, what `verifierKeyOf` writes */
export function readVerifierKey(text: string): VerifierKey {
  const [, name, encoded] = /^([^\s+]{1,200})\+[0-9a-f]{8}\+([A-Za-z0-9+/]{44})$/u.exec(text) ?? [];
  const typed = Buffer.from(encoded ?? '', 'base64');
  if (name === undefined || typed.length !== 1 + PUBLIC_KEY_BYTES || typed[0] !== ED25519) {
    throw new CheckpointFault('The key is no verifier key for Ed25519: <name>+<key id>+<base64>.');
  }
  const key = identified(name, typed);
  if (key.text !== text) throw new CheckpointFault('The id inside the key is not that of its name and public key.');
  const der = Buffer.concat([DER_PREFIX, typed.subarray(1)]);
  return { name, publicKey: crypto.createPublicKey({ key: der, format: 'der', type: 'spki' }), ...key };
}
