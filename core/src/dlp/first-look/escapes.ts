// SPDX-License-Identifier: Apache-2.0
/** Characters that programs and mailers write with others: escapes, entities, bytes in hexadecimal or octal. */
import { type Decoded, decodeBytes, isAsciiLetter, NO_CHARACTER, nibble, numberAt } from './decoded.ts';

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = { n: 0x0a, r: 0x20, t: 0x09, '"': 0x22, '/': 0x2f };
const ESCAPE = 0x1b;
const CODE_POINT_MAX = 0x10ffff;

/** `\n`, `\u0040`, `\u{40}`, `\x40`, `\303\243`. */
export function decodeEscape(content: string, index: number): Decoded | null {
  const next = content.charAt(index + 1);
  const simple = SIMPLE_ESCAPES[next];
  if (simple !== undefined) return { codePoint: simple, length: 2 };
  // A doubled backslash is an escape inside an escaped text; the inner escape is read.
  if (next === '\\') return decodeInnerEscape(content, index + 1);
  if (next === 'u') return decodeUnicodeEscape(content, index);
  if (next === 'x') return decodeBytes(index, (at) => byteAt(content, at, '\\x', 2, 16));
  // The letter means escape only before a terminal code, and an octal number only as a byte that is no digit.
  if (next === 'e') return isCodeStart(content.charAt(index + 2)) ? { codePoint: ESCAPE, length: 2 } : null;
  const octal = byteAt(content, index, '\\', 3, 8);
  if (octal === null || (octal.byte !== ESCAPE && octal.byte < 0x80)) return null;
  return decodeBytes(index, (at) => byteAt(content, at, '\\', 3, 8));
}

function isCodeStart(character: string): boolean {
  return character === '[' || character === ']';
}

function decodeInnerEscape(content: string, index: number): Decoded | null {
  const next = content.charAt(index + 1);
  const inner = SIMPLE_ESCAPES[next];
  if (inner !== undefined) return { codePoint: inner, length: 3 };
  const decoded = next === 'u' || next === 'x' || next === 'e' || next === '0' ? decodeEscape(content, index) : null;
  return decoded === null ? null : { codePoint: decoded.codePoint, length: decoded.length + 1 };
}

function decodeUnicodeEscape(content: string, index: number): Decoded | null {
  if (content.charAt(index + 2) !== '{') {
    const codePoint = numberAt(content, index + 2, index + 6, 16);
    return codePoint < 0 ? null : { codePoint, length: 6 };
  }
  const close = content.slice(index + 3, index + 10).indexOf('}');
  const codePoint = close > 0 ? numberAt(content, index + 3, index + 3 + close, 16) : -1;
  return codePoint < 0 || codePoint > CODE_POINT_MAX ? null : { codePoint, length: close + 4 };
}

/** `%40`, `%C3%A7`. */
export function decodePercent(content: string, index: number): Decoded | null {
  return decodeBytes(index, (at) => byteAt(content, at, '%', 2, 16));
}

function byteAt(
  content: string,
  index: number,
  mark: string,
  digits: number,
  base: 8 | 16,
): { byte: number; length: number } | null {
  if (!content.startsWith(mark, index)) return null;
  const from = index + mark.length;
  const byte = numberAt(content, from, from + digits, base);
  return byte < 0 || byte > 0xff ? null : { byte, length: mark.length + digits };
}

/** The first byte of a letter with an accent, in Latin-1 and in UTF-8. */
const ACCENT_FIRST = 0xc0;
const SOFT_BREAKS_AND_SIGNS = ['\n', '\r\n', '3D', 'C3='] as const;
const AT_SIGN = '40';

/** Without a soft break, a sign or an accent, `cpf=203…` and `cpf=403…` are assignments and no encoded characters. */
export function isQuotedPrintable(content: string): boolean {
  for (let index = content.indexOf('='); index >= 0; index = content.indexOf('=', index + 1)) {
    const from = index + 1;
    if (SOFT_BREAKS_AND_SIGNS.some((mark) => content.startsWith(mark, from))) return true;
    if (content.startsWith(AT_SIGN, from) && isAsciiLetter(content.charCodeAt(from + 2))) return true;
    if (isEncodedAccent(content, index)) return true;
  }
  return false;
}

