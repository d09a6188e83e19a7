// SPDX-License-Identifier: Apache-2.0
/** CNH: eleven digits with valid check digits, only beside a word for a driving licence. */

import { isValidCnh, isValidCpf } from '../check-digits.ts';
import { isLabelled, labelBefore, newlinesBetween } from '../context/context.ts';
import { type Document, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';
import { isPhoneNumber } from './numbering-plan.ts';
import { isBounded, type NumberDetector, type NumberRun } from './numbers.ts';

export const CNH_DETECTOR: NumberDetector = {
  type: 'CNH',
  shapes: ['11', '3-3-3-2', '9-2', '3-3-5', '2-3-3-3', '3-4-4', '4-4-3'],
  looseLengths: [11],
  isProven: true,
  needs: LABEL.CNH,
  find: findCnh,
};

function findCnh(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length !== 11 || !isValidCnh(run.digits, run.length)) return;
  if (!isBounded(document, run, false)) return;
  const isSaid = isLabelled(document, run.start, run.end, LABEL.CNH, rivalsOf(run)) || isOnCard(document, run.start);
  if (isSaid) sink.add('CNH', run.start, run.end);
}

function rivalsOf(run: NumberRun): Label[] {
  const rivals: Label[] = run.isFloat ? [LABEL.OTHER] : [];
  if (isValidCpf(run.digits, run.length)) rivals.push(LABEL.CPF);
  if (isPhoneNumber(run.digits, run.length)) rivals.push(LABEL.PHONE);
  return rivals;
}

const CARD_LENGTH_MAX = 320;
const CARD_LINES_MAX = 10;
const FIELD_LENGTH_MAX = 32;
/** A blank line may stand between a field's name and its value. */
const FIELD_LINES_MAX = 4;
const FIELD_NAMES = setOf('registro reg registo');
const FIELD_WORDS = setOf('registro reg registo n no nr num numero de do o geral 4d 5');

/** "CNH DIGITAL", then a name and other fields line by line, and "Nº REGISTRO 308…": the text of the card itself. */
function isOnCard(document: Document, start: number): boolean {
  const title = labelBefore(document, LABEL.CNH, start);
  if (title < 0) return false;
  const titleEnd = spansOf(document, LABEL.CNH).ends.at(title);
  if (start - titleEnd > CARD_LENGTH_MAX || newlinesBetween(document, titleEnd, start) > CARD_LINES_MAX) return false;
  const { newlines } = document.tokens;
  // The field's name stands before the number or on the line above.
  for (let line = newlines.countBelow(start) - 1, lines = 0; lines < FIELD_LINES_MAX; line -= 1, lines += 1) {
    const from = Math.max(newlines.at(line) + 1, start - FIELD_LENGTH_MAX);
    const words = wordsIn(textAt(document, from, start).toLowerCase());
    if (words.length === 0) continue;
    return words.some((word) => FIELD_NAMES.has(word)) && words.every((word) => FIELD_WORDS.has(word));
  }
  return false;
}
