// SPDX-License-Identifier: Apache-2.0
/**
 * Escapes that stand for bytes: those of addresses, forms, JSON, programs, HTML and mail, and lists of decimal bytes.
 * Also wide characters, and separators without a meaning of their own.
 */

export interface Escape {
  /** The decoded bytes: never more than the escape itself has. */
  bytes: ArrayLike<number>;
  length: number;
}

/** The text ends inside the escape. */
export const BEGUN: Escape = { bytes: [], length: 0 };

/** Schemes as bits, so that several are undone at once. */
export const SCHEMES = {
  percent: 1,
  plus: 2,
  json: 4,
  html: 8,
  /** White space, as between wrapped lines. */
  lines: 16,
  /** Quoted-printable, as in mail. */
  mail: 32,
  /** Bytes as decimal numbers in a list. */
  decimal: 64,
  /** Marks between the bytes of hexadecimal, and `0x`. */
  separators: 128,
  /** Full-width letters, and characters without a width. */
  wide: 256,
} as const;

const PERCENT = 0x25;
export const PLUS = 0x2b;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const EQUALS = 0x3d;
const SPACE = 0x20;
const ZERO = 0x30;
const NINE = 0x39;
const WHITE_SPACE = [0x09, 0x0a, 0x0d, SPACE];

/** By byte: the schemes whose escapes begin with it. */
export const MARKS = new Uint16Array(256);
function mark(scheme: number, bytes: Iterable<number>): void {
  for (const byte of bytes) MARKS[byte] = (MARKS[byte] as number) | scheme;
}
mark(SCHEMES.percent, [PERCENT]);
mark(SCHEMES.plus, [PLUS]);
mark(SCHEMES.json, [BACKSLASH]);
mark(SCHEMES.html, [AMPERSAND]);
mark(SCHEMES.mail, [EQUALS]);
mark(SCHEMES.lines | SCHEMES.decimal | SCHEMES.separators, WHITE_SPACE);
mark(SCHEMES.decimal, Buffer.from('0123456789,;'));
mark(SCHEMES.separators, Buffer.from('0:;,._-'));
// The first bytes of these characters in UTF-8.
mark(SCHEMES.wide, [0xc2, 0xe2, 0xe3, 0xef]);

const OF_A_BYTE: readonly Uint8Array[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
const SPACE_OF_FORM: Escape = { bytes: [SPACE], length: 1 };
const DROPPED: Escape = { bytes: [], length: 1 };

/**
 * The escape at a byte with a mark of the layer; null when there is none.
 * @param isCut the end may be in the middle of one: then it is `BEGUN`
 */
export function escapeAt(bytes: Uint8Array, at: number, layer: number, isCut: boolean): Escape | null {
  if (layer === SCHEMES.decimal) return decimalAt(bytes, at, isCut);
  if (layer === SCHEMES.separators) return separatorAt(bytes, at, isCut);
  if (layer === SCHEMES.wide) return wideAt(bytes, at);
  switch (bytes[at]) {
    case PERCENT:
      return percentAt(bytes, at, isCut);
    case PLUS:
      return SPACE_OF_FORM;
    case BACKSLASH:
      return jsonAt(bytes, at, isCut);
    case AMPERSAND:
      return htmlAt(bytes, at, isCut);
    case EQUALS:
      return mailAt(bytes, at, isCut);
    default:
      return DROPPED;
  }
}

function percentAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const value = hexadecimal(bytes, at + 1, 2);
  if (value === null) return isCut && isBegun(bytes, at + 1, 2) ? BEGUN : null;
  return { bytes: OF_A_BYTE[value] ?? [], length: 3 };
}

const CR = 0x0d;
const LF = 0x0a;

/** Quoted-printable: `=41`, and a line end that is none. */
function mailAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const next = bytes[at + 1];
  if (next === undefined) return isCut ? BEGUN : null;
  if (next === LF) return { bytes: [], length: 2 };
  if (next === CR) return { bytes: [], length: bytes[at + 2] === LF ? 3 : 2 };
  const value = hexadecimal(bytes, at + 1, 2);
  if (value === null) return isCut && isBegun(bytes, at + 1, 2) ? BEGUN : null;
  return { bytes: OF_A_BYTE[value] ?? [], length: 3 };
}

const isDigit = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= NINE;

