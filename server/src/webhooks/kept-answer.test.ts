/** Guarantee: the log keeps what a public receiver answered, whatever its bytes are, and nothing of a private one. */
import { expect, it } from 'vitest';
import { keptAnswer } from './kept-answer.ts';

it('keeps text, with a sign in place of bytes that no text may hold', () => {
  expect(keptAnswer({ body: Buffer.from('later'), isPrivate: false })).toBe('later');
  expect(keptAnswer({ body: Buffer.from([0, 0xc3, 0xbc, 0xff]), isPrivate: false })).toBe('\ufffdü\ufffd');
  expect(keptAnswer({ body: Buffer.alloc(0), isPrivate: false })).toBe('');
  const cut = Buffer.from(`\0${'ü'.repeat(4_000)}`).subarray(0, 2_048);
  expect(keptAnswer({ body: cut, isPrivate: false })).toMatch(/^\ufffdü{1023}\ufffd$/);
});

it('keeps nothing of a receiver in a private network', () => {
  expect(keptAnswer({ body: Buffer.from('internal'), isPrivate: true })).toBeNull();
});
