// SPDX-License-Identifier: Apache-2.0
/**
 * One byte for each UTF-16 unit. ASCII stays, accented and full-width letters become plain, and typographic spaces and
 * dashes become plain ones. The scan then reads bytes only. The one-to-one table keeps every position.
 */
import { LETTER_EXPRESSION } from './expressions.ts';

/** A unit that disappears when a disguised text is unfolded: zero-width, soft hyphen, bidi mark, combining mark. */
export const BYTE_DELETED = 0;
/** A letter of a script without a Latin look-alike here. It forms words, but never known ones. */
const BYTE_FOREIGN_LETTER = 0x80;
export const BYTE_SYMBOL = 0x81;
/** First half of a character outside the basic plane, which only `unfold` can decode. */
export const BYTE_SURROGATE = 0x82;
/** A symbol that may stand in the place of a letter which another character set could not show. */
export const BYTE_LOST = 0x83;
/** The character that begins a terminal code, and the backspace. */
const BYTE_TERMINAL = 0x1b;

/** Characters that begin an escape, an entity or a broken line. */
const TRIGGERS = '&%\\=?^\n';
export const IS_TRIGGER = new Uint8Array(256);
for (const character of TRIGGERS) IS_TRIGGER[character.charCodeAt(0)] = 1;
IS_TRIGGER[BYTE_TERMINAL] = 1;
IS_TRIGGER[BYTE_LOST] = 1;

/**
 * Characters that show the first byte of a misread letter. Each has a byte of its own, for another one: `Ã` is an A in
 * most texts.
 */
const MISREAD_LEADS = [
  ['\u00c3', 'A'],
  ['\u00c2', 'A'],
  ['\u00e2', 'a'],
  ['\u251c', '|'],
  ['\u221a', '\u0081'],
] as const;
const BYTE_LEAD_FIRST = 0x84;
/** The byte that such a byte stands for; 0 for all others. */
export const BYTE_OF_LEAD = new Uint8Array(256);
for (const [index, [, plain]] of MISREAD_LEADS.entries()) {
  BYTE_OF_LEAD[BYTE_LEAD_FIRST + index] = plain.charCodeAt(0);
  IS_TRIGGER[BYTE_LEAD_FIRST + index] = 1;
}

/** Bytes that need a closer look; ordinary text has almost none. */
export const IS_ODD: Uint8Array = Uint8Array.from(IS_TRIGGER);
IS_ODD[BYTE_DELETED] = 1;
IS_ODD[BYTE_SURROGATE] = 1;

export const MATHEMATICAL_FIRST = 0x1d400;
export const MATHEMATICAL_LAST = 0x1d7ff;

const DELETED_RANGES = [
  // A terminal shows none of these controls: null, bell, shifts.
  [0x0000, 0x0007],
  [0x000e, 0x001a],
  [0x007f, 0x007f],
  [0x00ad, 0x00ad],
  [0x0300, 0x036f],
  [0x061c, 0x061c],
  [0x180e, 0x180e],
  [0x200b, 0x200f],
  [0x202a, 0x202e],
  [0x2060, 0x206f],
  [0x20d0, 0x20ff],
  [0xfe00, 0xfe0f],
  [0xfeff, 0xfeff],
] as const;

/** Blocks whose compatibility decomposition begins with the plain character. */
const DECOMPOSED_RANGES = [
  [0x00a1, 0x024f],
  [0x1e00, 0x1eff],
  [0x2070, 0x209c],
  [0x2460, 0x2473],
  [0x24b6, 0x24ea],
  [0xff01, 0xff5e],
] as const;

/** A carriage return is a blank, so that a Windows line end is one line end and not two. */
const SPACES = [0x0b, 0x0d, 0x0c, 0xa0, 0x1680, 0x202f, 0x205f, 0x3000];

const REPLACED: Readonly<Record<string, string>> = {
  '\n': '\n\u0085\u2028\u2029',
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u02d7\ufe58\ufe63\u30fc',
  '|': '\u23d0\uffe8',
  '=': '\u2550',
  '.': '\u00b7\u2024\u2027\u2219\u22c5\u3002\uff61',
  '/': '\u2044\u2215\u29f8',
  "'": '\u2018\u2019\u02bc\u00b4',
  '"': '\u201c\u201d\u00ab\u00bb',
  '@': '\ufe6b',
  ':': '\u02d0\u2236\ufe55',
  o: '\u00ba\u00b0',
};

/** Escape, its picture, the control sequence introducer of eight bits, and the backspace. */
const TERMINAL = '\u001b\u241b\u009b\u0008';

