// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { strengthOf } from './strength.ts';

describe('the strength of a new password', () => {
  it('is none below the least length, and says how much is missing', () => {
    expect(strengthOf('')).toEqual({ level: 0, missing: 12 });
    expect(strengthOf('Tr0ub4dor&3')).toEqual({ level: 0, missing: 1 });
    // One character for a person, two for a string of UTF-16.
    expect(strengthOf('🔑'.repeat(11))).toEqual({ level: 0, missing: 1 });
  });

  it.each(['aaaaaaaaaaaa', 'abcdefghijkl', '123456789012', 'abababababab', 'qwqwqwqwqwqwqwqwqwqw'])(
    'is weak where it repeats or counts: %s',
    (password) => expect(strengthOf(password).level).toBe(1),
  );

  it('is weak where it is made of what others know of the person', () => {
    expect(strengthOf('ana.souza.acme1', ['ana.souza@acme.example', 'Ana Souza']).level).toBe(1);
    expect(strengthOf('ana.souza.acme1').level).toBeGreaterThan(1);
  });

  it('grows with what has to be guessed', () => {
    expect(strengthOf('kT9$wq-Lm2xv').level).toBe(2);
    expect(strengthOf('kT9$wq-Lm2xvRp:8d').level).toBe(3);
    expect(strengthOf('correct horse battery staple').level).toBe(3);
  });

  it('looks at a bounded part of a long one', () => {
    expect(strengthOf('x'.repeat(1_000_000)).level).toBe(1);
  });
});
