// SPDX-License-Identifier: Apache-2.0
/**
 * Word lists that rules look for beside a word of a text. A text may hold thousands of words that ask. The words of the
 * text are therefore not read again, and no strings are made of them.
 */
import { WORD_FIELDS, type WordList } from '../first-look/memory.ts';
import { hashOfBytes, hashOfWord, LOWER } from '../lexicon/word-table.ts';
import { type Clearing, type Document, textAt } from './document.ts';

/** Letters in lower case and digits; 0 for every byte that separates words. */
const OF_WORD = LOWER.map((byte) => ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) ? byte : 0));
const FILTER_BITS = 2_048;

export class WordSet {
  readonly #words: ReadonlySet<string>;
  readonly #hashes: ReadonlySet<number>;
  /** One bit for the hash of each word, which rules out most words at once. */
  readonly #filter = new Uint8Array(FILTER_BITS / 8);
  /** True for lists with words such as 1929, which the first look does not read as words. */
  readonly #holdsNumbers: boolean;

  /** @param words of letters and digits in lower case, separated by blanks */
  constructor(words: string) {
    this.#words = new Set(words.split(' '));
    if ([...this.#words].some(({ length }) => length > RUN_LENGTH_MAX))
      throw new Error('A word is too long to be read.');
    this.#holdsNumbers = [...this.#words].some((word) => [...word].every(isDigit));
    this.#hashes = new Set([...this.#words].map(hashOfWord));
    for (const hash of this.#hashes) this.#filter[byteOf(hash)] = (this.#filter[byteOf(hash)] as number) | bitOf(hash);
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Tells whether the text from `start` to `end` is one of the words. */
  isAt(document: Document, start: number, end: number): boolean {
    if (end - start > RUN_LENGTH_MAX) return false;
    const hash = hashOfBytes(document.bytes, start, end);
    return ((this.#filter[byteOf(hash)] as number) & bitOf(hash)) !== 0 && this.#holds(document, start, end, hash);
  }

  /** Tells whether one of the words stands between `from` and `to`; the caller bounds the span. */
  isIn(document: Document, from: number, to: number): boolean {
    return this.isBeside(document, from, to, to, to);
  }

  /** Tells whether one of the words stands before `start` or behind `end`. */
  isBeside(document: Document, from: number, start: number, end: number, to: number): boolean {
    if (this.#isAmongWords(document, from, start, end, to)) return true;
    if (!this.#holdsNumbers) return false;
    return this.#isAmongNumbers(document, from, start) || this.#isAmongNumbers(document, end, to);
  }

  #isAmongWords(document: Document, from: number, start: number, end: number, to: number): boolean {
    const { words } = document.tokens;
    const { values, length } = words;
    const clearing = this.#clearingIn(document);
    let at = clearing.next;
    if (from < clearing.from || (at < length && (values[at] as number) < from)) {
      at = firstFrom(words, from);
      clearing.from = from;
    }
    for (; at < length; at += WORD_FIELDS) {
      const wordStart = values[at] as number;
      const wordEnd = values[at + 1] as number;
      if (wordEnd > to) break;
      if (!this.#isOne(document, wordStart, wordEnd, values[at + 2] as number)) continue;
      if (wordEnd <= start || wordStart >= end) {
        clearing.next = at;
        return true;
      }
      clearing.from = wordEnd;
    }
    clearing.next = at;
    return false;
  }

  #clearingIn(document: Document): Clearing {
    let clearing = document.clearings.get(this);
    if (clearing === undefined) {
      clearing = { from: Number.POSITIVE_INFINITY, next: 0 };
      document.clearings.set(this, clearing);
    }
    return clearing;
  }

  #isOne(document: Document, start: number, end: number, hash: number): boolean {
    const { bytes } = document;
    if (isOfWord(bytes[start - 1]) || isOfWord(bytes[end])) return this.#isInRun(document, start, end);
    return ((this.#filter[byteOf(hash)] as number) & bitOf(hash)) !== 0 && this.#holds(document, start, end, hash);
  }

  #isAmongNumbers(document: Document, from: number, to: number): boolean {
    const { digitStarts, digitEnds } = document.tokens;
    for (let group = digitStarts.countBelow(from); group < digitStarts.length; group += 1) {
      const start = digitStarts.at(group);
      const end = digitEnds.at(group);
      if (end > to) return false;
      const isWhole = !isOfWord(document.bytes[start - 1]) && !isOfWord(document.bytes[end]);
      if (isWhole && this.#words.has(textAt(document, start, end))) return true;
    }
    return false;
  }

  #holds(document: Document, start: number, end: number, hash: number): boolean {
    return this.#hashes.has(hash) && this.#words.has(textAt(document, start, end).toLowerCase());
  }

  /** `LinkedIn`, `H1N1`: the first look splits these in two, but the list knows them as one word. */
  #isInRun(document: Document, start: number, end: number): boolean {
    const { bytes } = document;
    let [first, last] = [start, end];
    while (isOfWord(bytes[first - 1]) && end - first <= RUN_LENGTH_MAX) first -= 1;
    while (isOfWord(bytes[last]) && last - first <= RUN_LENGTH_MAX) last += 1;
    return last - first <= RUN_LENGTH_MAX && this.#holds(document, first, last, hashOfBytes(bytes, first, last));
  }
}

/** No list has a longer word. */
const RUN_LENGTH_MAX = 24;

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

/** Place of the first word that begins at or after `from`. */
function firstFrom({ values, length }: WordList, from: number): number {
  let low = 0;
  let high = length / WORD_FIELDS;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle * WORD_FIELDS] as number) < from) low = middle + 1;
    else high = middle;
  }
  return low * WORD_FIELDS;
}

/** True for an ASCII letter or digit. */
export function isOfWord(byte: number | undefined): boolean {
  return byte !== undefined && OF_WORD[byte] !== 0;
}

function byteOf(hash: number): number {
  return (hash & (FILTER_BITS - 1)) >> 3;
}

function bitOf(hash: number): number {
  return 1 << (hash & 7);
}
