// SPDX-License-Identifier: Apache-2.0

import { CONJUNCTIONS, DETERMINERS, PREPOSITIONS, VERBS } from './things-vocabulary.ts';

/** A word of medicine with the words of its clause, all in lower case. */
export interface WordInClause {
  word: string;
  before: readonly string[];
  behind: readonly string[];
}

const NOUN_WORDS_MAX = 4;

/** Returns the words of a noun behind its preposition, up to the word that continues the sentence. */
export function nounsOf(words: readonly string[]): string[] {
  const nouns: string[] = [];
  for (const word of words.slice(0, NOUN_WORDS_MAX + 1)) {
    if (nouns.length === 0 && DETERMINERS.has(word)) continue;
    if (PREPOSITIONS.has(word) || CONJUNCTIONS.has(word) || VERBS.has(word) || DETERMINERS.has(word)) break;
    if (isNumber(word)) break;
    nouns.push(word);
  }
  return nouns;
}

export function isNumber(word: string): boolean {
  return word.charAt(0) <= '9';
}