/** `─ ━ ┄ ┅ ┈ ┉ ╌ ╍ ╴ ╶ ╸ ╺ ╼ ╾` */
const DRAWN_DASHES = '\u2500\u2501\u2504\u2505\u2508\u2509\u254c\u254d\u2574\u2576\u2578\u257a\u257c\u257e\u23af';
/** Every other line of a drawn table separates its cells: `│ ┃ ║ ┆ ├ ┼`. */
const DRAWN_FIRST = 0x2500;
const DRAWN_LAST = 0x257f;

/** Signs that stand for a letter in a text which was read in the wrong character set, and the replacement character. */
const LOST_LETTERS =
  '\ufffd\u00a1\u00a2\u00a3\u00a4\u00a6\u00a7\u00a9\u00ac\u00ae\u00b1\u00b6\u00bf\u00c6\u0192\u02c6\u2021\u2020\u25a1\u25a0\u25fb\u2588\u2592';

/** Digits of other scripts, by their zero. */
const ZEROS = [0x0660, 0x06f0, 0x0966, 0x09e6];

/** Cyrillic and Greek letters that look like a Latin one, in pairs. */
const LOOK_ALIKES = 'аaеeоoрpсcуyхxіiѕsјjһhԁdԛqԝwАAВBЕEКKМMНHОOРPСCТTУYХXІIЅSЈJΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoνvıi';

export const BYTE_OF_UNIT: Uint8Array = buildTable();

/** Bytes for U+1D400..U+1D7FF, the mathematical letters and digits that sites use as "fonts". */
export const BYTE_OF_MATHEMATICAL: Uint8Array = buildMathematical();

function buildTable(): Uint8Array {
  const table = new Uint8Array(0x10000).fill(BYTE_SYMBOL);
  for (let unit = 0x20; unit < 0x7f; unit += 1) table[unit] = unit;
  table[0x09] = 0x09;
  fill(table, 0x0250, 0x02af, BYTE_FOREIGN_LETTER);
  fill(table, 0x0370, 0x1dff, BYTE_FOREIGN_LETTER);
  fill(table, 0x3040, 0xd7ff, BYTE_FOREIGN_LETTER);
  fill(table, 0xf900, 0xfdff, BYTE_FOREIGN_LETTER);
  fill(table, 0xd800, 0xdbff, BYTE_SURROGATE);
  for (const [first, last] of DECOMPOSED_RANGES) {
    for (let unit = first; unit <= last; unit += 1) table[unit] = plainByte(String.fromCharCode(unit));
  }
  fill(table, DRAWN_FIRST, DRAWN_LAST, '|'.charCodeAt(0));
  for (const unit of DRAWN_DASHES) table[unit.charCodeAt(0)] = '-'.charCodeAt(0);
  for (const [index, [unit]] of MISREAD_LEADS.entries()) table[unit.charCodeAt(0)] = BYTE_LEAD_FIRST + index;
  for (const unit of LOST_LETTERS) table[unit.charCodeAt(0)] = BYTE_LOST;
  for (const unit of TERMINAL) table[unit.charCodeAt(0)] = BYTE_TERMINAL;
  for (const unit of SPACES) table[unit] = 0x20;
  fill(table, 0x2000, 0x200a, 0x20);
  for (const [byte, units] of Object.entries(REPLACED)) {
    for (const unit of units) table[unit.charCodeAt(0)] = byte.charCodeAt(0);
  }
  for (const zero of ZEROS) for (let digit = 0; digit < 10; digit += 1) table[zero + digit] = 0x30 + digit;
  for (let index = 0; index < LOOK_ALIKES.length; index += 2) {
    table[LOOK_ALIKES.charCodeAt(index)] = LOOK_ALIKES.charCodeAt(index + 1);
  }
  for (const [first, last] of DELETED_RANGES) fill(table, first, last, BYTE_DELETED);
  return table;
}

function buildMathematical(): Uint8Array {
  const table = new Uint8Array(MATHEMATICAL_LAST - MATHEMATICAL_FIRST + 1);
  for (let index = 0; index < table.length; index += 1) {
    table[index] = plainByte(String.fromCodePoint(MATHEMATICAL_FIRST + index));
  }
  return table;
}

function plainByte(character: string): number {
  const first = character.normalize('NFKD').charCodeAt(0);
  if (first > 0x20 && first < 0x7f) return first;
  return LETTER_EXPRESSION.test(character) ? BYTE_FOREIGN_LETTER : BYTE_SYMBOL;
}

function fill(table: Uint8Array, first: number, last: number, byte: number): void {
  table.fill(byte, first, last + 1);
}
