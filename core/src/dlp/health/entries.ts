/** What the dictionary says of a phrase, by its entry: to ask for its text made a string of every health word. */
import { Document } from '../document/document.ts';
import { forget } from '../first-look/memory.ts';
import { DICTIONARY } from '../lexicon/vocabulary.ts';
import { plainBytes } from '../text/unfold.ts';

const WEIGHTS = Float64Array.from(DICTIONARY.entries, ({ weight }) => weight);

/** Weight of a phrase as a health fact; 0 for all other phrases and where there is none. */
export function weightAt(document: Document, phrase: number): number {
  return WEIGHTS[document.phrases.entries.at(phrase)] ?? 0;
}

/** By entry: which of the lists below hold it, as a bit set. */
const LISTS = new Int32Array(DICTIONARY.entries.length);
const LISTS_MAX = 32;
let lists = 0;

/** False for most words, of which no rule tells but those of all words. */
export function isInAnyList(document: Document, phrase: number): boolean {
  return LISTS[document.phrases.entries.at(phrase)] !== 0;
}

/** What a table holds for a phrase; one that stands for an ending is other words' too. */
type EntryLookup<Value> = (document: Document, phrase: number) => Value | undefined;

/** Not for use within a scan. @param values by word, in lower case, without accents */
export function entryLookup<Value>(values: Iterable<readonly [string, Value]>): EntryLookup<Value> {
  const byEntry = new Array<Value | undefined>(DICTIONARY.entries.length).fill(undefined);
  const bit = nextBit();
  for (const [word, value] of values) {
    for (const entry of entriesOf([word])) {
      byEntry[entry] = value;
      LISTS[entry] = (LISTS[entry] as number) | bit;
    }
  }
  return (document, phrase) => byEntry[document.phrases.entries.at(phrase)];
}

/** Not for use within a scan. @returns whether a phrase is one of the words */
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
    // Some are known in capitals alone.
    for (const form of [word, word.toUpperCase()]) {
      const { entries } = new Document(plainBytes(form).normalised).phrases;
      for (let index = 0; index < entries.length; index += 1) yield entries.at(index);
      forget(form);
    }
  }
}
