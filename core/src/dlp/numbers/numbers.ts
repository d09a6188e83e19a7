// SPDX-License-Identifier: Apache-2.0
/**
 * Candidate numbers. One walk reads the digit groups of a text and their joins. Each detector sees only runs of groups
 * in a shape it knows, or a whole chain of groups ("5 2 9 9 8…") with a wanted number of digits.
 */
import type { DlpType } from '@svc/contract';
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { DIGITS_MAX } from '../first-look/memory.ts';
import type { Label } from '../lexicon/label.ts';
import { isZeroFraction, JOIN, joinsOf } from './joins.ts';
import type { ShapeTree } from './shape-tree.ts';

export interface NumberRun {
  start: number;
  end: number;
  /** The digits without the signs between them; valid up to `length`. */
  digits: Uint8Array;
  length: number;
  /** Group lengths such as `3-3-3-2`; `loose` for a chain in any other shape. */
  shape: string;
  firstGroup: number;
  groupCount: number;
  joins: Uint8Array;
  /** Written as a fraction, `41726390543.0`, or with an exponent: only its field says that it is no amount. */
  isFloat: boolean;
}

/** The interest of one type in numbers: the shapes it wants, and its check of a run in one of them. */
export interface NumberDetector {
  type: DlpType;
  shapes: readonly string[];
  /** Digit counts at which the type also wants a whole chain in no known shape. */
  looseLengths: readonly number[];
  /** True when two check digits prove the number however its digits are grouped, also in another type's shape. */
  isProven?: boolean;
  /** The detector finds nothing in a text without a word for this label. */
  needs?: Label;
  find(document: Document, run: NumberRun, sink: Sink): void;
}

type RunVisitor = (run: NumberRun) => void;

// A copy, see byte-classes.ts.
const { NONE, TIGHT, LOOSE: LOOSE_JOIN, LINE_BREAK } = JOIN;

export const LOOSE = 'loose';
const LOOSE_DIGITS_MIN = 8;

/** Calls `visit` for every run in one of the shapes and for every whole chain of 8 to 19 digits. */
export function eachNumber(document: Document, shapes: ShapeTree, visit: RunVisitor): void {
  const { digitStarts, digitEnds } = document.tokens;
  const groups = digitStarts.length;
  if (groups === 0) return;
  const joins = joinsOf(document);
  const run: NumberRun = {
    start: 0,
    end: 0,
    digits: document.memory.digits,
    length: 0,
    shape: LOOSE,
    firstGroup: 0,
    groupCount: 0,
    joins,
    isFloat: false,
  };
  let shapedFirst = -1;
  let shapedCount = 0;
  const emit = (first: number, count: number, shape: string): void => {
    // A longer shape from the same group on; the digits of its first groups are already read.
    const known = first === run.firstGroup && count > run.groupCount ? run.groupCount : 0;
    if (known === 0) run.length = 0;
    run.start = digitStarts.at(first);
    run.end = digitEnds.at(first + count - 1);
    run.firstGroup = first;
    run.groupCount = count;
    run.shape = shape;
    run.isFloat = count === 1 && isZeroFraction(document.bytes, run.end);
    shapedFirst = first;
    shapedCount = count;
    readDigits(document, run, first + known);
    visit(run);
  };
  let chainStart = 0;
  let chainDigits = 0;
  // Groups that a shape has covered from the chain's start. A chain in a known shape is not also loose.
  let shapedChainCount = 0;
  let brokenStart = -1;
  let brokenDigits = 0;
  for (let group = 0; group < groups; group += 1) {
    const join = joins[group];
    const length = digitEnds.at(group) - digitStarts.at(group);
    // Most groups stand alone: a time of day, a price, a count.
    if (join === NONE && group === chainStart && brokenStart < 0) {
      const shape = shapes.ofOneGroup[length];
      if (shape !== undefined) emit(group, 1, shape);
      chainStart = group + 1;
      continue;
    }
    emitShapes(document, shapes, joins, group, emit);
    if (shapedFirst === chainStart) shapedChainCount = Math.max(shapedChainCount, shapedCount);
    chainDigits += length;
    if (join === TIGHT || join === LOOSE_JOIN) continue;
    const count = group - chainStart + 1;
    if (count === 2) visitScientific(document, shapes, run, chainStart, visit);
    if (count > shapedChainCount && count > 1 && isLooseLength(chainDigits)) emit(chainStart, count, LOOSE);
    // A line break may stand inside a number: two chains with only the line end between them.
    if (brokenStart >= 0 && isLooseLength(brokenDigits + chainDigits)) {
      emit(brokenStart, group - brokenStart + 1, LOOSE);
    }
    brokenStart = join === LINE_BREAK ? chainStart : -1;
    brokenDigits = chainDigits;
    chainStart = group + 1;
    chainDigits = 0;
    shapedChainCount = 0;
  }
}

