// SPDX-License-Identifier: Apache-2.0
/**
 * The second look at a text finds every known word or phrase, sorted by position. All later questions ("which context
 * word is nearest?") are binary searches in these lists.
 */

import { PREFILTER_TERM_FIELDS, WORD_FIELDS, type WordList } from '../first-look/memory.ts';
import type { Dictionary } from '../lexicon/dictionary.ts';
import { WordReader } from '../lexicon/words.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { type IntList, takeList } from '../text/int-list.ts';
import type { Tokens } from './tokens.ts';

/** Known phrases, the longest one at each place, with their index in the dictionary's entries. */
export interface Phrases {
  starts: IntList;
  ends: IntList;
  entries: IntList;
}

export function findPhrases(bytes: Uint8Array, dictionary: Dictionary, words: WordList): Phrases {
  const matcher = new PhraseMatcher(bytes, dictionary);
  const { values, length } = words;
  for (let at = 0; at < length; at += WORD_FIELDS) matcher.wordAt(values, at);
  return { starts: matcher.starts, ends: matcher.ends, entries: matcher.entries };
}

/**
 * The number of prefilter terms, of all labels together, that are checked one by one: a minimum, or a share of a long
 * text's words. Checking more would take as long as the second look.
 */
const TERMS_TRIED_MIN = 16;
const WORDS_PER_TRIED_TERM = 16;

/**
 * Checks the prefilter terms of the first look, word by word around each. Most of them are everyday words, which stand
 * outside their phrase.
 */
export class PrefilteredPhrases {
  readonly #bytes: Uint8Array;
  readonly #words: WordList;
  readonly #prefilterTerms: IntList;
  readonly #dictionary: Dictionary;
  readonly #matcher: PhraseMatcher;
  #triesLeft: number;

  constructor(bytes: Uint8Array, dictionary: Dictionary, { words, prefilterTerms }: Tokens) {
    this.#bytes = bytes;
    this.#words = words;
    this.#prefilterTerms = prefilterTerms;
    this.#dictionary = dictionary;
    this.#matcher = new PhraseMatcher(bytes, dictionary);
    this.#triesLeft = Math.max(TERMS_TRIED_MIN, words.length / WORD_FIELDS / WORDS_PER_TRIED_TERM);
  }

