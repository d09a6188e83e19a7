// SPDX-License-Identifier: Apache-2.0
/** The joins between digit groups: signs inside a number, and signs that end it. */
import type { Document } from '../document/document.ts';

export const JOIN = {
  NONE: 0,
  /** One of `. - / _` and nothing else: the groups belong together. */
  TIGHT: 1,
  /** Up to three blanks and signs: they may belong together. */
  LOOSE: 2,
  LINE_BREAK: 3,
  /** A comma between two digits: part of a number only where the groups have a known shape. */
  COMMA: 4,
} as const;

// A copy, see byte-classes.ts.
const { NONE, TIGHT, LOOSE, LINE_BREAK, COMMA } = JOIN;

const JOIN_LENGTH_MAX = 3;
const LINE_BREAK_JOIN_LENGTH_MAX = 6;

/** Returns the join between each digit group and the next. It holds until the next call. */
export function joinsOf({ bytes, tokens }: Document): Uint8Array {
  const { digitStarts, digitEnds } = tokens;
  const last = digitStarts.length - 1;
  const joins = last < KEPT_JOINS.length ? KEPT_JOINS : new Uint8Array(last + 1);
  let end = digitEnds.at(0);
  for (let group = 0; group < last; group += 1) {
    const next = digitStarts.at(group + 1);
    const join = joinOf(bytes, end, next);
    const isSpread = (join === TIGHT || join === COMMA) && end - digitStarts.at(group) >= FLOAT_DIGITS_MIN;
    // A whole number that became a fraction ends where the fraction begins.
    joins[group] = isSpread && isZeroFraction(bytes, end) ? NONE : join;
    end = digitEnds.at(group + 1);
  }
  joins[last] = NONE;
  return joins;
}

/** Reused for texts with few numbers, because allocating an array takes longer than filling it. */
const KEPT_JOINS = new Uint8Array(1_024);

const FLOAT_DIGITS_MIN = 8;
const ZEROS_MAX = 6;

/** `41726390543.0`, `…,00`: only zeros behind the point or comma, and no further part of a version or address. */
export function isZeroFraction(bytes: Uint8Array, end: number): boolean {
  if (bytes[end] !== 0x2e && bytes[end] !== 0x2c) return false;
  let index = end + 1;
  while (index - end <= ZEROS_MAX && bytes[index] === 0x30) index += 1;
  return (
    index > end + 1 &&
    !isDigit(bytes[index]) &&
    !(JOIN_OF_SIGN[bytes[index] ?? 0] === TIGHT && isDigit(bytes[index + 1]))
  );
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

function joinOf(bytes: Uint8Array, start: number, end: number): number {
  const length = end - start;
  if (length === 1) return JOIN_OF_SIGN[bytes[start] as number] as number;
  if (length > LINE_BREAK_JOIN_LENGTH_MAX) return NONE;
  let lineBreaks = 0;
  for (let index = start; index < end; index += 1) {
    const join = JOIN_OF_SIGN[bytes[index] as number];
    if (join === LINE_BREAK) lineBreaks += 1;
    else if (join === NONE || join === COMMA) return NONE;
  }
  if (lineBreaks > 1) return NONE;
  if (lineBreaks === 1) return LINE_BREAK;
  return length <= JOIN_LENGTH_MAX ? LOOSE : NONE;
}

/** The join that a single sign makes between two groups. */
const JOIN_OF_SIGN = new Uint8Array(256);
for (const character of ' \t()+*') JOIN_OF_SIGN[character.charCodeAt(0)] = LOOSE;
for (const character of '.-/_') JOIN_OF_SIGN[character.charCodeAt(0)] = TIGHT;
JOIN_OF_SIGN[0x0a] = LINE_BREAK;
JOIN_OF_SIGN[0x2c] = COMMA;
