// SPDX-License-Identifier: Apache-2.0
/** CEP: eight digits beside a word for a postal code, or `ddddd-ddd` inside a Brazilian address. */

import { hasEqualValues } from '../check-digits.ts';
import { gapAfter, gapBefore, isForeignField, isLabelled, labelBefore, lineAround } from '../context/context.ts';
import { isOfOther } from '../context/denials.ts';
import { type Document, isLetterAt, mayHold, spansOf } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { isBounded, isForeignNumber, type NumberDetector, type NumberRun } from './numbers.ts';
import { isStateAt } from './states.ts';

const RIVALS: readonly Label[] = [LABEL.OTHER, LABEL.PHONE, LABEL.RG];
const ADDRESS_GAP_MAX = 90;
const STATE_BEFORE_MAX = 14;
const STATE_AFTER_MAX = 45;
/** A word for another number, this near to the digits, takes them out of the address. */
const OTHER_GAP_MAX = 14;
const COMMITTEE_GAP_MAX = 80;
/** "CEP: 01310-100", "CEP nº 01310100". */
const LABEL_GAP_MAX = 6;
const DENIAL_REACH = 60;
const DATE_LENGTH = 10;
/** This shape counts inside an address; the other shapes need a word for a postal code. */
const ADDRESS_SHAPE = '5-3';

export const CEP_DETECTOR: NumberDetector = {
  type: 'CEP',
  shapes: [ADDRESS_SHAPE, '2-3-3', '8'],
  looseLengths: [8],
  find: findCep,
};

function findCep(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length !== 8 || !isPostalCode(run)) return;
  // Most runs are dates, and the search for a word beside one may take a second look: `2026-03-12T14:30`.
  if (run.shape !== ADDRESS_SHAPE && !mayHold(document, LABEL.CEP)) return;
  if (!isBounded(document, run, false) || isForeignNumber(document, run)) return;
  if (isCalledPostalCode(document, run) || isInAddress(document, run)) sink.add('CEP', run.start, run.end);
}

/** The lowest sector in use is 01000. */
function isPostalCode(run: NumberRun): boolean {
  return (run.digits[0] !== 0 || run.digits[1] !== 0) && !hasEqualValues(run.digits, run.length);
}

function isCalledPostalCode(document: Document, run: NumberRun): boolean {
  if (!isLabelled(document, run.start, run.end, LABEL.CEP, RIVALS) || isForeignField(document, run.start, LABEL.CEP))
    return false;
  return !isCommittee(document, run) && !isDate(document, run) && !isArchive(document, run) && !isDenied(document, run);
}

/** "Sem CEP na nota 87019777": bare digits belong to the other word. `87019-777` is still a postal code. */
function isDenied(document: Document, run: NumberRun): boolean {
  const label = labelBefore(document, LABEL.CEP, run.start);
  if (run.shape === ADDRESS_SHAPE || label < 0) return false;
  const { starts, ends } = spansOf(document, LABEL.CEP);
  const start = starts.at(label);
  if (run.start - ends.at(label) > DENIAL_REACH) return false;
  const from = Math.max(lineAround(document, start, start)[0], start - DENIAL_REACH);
  return isOfOther(document, from, start, ends.at(label), run.start);
}

/** CEP also names the ethics committee of a hospital and statistical process control. */
function isCommittee(document: Document, run: NumberRun): boolean {
  // In a text about such a committee, a number some words behind CEP belongs to a report or a certificate.
  if (spansOf(document, LABEL.COMMITTEE).starts.length > 0 && gapBefore(document, LABEL.CEP, run.start) > LABEL_GAP_MAX)
    return true;
  return (
    gapBefore(document, LABEL.COMMITTEE, run.start) <= COMMITTEE_GAP_MAX ||
    gapAfter(document, LABEL.COMMITTEE, run.end) <= 20
  );
}

/** "Aceita pelo CEP em 17/02/2022": the same sign twice between day, month and year. */
function isDate(document: Document, run: NumberRun): boolean {
  if (run.end - run.start !== DATE_LENGTH) return false;
  const sign = document.bytes[run.start + 2];
  return sign === 0x2f && document.bytes[run.start + 5] === sign;
}

/**
 * `backup.zip 20240131` and `zip: dados-20240131.zip` are files; `shipping.zip=30381135` and `a.zip_account=…` are
 * fields.
 */
function isArchive(document: Document, run: NumberRun): boolean {
  if (document.bytes[run.end] === 0x2e && isSmallLetter(document, run.end + 1) && isSmallLetter(document, run.end + 2))
    return true;
  const { starts, ends } = spansOf(document, LABEL.CEP);
  const label = ends.countBelow(run.start + 1) - 1;
  const start = starts.at(label);
  const after = document.bytes[ends.at(label)];
  if (after === 0x3d || after === 0x3a || after === 0x22 || after === 0x5f) return false;
  return (
    start > 0 &&
    document.bytes[start - 1] === 0x2e &&
    isLetterAt(document, start - 2) &&
    (document.bytes[start] as number) === 0x7a
  );
}

function isInAddress(document: Document, run: NumberRun): boolean {
  if (run.shape !== ADDRESS_SHAPE || document.bytes[run.start + 5] !== 0x2d) return false;
  if (gapBefore(document, LABEL.OTHER, run.start) <= OTHER_GAP_MAX) return false;
  if (gapBefore(document, LABEL.ADDRESS, run.start) <= ADDRESS_GAP_MAX) return true;
  return hasStateNear(document, run) || gapAfter(document, LABEL.ADDRESS, run.end) <= 30;
}

/** `… - SP, 01310-100` and `01310-100 São Paulo/SP`. */
function hasStateNear(document: Document, run: NumberRun): boolean {
  for (let index = run.start - 2; index >= run.start - STATE_BEFORE_MAX; index -= 1) {
    if (isStateAt(document, index)) return true;
  }
  const last = Math.min(run.end + STATE_AFTER_MAX, document.bytes.length - 1);
  for (let index = run.end; index < last; index += 1) {
    if (document.bytes[index] === 0x0a) return false;
    if (isStateAt(document, index)) return true;
  }
  return false;
}

function isSmallLetter(document: Document, index: number): boolean {
  return CLASS_OF_BYTE[document.bytes[index] ?? 0] === CLASS.LOWER;
}
