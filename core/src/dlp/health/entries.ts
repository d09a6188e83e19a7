/** What the dictionary says of a phrase, by its entry: to ask for its text made a string of every health word. */
import { forget } from '../first-look/memory.ts';
import { plainBytes } from '../unfold.ts';
import { View } from '../view.ts';
import { DICTIONARY } from '../vocabulary.ts';

const WEIGHTS = Float64Array.from(DICTIONARY.entries, ({ weight }) => weight);

/** Weight of a phrase as a health fact; 0 for all other phrases and where there is none. */
export function weightAt(view: View, phrase: number): number {
  return WEIGHTS[view.phrases.entries.at(phrase)] ?? 0;
}

/** What a table holds for a phrase; one that stands for an ending is other words' too. */
type EntryLookup<Value> = (view: View, phrase: number) => Value | undefined;

/** Not for use within a scan. @param values by word, in lower case, without accents */
export function entryLookup<Value>(values: Iterable<readonly [string, Value]>): EntryLookup<Value> {
  const byEntry = new Array<Value | undefined>(DICTIONARY.entries.length).fill(undefined);
  for (const [word, value] of values) for (const entry of entriesOf([word])) byEntry[entry] = value;
  return (view, phrase) => byEntry[view.phrases.entries.at(phrase)];
}

/** Not for use within a scan. @returns whether a phrase is one of the words */
export function entryTest(words: Iterable<string>): (view: View, phrase: number) => boolean {
  const isFound = new Uint8Array(DICTIONARY.entries.length);
  for (const entry of entriesOf(words)) isFound[entry] = 1;
  return (view, phrase) => isFound[view.phrases.entries.at(phrase)] === 1;
}

function* entriesOf(words: Iterable<string>): Generator<number> {
  for (const word of words) {
    // Some are known in capitals alone.
    for (const form of [word, word.toUpperCase()]) {
      const { entries } = new View(plainBytes(form).reading).phrases;
      for (let index = 0; index < entries.length; index += 1) yield entries.at(index);
      forget(form);
    }
  }
}
