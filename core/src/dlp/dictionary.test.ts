import { describe, expect, it } from 'vitest';
import { compileDictionary, type VocabularyLine } from './dictionary.ts';
import { VOCABULARY } from './vocabulary.ts';
import { WordReader } from './words.ts';

const PERSON: VocabularyLine = { kinds: 1, weight: -1, phrases: 'mae' };
const BARE: VocabularyLine = { kinds: 2, phrases: 'mae' };
const WEAK: VocabularyLine = { kinds: 4, weight: 1, phrases: 'mae' };

describe('dictionary: a phrase of several lines', () => {
  it.each([
    ['keeps a weight below none beside a line that gives none', [PERSON, BARE], { kinds: 3, weight: -1 }],
    ['whichever comes first', [BARE, PERSON], { kinds: 3, weight: -1 }],
    ['takes the greatest of those that are given', [WEAK, BARE, PERSON], { kinds: 7, weight: 1 }],
  ])('%s', (_what, lines, entry) => {
    expect(compileDictionary(lines).entries).toEqual([expect.objectContaining(entry)]);
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
  it('tells every two short words apart by their hashes, foreign letters and all', () => {
    const letters = [...Array.from({ length: 26 }, (_, index) => 0x61 + index), 0x80];
    const hashOf = (word: readonly number[]): number => {
      const reader = new WordReader(Uint8Array.from(word));
      reader.read(0);
      return reader.hash;
    };
    const hashes = letters.flatMap((first) => letters.map((second) => hashOf([first, second])));
    expect(new Set(hashes).size).toBe(letters.length ** 2);
  });
});
