/** Escapes that stand for bytes: those of addresses, forms, JSON and HTML, and the white space of wrapped lines. */

export interface Escape {
  /** The decoded bytes: never more than the escape itself has. */
  bytes: ArrayLike<number>;
  length: number;
}

/** The text ends inside the escape. */
export const BEGUN: Escape = { bytes: [], length: 0 };

/** Schemes as bits, so that several are undone at once. */
export const SCHEMES = { percent: 1, plus: 2, json: 4, html: 8, lines: 16 } as const;
/** The end of a line, beside the schemes. */
export const LINE_END = 32;

const PERCENT = 0x25;
export const PLUS = 0x2b;
const BACKSLASH = 0x5c;
const AMPERSAND = 0x26;
const SPACE = 0x20;

/** By byte: the scheme whose escapes begin with it. */
export const MARKS = new Uint8Array(256);
for (const byte of [0x09, 0x0a, 0x0d, SPACE]) MARKS[byte] = SCHEMES.lines;
for (const byte of [0x0a, 0x0d]) MARKS[byte] = SCHEMES.lines | LINE_END;
MARKS[PERCENT] = SCHEMES.percent;
MARKS[PLUS] = SCHEMES.plus;
MARKS[BACKSLASH] = SCHEMES.json;
MARKS[AMPERSAND] = SCHEMES.html;

const OF_A_BYTE: readonly Uint8Array[] = Array.from({ length: 256 }, (_, byte) => Uint8Array.of(byte));
const SPACE_OF_FORM: Escape = { bytes: [SPACE], length: 1 };
const END_OF_LINE: Escape = { bytes: [], length: 1 };

/**
 * The escape at a byte with a mark; null when there is none.
 * @param isCut the end may be in the middle of one: then it is `BEGUN`
 */
export function escapeAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  switch (bytes[at]) {
    case PERCENT:
      return percentAt(bytes, at, isCut);
    case PLUS:
      return SPACE_OF_FORM;
    case BACKSLASH:
      return jsonAt(bytes, at, isCut);
    case AMPERSAND:
      return htmlAt(bytes, at, isCut);
    default:
      return END_OF_LINE;
  }
}

function percentAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const value = hexadecimal(bytes, at + 1, 2);
  if (value === null) return isCut && isBegun(bytes, at + 1, 2) ? BEGUN : null;
  return { bytes: OF_A_BYTE[value] ?? [], length: 3 };
}

const LETTER_U = 0x75;
const LETTER_X = 0x78;
/** The meaning of a character behind a backslash: itself, except where JSON says otherwise. */
const JSON_SHORT = Uint8Array.from({ length: 256 }, (_, byte) => byte);
for (const [letter, byte] of Object.entries({ b: 8, t: 9, n: 10, f: 12, r: 13 })) {
  JSON_SHORT[letter.charCodeAt(0)] = byte;
}

/** Escapes of JSON, and `\x41` as in programs and logs. */
function jsonAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const next = bytes[at + 1];
  if (next === undefined) return isCut ? BEGUN : null;
  if (next === LETTER_U) return unicodeAt(bytes, at, isCut);
  if (next !== LETTER_X) return { bytes: OF_A_BYTE[JSON_SHORT[next] as number] ?? [], length: 2 };
  const value = hexadecimal(bytes, at + 2, 2);
  if (value === null) return isCut && isBegun(bytes, at + 2, 2) ? BEGUN : null;
  return { bytes: OF_A_BYTE[value] ?? [], length: 4 };
}

const LOW_SURROGATE_ESCAPE = /^\\u(d[c-f][0-9a-f]{2})/i;
const LOW_SURROGATE_BEGUN = /^(?:\\(?:u(?:d(?:[c-f][0-9a-f]?)?)?)?)?$/i;

function unicodeAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
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

const HTML_NAMES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const HTML = /^&(?:(amp|lt|gt|quot|apos)|#(\d{1,7})|#[xX]([0-9a-fA-F]{1,6}));/;
const HTML_BEGUN = /^&(?:[a-z]{0,4}|#\d{0,7}|#[xX][0-9a-fA-F]{0,6})$/;
const HTML_LENGTH_MAX = 11;
const CODE_POINT_MAX = 0x10ffff;

function htmlAt(bytes: Uint8Array, at: number, isCut: boolean): Escape | null {
  const written = latin1(bytes, at, HTML_LENGTH_MAX);
  if (isCut && at + written.length === bytes.length && HTML_BEGUN.test(written)) return BEGUN;
  const [whole, name, decimal, hex] = HTML.exec(written) ?? [];
  if (whole === undefined) return null;
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
