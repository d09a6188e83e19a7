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

/** Characters that begin an escape, an entity or a broken line. */
const TRIGGERS = '&%\\=\n';
export const IS_TRIGGER = new Uint8Array(256);
for (const character of TRIGGERS) IS_TRIGGER[character.charCodeAt(0)] = 1;

/** Bytes that need a closer look; ordinary text has almost none. */
export const IS_ODD: Uint8Array = Uint8Array.from(IS_TRIGGER);
IS_ODD[BYTE_DELETED] = 1;
IS_ODD[BYTE_SURROGATE] = 1;

export const MATHEMATICAL_FIRST = 0x1d400;
export const MATHEMATICAL_LAST = 0x1d7ff;

const DELETED_RANGES = [
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
  '-': '\u2010\u2011\u2012\u2013\u2014\u2015\u2043\u2212\u02d7\ufe58\ufe63\u2500\u30fc',
  '.': '\u00b7\u2024\u2027\u2219\u22c5\u3002\uff61',
  '/': '\u2044\u2215\u29f8',
  "'": '\u2018\u2019\u02bc\u00b4',
  '"': '\u201c\u201d\u00ab\u00bb',
  '@': '\ufe6b',
  ':': '\u02d0\u2236\ufe55',
  o: '\u00ba\u00b0',
};

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
