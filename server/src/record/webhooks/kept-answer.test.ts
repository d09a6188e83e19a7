// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the log keeps what a public receiver answered, whatever its bytes are, and nothing of a private one. */
import { expect, it } from 'vitest';
import { keptAnswer } from './kept-answer.ts';

it('keeps text, with a sign in place of bytes that no text may hold', () => {
  expect(keptAnswer({ body: Buffer.from('later'), isPrivate: false, headers: {} })).toBe('later');
  expect(keptAnswer({ body: Buffer.from([0, 0xc3, 0xbc, 0xff]), isPrivate: false, headers: {} })).toBe('\ufffdü\ufffd');
  expect(keptAnswer({ body: Buffer.alloc(0), isPrivate: false, headers: {} })).toBe('');
  const cut = Buffer.from(`\0${'ü'.repeat(4_000)}`).subarray(0, 2_048);
  expect(keptAnswer({ body: cut, isPrivate: false, headers: {} })).toMatch(/^\ufffdü{1023}$/);
});

it.each([
  ['text/plain; charset=iso-8859-1', Buffer.from('João não', 'latin1')],
  ['text/plain; charset=utf-16', Buffer.from('\uFEFFJoão não', 'utf16le')],
  ['text/plain; charset=klingon', Buffer.from('João não')],
])('reads the character set of %s', (type, body) => {
  expect(keptAnswer({ body, isPrivate: false, headers: { 'content-type': type } })).toBe('João não');
});

it('keeps nothing of a receiver in a private network', () => {
  expect(keptAnswer({ body: Buffer.from('internal'), isPrivate: true, headers: {} })).toBeNull();
});
