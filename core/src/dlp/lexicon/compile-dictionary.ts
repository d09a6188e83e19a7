// SPDX-License-Identifier: Apache-2.0
/**
 * Compiles the words and phrases of the scan into tables: of words, and of a trie of phrases. They are plain data, so
 * that a build can make them once: see `compiled.ts`.
 */
import type { Entry, VocabularyLine } from './entry.ts';
import { prefilteredLabels, prefilterTermOf } from './prefilter.ts';
import { type FilterTables, filterTables, hashOfWord, isEnding, type WordTables, wordTables } from './word-table.ts';

/** The transitions of the trie: a hash table with open addressing, a third full at most. */
export interface TransitionTables {
  readonly keys: Int32Array;
  readonly states: Int32Array;
}

/** Typed arrays, and values that JSON can hold. */
export interface DictionaryTables {
  /** By entry: its labels as a bit set, and its weight as a health fact. */
  labels: Int32Array;
  weights: Float64Array;
  /** Words that begin a phrase. */
  beginningFilter: FilterTables;
  /** Prefilter terms, see prefilter.ts. */
  termFilter: FilterTables;
  /** Prefilter terms with their labels, by hash, see core/assembly/first-look.ts. */
  termTable: Int32Array;
  /** By word: the labels whose prefilter term it is, as a bit set, see prefilter.ts. */
  prefilterLabels: Int32Array;
  /** By entry: the labels for which its phrase has a prefilter term. */
  prefilteredLabels: Int32Array;
  /** By word: how many words stand before it, and behind it, in the longest phrase whose prefilter term it is. */
  wordsBeforeTerm: Uint8Array;
  wordsBehindTerm: Uint8Array;
  words: WordTables;
  /** By word: the trie state after it as a first word, 0 when no phrase begins with it. */
  beginnings: Int32Array;
  /** The transitions after the first word. */
  transitions: TransitionTables;
  /** By state: the ids of possible next words modulo 32, as a bit set; 0 where every phrase ends. */
  followers: Int32Array;
  /** By state: the entry that ends there, -1 when there is none. */
  entryOf: Int32Array;
  /** By entry: 1 when the text must be in capitals. */
  isCapital: Uint8Array;
  /** By state: 1 when every word so far is a single letter, as in an abbreviation such as C.P.F. */
  isAbbreviation: Uint8Array;
}

/**
 * The bound of the phrase trie. A transition's key holds a state and a word, and must stay a positive 32-bit number.
 */
export const STATES_MAX = 1 << 16;

export function compileTables(lines: readonly VocabularyLine[]): DictionaryTables {
  const idOfWord = new Map<string, number>();
  const entries: Entry[] = [];
  const entryOfState: number[] = [-1];
  const abbreviation: boolean[] = [true];
  const transitions = new Map<number, number>();
  /** By entry: the words of its phrase. */
  const phraseOf: string[][] = [];

  const addWord = (state: number, word: string): number => {
    const id = idOfWord.get(word) ?? idOfWord.size + 1;
    idOfWord.set(word, id);
    const key = id * STATES_MAX + state;
    const known = transitions.get(key);
    if (known !== undefined) return known;
    const created = entryOfState.length;
    transitions.set(key, created);
    entryOfState.push(-1);
    abbreviation.push(abbreviation[state] === true && word.length === 1);
    return created;
  };
  for (const line of lines) {
    for (const phrase of expand(line.phrases)) {
      if (line.labels === 0) {
        idOfWord.set(phrase, idOfWord.get(phrase) ?? idOfWord.size + 1);
        continue;
      }
      const isCapital = phrase.startsWith('!');
      const words = (isCapital ? phrase.slice(1) : phrase).split(' ');
      const state = words.reduce(addWord, 0);
      const previous = entries[entryOfState[state] as number];
      if (previous === undefined) {
        entryOfState[state] = entries.length;
        entries.push({ labels: line.labels, weight: line.weight ?? 0, isCapital });
        phraseOf.push(words);
      } else {
        previous.labels |= line.labels;
        previous.weight = heavier(previous.weight, line.weight ?? 0);
        previous.isCapital &&= isCapital;
      }
    }
  }
  const words = [...idOfWord.keys()];
  checkSizes(entryOfState.length, words.length);
  const labelsOfEntry = Int32Array.from(entries, (entry, index) =>
    prefilteredLabels(entry, phraseOf[index] as string[]),
  );
  const { prefilterLabels, wordsBeforeTerm, wordsBehindTerm } = prefilterTermsOf(phraseOf, labelsOfEntry, idOfWord);
  const beginnings = Int32Array.from([0, ...words], (_, id) => transitions.get(id * STATES_MAX) ?? 0);
  return {
    labels: Int32Array.from(entries, ({ labels }) => labels),
    weights: Float64Array.from(entries, ({ weight }) => weight),
    beginningFilter: filterTables(words.filter((_, index) => beginnings[index + 1] !== 0)),
    termFilter: filterTables(words.filter((_, index) => prefilterLabels[index + 1] !== 0)),
    termTable: termTableOf(words, prefilterLabels),
    prefilterLabels,
    prefilteredLabels: labelsOfEntry,
    wordsBeforeTerm,
    wordsBehindTerm,
    words: wordTables(words),
    beginnings,
    transitions: transitionTables(transitions),
    followers: followersOf(transitions, entryOfState.length),
    entryOf: Int32Array.from(entryOfState),
    isCapital: Uint8Array.from(entries, (entry) => (entry.isCapital ? 1 : 0)),
    isAbbreviation: Uint8Array.from(abbreviation, Number),
  };
}