/** A whole number up to 255, by itself; white space, commas and semicolons between numbers. */
function decimalAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  if (!isDigit(bytes[at])) return DROPPED;
  if (isDigit(bytes[at - 1])) return null;
  let end = at;
  let value = 0;
  for (; end < at + 3 && isDigit(bytes[end]); end += 1) value = value * 10 + (bytes[end] as number) - ZERO;
  if (isCut && end === bytes.length) return BEGUN;
  return value > 255 || isDigit(bytes[end]) ? null : { bytes: OF_A_BYTE[value] ?? [], length: end - at };
}

function separatorAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  if (bytes[at] !== ZERO) return DROPPED;
  const next = bytes[at + 1];
  if (next === undefined && isCut) return BEGUN;
  return next === LETTER_X || next === 0x58 ? { bytes: [], length: 2 } : null;
}

const WITHOUT_WIDTH = /^(?:\u200b|\u200c|\u200d|\u2060|\ufeff|\u00ad)/;
const FULL_WIDTH = /^[\uff01-\uff5e\u3000]/;
const FULL_WIDTH_OFFSET = 0xfee0;
const UTF8_BYTES_MAX = 3;

function wideAt(bytes: Uint8Array, at: number): Escape | null {
  const text = Buffer.from(bytes.subarray(at, at + UTF8_BYTES_MAX)).toString('utf8');
  const first = text.slice(0, 1);
  if (WITHOUT_WIDTH.test(first)) return { bytes: [], length: Buffer.byteLength(first) };
  if (!FULL_WIDTH.test(first)) return null;
  const unit = first.charCodeAt(0);
  return { bytes: OF_A_BYTE[unit === 0x3000 ? SPACE : unit - FULL_WIDTH_OFFSET] ?? [], length: UTF8_BYTES_MAX };
}

const LETTER_U = 0x75;
const LETTER_X = 0x78;
/** The meaning of a character behind a backslash: itself, except where JSON says otherwise. */
const JSON_SHORT = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ b: 8, t: 9, n: 10, f: 12, r: 13 })) {
  JSON_SHORT[letter.charCodeAt(0)] = byte;
}

/** Escapes of JSON, and `\x41`, `\101` and `\u{41}` as in programs and logs. */
function jsonAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const next = bytes[at + 1];
  if (next === undefined) return isCut ? BEGUN : null;
  if (isOctal(next)) return octalAt(bytes, at, isCut);
  if (next === LETTER_U) return unicodeAt(bytes, at, isCut);
  if (next !== LETTER_X) return { bytes: OF_A_BYTE[JSON_SHORT[next] as number] ?? [], length: 2 };
  const value = hexadecimal(bytes, at + 2, 2);
  if (value === null) return isCut && isBegun(bytes, at + 2, 2) ? BEGUN : null;
  return { bytes: OF_A_BYTE[value] ?? [], length: 4 };
}

const isOctal = (byte: number | undefined): boolean => byte !== undefined && byte >= ZERO && byte <= ZERO + 7;

function octalAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  let end = at + 1;
  let value = 0;
  for (; end < at + 4 && isOctal(bytes[end]); end += 1) value = value * 8 + (bytes[end] as number) - ZERO;
  if (isCut && end === bytes.length && end < at + 4) return BEGUN;
  return { bytes: OF_A_BYTE[value % 256] ?? [], length: end - at };
}

const CODE_POINT = /^\\u\{([0-9a-f]{1,6})\}/i;
const CODE_POINT_BEGUN = /^\\u(?:\{[0-9a-f]{0,6})?$/i;
const CODE_POINT_LENGTH_MAX = 10;

/** `\u{41}`; null when it is none. */
function codePointAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const written = latin1(bytes, at, CODE_POINT_LENGTH_MAX);
  const [whole, digits = ''] = CODE_POINT.exec(written) ?? [];
  if (whole === undefined)
    return isCut && at + written.length === bytes.length && CODE_POINT_BEGUN.test(written) ? BEGUN : null;
  const point = Number.parseInt(digits, 16);
  return point > CODE_POINT_MAX ? null : { bytes: Buffer.from(String.fromCodePoint(point)), length: whole.length };
}

const LOW_SURROGATE_ESCAPE = /^\\u(d[c-f][0-9a-f]{2})/i;
const LOW_SURROGATE_BEGUN = /^(?:\\(?:u(?:d(?:[c-f][0-9a-f]?)?)?)?)?$/i;

function unicodeAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const braced = codePointAt(bytes, at, isCut);
  if (braced !== null) return braced;
  const unit = hexadecimal(bytes, at + 2, 4);
  if (unit === null) return isCut && isBegun(bytes, at + 2, 4) ? BEGUN : null;
  if (unit >= 0xd800 && unit < 0xdc00) {
    const behind = latin1(bytes, at + 6, 6);
    if (isCut && at + 6 + behind.length === bytes.length && LOW_SURROGATE_BEGUN.test(behind)) return BEGUN;
    const pair = LOW_SURROGATE_ESCAPE.exec(behind);
    const low = pair?.[1] === undefined ? null : Number.parseInt(pair[1], 16);
    if (low !== null) return { bytes: Buffer.from(String.fromCharCode(unit, low)), length: 12 };
  }
  return { bytes: unit < 0x80 ? (OF_A_BYTE[unit] ?? []) : Buffer.from(String.fromCharCode(unit)), length: 6 };
}

/** The names of ASCII characters, after the character itself. Source: HTML, section 13.5. */
const HTML_NAMES: Readonly<Record<string, string>> = Object.fromEntries(
  [
    '\t Tab',
    '\n NewLine',
    '! excl',
    '" quot QUOT',
    '# num',
    '$ dollar',
    '% percnt',
    '& amp AMP',
    "' apos",
    '( lpar',
    ') rpar',
    '* ast midast',
    '+ plus',
    ', comma',
    '. period',
    '/ sol',
    ': colon',
    '; semi',
    '< lt LT',
    '= equals',
    '> gt GT',
    '? quest',
    '@ commat',
    '[ lsqb lbrack',
    '\\ bsol',
    '] rsqb rbrack',
    '^ Hat',
    '_ lowbar UnderBar',
    '` grave DiacriticalGrave',
    '{ lcub lbrace',
    '| verbar vert VerticalLine',
    '} rcub rbrace',
  ].flatMap((line) =>
    line
      .slice(2)
      .split(' ')
      .map((name) => [name, line[0] ?? '']),
  ),
);
/** Numbers may be padded, and a semicolon may be missing: browsers read them all the same. */
const HTML =
  /^&(?:([A-Za-z]{2,16});|(amp|lt|gt|quot|AMP|LT|GT|QUOT)|#0{0,24}(\d{1,7});?|#[xX]0{0,24}([0-9a-fA-F]{1,6});?)/;
const HTML_BEGUN = /^&(?:[A-Za-z]{0,16}|#\d{0,31}|#[xX][0-9a-fA-F]{0,30})$/;
const HTML_LENGTH_MAX = 36;
const CODE_POINT_MAX = 0x10ffff;

function htmlAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const written = latin1(bytes, at, HTML_LENGTH_MAX);
  if (isCut && at + written.length === bytes.length && HTML_BEGUN.test(written)) return BEGUN;
  const [whole, ended, open, decimal, hex] = HTML.exec(written) ?? [];
  if (whole === undefined) return null;
  const name = ended ?? open;
  if (name !== undefined && HTML_NAMES[name] === undefined) return null;
  const point = decimal === undefined ? Number.parseInt(hex ?? '0', 16) : Number(decimal);
  if (name === undefined && point > CODE_POINT_MAX) return null;
  const text = name === undefined ? String.fromCodePoint(point) : (HTML_NAMES[name] ?? '');
  return { bytes: Buffer.from(text), length: whole.length };
}

/** The value of a hexadecimal digit, by its byte; NONE for others. */
const DIGITS = new Uint8Array(256).fill(255);
const NONE = 255;
for (const [value, digit] of [...'0123456789abcdef'].entries()) {
  DIGITS[digit.charCodeAt(0)] = value;
  DIGITS[digit.toUpperCase().charCodeAt(0)] = value;
}

function hexadecimal(bytes: Uint8Array, at: number, digits: number): number | null {
  if (at + digits > bytes.length) return null;
  let value = 0;
  for (let place = at; place < at + digits; place += 1) {
    const digit = DIGITS[bytes[place] as number] as number;
    if (digit === NONE) return null;
    value = value * 16 + digit;
  }
  return value;
}

/** True when the text ends among these digits. */
function isBegun(bytes: Uint8Array, at: number, digits: number): boolean {
  if (at + digits <= bytes.length) return false;
  return bytes.subarray(at).every((byte) => DIGITS[byte] !== NONE);
}

function latin1(bytes: Uint8Array, at: number, length: number): string {
  const end = Math.min(at + length, bytes.length);
  return Buffer.from(bytes.buffer, bytes.byteOffset + at, Math.max(0, end - at)).toString('latin1');
}