const EXPONENT_DIGITS_MAX = 2;

/** `4.1726390543E10`: a whole number with an exponent. @param run is filled anew */
function visitScientific(
  document: Document,
  shapes: ShapeTree,
  run: NumberRun,
  first: number,
  visit: RunVisitor,
): void {
  const { bytes, tokens } = document;
  const { digitStarts, digitEnds } = tokens;
  const end = digitEnds.at(first + 1);
  if (first + 2 >= digitStarts.length || ((bytes[end] as number) | 0x20) !== 0x65) return;
  const exponentStart = digitStarts.at(first + 2);
  const exponentEnd = digitEnds.at(first + 2);
  const isSigned = bytes[end + 1] === 0x2b;
  if (exponentStart !== end + (isSigned ? 2 : 1) || exponentEnd - exponentStart > EXPONENT_DIGITS_MAX) return;
  if (digitEnds.at(first) - digitStarts.at(first) !== 1 || bytes[digitEnds.at(first)] !== 0x2e) return;
  const length = Number(textAt(document, exponentStart, exponentEnd)) + 1;
  const shape = shapes.ofOneGroup[length];
  const mantissa = end - digitStarts.at(first + 1);
  if (shape === undefined || mantissa > DIGITS_MAX || mantissa < MANTISSA_MIN) return;
  run.length = 0;
  run.firstGroup = first;
  run.groupCount = 2;
  readDigits(document, run, first);
  for (let place = length; place < run.length; place += 1) if (run.digits[place] !== 0) return;
  run.digits.fill(0, run.length, Math.max(run.length, length));
  Object.assign(run, { start: digitStarts.at(first), end: exponentEnd, length, shape, groupCount: 3, isFloat: true });
  visit(run);
  // The digits of the next run are read anew.
  run.groupCount = 0;
}

/** Shorter ones are measurements; the longer ones lost no digit. */
const MANTISSA_MIN = 6;

function isLooseLength(digits: number): boolean {
  return digits >= LOOSE_DIGITS_MIN && digits <= DIGITS_MAX;
}

/**
 * True when the number ends where it seems to. No digits continue beyond it, and no letter touches it except a known
 * word's ("cpf529…"). A written-out form may stand in a path, between slashes, or right at a word.
 */
export function isBounded(document: Document, run: NumberRun, isFormatted: boolean): boolean {
  return isBoundedLeft(document, run, isFormatted) && isBoundedRight(document, run, isFormatted);
}

function isBoundedLeft(document: Document, run: NumberRun, isFormatted: boolean): boolean {
  const before = document.bytes[run.start - 1];
  if (run.joins[run.firstGroup - 1] === TIGHT && before !== 0x5f) return isFormatted && before === 0x2f;
  if (isLetterAt(document, run.start - 1)) {
    return isFormatted || document.isPhraseEnd(run.start) || isLongDistancePrefix(document, run.start);
  }
  return before !== 0x23 || !isFormatted;
}

function isBoundedRight(document: Document, run: NumberRun, isFormatted: boolean): boolean {
  const after = document.bytes[run.end];
  const join = run.joins[run.firstGroup + run.groupCount - 1];
  if (join === TIGHT && after !== 0x5f) return isFormatted && after === 0x2f;
  if (isLetterAt(document, run.end)) return isFormatted || document.isPhraseStart(run.end);
  return after !== 0x25;
}

