// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a checkpoint is a C2SP note that others can check, and no changed character passes. */
import * as crypto from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CheckpointFault, originOf, readCheckpoint, readVerifierKey, signCheckpoint, verifierKeyOf } from './index.ts';

/** The key of RFC 8032, section 7.1, test 1. Signing is deterministic, so the note is a constant. */
const SEED = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
const privateKey = crypto.createPrivateKey({
  key: Buffer.concat([Buffer.from('302e020100300506032b657004220420', 'hex'), SEED]),
  format: 'der',
  type: 'pkcs8',
});
const publicKey = crypto.createPublicKey(privateKey);
const ORIGIN = originOf('018f0000-0000-7000-8000-000000000001');
const key = verifierKeyOf(ORIGIN, publicKey);
const checkpoint = { size: 42, root: crypto.createHash('sha256').update('root').digest() };
const note = signCheckpoint(ORIGIN, checkpoint, privateKey);

describe('a verifier key', () => {
  it('is name, id and key, with the id that C2SP prescribes', () => {
    const typed = Buffer.concat([
      Buffer.from([1]),
      Buffer.from(publicKey.export({ format: 'jwk' }).x ?? '', 'base64url'),
    ]);
    const id = crypto.createHash('sha256').update(ORIGIN).update('\n').update(typed).digest('hex').slice(0, 8);
    expect(key.text).toBe(`${ORIGIN}+${id}+${typed.toString('base64')}`);
    expect(readVerifierKey(key.text)).toMatchObject({ name: ORIGIN, text: key.text, id: key.id });
  });

  it('reads the key and checks the signature of the example that the documentation of signed notes in Go gives', () => {
    const read = readVerifierKey('PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
    const text =
      "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
    const signed = Buffer.from(
      'x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=',
      'base64',
    );
    expect(signed.subarray(0, 4)).toEqual(read.id);
    expect(crypto.verify(null, Buffer.from(text), read.publicKey, signed.subarray(4))).toBe(true);
  });

  it('is refused with any character changed', () => {
    fc.assert(
      fc.property(
        fc.nat(key.text.length - 1),
        fc.constantFrom('0', 'A', '+', '/', '=', ' ', '\n', 'é'),
        (place, other) => {
          const changed = key.text.slice(0, place) + other + key.text.slice(place + 1);
          if (changed !== key.text) expect(() => readVerifierKey(changed)).toThrow(CheckpointFault);
        },
      ),
      { numRuns: 500 },
    );
  });

  it.each(['', 'x', `${key.text}\n`, ` ${key.text}`, key.text.replace('+AZ', '+Ad')])('is not %j', (text) => {
    if (text !== key.text) expect(() => readVerifierKey(text)).toThrow(CheckpointFault);
  });
});

describe('a checkpoint', () => {
  it('is this very note', () => {
    const signature = crypto.sign(
      null,
      Buffer.from(`${ORIGIN}\n42\n${checkpoint.root.toString('base64')}\n`),
      privateKey,
    );
    expect(note).toBe(
      `${ORIGIN}\n42\n${checkpoint.root.toString('base64')}\n\n` +
        `— ${ORIGIN} ${Buffer.concat([key.id, signature]).toString('base64')}\n`,
    );
    expect(readCheckpoint(note, key)).toEqual(checkpoint);
  });

  it('can cover nothing, and as many entries as there are safe numbers', () => {
    for (const size of [0, 1, Number.MAX_SAFE_INTEGER]) {
      expect(readCheckpoint(signCheckpoint(ORIGIN, { ...checkpoint, size }, privateKey), key).size).toBe(size);
    }
  });

  it('is refused with any character changed, left out or put in', () => {
    fc.assert(
      fc.property(
        fc.nat(note.length - 1),
        fc.constantFrom('0', '1', 'A', 'b', '+', '/', '=', ' ', '\n', '\r', '—', 'é', '\ud800'),
        fc.constantFrom(0, 1),
        (place, other, taken) => {
          const changed = note.slice(0, place) + other + note.slice(place + taken);
          if (changed !== note) expect(() => readCheckpoint(changed, key)).toThrow(CheckpointFault);
          const cut = note.slice(0, place) + note.slice(place + 1);
          if (cut !== note) expect(() => readCheckpoint(cut, key)).toThrow(CheckpointFault);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('is refused under another key, another name, with a second signature and when it is long', () => {
    const other = crypto.generateKeyPairSync('ed25519').publicKey;
    expect(() => readCheckpoint(note, verifierKeyOf(ORIGIN, other))).toThrow('another key');
    expect(() => readCheckpoint(note, verifierKeyOf(`${ORIGIN}0`, publicKey))).toThrow(ORIGIN);
    expect(() => readCheckpoint(`${note}${note.split('\n\n')[1]}`, key)).toThrow(CheckpointFault);
    expect(() => readCheckpoint(note.repeat(1_000), key)).toThrow(CheckpointFault);
    expect(() => readCheckpoint('', key)).toThrow(CheckpointFault);
  });

  it('is refused when its signature is of another root, though all else is right', () => {
    const forged = note.replace(checkpoint.root.toString('base64'), crypto.randomBytes(32).toString('base64'));
    expect(() => readCheckpoint(forged, key)).toThrow('signature');
  });
});
