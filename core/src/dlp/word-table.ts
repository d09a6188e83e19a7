/**
 * Single words: a hash table of those that are known, the endings that stand for every longer word, and filters that
 * most words do not pass. Looking a word up costs its length; the tables are fixed, so that no text can make their
 * chains longer.
 */

/** @param hash of the word in lower case: HASH_SEED, then for each byte times 31 plus the byte, modulo 2^32 */
type WordLookup = (bytes: Uint8Array, start: number, end: number, hash: number) => number;
export type WordFilter = (bytes: Uint8Array, end: number, length: number, hash: number) => boolean;

export const LOWER = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) LOWER[byte] = byte >= 0x41 && byte <= 0x5a ? byte + 0x20 : byte;

export const HASH_SEED = 7;

const ENDING_MARK = '~';
/** Letters that must stand before an ending: shorter words are words of their own. */
const FILTER_BITS = 1 << 16;
const LAST_LETTERS = 1 << 15;
const STEM_MIN = 2;
/** An ending as long as this is a word by itself too: artroscopia. */
const WHOLE_MIN = 8;
const ENDING_WORD_MIN = 6;

/** Words that end in a known way, looked at by their last three letters. A plural counts as its singular. */
function endingTable(words: readonly string[]): EndingLookup {
  const endings: { ending: string; id: number }[][] = [[]];
  const slots = new Uint16Array(1 << 15);
  for (const [index, word] of words.entries()) {
    if (!word.startsWith(ENDING_MARK)) continue;
    const ending = word.slice(ENDING_MARK.length);
    const [first, second, third] = Array.from(ending.slice(-3), (letter) => letter.charCodeAt(0)) as [
      number,
      number,
      number,
    ];
    const key = lastLetters(first, second, third);
    if (slots[key] === 0) slots[key] = endings.push([]) - 1;
    endings[slots[key] as number]?.push({ ending, id: index + 1 });
  }
  const lookUp = (bytes: Uint8Array, start: number, end: number): number => {
    const slot = slots[lastLetters(bytes[end - 3] as number, bytes[end - 2] as number, bytes[end - 1] as number)];
    if (slot === 0) return 0;
    for (const { ending, id } of endings[slot as number] as { ending: string; id: number }[]) {
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

/**
 * Says of most words that they are none of `words`: one bit for the hash of each, and one for the last letters of each
 * ending and its plural. Small enough to stay in the nearest cache.
 */
export function wordFilter(words: readonly string[]): WordFilter {
  const hashes = new Uint8Array(FILTER_BITS / 8);
  const endings = new Uint8Array(LAST_LETTERS / 8);
  for (const word of words) {
    if (!word.startsWith(ENDING_MARK)) {
      setBit(hashes, spread(hashOfWord(word)) & (FILTER_BITS - 1));
      continue;
    }
    for (const form of [word, `${word}s`]) {
      const [first, second, third] = Array.from(form.slice(-3), (letter) => letter.charCodeAt(0));
      setBit(endings, lastLetters(first as number, second as number, third as number));
    }
  }
  return (bytes, end, length, hash) => {
    const bit = spread(hash) & (FILTER_BITS - 1);
    if (((hashes[bit >> 3] as number) & (1 << (bit & 7))) !== 0) return true;
    if (length < ENDING_WORD_MIN) return false;
    const last = lastLetters(bytes[end - 3] as number, bytes[end - 2] as number, bytes[end - 1] as number);
    return ((endings[last >> 3] as number) & (1 << (last & 7))) !== 0;
  };
}

function setBit(bits: Uint8Array, bit: number): void {
  bits[bit >> 3] = (bits[bit >> 3] as number) | (1 << (bit & 7));
}

function hashOfWord(word: string): number {
  let hash = HASH_SEED;
  for (let at = 0; at < word.length; at += 1) hash = (Math.imul(hash, 31) + word.charCodeAt(at)) | 0;
  return hash;
}

/** Open addressing over the bytes of all words, at most half full. Ids are positions in `words`, from 1. */
export function wordTable(words: readonly string[]): WordLookup {
  const endingOf = endingTable(words);
  const size = 2 ** Math.ceil(Math.log2(words.length * 2 + 2));
  // Side by side, so that one look into memory brings them all: id, hash, length and place in the arena.
  const slots = new Int32Array(size * SLOT_LENGTH);
  const arena = new Uint8Array(words.reduce((sum, word) => sum + word.length, 0));
  let filled = 0;
  words.forEach((word, index) => {
    const hash = hashOfWord(word);
    let slot = spread(hash) & (size - 1);
    while (slots[slot * SLOT_LENGTH] !== 0) slot = (slot + 1) & (size - 1);
    slots.set([index + 1, hash, word.length, filled], slot * SLOT_LENGTH);
    for (let at = 0; at < word.length; at += 1) arena[filled + at] = word.charCodeAt(at);
    filled += word.length;
  });
  return (bytes, start, end, hash) => {
    const length = end - start;
    for (let slot = spread(hash) & (size - 1); ; slot = (slot + 1) & (size - 1)) {
      const at = slot * SLOT_LENGTH;
      const id = slots[at] as number;
      if (id === 0) return length >= ENDING_WORD_MIN ? endingOf(bytes, start, end) : 0;
      if (slots[at + 1] !== hash || slots[at + 2] !== length) continue;
      if (isSameWord(arena, slots[at + 3] as number, bytes, start, end)) return id;
    }
  };
}

const SLOT_LENGTH = 4;

function isSameWord(arena: Uint8Array, from: number, bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (LOWER[bytes[index] as number] !== arena[from + index - start]) return false;
  }
  return true;
}

/** The multiplicative hash leaves its low bits poor; the table is addressed by them. */
export function spread(hash: number): number {
  return (hash ^ (hash >>> 15)) >>> 0;
}
