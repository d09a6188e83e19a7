// SPDX-License-Identifier: Apache-2.0
/**
 * Letters with accents that a program read in the wrong character set: `cartÃ£o`, and the same twice. A letter may also
 * be lost, as in `cart?o`; then the word tells it.
 */
import { WORDS_WITH_ACCENTS } from '../lexicon/accented-words.ts';
import { BYTE_LOST, BYTE_OF_UNIT } from '../text/fold-table.ts';
import { type Decoded, decodeUtf8, isAsciiLetter, NO_CHARACTER, type ReadByte } from './decoded.ts';

/** The characters of the bytes 0x80 to 0x9f in Windows-1252; Latin-1 has controls there. */
const WINDOWS = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** The characters of the bytes 0x80 to 0xbf on other machines. */
const DOS = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐';
const OLD_DOS = 'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐';
const MACINTOSH = 'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø';

const FIRST = 0x80;
/** The first byte of most letters with accents in UTF-8. */
const LEAD = 0xc3;

function bytesOf(characters: string, lead = ''): [unit: number, byte: number][] {
  const bytes = Array.from(characters, (character, index): [number, number] => [
    character.charCodeAt(0),
    FIRST + index,
  ]);
  return lead === '' ? bytes : [...bytes, [lead.charCodeAt(0), LEAD]];
}

const LATIN_BYTES: ReadonlyMap<number, number> = new Map([
  ...Array.from({ length: 0x80 }, (_, index): [number, number] => [FIRST + index, FIRST + index]),
  ...bytesOf(WINDOWS),
]);
/** By the character that such a machine shows for the first byte. */
const OTHER_BYTES: ReadonlyMap<number, ReadonlyMap<number, number>> = new Map([
  [0x251c, new Map([...bytesOf(OLD_DOS, '├'), ...bytesOf(DOS)])],
  [0x221a, new Map(bytesOf(MACINTOSH, '√'))],
]);

/** A text may have been misread this many times. */
const TIMES_MAX = 2;

/** `Ã£`, `ÃƒÂ£`, `├ú`, `√£`: the bytes of one letter, each shown as a character of its own. */
export function decodeMisread(content: string, index: number): Decoded | null {
  const other = OTHER_BYTES.get(content.charCodeAt(index));
  if (other !== undefined) return decodeUtf8(index, (at) => byteIn(other, content, at));
  // Most such letters are letters.
  const next = LATIN_BYTES.get(content.charCodeAt(index + 1)) ?? 0;
  if ((next & 0xc0) !== 0x80) return null;
  const decoded = readLatin(content, index, TIMES_MAX);
  return decoded.length > 1 ? decoded : null;
}

/** The character that begins here once so many misreadings are undone. */
function readLatin(content: string, index: number, times: number): Decoded {
  if (times === 0) return { codePoint: content.charCodeAt(index), length: 1 };
  const first = readLatin(content, index, times - 1);
  const byte = LATIN_BYTES.get(first.codePoint);
  if (byte === undefined) return first;
  const read: ReadByte = (at) => {
    const { codePoint, length } = readLatin(content, at, times - 1);
    const next = LATIN_BYTES.get(codePoint);
    return next === undefined ? null : { byte: next, length };
  };
  return decodeUtf8(index, read, { byte, length: first.length }) ?? first;
}

function byteIn(bytes: ReadonlyMap<number, number>, content: string, index: number): ReturnType<ReadByte> {
  const byte = bytes.get(content.charCodeAt(index));
  return byte === undefined ? null : { byte, length: 1 };
}

const WORD_LENGTH_MAX = 22;
const LOST = '?';

/**
 * The letters that stand for each sign of a word, by its pattern. The pattern has one question mark in the place of
 * all letters with accents that follow one another: `cart?o`, `habilita?o`.
 */
const LETTERS_OF_PATTERN = new Map<string, readonly string[]>();
for (const word of WORDS_WITH_ACCENTS) {
  const letters: string[] = [];
  let pattern = '';
  for (const letter of word) {
    if (letter <= 'z') pattern += letter;
    else if (pattern.endsWith(LOST)) letters.push(letters.pop() + letter.normalize('NFD').charAt(0));
    else {
      pattern += LOST;
      letters.push(letter.normalize('NFD').charAt(0));
    }
  }
  LETTERS_OF_PATTERN.set(pattern, letters);
}

/**
 * The letter of a known word that a sign stands for: `cart?o`, `n£mero`. A letter may have become two signs, of which
 * the second stands for none: `cart\ufffd\ufffdo`.
 */
export function decodeLost(content: string, index: number): Decoded | null {
  const start = wordEdge(content, index, -1);
  const end = start < 0 ? -1 : wordEdge(content, index, 1) + 1;
  if (end - start < WORD_LENGTH_MIN || end <= 0) return null;
  let pattern = '';
  /** The number of the sign's run, and of the sign in it. */
  let run = -1;
  let place = 0;
  for (let at = start; at < end; at += 1) {
    const isLetter = isAsciiLetter(content.charCodeAt(at));
    const continuesRun = !isLetter && pattern.endsWith(LOST);
    if (!continuesRun) pattern += isLetter ? content.charAt(at) : LOST;
    if (isLetter || at > index) continue;
    run = continuesRun ? run : run + 1;
    place = continuesRun ? place + 1 : 0;
  }
  const letters = LETTERS_OF_PATTERN.get(pattern.toLowerCase())?.[run];
  // The question mark of an address is one: `/cart?o=1`.
  if (letters === undefined || (content.charAt(index) === LOST && content.charAt(start - 1) === '/')) return null;
  const letter = letters.charCodeAt(place) - (pattern === pattern.toUpperCase() ? CAPITAL : 0);
  return { codePoint: place < letters.length ? letter : NO_CHARACTER, length: 1 };
}

const SIGNS_MAX = 4;
/** From a small letter to its capital. */
const CAPITAL = 0x20;

/** The last character of the sign's word to one side; -1 where it has more signs or letters than any word. */
function wordEdge(content: string, index: number, step: 1 | -1): number {
  let edge = index;
  let signs = 1;
  for (let at = index + step; ; at += step) {
    const kind = KIND_OF_BYTE[BYTE_OF_UNIT[content.charCodeAt(at)] ?? 0];
    if (kind === NO_LETTER) return edge;
    if (kind === SIGN) signs += 1;
    if (signs > SIGNS_MAX || Math.abs(at - index) > WORD_LENGTH_MAX) return -1;
    edge = at;
  }
}

const WORD_LENGTH_MIN = 3;

const NO_LETTER = 0;
const SIGN = 2;
/** A letter, a sign that may stand for one, or neither. */
const KIND_OF_BYTE = new Uint8Array(256);
KIND_OF_BYTE.fill(1, 0x41, 0x5b).fill(1, 0x61, 0x7b);
KIND_OF_BYTE[LOST.charCodeAt(0)] = SIGN;
KIND_OF_BYTE[BYTE_LOST] = SIGN;
