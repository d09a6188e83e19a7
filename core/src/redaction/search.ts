// SPDX-License-Identifier: Apache-2.0
/**
 * Finds any of many byte strings in a text, in one pass over four bytes at a time. The time grows with the length of
 * the text alone. Repetitive texts or strings would break that bound, so then each string is searched by itself. Source
 * of that search: Knuth, Morris, Pratt, 1977.
 */

/** The alphabets of a search. Both alphabets of base64 are equal, and both cases of any other text. */
export type Alphabet = 'any case' | 'base64';

export interface Needle {
  /** At least one string, in the spelling of the alphabet. */
  bytes: Uint8Array;
  alphabet: Alphabet;
}

export interface Search<One extends Needle> {
  /**
   * @param isCut also finds a beginning at the end, of which the rest was cut off: see its length
   * @param found may be called more than once for a span, and spans may overlap
   */
  run(text: Uint8Array, isCut: boolean, found: (needle: One, start: number) => void): void;
}

const BASE64 = { '-': '+', _: '/' };
const LOWER_CASE = Object.fromEntries([...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'].map((one) => [one, one.toLowerCase()]));

const ALPHABETS: Readonly<Record<Alphabet, Uint8Array>> = {
  'any case': byteTable(LOWER_CASE),
  base64: byteTable(BASE64),
};

function byteTable(replacements: Readonly<Record<string, string>>): Uint8Array {
  const table = Uint8Array.from({ length: 256 }, (_, byte) => byte);
  for (const [from, to] of Object.entries(replacements)) table[from.charCodeAt(0)] = to.charCodeAt(0);
  return table;
}

/** Characters that are equal in every alphabet are equal here. */
const FOLDED = byteTable({ ...BASE64, ...LOWER_CASE });

const WINDOW_BYTES = 4;
/** A multiplicative hash of a window: a large set of bits with few in use passes few windows. */
const FILTER_BITS = 12;
const MULTIPLIER = 0x9e3779b1;
const placeInFilter = (window: number) => Math.imul(window, MULTIPLIER) >>> (32 - FILTER_BITS);

/** Bytes compared per byte of text at which the pass is given up. */
const COMPARED_PER_BYTE_MAX = 8;
const COMPARED_MIN = 4_096;

export function searchFor<One extends Needle>(needles: readonly One[]): Search<One> {
  const short = needles.filter(({ bytes }) => bytes.length < WINDOW_BYTES);
  const filter = new Uint8Array(1 << FILTER_BITS);
  const byWindow = new Map<number, One[]>();
  for (const needle of needles) {
    if (needle.bytes.length < WINDOW_BYTES) continue;
    let window = 0;
    for (const byte of needle.bytes.subarray(0, WINDOW_BYTES)) window = (window << 8) | (FOLDED[byte] as number);
    filter[placeInFilter(window)] = 1;
    byWindow.set(window, [...(byWindow.get(window) ?? []), needle]);
  }

  /** True when it came to the end; false where much of the text resembles a string. */
  function pass(text: Uint8Array, isCut: boolean, found: (needle: One, start: number) => void): boolean {
    let left = COMPARED_MIN + COMPARED_PER_BYTE_MAX * text.length;
    let window = 0;
    for (let at = 0; at < text.length; at += 1) {
      window = (window << 8) | (FOLDED[text[at] as number] as number);
      if (filter[placeInFilter(window)] === 0 || at < WINDOW_BYTES - 1) continue;
      const start = at - WINDOW_BYTES + 1;
      for (const needle of byWindow.get(window) ?? []) {
        const length = sharedLength(text, start, needle);
        if (length === needle.bytes.length || (isCut && start + length === text.length)) found(needle, start);
        left -= length + 1;
      }
      if (left < 0) return false;
    }
    return true;
  }

  return {
    run(text, isCut, found) {
      for (const needle of short) allPlaces(text, needle, isCut, found);
      if (byWindow.size === 0) return;
      if (!pass(text, isCut, found)) {
        for (const needle of needles) allPlaces(text, needle, isCut, found);
      } else if (isCut) {
        for (let start = Math.max(0, text.length - WINDOW_BYTES + 1); start < text.length; start += 1) {
          for (const needle of needles) {
            if (start + sharedLength(text, start, needle) === text.length) found(needle, start);
          }
        }
      }
    },
  };
}

/** The number of first bytes that match at this place. */
function sharedLength(text: Uint8Array, start: number, { bytes, alphabet }: Needle): number {
  const table = ALPHABETS[alphabet];
  const lengthMax = Math.min(bytes.length, text.length - start);
  let length = 0;
  while (length < lengthMax && table[text[start + length] as number] === bytes[length]) length += 1;
  return length;
}

/** Every place of one string, and its longest beginning at the end, in linear time for any input. */
function allPlaces<One extends Needle>(
  text: Uint8Array,
  needle: One,
  isCut: boolean,
  found: (needle: One, start: number) => void,
): void {
  const { bytes } = needle;
  const table = ALPHABETS[needle.alphabet];
  const shorter = shorterMatches(bytes);
  let length = 0;
  for (let at = 0; at < text.length; at += 1) {
    const byte = table[text[at] as number];
    while (length > 0 && byte !== bytes[length]) length = shorter[length] as number;
    if (byte === bytes[length]) length += 1;
    if (length === bytes.length) {
      found(needle, at + 1 - length);
      length = shorter[length] as number;
    }
  }
  if (isCut && length > 0) found(needle, text.length - length);
}

/** For each length of a match, the next shorter one that it ends with. */
function shorterMatches(bytes: Uint8Array): Int32Array {
  const shorter = new Int32Array(bytes.length + 1);
  let length = 0;
  for (let at = 1; at < bytes.length; at += 1) {
    while (length > 0 && bytes[at] !== bytes[length]) length = shorter[length] as number;
    if (bytes[at] === bytes[length]) length += 1;
    shorter[at + 1] = length;
  }
  return shorter;
}
