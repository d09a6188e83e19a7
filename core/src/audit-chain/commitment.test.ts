// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a commitment is what its description says, byte for byte, and tells any two texts or salts apart. */
import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { COMMITMENT_SALT_BYTES, commitText } from './index.ts';

const SALT = `${'00'.repeat(31)}01`;
const saltHex = fc
  .uint8Array({ minLength: COMMITMENT_SALT_BYTES, maxLength: COMMITMENT_SALT_BYTES })
  .map((bytes) => Buffer.from(bytes).toString('hex'));
const text = fc.string({ unit: 'grapheme', maxLength: 50 });

it('is SHA-256 over salt and UTF-8 text', () => {
  fc.assert(
    fc.property(saltHex, text, (salt, note) => {
      const bytes = Buffer.concat([Buffer.from(salt, 'hex'), Buffer.from(note, 'utf8')]);
      expect(commitText(salt, note)).toBe(createHash('sha256').update(bytes).digest('hex'));
    }),
  );
});

it('is fixed by an example', () => {
  expect(commitText(SALT, 'Cliente pediu: é urgente 🙂')).toBe(
    createHash('sha256')
      .update(`${'\0'.repeat(31)}\u0001Cliente pediu: é urgente 🙂`, 'utf8')
      .digest('hex'),
  );
});

it('differs by salt and by text, Unicode spelling included', () => {
  const other = `${SALT.slice(0, -1)}2`;
  const commitments = [
    commitText(SALT, 'é'),
    commitText(SALT, 'e\u0301'),
    commitText(SALT, ''),
    commitText(other, 'é'),
  ];
  expect(new Set(commitments).size).toBe(4);
});

it.each(['', 'ab', SALT.toUpperCase().replace('0', 'A'), `${SALT}00`, `${SALT}\n`, 'g'.repeat(64)])(
  'refuses the salt %j',
  (salt) => {
    expect(() => commitText(salt, 'text')).toThrow(TypeError);
  },
);

it('refuses half of a surrogate pair, which UTF-8 would turn into another text', () => {
  expect(() => commitText(SALT, 'a\ud800')).toThrow(TypeError);
});
