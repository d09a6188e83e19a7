// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the parser would return every accepted path unchanged. */
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isPlainPath, targetBelow, targetOf } from './target.ts';

const BASE = targetOf('https://api.example/v1');

it('is read by the parser of addresses as it is written', () => {
  const piece = fc.constantFrom(
    '/',
    '.',
    '../..',
    'a',
    'Z9',
    '-',
    '~',
    '_',
    '?',
    '=',
    '&',
    '%2e',
    '%',
    '#',
    '\\',
    ' ',
    'é',
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      const path = `/${pieces.join('')}`;
      if (!isPlainPath(path)) return;
      const { origin, pathname, search } = new URL(BASE.origin + path);
      expect({ origin, path: pathname + search }).toEqual({ origin: BASE.origin, path });
    }),
    { numRuns: 2_000 },
  );
});

it.each(['/', '/orders/17', '/v1.2/a.b/', '/a?b=c&d=~e.f-g_h'])('%s is plain', (path) => {
  expect(isPlainPath(path)).toBe(true);
  expect(targetBelow(BASE, path)).toEqual({ ...BASE, path });
});

it.each([
  '',
  'a',
  '//a',
  '/a//b',
  '/.',
  '/..',
  '/../a',
  '/a/./b',
  '/a/../b',
  '/.a',
  '/%2e',
  '/a?',
  '/a?b#c',
  '/a b',
  '/a\\b',
  '/é',
  '/a\n',
])('%j is not plain', (path) => {
  expect(isPlainPath(path)).toBe(false);
});
