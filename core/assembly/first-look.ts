// SPDX-License-Identifier: Apache-2.0
/**
 * The first look at a text, in AssemblyScript. It folds sixteen characters at a time and compares sixteen bytes in one
 * instruction, which JavaScript cannot do. `npm run generate` compiles it into core/src/dlp/first-look/compiled.ts.
 * This file knows bytes and tables only. The folder core/src/dlp/first-look gives them their meaning and lays out the
 * memory; nothing is allocated here.
 */

// Addresses of the tables, see core/src/dlp/first-look/memory.ts.
const COUNTS: usize = 0x0000;
const KEY_LENGTH_MIN: usize = 0x0040;
const IS_ODD: usize = 0x0100;
const ENDS_KEY: usize = 0x0200;
const MAY_BE_KEY: usize = 0x1000;
const TERM_HASHES: usize = 0x2000;
const TERM_ENDINGS: usize = 0x4000;
const BYTE_OF_UNIT: usize = 0x10000;
/**
 * A hash table with open addressing: the hash and the labels of each prefilter term. A slot without labels is empty.
 */
const TERMS: usize = 0x20000;
const TERM_SLOTS: i32 = 1 << 14;

// These equal the constants of word-table.ts; first-look.test.ts compares the results of both.
const HASH_SEED: i32 = 7;
const GOLDEN: i32 = 0x9e3779b1;
const ENDING_WORD_MIN: i32 = 6;

const BLOCK: i32 = 16;
/** The class of letters of other scripts, see fold-table.ts. */
const FOREIGN: i8 = -128;

/**
 * Writes a byte for each of the UTF-16 units, and the positions of the bytes that need a closer look. A block of zeros
 * must follow the units.
 * @returns the number of those positions
 */
export function fold(units: usize, bytes: usize, length: i32, odd: usize): i32 {
  let next = odd;
  for (let from = 0; from < length; from += BLOCK) {
    const source = units + ((from as usize) << 1);
    // A unit that does not fit into a byte becomes 0 or 255, neither of which is plain.
    const narrow = i8x16.narrow_i16x8_u(v128.load(source), v128.load(source, 16));
    v128.store(bytes + (from as usize), narrow);
    let unplain = i8x16.bitmask(unplainOf(narrow));
    if (length - from < BLOCK) unplain &= (1 << (length - from)) - 1;
    // A block has few such bytes, even in a language with accents, so they are looked up one by one.
    while (unplain !== 0) {
      const index = from + ctz(unplain);
      unplain &= unplain - 1;
      const byte = load<u8>(BYTE_OF_UNIT + (load<u16>(units + ((index as usize) << 1)) as usize));
      store<u8>(bytes + (index as usize), byte);
      if (load<u8>(IS_ODD + (byte as usize)) === 0) continue;
      store<i32>(next, index);
      next += 4;
    }
  }
  return ((next - odd) >> 2) as i32;
}

/** Selects every byte but plain ASCII. The addition turns 0x7f into the least signed byte, and 255 into zero. */
function unplainOf(bytes: v128): v128 {
  const other = i8x16.lt_s(i8x16.add(bytes, i8x16.splat(1)), i8x16.splat(0x21));
  return v128.or(other, triggersOf(bytes));
}

/** Overwrites the remains of a text with zeros. */
export function wipe(from: usize, length: i32): void {
  memory.fill(from, 0, length);
}

/** `&`, `%`, `\`, `=`, `?` and `^`, which may begin a code. */
function triggersOf(bytes: v128): v128 {
  return v128.or(
    v128.or(
      v128.or(i8x16.eq(bytes, i8x16.splat(0x26)), i8x16.eq(bytes, i8x16.splat(0x25))),
      v128.or(i8x16.eq(bytes, i8x16.splat(0x5c)), i8x16.eq(bytes, i8x16.splat(0x3d))),
    ),
    v128.or(i8x16.eq(bytes, i8x16.splat(0x3f)), i8x16.eq(bytes, i8x16.splat(0x5e))),
  );
}

/** The write positions of `read` in its lists, in this order. Each list is sorted by position. */
let wordsStart: usize = 0;
let wordsEnd: usize = 0;
let termsEnd: usize = 0;
let wordKeysEnd: usize = 0;
let digitKeysEnd: usize = 0;

/**
 * Lists the parts of a text, each list sorted by position.
 * Words take four integers each, see `addWord`. Prefilter terms take two, see `addTerm`. Then follow the starts of
 * words, and of digit groups, that may begin a key. The last lists hold starts of digit groups, their ends, line ends,
 * at signs and slashes.
 * The lists stand one behind another, `room` bytes each. Their lengths, in integers, stand at COUNTS. A block of zeros
 * must follow the bytes.
 */
