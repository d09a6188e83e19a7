/**
 * The one folding step. `plainBytes` reads the content as it stands. `unfold` reads it a second time without disguises:
 * invisible characters dropped, escapes and entities decoded. Both keep the way back to the content.
 */

import {
  BYTE_DELETED,
  BYTE_OF_MATHEMATICAL,
  BYTE_OF_UNIT,
  BYTE_SURROGATE,
  BYTE_SYMBOL,
  IS_TRIGGER,
  MATHEMATICAL_FIRST,
  MATHEMATICAL_LAST,
} from '../text/fold-table.ts';
import { memoryFor, type ScanMemory } from './memory.ts';

export interface NormalisedText {
  bytes: Buffer;
  /** Maps each byte to its position in the content, with one entry more than bytes; null when they are equal. */
  offsets: Int32Array | null;
  /** The memory whose beginning the bytes are. */
  memory: ScanMemory;
}

/**
 * The content as it stands, one byte for each UTF-16 unit, and whether `unfold` could differ from it. It holds until
 * `forget`.
 */
export function plainBytes(content: string): { normalised: NormalisedText; isDisguised: boolean } {
  const memory = memoryFor(content.length);
  const oddCount = memory.fold(content);
  const normalised = { bytes: memory.bytes.subarray(0, content.length), offsets: null, memory };
  return { normalised, isDisguised: oddCount > 0 && readOdd(content, memory, oddCount) };
}

/**
 * Turns disguises that only `unfold` removes into symbols.
 * @param oddCount number of bytes that need a closer look
 * @returns whether `unfold` could differ
 */
function readOdd(content: string, { bytes, odd }: ScanMemory, oddCount: number): boolean {
  const isMail = isQuotedPrintable(content);
  let isDisguised = false;
  for (let place = 0; place < oddCount; place += 1) {
    const index = odd[place] as number;
    const byte = bytes[index] as number;
    if (byte === BYTE_DELETED) {
      bytes[index] = BYTE_SYMBOL;
      isDisguised = true;
    } else if (byte === BYTE_SURROGATE) {
      isDisguised ||= isFoldedSurrogate(content.charCodeAt(index));
    } else if (!isDisguised && IS_TRIGGER[byte] === 1) {
      isDisguised = decodeAt(content, index, isMail) !== null;
    }
  }
  return isDisguised;
}

/** The text without disguises. It holds until `forget`. */
export function unfold(content: string): NormalisedText {
  const length = content.length;
  const memory = memoryFor(length);
  const { unfolded: bytes, offsets } = memory;
  const isMail = isQuotedPrintable(content);
  let size = 0;
  let index = 0;
  while (index < length) {
    const byte = BYTE_OF_UNIT[content.charCodeAt(index)] as number;
    const isEscape = byte === BYTE_DELETED || byte === BYTE_SURROGATE || IS_TRIGGER[byte] === 1;
    const decoded = isEscape ? decodeAt(content, index, isMail) : null;
    const plain = decoded === null ? byte : byteOfCodePoint(decoded.codePoint);
    if (plain !== BYTE_DELETED) {
      bytes[size] = plain;
      offsets[size] = index;
      size += 1;
    }
    index += decoded === null ? 1 : decoded.length;
  }
  offsets[size] = length;
  return { bytes: bytes.subarray(0, size), offsets: offsets.subarray(0, size + 1), memory };
}

interface Decoded {
  /** -1 stands for no character at all: a quoted-printable soft line break. */
  codePoint: number;
  length: number;
}

/** Decoders by their first character. Each looks at no more than a dozen characters ahead. */
function decodeAt(content: string, index: number, isMail: boolean): Decoded | null {
  const unit = content.charCodeAt(index);
  if (unit === 0x26) return decodeEntity(content, index);
  if (unit === 0x0a) return decodeLineBreak(content, index);
  if (unit === 0x25) return decodeHexBytes(content, index, '%');
  if (unit === 0x5c) return decodeEscape(content, index);
  if (unit === 0x3d) return isMail ? decodeQuotedPrintable(content, index) : null;
  if (unit >= 0xd800 && unit <= 0xdbff) return decodeSurrogate(content, index);
  return null;
}

/** A mailer or a narrow column put a line end right after a word's hyphen or beside its at sign. */
function decodeLineBreak(content: string, index: number): Decoded | null {
  const before = content.charCodeAt(index - 1);
  const after = content.charCodeAt(index + 1);
  const isInside =
    ((before === 0x40 || before === 0x2d) && isAlphanumeric(content.charCodeAt(index - 2)) && isAlphanumeric(after)) ||
    (after === 0x40 && isAlphanumeric(before) && isAlphanumeric(content.charCodeAt(index + 2)));
  return isInside ? { codePoint: -1, length: 1 } : null;
}

function isFoldedSurrogate(unit: number): boolean {
  return unit === 0xd835 || unit === 0xdb40;
}

function decodeSurrogate(content: string, index: number): Decoded | null {
  const codePoint = content.codePointAt(index) as number;
  return codePoint > 0xffff ? { codePoint, length: 2 } : null;
}

const SIMPLE_ESCAPES: Readonly<Record<string, number>> = { n: 0x0a, r: 0x20, t: 0x09, '"': 0x22, '/': 0x2f };

