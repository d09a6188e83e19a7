// SPDX-License-Identifier: Apache-2.0
/** The compiled first look finds the same as the plain code of the other modules. */
import fc from 'fast-check';
import { afterEach, expect, it } from 'vitest';
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { ENDS_KEY, KEY_LENGTH_MIN, MAY_BE_START } from '../lexicon/secret-shapes.ts';
import { WordReader } from '../lexicon/words.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { BYTE_OF_UNIT, IS_ODD } from '../text/fold-table.ts';
import type { IntList } from '../text/int-list.ts';
import { forget, type Lists, memoryFor, PREFILTER_TERM_FIELDS, WORD_FIELDS } from './memory.ts';

const PIECES = [
  'CPF',
  'cpfDoCliente',
  'APIKey',
  'CPFs',
  'IDs',
  'número',
  'NÚMERO',
  'дом',
  'sk-ant-',
  'ghp_',
  'eyJhbGci',
].concat(
  [
    '529.982.247-25',
    '1',
    '20260312',
    '４２',
    'arroba',
    '@',
    '/',
    '\n',
    '\r\n',
    '\t',
    ' ',
    '%C3',
    '&amp;',
    '\\u0041',
    '=3D',
  ],
  [
    '\u200b',
    '\ud83d\ude00',
    '\ud83d',
    '\u0000',
    '\u007f',
    '\u0080',
    'ｆ',
    'gastroenterite',
    'semanas',
    'pressao',
    'artroscopias',
  ],
  [
    ' ',
    ': ',
    '_',
    '-',
    ', ',
    'a',
    'Z',
    'abc',
    'abcd',
    'abcde',
    'abcdefgh',
    'abcdefghijklmnopqrstuvwxyz',
    'x'.repeat(70),
  ],
);
const text = fc.oneof(
  fc.array(fc.constantFrom(...PIECES), { maxLength: 40 }).map((pieces) => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 80 }),
);

let last = '';
afterEach(() => forget(last));

it('folds every character by the table, and names those that need a closer look', () => {
  fc.assert(
    fc.property(text, (content) => {
      const { bytes, odd } = read(content);
      const units = Array.from({ length: content.length }, (_, index) => content.charCodeAt(index));
      expect([...bytes]).toEqual(units.map((unit) => BYTE_OF_UNIT[unit]));
      expect(odd).toEqual([...bytes.keys()].filter((index) => IS_ODD[bytes[index] as number] === 1));
    }),
    { numRuns: 2_000 },
  );
});

it('finds words with their hashes, digit groups and signs', () => {
  fc.assert(
    fc.property(text, (content) => {
      const { bytes, lists } = read(content);
      expect(wordsOf(lists)).toEqual(wordsIn(bytes));
      const groups = runsOf(bytes, (byteClass) => byteClass === CLASS.DIGIT);
      expect(valuesOf(lists.digitStarts)).toEqual(groups.map(({ start }) => start));
      expect(valuesOf(lists.digitEnds)).toEqual(groups.map(({ end }) => end));
      expect(valuesOf(lists.lineEnds)).toEqual(placesOf(bytes, 0x0a));
      expect(valuesOf(lists.atSigns)).toEqual(placesOf(bytes, 0x40));
      expect(valuesOf(lists.slashes)).toEqual(placesOf(bytes, 0x2f));
      expect(valuesOf(lists.wordKeys)).toEqual(keysAmong(bytes, wordsIn(bytes)));
      expect(valuesOf(lists.digitKeys)).toEqual(keysAmong(bytes, groups));
    }),
    { numRuns: 2_000 },
  );
});

it('misses no marked word, and tells the kinds of those that it knows', () => {
  fc.assert(
    fc.property(text, (content) => {
      const { bytes, lists } = read(content);
      const told = new Map(
        chunksOf(valuesOf(lists.prefilterTerms), PREFILTER_TERM_FIELDS).map(([place, labels]) => [place, labels]),
      );
      for (const [index, { start, end, hash }] of wordsIn(bytes).entries()) {
        const labels = DICTIONARY.prefilterLabels[DICTIONARY.wordId(bytes, start, end, hash)] as number;
        const place = index * WORD_FIELDS;
        if (labels !== 0) expect([labels, 0]).toContain(told.get(place));
      }
    }),
    { numRuns: 2_000 },
  );
});

interface Run {
  start: number;
  end: number;
}

function read(content: string): { bytes: Uint8Array; odd: number[]; lists: Lists } {
  forget(last);
  last = content;
  const memory = memoryFor(content.length);
  const odd = [...memory.odd.subarray(0, memory.fold(content))];
  const bytes = memory.bytes.subarray(0, content.length);
  return { bytes, odd, lists: memory.read(bytes) };
}

function wordsOf({ words }: Lists): (Run & { hash: number })[] {
  const fields = chunksOf([...words.values.subarray(0, words.length)], WORD_FIELDS);
  return fields.map(([start = 0, end = 0, hash = 0]) => ({ start, end, hash }));
}

function wordsIn(bytes: Uint8Array): (Run & { hash: number })[] {
  const reader = new WordReader(bytes);
  return runsOf(bytes, (byteClass) => byteClass >= CLASS.LOWER).flatMap((run) => {
    const words = [];
    for (let start = run.start; start < run.end; start = reader.end) {
      reader.read(start);
      words.push({ start, end: reader.end, hash: reader.hash });
    }
    return words;
  });
}

function runsOf(bytes: Uint8Array, isOf: (byteClass: number) => boolean): Run[] {
  const runs: Run[] = [];
  for (let index = 0; index < bytes.length; index += 1) {
    if (!isOf(CLASS_OF_BYTE[bytes[index] as number] as number)) continue;
    const previous = runs.at(-1);
    if (previous?.end === index) previous.end = index + 1;
    else runs.push({ start: index, end: index + 1 });
  }
  return runs;
}

function keysAmong(bytes: Uint8Array, runs: readonly Run[]): number[] {
  const isKey = ({ start, end }: Run): boolean => {
    if (end - start < KEY_LENGTH_MIN && ENDS_KEY[bytes[end] ?? 0] === 1) return false;
    const [first, second, third] = [0, 1, 2].map((offset) => (bytes[start + offset] ?? 0) & 31) as [
      number,
      number,
      number,
    ];
    const bit = (first << 10) | (second << 5) | third;
    return (((MAY_BE_START[bit >> 3] as number) >> (bit & 7)) & 1) === 1;
  };
  return runs.filter(isKey).map(({ start }) => start);
}

function placesOf(bytes: Uint8Array, byte: number): number[] {
  return [...bytes.keys()].filter((index) => bytes[index] === byte);
}

function valuesOf(list: IntList): number[] {
  return Array.from({ length: list.length }, (_, index) => list.at(index));
}

function chunksOf(values: readonly number[], size: number): number[][] {
  return Array.from({ length: values.length / size }, (_, index) => values.slice(index * size, (index + 1) * size));
}