export function read(bytes: usize, length: i32, words: usize, lists: usize, room: usize): void {
  wordsStart = words;
  wordsEnd = words;
  termsEnd = lists;
  const wordKeys = lists + room * 2;
  const digitKeys = wordKeys + room;
  const digitStarts = digitKeys + room;
  const digitEnds = digitStarts + room;
  const lineEnds = digitEnds + room;
  const atSigns = lineEnds + room;
  const slashes = atSigns + room;
  wordKeysEnd = wordKeys;
  digitKeysEnd = digitKeys;
  let digitStartsEnd = digitStarts;
  let digitEndsEnd = digitEnds;
  let lineEndsEnd = lineEnds;
  let atSignsEnd = atSigns;
  let slashesEnd = slashes;
  let lettersBefore = 0;
  let digitsBefore = 0;
  /** Start of the open run of letters; -1 while there is none. */
  let start = -1;
  let holdsCapital = false;
  for (let from = 0; from <= length; from += BLOCK) {
    const block = v128.load(bytes + (from as usize));
    const letters = lettersOf(block);
    const lettersJoined = ((letters << 1) | lettersBefore) & 0xffff;
    lettersBefore = letters >>> (BLOCK - 1);
    const isOdd = holdsCapital || (capitalsOf(block) & lettersJoined) !== 0;
    let edges = letters ^ lettersJoined;
    while (edges !== 0) {
      const at = from + ctz(edges);
      edges &= edges - 1;
      if (start < 0) {
        start = at;
        continue;
      }
      if (isOdd) addParts(bytes, start, at);
      else addWord(bytes, start, at);
      start = -1;
    }
    holdsCapital = isOdd && start >= 0;
    const digits = between(block, 0x30, 10);
    if ((digits | digitsBefore) !== 0) {
      const digitsJoined = ((digits << 1) | digitsBefore) & 0xffff;
      digitsBefore = digits >>> (BLOCK - 1);
      digitStartsEnd = addPositions(digitStartsEnd, from, digits & ~digitsJoined);
      digitEndsEnd = addPositions(digitEndsEnd, from, digitsJoined & ~digits);
    }
    if (!v128.any_true(signsOf(block))) continue;
    lineEndsEnd = addPositions(lineEndsEnd, from, equal(block, 0x0a));
    atSignsEnd = addPositions(atSignsEnd, from, equal(block, 0x40));
    slashesEnd = addPositions(slashesEnd, from, equal(block, 0x2f));
  }
  addDigitKeys(bytes, digitStarts, digitStartsEnd, digitEnds);
  count(0, words, wordsEnd);
  count(1, lists, termsEnd);
  count(2, wordKeys, wordKeysEnd);
  count(3, digitKeys, digitKeysEnd);
  count(4, digitStarts, digitStartsEnd);
  count(5, lineEnds, lineEndsEnd);
  count(6, atSigns, atSignsEnd);
  count(7, slashes, slashesEnd);
}

function count(list: i32, start: usize, end: usize): void {
  store<i32>(COUNTS + ((list as usize) << 2), ((end - start) >> 2) as i32);
}

function addPositions(list: usize, from: i32, bits: i32): usize {
  let next = list;
  let rest = bits;
  while (rest !== 0) {
    store<i32>(next, from + ctz(rest));
    next += 4;
    rest &= rest - 1;
  }
  return next;
}

function addDigitKeys(bytes: usize, starts: usize, startsEnd: usize, ends: usize): void {
  const distance = ends - starts;
  for (let at = starts; at < startsEnd; at += 4) {
    const start = load<i32>(at);
    if (!mayBeKey(bytes, start, load<i32>(at + distance))) continue;
    store<i32>(digitKeysEnd, start);
    digitKeysEnd += 4;
  }
}

/** Line ends, at signs and slashes: few blocks hold one. */
function signsOf(block: v128): v128 {
  const lines = v128.or(i8x16.eq(block, i8x16.splat(0x0a)), i8x16.eq(block, i8x16.splat(0x2f)));
  return v128.or(lines, i8x16.eq(block, i8x16.splat(0x40)));
}

function lettersOf(block: v128): i32 {
  return between(v128.or(block, i8x16.splat(0x20)), 0x61, 26) | equal(block, FOREIGN);
}

function capitalsOf(block: v128): i32 {
  return between(block, 0x41, 26);
}