function decodeEscape(content: string, index: number): Decoded | null {
  const next = content.charAt(index + 1);
  const simple = SIMPLE_ESCAPES[next];
  if (simple !== undefined) return { codePoint: simple, length: 2 };
  // A doubled backslash is an escape inside an escaped text; the inner escape is read.
  if (next === '\\') {
    const inner = SIMPLE_ESCAPES[content.charAt(index + 2)];
    return inner === undefined ? null : { codePoint: inner, length: 3 };
  }
  if (next === 'u' && content.charAt(index + 2) === '{') {
    const close = content.indexOf('}', index + 3);
    const codePoint = close > 0 && close - index <= 9 ? hexValue(content, index + 3, close) : -1;
    return codePoint < 0 || codePoint > 0x10ffff ? null : { codePoint, length: close - index + 1 };
  }
  const digits = next === 'u' ? 4 : next === 'x' ? 2 : 0;
  const codePoint = digits === 0 ? -1 : hexValue(content, index + 2, index + 2 + digits);
  return codePoint < 0 ? null : { codePoint, length: digits + 2 };
}

/** `%C3%A7` and `=C3=A7` are bytes of UTF-8; a lone high byte is read as Latin-1. */
function decodeHexBytes(content: string, index: number, mark: string): Decoded | null {
  const first = hexValue(content, index + 1, index + 3);
  if (first < 0) return null;
  const extra = first >= 0xf0 ? 3 : first >= 0xe0 ? 2 : first >= 0xc2 ? 1 : 0;
  let codePoint = extra === 0 ? first : first & (0x3f >> extra);
  for (let count = 1; count <= extra; count += 1) {
    const at = index + count * 3;
    const byte = content.charAt(at) === mark ? hexValue(content, at + 1, at + 3) : -1;
    if ((byte & 0xc0) !== 0x80 || byte < 0) return { codePoint: first, length: 3 };
    codePoint = (codePoint << 6) | (byte & 0x3f);
  }
  return codePoint > 0x10ffff ? { codePoint: first, length: 3 } : { codePoint, length: 3 * (extra + 1) };
}

const SOFT_BREAKS_AND_SIGNS = ['=\n', '=\r\n', '=3D', '=C3=', '=40'] as const;

/** Without one of these, `cpf=203…` and `cpf=403…` are assignments and no encoded characters. */
function isQuotedPrintable(content: string): boolean {
  if (!content.includes('=')) return false;
  return SOFT_BREAKS_AND_SIGNS.some((mark) => {
    const index = content.indexOf(mark);
    return index >= 0 && (mark !== '=40' || isAsciiLetter(content.charCodeAt(index + mark.length)));
  });
}

/** The characters that mailers really encode; decoding every `=XX` would turn `cpf=52…` into `cpfR…`. */
const QUOTED_PRINTABLE = new Set([0x20, 0x28, 0x29, 0x2b, 0x2d, 0x2e, 0x3a, 0x3d, 0x40, 0x5f]);

function decodeQuotedPrintable(content: string, index: number): Decoded | null {
  const next = content.charCodeAt(index + 1);
  if (next === 0x0a) return { codePoint: -1, length: 2 };
  if (next === 0x0d && content.charCodeAt(index + 2) === 0x0a) return { codePoint: -1, length: 3 };
  const value = hexValue(content, index + 1, index + 3);
  if (value >= 0xc2) return decodeHexBytes(content, index, '=');
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

/** `&#64;`, `&#x40;`, `&commat;` and letters with accents such as `&ccedil;`, which keep their first letter. */
function decodeEntity(content: string, index: number): Decoded | null {
  if (content.charCodeAt(index + 1) === 0x23) return decodeNumericEntity(content, index);
  let end = index + 1;
  while (end - index <= ENTITY_NAME_MAX && isAsciiLetter(content.charCodeAt(end))) end += 1;
  if (content.charCodeAt(end) !== 0x3b) return null;
  const name = content.slice(index + 1, end);
  const character = ENTITIES[name] ?? ENTITIES[name.toLowerCase()];
  if (character !== undefined) return { codePoint: character.charCodeAt(0), length: end - index + 1 };
  if (name === 'shy' || name === 'zwj' || name === 'zwnj') return { codePoint: -1, length: end - index + 1 };
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
  const codePoint = isHex ? hexValue(content, first, end) : Number(content.slice(first, end));
  if (!(codePoint >= 0 && codePoint <= 0x10ffff)) return null;
  return { codePoint, length: end - index + (content.charCodeAt(end) === 0x3b ? 1 : 0) };
}

function byteOfCodePoint(codePoint: number): number {
  if (codePoint < 0) return BYTE_DELETED;
  if (codePoint <= 0xffff) return BYTE_OF_UNIT[codePoint] as number;
  if (codePoint >= MATHEMATICAL_FIRST && codePoint <= MATHEMATICAL_LAST) {
    return BYTE_OF_MATHEMATICAL[codePoint - MATHEMATICAL_FIRST] as number;
  }
  // Plane 14 holds tags and variation selectors, which no screen shows.
  return codePoint >= 0xe0000 && codePoint <= 0xe0fff ? BYTE_DELETED : BYTE_SYMBOL;
}

/** -1 when a character is missing or is no hexadecimal digit. */
function hexValue(content: string, start: number, end: number): number {
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = nibble(content.charCodeAt(index));
    if (digit < 0) return -1;
    value = value * 16 + digit;
  }
  return value;
}

function nibble(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

function isAlphanumeric(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39);
}

function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}
