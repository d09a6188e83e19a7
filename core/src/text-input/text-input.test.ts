// SPDX-License-Identifier: Apache-2.0
/** Guarantee: what an editor, a shell or a transport adds to a text changes nothing of what is read. */
import { describe, expect, it } from 'vitest';
import { EncodingFault, isUtf16, plainText, readKeyMaterial, readText } from './index.ts';

const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();

describe('a text', () => {
  it.each([
    ['as it is', 'a: João\nb: 2\n'],
    ['with CR LF', 'a: João\r\nb: 2\r\n'],
    ['with a byte order mark', '\uFEFFa: João\nb: 2\n'],
    ['with two of them', '\uFEFF\uFEFFa: João\r\nb: 2\n'],
    ['joined from two files with one each', '\uFEFFa: João\n\uFEFFb: 2\n'],
  ])('is the same %s', (_, text) => {
    expect(readText(Buffer.from(text))).toBe('a: João\nb: 2\n');
    expect(plainText(text)).toBe('a: João\nb: 2\n');
  });

  it.each(['', 'a', 'a\n', 'a\n\n', 'a\rb', 'a \uFEFF b', 'é', '\0\0\0\0', 'ab\0\0'])('keeps %j', (text) => {
    expect(readText(Buffer.from(text))).toBe(text);
  });

  it.each([
    ['UTF-16 with a mark', Buffer.from('\uFEFFsvc', 'utf16le'), 'UTF-16'],
    ['UTF-16 with a mark, high byte first', utf16be('\uFEFFsvc'), 'UTF-16'],
    ['UTF-16 without one', Buffer.from('svc/audit', 'utf16le'), 'UTF-16'],
    ['UTF-16 without one, high byte first', utf16be('{"key"'), 'UTF-16'],
    ['Latin-1', Buffer.from('João', 'latin1'), 'not written in UTF-8'],
    ['half of a character', Buffer.from('é').subarray(0, 1), 'not written in UTF-8'],
  ])('in %s is refused with its encoding', (_, bytes, says) => {
    const read = () => readText(bytes);
    expect(read).toThrow(EncodingFault);
    expect(read).toThrow(says);
    expect(isUtf16(bytes)).toBe(says === 'UTF-16');
  });
});

describe('a key', () => {
  it.each(['', ' ', '\n', '\r\n', '\r', '\t', '\u00a0', '\uFEFF', '\u200b'])(
    'is the same with %j around it',
    (around) => {
      for (const text of [`key_live_1${around}`, `${around}key_live_1`, `${around}key_live_1${around}${around}`]) {
        expect(readKeyMaterial(text)).toBe('key_live_1');
      }
      expect(readKeyMaterial(around)).toBe('');
    },
  );

  it('keeps what stands within it, for whoever judges it', () => {
    expect(readKeyMaterial(' key live\uFEFF1 ')).toBe('key live\uFEFF1');
  });
});
