// SPDX-License-Identifier: Apache-2.0
/** Properties of a phrase, looked up by its dictionary entry. A look-up by text made a string of every health word. */
import { Document } from '../document/document.ts';
import { forget } from '../first-look/memory.ts';
import { plainBytes } from '../first-look/unfold.ts';
import { DICTIONARY } from '../lexicon/dictionary.ts';

const WEIGHTS = DICTIONARY.weights;

/** Weight of a phrase as a health fact; 0 for all other phrases and where there is none. */
export function weightAt(document: Document, phrase: number): number {
  return WEIGHTS[document.phrases.entries.at(phrase)] ?? 0;
}

/** By entry: the lists below that hold it, as a bit set. */
const LISTS = new Int32Array(WEIGHTS.length);
const LISTS_MAX = 32;
let lists = 0;

/** False for most words, which only the general rules concern. */
export function isInAnyList(document: Document, phrase: number): boolean {
  return LISTS[document.phrases.entries.at(phrase)] !== 0;
}

/** Looks up a phrase in a table. An entry that is an ending stands for many words and has no value of its own. */
type EntryLookup<Value> = (document: Document, phrase: number) => Value | undefined;

/** Builds a table, outside of a scan. @param values by word, in lower case, without accents */
export function entryLookup<Value>(values: Iterable<readonly [string, Value]>): EntryLookup<Value> {
  const byEntry = new Array<Value | undefined>(WEIGHTS.length).fill(undefined);
  const bit = nextBit();
  for (const [word, value] of values) {
    for (const entry of entriesOf([word])) {
      byEntry[entry] = value;
      LISTS[entry] = (LISTS[entry] as number) | bit;
    }
  }
  return (document, phrase) => byEntry[document.phrases.entries.at(phrase)];
}

/** Builds a test, outside of a scan. @returns whether a phrase is one of the words */
export function entryTest(words: Iterable<string>): (document: Document, phrase: number) => boolean {
  const bit = nextBit();
  for (const entry of entriesOf(words)) LISTS[entry] = (LISTS[entry] as number) | bit;
  return (document, phrase) => ((LISTS[document.phrases.entries.at(phrase)] as number) & bit) !== 0;
}

function nextBit(): number {
  if (lists === LISTS_MAX) throw new Error('There are more lists of words than bits.');
  lists += 1;
  return 1 << (lists - 1);
}

function* entriesOf(words: Iterable<string>): Generator<number> {
  for (const word of words) {
    // Some words are known in capitals only.
    for (const form of [word, word.toUpperCase()]) {
      const { entries } = new Document(plainBytes(form).normalised).phrases;
      for (let index = 0; index < entries.length; index += 1) yield entries.at(index);
      forget(form);
    }
  }
}
