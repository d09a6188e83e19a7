// SPDX-License-Identifier: Apache-2.0
/**
 * Owns one comparator: Unicode code point order. Policy names are listed in it, and ties between them are settled by
 * it. It is the order of PostgreSQL's `COLLATE "C"` on UTF-8. It is not the order of UTF-16 units (JavaScript's `<`,
 * RFC 8785), which puts a character above U+FFFF before U+E000..U+FFFF.
 */

/** Compares two well-formed strings by code point. Negative when `left` comes first, 0 when they are the same. */
export function compareCodePoints(left: string, right: string): number {
  const length = Math.min(left.length, right.length);
  for (let i = 0; i < length; i += 1) {
    const leftUnit = left.charCodeAt(i);
    const rightUnit = right.charCodeAt(i);
    if (leftUnit !== rightUnit) return codePointRank(leftUnit) - codePointRank(rightUnit);
  }
  return left.length - right.length;
}

const SURROGATES_START = 0xd800;
const SURROGATES_END = 0xe000;
const SURROGATES = SURROGATES_END - SURROGATES_START;
const UNITS = 0x1_0000;

/**
 * Moves surrogate units above every other unit. The first unit that differs then decides like the whole code points.
 * Two code points of one length differ in the same direction as their first differing units.
 */
function codePointRank(unit: number): number {
  if (unit < SURROGATES_START) return unit;
  return unit < SURROGATES_END ? unit + UNITS : unit - SURROGATES;
}