/** True when the run is part of a longer row of equal groups, like sixteen of a bill's forty-seven digits. */
export function isInsideRow(document: Document, run: NumberRun, groupLength: number): boolean {
  const { digitStarts, digitEnds } = document.tokens;
  const before = run.firstGroup - 1;
  const after = run.firstGroup + run.groupCount;
  const isEqual = (group: number): boolean => digitEnds.at(group) - digitStarts.at(group) === groupLength;
  const isJoined = (group: number): boolean => {
    const join = run.joins[group];
    return join === TIGHT || join === LOOSE_JOIN;
  };
  return (isJoined(before) && isEqual(before)) || (isJoined(after - 1) && isEqual(after));
}

/** True when no other group joins the run, and no area code in parentheses makes it a phone. */
export function isWholeChain(document: Document, run: NumberRun): boolean {
  const last = run.firstGroup + run.groupCount - 1;
  for (const group of [run.firstGroup - 1, last]) {
    const join = run.joins[group];
    if (join === TIGHT || join === LOOSE_JOIN) return false;
  }
  return document.bytes[document.tokens.digitEnds.at(run.firstGroup)] !== 0x29;
}

export function joinedByLineBreak(run: NumberRun): number {
  let count = 0;
  for (let group = 0; group < run.groupCount - 1; group += 1) {
    if (run.joins[run.firstGroup + group] === LINE_BREAK) count += 1;
  }
  return count;
}

/** `0xx11` is the old form of long distance: zero, the carrier, the area. */
function isLongDistancePrefix(document: Document, start: number): boolean {
  return textAt(document, start - 3, start).toLowerCase() === '0xx';
}

function emitShapes(
  document: Document,
  shapes: ShapeTree,
  joins: Uint8Array,
  first: number,
  emit: (first: number, count: number, shape: string) => void,
): void {
  const { digitStarts, digitEnds } = document.tokens;
  let node = 0;
  let lineBreaks = 0;
  for (let group = first; group < digitStarts.length; group += 1) {
    const length = digitEnds.at(group) - digitStarts.at(group);
    node = length > DIGITS_MAX ? 0 : (shapes.next[node * (DIGITS_MAX + 1) + length] as number);
    if (node === 0) return;
    const shape = shapes.shapeOf[node];
    if (shape !== undefined) emit(first, group - first + 1, shape);
    if (joins[group] === NONE) return;
    if (joins[group] === LINE_BREAK) lineBreaks += 1;
    if (lineBreaks > 1) return;
  }
}

/** Adds the digits of the groups from a given one on. */
function readDigits({ bytes, tokens }: Document, run: NumberRun, from: number): void {
  const { digitStarts, digitEnds } = tokens;
  const { digits } = run;
  let { length } = run;
  for (let group = from; group < run.firstGroup + run.groupCount; group += 1) {
    const end = digitEnds.at(group);
    for (let index = digitStarts.at(group); index < end; index += 1) {
      digits[length] = (bytes[index] as number) - 0x30;
      length += 1;
    }
  }
  run.length = length;
}

/** True when a plus sign before the number or its first group makes it a foreign one. */
export function isForeignNumber(document: Document, run: NumberRun): boolean {
  const { digitStarts, digitEnds } = document.tokens;
  if (isPlusBefore(document, run.start)) return !(run.digits[0] === 5 && run.digits[1] === 5);
  for (let group = run.firstGroup - 1; group >= Math.max(0, run.firstGroup - 2); group -= 1) {
    const join = run.joins[group];
    if (join === NONE || join === LINE_BREAK) return false;
    const start = digitStarts.at(group);
    if (isPlusBefore(document, start)) return textAt(document, start, digitEnds.at(group)) !== '55';
  }
  return false;
}

export function isPlusBefore(document: Document, start: number): boolean {
  const before = document.bytes[start - 1];
  return (
    before === 0x2b ||
    ((before === 0x20 || before === 0x28) && document.bytes[start - 2] === 0x2b && !isDigitAt(document, start - 3))
  );
}
