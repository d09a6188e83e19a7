// SPDX-License-Identifier: Apache-2.0
/**
 * Single words: a hash table of known words, the endings that stand for every longer word, and filters that rule out
 * most words. A look-up costs the word's length. The tables are fixed, so no text can lengthen their chains.
 */

/** @param hash the result of `hashOfBytes` */
type WordLookup = (bytes: Uint8Array, start: number, end: number, hash: number) => number;

export const LOWER = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) LOWER[byte] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;

// The compiled first look hashes in the same way, see core/assembly/first-look.ts.
const HASH_SEED = 7;
/** Bytes that are hashed at once, the first one lowest. */
const CHUNK_LENGTH = 4;
/** One chunk is hashed without loss: two words of equal length up to this are equal when their hashes are. */
const HASHED_EXACTLY_MAX = CHUNK_LENGTH;

const ENDING_MARK = '~';
const FILTER_BITS = 1 << 16;
/** The number of letters that must stand before an ending; shorter words are words of their own. */
const STEM_MIN = 2;
/** An ending as long as this is a word by itself too: artroscopia. */
const WHOLE_MIN = 8;
const ENDING_WORD_MIN = 6;

/** Tells whether a vocabulary word stands for every longer word with that ending. */
export function isEnding(word: string): boolean {
  return word.startsWith(ENDING_MARK);
}

interface Ending {
  readonly ending: string;
  readonly id: number;
}

/** Finds words by a known ending, indexed by their last three letters. A plural counts as its singular. */
function endingLookup(all: readonly Ending[]): EndingLookup {
  const endings: Ending[][] = [[]];
  const slots = new Uint16Array(1 << 15);
  for (const one of all) {
    const [first, second, third] = Array.from(one.ending.slice(-3), (letter) => letter.charCodeAt(0)) as [
      number,
      number,
      number,
    ];
    const key = lastLetters(first, second, third);
    if (slots[key] === 0) slots[key] = endings.push([]) - 1;
    endings[slots[key] as number]?.push(one);
  }
  const lookUp = (bytes: Uint8Array, start: number, end: number): number => {
    const slot = slots[lastLetters(bytes[end - 3] as number, bytes[end - 2] as number, bytes[end - 1] as number)];
    if (slot === 0) return 0;
    for (const { ending, id } of endings[slot as number] as Ending[]) {
      const stem = end - start - ending.length;
      if ((stem >= STEM_MIN || (stem >= 0 && ending.length >= WHOLE_MIN)) && endsIn(bytes, end, ending)) return id;
    }
    return 0;
  };
  return (bytes, start, end) => {
    const found = lookUp(bytes, start, end);
    if (found !== 0 || ((bytes[end - 1] as number) | 0x20) !== 0x73) return found;
    return lookUp(bytes, start, end - 1);
  };
}

type EndingLookup = (bytes: Uint8Array, start: number, end: number) => number;

function lastLetters(first: number, second: number, third: number): number {
  return ((first & 31) << 10) | ((second & 31) << 5) | (third & 31);
}

function endsIn(bytes: Uint8Array, end: number, ending: string): boolean {
  const from = end - ending.length;
  for (let at = 0; at < ending.length; at += 1) {
    if (LOWER[bytes[from + at] as number] !== ending.charCodeAt(at)) return false;
  }
  return true;
}

/** The bit sets of a filter: see `WordFilter`. */
export interface FilterTables {
  readonly hashes: Uint8Array;
  readonly endings: Uint8Array;
}

/** @throws Error for an ending that is too short to be told apart */
export function filterTables(words: readonly string[]): FilterTables {
  const [hashes, endings] = [new Uint8Array(FILTER_BITS / 8), new Uint8Array(FILTER_BITS / 8)];
  for (const word of words) {
    if (!isEnding(word)) {
      setBit(hashes, hashOfWord(word) & (FILTER_BITS - 1));
      continue;
    }
    const ending = word.slice(ENDING_MARK.length);
    if (ending.length < TAIL_LENGTH) throw new Error(`The ending ${ending} is shorter than the filter tells apart.`);
    for (const form of [ending, `${ending}s`]) setBit(endings, bitOfTail(tailOf(form)));
  }
  return { hashes, endings };
}

/**
 * Rules out most words that are not in `words`. One bit stands for the hash of each word, and one for the last letters
 * of each ending and its plural. The table fits into the nearest cache. It asks without a branch, because a processor
 * cannot predict which words of a text are known.
 */
