// SPDX-License-Identifier: Apache-2.0
/** Characters that are written as several: what a decoder answers, and how it reads digits. */

export interface Decoded {
  codePoint: number;
  /** The number of UTF-16 units that are written for it. */
  length: number;
}

/** Stands for no character at all, such as a soft line break or a terminal code. */
export const NO_CHARACTER = -1;
/** Stands for no character, and removes the one before it. */
export const BACKSPACE = -2;

const CODE_POINT_MAX = 0x10ffff;

/** One byte at a position: its value, and the number of units that are written for it. */
export type ReadByte = (index: number) => { byte: number; length: number } | null;

/**
 * The character whose bytes in UTF-8 begin at `index`, each byte written in any way. A lone high byte is read as
 * Latin-1.
 */
export function decodeBytes(index: number, read: ReadByte): Decoded | null {
  const first = read(index);
  if (first === null) return null;
  return decodeUtf8(index, read, first) ?? { codePoint: first.byte, length: first.length };
}

/** The character whose two to four bytes in UTF-8 begin at `index`; null when there is none. */
export function decodeUtf8(index: number, read: ReadByte, first = read(index)): Decoded | null {
  if (first === null || first.byte < 0xc2 || first.byte > 0xf4) return null;
  const extra = first.byte >= 0xf0 ? 3 : first.byte >= 0xe0 ? 2 : 1;
  let codePoint = first.byte & (0x3f >> extra);
  let length = first.length;
  for (let count = 0; count < extra; count += 1) {
    const next = read(index + length);
    if (next === null || (next.byte & 0xc0) !== 0x80) return null;
    codePoint = (codePoint << 6) | (next.byte & 0x3f);
    length += next.length;
  }
  return codePoint > CODE_POINT_MAX ? null : { codePoint, length };
}

/** -1 when a character is missing or is no digit of that base. */
export function numberAt(content: string, start: number, end: number, base: 8 | 16): number {
  let value = 0;
  for (let index = start; index < end; index += 1) {
    const digit = nibble(content.charCodeAt(index));
    if (digit < 0 || digit >= base) return -1;
    value = value * base + digit;
  }
  return value;
}

/** The value of a hexadecimal digit, -1 for any other unit. */
export function nibble(unit: number): number {
  if (unit >= 0x30 && unit <= 0x39) return unit - 0x30;
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x66 ? lower - 0x57 : -1;
}

export function isAsciiLetter(unit: number): boolean {
  const lower = unit | 0x20;
  return lower >= 0x61 && lower <= 0x7a;
}

export function isAlphanumeric(unit: number): boolean {
  return isAsciiLetter(unit) || (unit >= 0x30 && unit <= 0x39);
}