/** `cart=E3o`: in capitals, between letters. The value of an assignment would hold more than one byte of them. */
function isEncodedAccent(content: string, index: number): boolean {
  const value = numberAt(content, index + 1, index + 3, 16);
  if (value < ACCENT_FIRST || !isAsciiLetter(content.charCodeAt(index - 1))) return false;
  const isCapital = content.charCodeAt(index + 1) < 0x61 && content.charCodeAt(index + 2) < 0x61;
  const after = content.charCodeAt(index + 3);
  return isCapital && (isAsciiLetter(after) || after === 0x3d);
}

/** The characters that mailers really encode; decoding every `=XX` would turn `cpf=52…` into `cpfR…`. */
const QUOTED_PRINTABLE = new Set([0x1b, 0x20, 0x28, 0x29, 0x2b, 0x2d, 0x2e, 0x3a, 0x3d, 0x40, 0x5f]);

export function decodeQuotedPrintable(content: string, index: number): Decoded | null {
  const next = content.charCodeAt(index + 1);
  if (next === 0x0a) return { codePoint: NO_CHARACTER, length: 2 };
  if (next === 0x0d && content.charCodeAt(index + 2) === 0x0a) return { codePoint: NO_CHARACTER, length: 3 };
  const value = numberAt(content, index + 1, index + 3, 16);
  if (value >= ACCENT_FIRST) return decodeBytes(index, (at) => byteAt(content, at, '=', 2, 16));
  return QUOTED_PRINTABLE.has(value) ? { codePoint: value, length: 3 } : null;
}

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  quot: '"',
  apos: "'",
  lt: '<',
  gt: '>',
  nbsp: ' ',
  ensp: ' ',
  emsp: ' ',
  thinsp: ' ',
  commat: '@',
  period: '.',
  hyphen: '-',
  dash: '-',
  ndash: '-',
  mdash: '-',
  minus: '-',
  lowbar: '_',
  plus: '+',
  colon: ':',
  sol: '/',
  lpar: '(',
  rpar: ')',
  newline: '\n',
  tab: ' ',
  ordm: 'º',
  ordf: 'ª',
};
const ENTITY_NAME_MAX = 8;

/**
 * `&#64;`, `&#x40;`, `&commat;` and letters with accents such as `&ccedil;`, which keep their first letter. An entity
 * may be written in entities itself: `&amp;ccedil;`.
 */
export function decodeEntity(content: string, index: number): Decoded | null {
  const decoded = decodeOneEntity(content, index);
  if (decoded === null || decoded.codePoint !== 0x26 || decoded.length === 1) return decoded;
  const inner = decodeOneEntity(content, index + decoded.length - 1);
  return inner === null ? decoded : { codePoint: inner.codePoint, length: decoded.length - 1 + inner.length };
}

function decodeOneEntity(content: string, index: number): Decoded | null {
  if (content.charCodeAt(index + 1) === 0x23) return decodeNumericEntity(content, index);
  let end = index + 1;
  while (end - index <= ENTITY_NAME_MAX && isAsciiLetter(content.charCodeAt(end))) end += 1;
  if (content.charCodeAt(end) !== 0x3b) return null;
  const name = content.slice(index + 1, end);
  const character = ENTITIES[name] ?? ENTITIES[name.toLowerCase()];
  if (character !== undefined) return { codePoint: character.charCodeAt(0), length: end - index + 1 };
  if (name === 'shy' || name === 'zwj' || name === 'zwnj') return { codePoint: NO_CHARACTER, length: end - index + 1 };
  const isAccented = ACCENT_NAMES.has(name.slice(1));
  return isAccented ? { codePoint: name.charCodeAt(0), length: end - index + 1 } : null;
}

const ACCENT_NAMES = new Set(['acute', 'grave', 'circ', 'tilde', 'uml', 'cedil', 'ring']);
const ENTITY_DIGITS_MAX = 8;

function decodeNumericEntity(content: string, index: number): Decoded | null {
  const isHex = (content.charCodeAt(index + 2) | 0x20) === 0x78;
  const first = index + (isHex ? 3 : 2);
  let end = first;
  while (end - first < ENTITY_DIGITS_MAX && nibble(content.charCodeAt(end)) >= 0) end += 1;
  if (end === first) return null;
  const codePoint = isHex ? numberAt(content, first, end, 16) : Number(content.slice(first, end));
  if (!(codePoint >= 0 && codePoint <= CODE_POINT_MAX)) return null;
  return { codePoint, length: end - index + (content.charCodeAt(end) === 0x3b ? 1 : 0) };
}