/** Finds the prefilter term of each phrase. @param phrases of the entries */
function prefilterTermsOf(
  phrases: readonly string[][],
  labelsOfEntry: Int32Array,
  idOfWord: ReadonlyMap<string, number>,
): Pick<DictionaryTables, 'prefilterLabels' | 'wordsBeforeTerm' | 'wordsBehindTerm'> {
  const prefilterLabels = new Int32Array(idOfWord.size + 1);
  const wordsBeforeTerm = new Uint8Array(idOfWord.size + 1);
  const wordsBehindTerm = new Uint8Array(idOfWord.size + 1);
  for (const [entry, phrase] of phrases.entries()) {
    const term = prefilterTermOf(phrase);
    const id = idOfWord.get(term) as number;
    prefilterLabels[id] = (prefilterLabels[id] as number) | (labelsOfEntry[entry] as number);
    wordsBeforeTerm[id] = Math.max(wordsBeforeTerm[id] as number, phrase.lastIndexOf(term));
    wordsBehindTerm[id] = Math.max(wordsBehindTerm[id] as number, phrase.length - 1 - phrase.indexOf(term));
  }
  return { prefilterLabels, wordsBeforeTerm, wordsBehindTerm };
}

const TERM_SLOTS = 1 << 14;

/**
 * Builds a hash table with open addressing, half full at most: hash and labels of each prefilter term. Endings are left
 * out.
 */
function termTableOf(words: readonly string[], prefilterLabels: Int32Array): Int32Array {
  const table = new Int32Array(TERM_SLOTS * 2);
  let count = 0;
  for (const [index, word] of words.entries()) {
    const labels = prefilterLabels[index + 1] as number;
    if (labels === 0 || isEnding(word)) continue;
    const hash = hashOfWord(word);
    let slot = hash & (TERM_SLOTS - 1);
    while (table[slot * 2 + 1] !== 0 && table[slot * 2] !== hash) slot = (slot + 1) & (TERM_SLOTS - 1);
    // Two words with one hash share their labels: a prefilter term may promise too much.
    table.set([hash, labels | (table[slot * 2 + 1] as number)], slot * 2);
    count += 1;
  }
  if (count * 2 > TERM_SLOTS)
    throw new Error('The vocabulary has more prefilter terms than the first look has room for.');
  return table;
}

function checkSizes(states: number, words: number): void {
  if (states <= STATES_MAX && (words + 1) * STATES_MAX <= 2 ** 31) return;
  throw new Error('The vocabulary has more phrases or words than the keys of its transitions can hold.');
}

/** Weight 0 means that the line sets none. It must not override the weight of a person, which is negative. */
function heavier(weight: number, other: number): number {
  return weight === 0 || other === 0 ? weight + other : Math.max(weight, other);
}

function followersOf(transitions: ReadonlyMap<number, number>, stateCount: number): Int32Array {
  const followers = new Int32Array(stateCount);
  for (const key of transitions.keys()) {
    const state = key % STATES_MAX;
    followers[state] = (followers[state] as number) | (1 << ((key - state) / STATES_MAX));
  }
  return followers;
}

/** Returns all phrases of a comma-separated list, with each `(a|b)` expanded. */
function expand(phrases: string): string[] {
  return phrases
    .split(',')
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== '')
    .flatMap(expandOne);
}

function expandOne(phrase: string): string[] {
  const open = phrase.indexOf('(');
  if (open < 0) return [phrase.replaceAll('  ', ' ').trim()];
  const close = phrase.indexOf(')', open);
  const choices = phrase.slice(open + 1, close).split('|');
  return choices.flatMap((choice) => expandOne(phrase.slice(0, open) + choice + phrase.slice(close + 1)));
}

/** First words have a table of their own. */
function transitionTables(transitions: ReadonlyMap<number, number>): TransitionTables {
  const size = 2 ** Math.ceil(Math.log2(transitions.size * 3 + 2));
  const keys = new Int32Array(size);
  const states = new Int32Array(size);
  for (const [key, next] of transitions) {
    if (key % STATES_MAX === 0) continue;
    let slot = slotOf(key, size);
    while (keys[slot] !== 0) slot = (slot + 1) & (size - 1);
    keys[slot] = key;
    states[slot] = next;
  }
  return { keys, states };
}

/** Spreads neighbouring keys over the table (2^32 divided by the golden ratio). */
const GOLDEN = 0x9e3779b1;

/** The multiplicative hash leaves its low bits poor, and the table is addressed by them. */
export function slotOf(key: number, size: number): number {
  const hash = Math.imul(key, GOLDEN);
  return (hash ^ (hash >>> 15)) & (size - 1);
}
