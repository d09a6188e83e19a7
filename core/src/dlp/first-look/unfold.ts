// SPDX-License-Identifier: Apache-2.0
/**
 * The one folding step. `plainBytes` reads the content as it stands. `unfold` reads it a second time without disguises:
 * invisible characters and terminal codes dropped, escapes, entities and misread letters decoded. Both keep the way
 * back to the content.
 */

import {
  BYTE_DELETED,
  BYTE_LOST,
  BYTE_OF_LEAD,
  BYTE_OF_MATHEMATICAL,
  BYTE_OF_UNIT,
  BYTE_SURROGATE,
  BYTE_SYMBOL,
  IS_ODD,
  IS_TRIGGER,
  MATHEMATICAL_FIRST,
  MATHEMATICAL_LAST,
} from '../text/fold-table.ts';
import { BACKSPACE, type Decoded, isAlphanumeric, NO_CHARACTER } from './decoded.ts';
import { decodeEntity, decodeEscape, decodePercent, decodeQuotedPrintable, isQuotedPrintable } from './escapes.ts';
import { memoryFor, type ScanMemory } from './memory.ts';
import { decodeLost, decodeMisread } from './misread.ts';
import { decodeBareCode, holdsBareCodes, isShownEscape, parametersLength, withTerminalCode } from './terminal-codes.ts';

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
  const isDisguised = oddCount > 0 && readOdd(content, memory, oddCount);
  return { normalised, isDisguised: isDisguised || holdsBareCodes(content) };
}

/**
 * Turns disguises that only `unfold` removes into symbols.
 * @param oddCount number of bytes that need a closer look
 * @returns whether `unfold` could differ
 */
function readOdd(content: string, { bytes, odd }: ScanMemory, oddCount: number): boolean {
  const reading = { content, isMail: isQuotedPrintable(content), hasBareCodes: false };
  let isDisguised = false;
  for (let place = 0; place < oddCount; place += 1) {
    const index = odd[place] as number;
    const byte = bytes[index] as number;
    const plain = BYTE_OF_LEAD[byte] as number;
    if (plain !== 0) bytes[index] = plain;
    if (byte === BYTE_DELETED) {
      bytes[index] = BYTE_SYMBOL;
      isDisguised = true;
    } else if (byte === BYTE_SURROGATE) {
      isDisguised ||= isFoldedSurrogate(content.charCodeAt(index));
    } else if (!isDisguised && IS_TRIGGER[byte] === 1) {
      isDisguised = decodeAt(reading, index) !== null;
    }
  }
  return isDisguised;
}

/** The text without disguises. It holds until `forget`. */
export function unfold(content: string): NormalisedText {
  const length = content.length;
  const memory = memoryFor(length);
  const { unfolded: bytes, offsets } = memory;
  const reading = { content, isMail: isQuotedPrintable(content), hasBareCodes: holdsBareCodes(content) };
  let size = 0;
  let index = 0;
  while (index < length) {
    const byte = BYTE_OF_UNIT[content.charCodeAt(index)] as number;
    const isCode = IS_ODD[byte] === 1 || byte === BRACKET;
    const decoded = isCode ? decodeAt(reading, index) : null;
    const plain = plainByteOf(decoded === null ? byte : byteOfCodePoint(decoded.codePoint));
    if (decoded?.codePoint === BACKSPACE) size = Math.max(0, size - 1);
    else if (plain !== BYTE_DELETED) {
      bytes[size] = plain;
      offsets[size] = index;
      size += 1;
    }
    index += decoded === null ? 1 : decoded.length;
  }
  offsets[size] = length;
  return { bytes: bytes.subarray(0, size), offsets: offsets.subarray(0, size + 1), memory };
}

/** A content, and what it says as a whole about codes that are none in another content. */
interface Reading {
  content: string;
  /** Holds codes of quoted-printable. */
  isMail: boolean;
  /** Holds colours whose escape character is lost. */
  hasBareCodes: boolean;
}

const ESCAPE = 0x1b;
const BRACKET = 0x5b;
const BACKSPACE_UNIT = 0x08;
const INTRODUCER = 0x9b;
const ESCAPE_PICTURE = 0x241b;

/** Decoders by their first character. Each but that of links looks at no more than a few dozen characters ahead. */
function decodeAt({ content, isMail, hasBareCodes }: Reading, index: number): Decoded | null {
  const unit = content.charCodeAt(index);
  const decoded = decodeUnit(content, index, unit, isMail);
  if (decoded?.codePoint === ESCAPE) return withTerminalCode(content, index, decoded);
  if (decoded !== null || unit !== BRACKET || !hasBareCodes) return decoded;
  return decodeBareCode(content, index);
}

function decodeUnit(content: string, index: number, unit: number, isMail: boolean): Decoded | null {
  switch (unit) {
    case 0x26:
      return decodeEntity(content, index);
    case 0x0a:
      return decodeLineBreak(content, index);
    case 0x25:
      return decodePercent(content, index);
    case 0x5c:
      return decodeEscape(content, index);
    case 0x3d:
      return isMail ? decodeQuotedPrintable(content, index) : null;
    case ESCAPE:
    case ESCAPE_PICTURE:
      return { codePoint: ESCAPE, length: 1 };
    case INTRODUCER:
      // One character for the escape and its bracket.
      return { codePoint: NO_CHARACTER, length: parametersLength(content, index + 1) };
    case 0x5e:
      return isShownEscape(content, index) ? { codePoint: ESCAPE, length: 2 } : null;
    case BACKSPACE_UNIT:
      return { codePoint: BACKSPACE, length: 1 };
    default:
      if (unit >= 0xd800 && unit <= 0xdbff) return decodeSurrogate(content, index);
      if (BYTE_OF_LEAD[BYTE_OF_UNIT[unit] as number] !== 0) return decodeMisread(content, index);
      return unit === 0x3f || BYTE_OF_UNIT[unit] === BYTE_LOST ? decodeLost(content, index) : null;
  }
}

/** A mailer or a narrow column put a line end right after a word's hyphen or beside its at sign. */
function decodeLineBreak(content: string, index: number): Decoded | null {
  const before = content.charCodeAt(index - 1);
  const after = content.charCodeAt(index + 1);
  const isInside =
    ((before === 0x40 || before === 0x2d) && isAlphanumeric(content.charCodeAt(index - 2)) && isAlphanumeric(after)) ||
    (after === 0x40 && isAlphanumeric(before) && isAlphanumeric(content.charCodeAt(index + 2)));
  return isInside ? { codePoint: NO_CHARACTER, length: 1 } : null;
}

function isFoldedSurrogate(unit: number): boolean {
  return unit === 0xd835 || unit === 0xdb40;
}

function decodeSurrogate(content: string, index: number): Decoded | null {
  const codePoint = content.codePointAt(index) as number;
  return codePoint > 0xffff ? { codePoint, length: 2 } : null;
}

function plainByteOf(byte: number): number {
  const plain = BYTE_OF_LEAD[byte] as number;
  return plain === 0 ? byte : plain;
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