  /** False where the second look would find no prefiltered phrase with these labels. @param labels as a bit set */
  mayHold(labels: number): boolean {
    for (let index = 0; index < this.#prefilterTerms.length; index += PREFILTER_TERM_FIELDS) {
      if ((this.#prefilterTerms.at(index + 1) & labels) === 0) continue;
      this.#triesLeft -= 1;
      if (this.#triesLeft < 0 || this.#mayHoldAt(this.#prefilterTerms.at(index), labels)) return true;
    }
    return false;
  }

  /** The words around a term may show a phrase that is part of a longer one. No phrase of the text is missed. */
  #mayHoldAt(at: number, labels: number): boolean {
    const { values, length } = this.#words;
    const { prefilteredLabels, prefilterLabels, wordId, wordsBeforeTerm, wordsBehindTerm } = this.#dictionary;
    const id = wordId(this.#bytes, values[at] as number, values[at + 1] as number, values[at + 2] as number);
    if (((prefilterLabels[id] as number) & labels) === 0) return false;
    const first = Math.max(0, at - (wordsBeforeTerm[id] as number) * WORD_FIELDS);
    const last = Math.min(length - WORD_FIELDS, at + (wordsBehindTerm[id] as number) * WORD_FIELDS);
    this.#matcher.reset();
    const { entries } = this.#matcher;
    for (let near = first; near <= last; near += WORD_FIELDS) {
      this.#matcher.wordAt(values, near);
      if (entries.length > 0 && ((prefilteredLabels[entries.at(entries.length - 1)] as number) & labels) !== 0)
        return true;
    }
    return false;
  }
}

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { LOWER, UPPER } = CLASS;

/** False where no phrase can begin, because the word there begins none. @param start start of a word */
export function mayStartPhrase(bytes: Uint8Array, dictionary: Dictionary, start: number): boolean {
  const word = new WordReader(bytes);
  word.read(start);
  return dictionary.beginnings[dictionary.wordId(bytes, start, word.end, word.hash)] !== 0;
}

/**
 * False where no phrase can end, because the word there is unknown.
 * @param end position behind a word, where no letter stands
 */
export function mayEndPhrase(bytes: Uint8Array, dictionary: Dictionary, end: number): boolean {
  let start = end;
  while (isLetter(bytes[start - 1])) {
    start -= 1;
    // Glued words are read from their first letter, which may be far away.
    if (end - start > GLUED_LENGTH_MAX) return true;
  }
  const word = new WordReader(bytes);
  for (; start < end; start = word.end) {
    word.read(start);
    if (word.end === end) return dictionary.wordId(bytes, start, end, word.hash) !== 0;
  }
  return false;
}

const GLUED_LENGTH_MAX = 64;

function isLetter(byte: number | undefined): boolean {
  return byte !== undefined && (CLASSES[byte] as number) >= LOWER;
}

/** The longest words that can be known. */
const WORD_LENGTH_MAX = 26;
const WORD_GAP_MAX = 4;
const STATES_MAX = 16;

/** Follows every open phrase word by word. A phrase has few words, so few are open at once. */
class PhraseMatcher {
  readonly starts = takeList();
  readonly ends = takeList();
  readonly entries = takeList();
  readonly #bytes: Uint8Array;
  readonly #dictionary: Dictionary;
  /** Open phrases, by trie state and first byte. A phrase of n words keeps at most n of them open. */
  readonly #openStates = new Int32Array(STATES_MAX);
  readonly #openStarts = new Int32Array(STATES_MAX);
  #open = 0;
  #lastEnd = 0;
  #lastStart = -1;

  constructor(bytes: Uint8Array, dictionary: Dictionary) {
    this.#bytes = bytes;
    this.#dictionary = dictionary;
  }

  reset(): void {
    this.starts.length = 0;
    this.ends.length = 0;
    this.entries.length = 0;
    this.#open = 0;
    this.#lastStart = -1;
  }

  /** @param values a list of words @param at place of the next word in it */
  wordAt(values: Int32Array, at: number): void {
    const start = values[at] as number;
    const end = values[at + 1] as number;
    const hash = values[at + 2] as number;
    const tail = values[at + 3] as number;
    const dictionary = this.#dictionary;
    // Most words begin no phrase while none is open. They are passed over.
    if (this.#open === 0 && !dictionary.beginningFilter.mayHold(hash, tail)) return;
    const id = end - start > WORD_LENGTH_MAX ? 0 : dictionary.wordId(this.#bytes, start, end, hash);
    if (id === 0 || this.#open === STATES_MAX || !this.#isJoined(start)) this.#open = 0;
    if (id === 0) return;
    this.#lastEnd = end;
    const wasFound = this.#open > 0 && this.#advance(id, start, end);
    const state = dictionary.beginnings[id] as number;
    if (state === 0) return;
    if (!wasFound) this.#find(state, start, end);
    this.#keep(state, start);
  }

  /** Advances the open phrases by one word. @returns whether one of them, the longest, is complete */
  #advance(id: number, wordStart: number, end: number): boolean {
    const { followers, isAbbreviation, next } = this.#dictionary;
    const count = this.#open;
    this.#open = 0;
    let wasFound = false;
    for (let index = 0; index < count; index += 1) {
      const state = this.#openStates[index] as number;
      if (((followers[state] as number) & (1 << id)) === 0) continue;
      const start = this.#openStarts[index] as number;
      const reached = next(state, id);
      if (reached === 0 || (isAbbreviation[reached] === 1 && !this.#isSpelled(wordStart, start))) continue;
      wasFound ||= this.#find(reached, start, end);
      this.#keep(reached, start);
    }
    return wasFound;
  }

  #keep(state: number, start: number): void {
    if (this.#dictionary.followers[state] === 0) return;
    this.#openStates[this.#open] = state;
    this.#openStarts[this.#open] = start;
    this.#open += 1;
  }

  /** Records the phrase that ends in a state. The longest one replaces those inside it: "cartão do SUS" is no card. */
  #find(state: number, start: number, end: number): boolean {
    const entry = this.#dictionary.entryOf[state] as number;
    if (entry < 0 || !this.#isWritten(entry, start)) return false;
    while (this.#lastStart >= start) {
      this.starts.length -= 1;
      this.ends.length -= 1;
      this.entries.length -= 1;
      this.#lastStart = this.starts.at(this.starts.length - 1);
    }
    this.starts.push(start);
    this.ends.push(end);
    this.entries.push(entry);
    this.#lastStart = start;
    return true;
  }

  #isWritten(entry: number, start: number): boolean {
    if (this.#dictionary.isCapital[entry] === 0) return true;
    return CLASSES[this.#bytes[start] ?? 0] === UPPER && CLASSES[this.#bytes[start + 1] ?? 0] === UPPER;
  }

  /** Words of one phrase stand close together, and nothing between them starts a value. */
  #isJoined(start: number): boolean {
    if (start - this.#lastEnd > WORD_GAP_MAX) return false;
    for (let index = this.#lastEnd; index < start; index += 1) {
      if (IS_PHRASE_GAP[this.#bytes[index] as number] === 0) return false;
    }
    return true;
  }

  /**
   * Single letters form an abbreviation when joined by full stops (c.p.f.) or an apostrophe (I'm), or all in capitals:
   * C P F.
   */
  #isSpelled(start: number, first: number): boolean {
    const before = this.#bytes[start - 1];
    if (before === 0x2e || before === 0x27 || (before === 0x20 && this.#bytes[start - 2] === 0x2e)) return true;
    return CLASSES[this.#bytes[start] as number] === UPPER && CLASSES[this.#bytes[first] as number] === UPPER;
  }
}

const IS_PHRASE_GAP = new Uint8Array(256);
for (const character of " -_.'()/\n") IS_PHRASE_GAP[character.charCodeAt(0)] = 1;
