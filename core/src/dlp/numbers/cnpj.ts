// SPDX-License-Identifier: Apache-2.0
/**
 * CNPJ, numeric or alphanumeric (in force since July 2026). The written form counts alone. Fourteen characters in
 * another form need a label.
 */

import { isValidCnpj } from '../check-digits.ts';
import { CONTEXT_DISTANCE_MAX, isLabelled } from '../context/context.ts';
import { type Document, hasLabel, spansOf } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL } from '../lexicon/label.ts';
import { isSaidToBeKey } from '../pix/pix-context.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { isNamedByField, paddedDigits } from './lost-zeros.ts';
import { isBounded, type NumberDetector, type NumberRun } from './numbers.ts';

const LENGTH = 14;
const MARKS: readonly (readonly [number, number])[] = [
  [2, 0x2e],
  [6, 0x2e],
  [10, 0x2f],
  [15, 0x2d],
];
const WRITTEN_LENGTH = 18;
/** Fourteen characters with at most one sign between any two. */
const SPACED_LENGTH_MAX = 28;
/** Blanks before the second line of a number that was broken over two lines. */
const INDENT_MAX = 4;

export const CNPJ_DETECTOR: NumberDetector = {
  type: 'CNPJ',
  shapes: ['2-3-3-4-2', '8-4-2', '12-2', '14', '2-3-3-6', '8-6', '13', '12'],
  looseLengths: [14],
  isProven: true,
  find: findCnpj,
};

/** Numeric forms, from the shared walk over digit groups. */
function findCnpj(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length < LENGTH && run.groupCount === 1) {
    const isCnpj = isValidCnpj(paddedDigits(run, LENGTH), LENGTH) && isBounded(document, run, false);
    if (isCnpj && isNamedByField(document, run, LABEL.CNPJ, 'cnpj')) sink.add('CNPJ', run.start, run.end);
    return;
  }
  if (run.length !== LENGTH || !isValidCnpj(run.digits, run.length)) return;
  const isFormatted = isWritten(document, run.start) && run.shape === '2-3-3-4-2';
  if (!isBounded(document, run, isFormatted)) return;
  if (
    isFormatted ||
    isLabelled(document, run.start, run.end, LABEL.CNPJ, run.isFloat ? [LABEL.OTHER] : []) ||
    isSaidToBeKey(document, run)
  ) {
    sink.add('CNPJ', run.start, run.end);
  }
}

/** Alphanumeric forms: written ones anywhere, others after a word for CNPJ or below its column header. */
export function findAlphanumericCnpj(document: Document, sink: Sink): void {
  const { bytes } = document;
  const { slashes } = document.tokens;
  for (let index = 0; index < slashes.length && !sink.isFull('CNPJ'); index += 1) {
    const start = slashes.at(index) - 10;
    if (start < 0 || !isWritten(document, start)) continue;
    if (isKeyCharacter(bytes[start - 1]) || isKeyCharacter(bytes[start + WRITTEN_LENGTH])) continue;
    const values = readValues(document, start, start + WRITTEN_LENGTH);
    if (values.length === LENGTH && isValidCnpj(values, LENGTH)) sink.add('CNPJ', start, start + WRITTEN_LENGTH);
  }
  if (hasLabel(document, LABEL.CNPJ)) findLabelled(document, sink);
}

function findLabelled(document: Document, sink: Sink): void {
  const { starts, ends } = spansOf(document, LABEL.CNPJ);
  for (let index = 0; index < starts.length && !sink.isFull('CNPJ'); index += 1) {
    const from = ends.at(index);
    const next = index + 1 < starts.length ? starts.at(index + 1) : document.bytes.length;
    findInSpan(document, from, Math.min(next, from + CONTEXT_DISTANCE_MAX), sink);
  }
  const { cells } = document;
  for (let index = 0; index + 1 < cells.starts.length && !sink.isFull('CNPJ'); index += 1) {
    if ((cells.labels.at(index) & (1 << LABEL.CNPJ)) === 0 || cells.labels.at(index) < 0) continue;
    const from = cells.starts.at(index);
    findInSpan(document, from, Math.min(cells.starts.at(index + 1), from + CONTEXT_DISTANCE_MAX), sink);
  }
}

/** Finds runs of fourteen capitals and digits. Signs between them do not count, nor does one line end beside a sign. */
function findInSpan(document: Document, from: number, to: number, sink: Sink): void {
  const { bytes } = document;
  for (let start = from; start < to; start += 1) {
    if (!isKeyCharacter(bytes[start]) || isKeyCharacter(bytes[start - 1])) continue;
    let end = start;
    let count = 0;
    let lineEnds = 0;
    while (end < bytes.length && end - start <= SPACED_LENGTH_MAX && count < LENGTH) {
      if (isKeyCharacter(bytes[end])) count += 1;
      else if (isBrokenLine(bytes, end) && lineEnds === 0) lineEnds = 1;
      else if (!isMark(bytes[end])) break;
      end += 1;
    }
    if (count !== LENGTH || isKeyCharacter(bytes[end])) continue;
    const values = readValues(document, start, end);
    if (values.length === LENGTH && isValidCnpj(values, LENGTH)) sink.add('CNPJ', start, end);
  }
}

function isWritten(document: Document, start: number): boolean {
  return MARKS.every(([offset, mark]) => document.bytes[start + offset] === mark);
}

/** A line end that a narrow column or a mailer put right before or behind one of the number's signs. */
function isBrokenLine(bytes: Uint8Array, index: number): boolean {
  if (bytes[index] !== 0x0a) return false;
  const before = bytes[index - 1] === 0x20 ? index - 2 : index - 1;
  let after = index + 1;
  while (after - index <= INDENT_MAX && bytes[after] === 0x20) after += 1;
  return isWrittenMark(bytes[before]) || isWrittenMark(bytes[after]);
}

function isWrittenMark(byte: number | undefined): boolean {
  return byte !== 0x20 && isMark(byte);
}

function isMark(byte: number | undefined): boolean {
  return byte === 0x20 || byte === 0x2e || byte === 0x2d || byte === 0x2f;
}

/** True for capitals and digits only; a lower-case letter cannot be part of a CNPJ. */
function isKeyCharacter(byte: number | undefined): boolean {
  if (byte === undefined) return false;
  const byteClass = CLASS_OF_BYTE[byte];
  return byteClass === CLASS.DIGIT || byteClass === CLASS.UPPER;
}

function readValues(document: Document, start: number, end: number): number[] {
  const values: number[] = [];
  for (let index = start; index < end; index += 1) {
    if (isKeyCharacter(document.bytes[index])) values.push((document.bytes[index] as number) - 0x30);
  }
  return values;
}
