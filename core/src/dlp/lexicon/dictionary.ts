// SPDX-License-Identifier: Apache-2.0
/** The words and phrases of the scan: what a text is asked for, on the tables that were compiled of the vocabulary. */
import { type DictionaryTables, STATES_MAX, slotOf, type TransitionTables } from './compile-dictionary.ts';
import { TABLES } from './compiled.ts';
import { WordFilter, wordLookup } from './word-table.ts';

export interface Dictionary extends Omit<DictionaryTables, 'beginningFilter' | 'termFilter' | 'words' | 'transitions'> {
  /** Words that begin a phrase. */
  beginningFilter: WordFilter;
  /** Prefilter terms, see prefilter.ts. */
  termFilter: WordFilter;
  /** Id of the word with these lower-case bytes, 0 when it is unknown. */
  wordId(bytes: Uint8Array, start: number, end: number, hash: number): number;
  /** State after a further word, 0 when no phrase continues with it. First words have `beginnings`. */
  next(state: number, wordId: number): number;
}

function dictionaryOf({ beginningFilter, termFilter, words, transitions, ...tables }: DictionaryTables): Dictionary {
  return {
    ...tables,
    beginningFilter: new WordFilter(beginningFilter),
    termFilter: new WordFilter(termFilter),
    wordId: wordLookup(words),
    next: transitionLookup(transitions),
  };
}

function transitionLookup({ keys, states }: TransitionTables): Dictionary['next'] {
  const size = keys.length;
  return (state, wordId) => {
    const key = wordId * STATES_MAX + state;
    for (let slot = slotOf(key, size); ; slot = (slot + 1) & (size - 1)) {
      const found = keys[slot] as number;
      if (found === key) return states[slot] as number;
      if (found === 0) return 0;
    }
  };
}

export const DICTIONARY = dictionaryOf(TABLES);
