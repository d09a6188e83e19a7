/** What the dictionary says of a phrase, by its entry: to ask for its text made a string of every health word. */
import { returnLists } from '../int-list.ts';
import { View } from '../view.ts';
import { DICTIONARY } from '../vocabulary.ts';

const WEIGHTS = Float64Array.from(DICTIONARY.entries, ({ weight }) => weight);

/** Weight of a phrase as a health fact; 0 for all other phrases and where there is none. */
export function weightAt(view: View, phrase: number): number {
  return WEIGHTS[view.phrases.entries.at(phrase)] ?? 0;
}

/** Whether a phrase is one that words of a list are found as; one that stands for an ending is other words' too. */
export type EntryTest = (view: View, phrase: number) => boolean;

/** Not for use within a scan. @param words in lower case, without accents */
export function entryTest(words: Iterable<string>): EntryTest {
  const isMeant = new Uint8Array(DICTIONARY.entries.length);
  for (const word of words) {
    // Some are known in capitals alone.
    for (const form of [word, word.toUpperCase()]) {
      const { entries } = new View({ bytes: Buffer.from(form, 'latin1'), offsets: null }).phrases;
      for (let index = 0; index < entries.length; index += 1) isMeant[entries.at(index)] = 1;
      returnLists();
    }
  }
  return (view, phrase) => isMeant[view.phrases.entries.at(phrase)] === 1;
}