function equal(block: v128, byte: i8): i32 {
  return i8x16.bitmask(i8x16.eq(block, i8x16.splat(byte)));
}

/** Selects the bytes from `first` to `first + count - 1`. */
function between(block: v128, first: i8, count: i8): i32 {
  return i8x16.bitmask(i8x16.lt_u(i8x16.sub(block, i8x16.splat(first)), i8x16.splat(count)));
}

/**
 * Adds the words of a run of letters that holds capitals inside, split as in words.ts: `cpfCliente`, `APIKey`, `CPFs`.
 */
function addParts(bytes: usize, start: i32, end: i32): void {
  let from = start;
  while (from < end) {
    let to = from;
    while (to < end && isCapital(bytes, to)) to += 1;
    const capitals = to - from;
    while (to < end && !isCapital(bytes, to)) to += 1;
    const small = to - from - capitals;
    const isPlural = small === 1 && load<u8>(bytes + (to as usize) - 1) === 0x73;
    if (capitals > 1 && small > 0 && !isPlural) to = from + capitals - 1;
    addWord(bytes, from, to);
    from = to;
  }
}

/** @param at position of a letter */
function isCapital(bytes: usize, at: i32): bool {
  return load<u8>(bytes + (at as usize)) < 0x61;
}

/** Adds the start, end, hash and tail of a word, see word-table.ts. */
function addWord(bytes: usize, start: i32, end: i32): void {
  const length = end - start;
  let at = bytes + (start as usize);
  let left = length;
  let hash = HASH_SEED;
  while (left >= 4) {
    hash = hashOfChunk(hash, load<i32>(at) | 0x20202020);
    at += 4;
    left -= 4;
  }
  if (left > 0) hash = hashOfChunk(hash, (load<i32>(at) | 0x20202020) & ((1 << (left << 3)) - 1));
  const tail = length < ENDING_WORD_MIN ? 0 : load<i32>(bytes + (end as usize) - 4) | 0x20202020;
  store<i32>(wordsEnd, start);
  store<i32>(wordsEnd, end, 4);
  store<i32>(wordsEnd, hash, 8);
  store<i32>(wordsEnd, tail, 12);
  const isKnownEnding = bitOf(TERM_ENDINGS, (tail * GOLDEN) >>> 16);
  if (((bitOf(TERM_HASHES, hash & 0xffff) | isKnownEnding) & 1) !== 0) addTerm(hash, (isKnownEnding & 1) !== 0);
  wordsEnd += 16;
  if (!mayBeKey(bytes, start, end)) return;
  store<i32>(wordKeysEnd, start);
  wordKeysEnd += 4;
}

/** Adds the word's place in the list of words, and its labels. Labels of 0 must be looked up by the word's ending. */
function addTerm(hash: i32, mayEndInTerm: bool): void {
  let slot = hash & (TERM_SLOTS - 1);
  let labels = 0;
  for (;;) {
    const at = TERMS + ((slot as usize) << 3);
    const found = load<i32>(at, 4);
    if (found === 0) break;
    if (load<i32>(at) === hash) {
      labels = found;
      break;
    }
    slot = (slot + 1) & (TERM_SLOTS - 1);
  }
  if (labels === 0 && !mayEndInTerm) return;
  store<i32>(termsEnd, ((wordsEnd - wordsStart) >> 2) as i32);
  store<i32>(termsEnd, labels, 4);
  termsEnd += 8;
}

/**
 * Tells by its first three bytes and its length whether a key with a known prefix may begin there, see
 * secret-shapes.ts.
 */
function mayBeKey(bytes: usize, start: i32, end: i32): bool {
  const behind = load<u8>(bytes + (end as usize));
  if (end - start < load<i32>(KEY_LENGTH_MIN) && load<u8>(ENDS_KEY + (behind as usize)) !== 0) return false;
  const at = bytes + (start as usize);
  const first = (load<u8>(at) as i32) & 31;
  const second = (load<u8>(at, 1) as i32) & 31;
  const third = (load<u8>(at, 2) as i32) & 31;
  return (bitOf(MAY_BE_KEY, (first << 10) | (second << 5) | third) & 1) !== 0;
}

/** The answer is in the lowest bit of the result. */
function bitOf(table: usize, bit: i32): i32 {
  return (load<u8>(table + ((bit >> 3) as usize)) as i32) >> (bit & 7);
}

function hashOfChunk(hash: i32, chunk: i32): i32 {
  const product = (hash ^ chunk) * GOLDEN;
  return product ^ (product >>> 15);
}