export class WordFilter {
  /** The bit sets, by hash and by tail. */
  readonly hashes: Uint8Array;
  readonly endings: Uint8Array;

  constructor({ hashes, endings }: FilterTables) {
    this.hashes = hashes;
    this.endings = endings;
  }

  /** False for most words outside the list; true proves nothing. @param tail last letters, see `tailOf` */
  mayHold(hash: number, tail: number): boolean {
    const bit = hash & (FILTER_BITS - 1);
    const tailBit = bitOfTail(tail);
    const isWord = (this.hashes[bit >> 3] as number) >> (bit & 7);
    const isEnding = (this.endings[tailBit >> 3] as number) >> (tailBit & 7);
    return ((isWord | isEnding) & 1) !== 0;
  }
}

/** The letters of a tail, the last one highest. A word too short for any ending has tail 0. */
const TAIL_LENGTH = CHUNK_LENGTH;

function bitOfTail(tail: number): number {
  return Math.imul(tail, GOLDEN) >>> 16;
}

function setBit(bits: Uint8Array, bit: number): void {
  bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
}

function tailOf(ending: string): number {
  return chunkOf(Buffer.from(ending, 'latin1'), ending.length - TAIL_LENGTH, ending.length);
}

export function hashOfWord(word: string): number {
  return hashOfBytes(Buffer.from(word, 'latin1'), 0, word.length);
}

/** Hashes capitals and small letters alike. */
export function hashOfBytes(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let at = start; at < end; at += CHUNK_LENGTH) {
    const product = Math.imul(hash ^ chunkOf(bytes, at, Math.min(end, at + CHUNK_LENGTH)), GOLDEN);
    // The low bits of a product depend on the low bits of its factors alone.
    hash = product ^ (product >>> 15);
  }
  return hash;
}

function chunkOf(bytes: Uint8Array, start: number, end: number): number {
  let chunk = 0;
  for (let at = end - 1; at >= start; at -= 1) chunk = (chunk << 8) | (bytes[at] as number) | 0x20;
  return chunk;
}

/** A hash table with open addressing over the bytes of all words, at most half full, and the endings. */
export interface WordTables {
  /** Id, hash, length and place in the arena stand side by side, so that one memory access fetches them all. */
  readonly slots: Int32Array;
  readonly arena: Uint8Array;
  readonly endings: readonly Ending[];
}

/** Ids are positions in `words`, from 1. */
export function wordTables(words: readonly string[]): WordTables {
  const size = 2 ** Math.ceil(Math.log2(words.length * 2 + 2));
  const slots = new Int32Array(size * SLOT_LENGTH);
  const arena = new Uint8Array(words.reduce((sum, word) => sum + word.length, 0));
  let filled = 0;
  words.forEach((word, index) => {
    const hash = hashOfWord(word);
    let slot = hash & (size - 1);
    while (slots[slot * SLOT_LENGTH] !== 0) slot = (slot + 1) & (size - 1);
    slots.set([index + 1, hash, word.length, filled], slot * SLOT_LENGTH);
    for (let at = 0; at < word.length; at += 1) arena[filled + at] = word.charCodeAt(at);
    filled += word.length;
  });
  const endings = words.flatMap((word, index) =>
    isEnding(word) ? [{ ending: word.slice(ENDING_MARK.length), id: index + 1 }] : [],
  );
  return { slots, arena, endings };
}

export function wordLookup({ slots, arena, endings }: WordTables): WordLookup {
  const endingOf = endingLookup(endings);
  const size = slots.length / SLOT_LENGTH;
  return (bytes, start, end, hash) => {
    const length = end - start;
    for (let slot = hash & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const at = slot * SLOT_LENGTH;
      const id = slots[at] as number;
      if (id === 0) return length >= ENDING_WORD_MIN ? endingOf(bytes, start, end) : 0;
      if (slots[at + 1] !== hash || slots[at + 2] !== length) continue;
      if (length <= HASHED_EXACTLY_MAX || isSameWord(arena, slots[at + 3] as number, bytes, start, end)) return id;
    }
  };
}

/** Spreads neighbouring values over a table (2^32 divided by the golden ratio). */
const GOLDEN = 0x9e3779b1;

const SLOT_LENGTH = 4;

function isSameWord(arena: Uint8Array, from: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (LOWER[bytes[index] as number] !== arena[from + index - start]) return false;
  }
  return true;
}
