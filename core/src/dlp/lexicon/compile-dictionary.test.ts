// SPDX-License-Identifier: Apache-2.0

import { describe, expect, it } from 'vitest';
import { compileTables } from './compile-dictionary.ts';
import type { VocabularyLine } from './entry.ts';
import { VOCABULARY } from './vocabulary.ts';
import { hashOfBytes } from './word-table.ts';

const PERSON: VocabularyLine = { labels: 1, weight: -1, phrases: 'mae' };
const BARE: VocabularyLine = { labels: 2, phrases: 'mae' };
const WEAK: VocabularyLine = { labels: 4, weight: 1, phrases: 'mae' };

describe('dictionary: a phrase of several lines', () => {
  it.each([
    ['keeps a weight below none beside a line that gives none', [PERSON, BARE], [3, -1]],
    ['whichever comes first', [BARE, PERSON], [3, -1]],
    ['takes the greatest of those that are given', [WEAK, BARE, PERSON], [7, 1]],
  ])('%s', (_what, lines, entry) => {
    const { labels, weights } = compileTables(lines);
    expect([[...labels], [...weights]]).toEqual(entry.map((value) => [value]));
  });
});

describe('vocabulary', () => {
  it('holds no phrase that nothing can match: words are read as letters without accents, in lower case', () => {
    for (const { phrases } of VOCABULARY) expect(phrases).toMatch(/^[a-z ,()|!~]*$/);
  });

  it('writes no choice inside another, which is not read', () => {
    for (const { phrases } of VOCABULARY) expect(phrases).toMatch(/^([^()]|\([^()]*\))*$/);
  });
});

describe('word table', () => {
  it('tells every two words of four letters apart by their hashes', () => {
    const letters = [0x61, 0x6d, 0x7a, 0x80];
    const ends = Array.from({ length: 26 }, (_, index) => 0x61 + index).concat(0x80);
    const hashes = letters.flatMap((first) =>
      letters.flatMap((second) =>
        ends.flatMap((third) => ends.map((fourth) => hashOfBytes(Uint8Array.of(first, second, third, fourth), 0, 4))),
      ),
    );
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});
