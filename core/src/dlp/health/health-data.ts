// SPDX-License-Identifier: Apache-2.0
/**
 * Health data: words with weights, ICD codes beside a word for them, medicines with a dose, and numbers of the national
 * health card. A strong word counts alone, unless its line addresses the public and names no person. Words with another
 * sense must come together, and not in technical talk.
 */

import { isValidCns } from '../check-digits.ts';
import { isLabelled } from '../context/context.ts';
import { type Document, isDigitAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { UNITS, WEIGHT } from '../lexicon/health-vocabulary.ts';
import { LABEL } from '../lexicon/label.ts';
import { isBounded, type NumberDetector, type NumberRun } from '../numbers/numbers.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { BYTE_SYMBOL } from '../text/fold-table.ts';
import { isUnticked } from './boxes.ts';
import { findIcdCodes } from './codes.ts';
import { isInAnyList, weightAt } from './entries.ts';
import { isBlankField, isNameOfField, isNameOfSource } from './fields.ts';
import { isBloodPressure, isWeekOfPregnancy } from './figures.ts';
import { isOfAnotherSense } from './homonyms.ts';
import { isTestWithoutResult, isWithoutValue } from './laboratory.ts';
import { concernsNoPerson } from './long-text.ts';
import { isOfNoSubstance } from './objects.ts';
import { hasOwner } from './owner.ts';
import { isInPriceList } from './price-lists.ts';
import { isFigurative, SPOKEN_OF, spokenOf } from './subject.ts';
import { isOfThing } from './things.ts';
import { isFieldOfMachine } from './ticket-fields.ts';
import { WordGroup } from './word-group.ts';

/** A text with more medical words than this is about medicine, and its words need no further checks. */
const JUDGED_MAX = 250;

export const CNS_DETECTOR: NumberDetector = {
  type: 'HEALTH_DATA',
  shapes: ['15', '3-4-4-4', '3-12', '11-4'],
  looseLengths: [15],
  needs: LABEL.SUS,
  find: findHealthCard,
};

/** National health card (CNS), from the shared walk over digit groups. */
function findHealthCard(document: Document, run: NumberRun, sink: Sink): void {
  if (run.length !== 15) return;
  if (!isValidCns(run.digits, run.length) || !isBounded(document, run, false)) return;
  if (isLabelled(document, run.start, run.end, LABEL.SUS, [])) sink.add('HEALTH_DATA', run.start, run.end);
}

export function findHealthData(document: Document, sink: Sink): void {
  findWords(document, sink);
  findIcdCodes(document, {
    add: (type, start, end) => {
      if (!concernsNoPerson(document, sink, start, end, true)) sink.add(type, start, end);
    },
    isFull: (type) => sink.isFull(type),
  });
}

function findWords(document: Document, sink: Sink): void {
  const { starts } = spansOf(document, LABEL.HEALTH);
  if (starts.length === 0) return;
  const { starts: phraseStarts, ends: phraseEnds } = document.phrases;
  let phrase = 0;
  const group = new WordGroup(document);
  let judged = 0;
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const start = starts.at(index);
    while (phraseStarts.at(phrase) < start) phrase += 1;
    const end = phraseEnds.at(phrase);
    if (isInRandomText(document, start, end)) continue;
    const isListed = isInAnyList(document, phrase);
    if (isListed && (isBloodPressure(document, phrase) || isWeekOfPregnancy(document, phrase))) {
      if (!concernsNoPerson(document, sink, start, end, true)) sink.add('HEALTH_DATA', start, end);
      continue;
    }
    const weight = weightAt(document, phrase);
    if (isNoFact(document, start, end, weight) || (isListed && isNoFactByList(document, phrase, weight))) continue;
    if (weight >= WEIGHT.WEAK && judged < JUDGED_MAX) {
      judged += 1;
      if (isOfThing(document, start, end, weight)) continue;
    }
    const subject = weight >= WEIGHT.STRONG ? spokenOf(document, phrase) : null;
    if (subject === SPOKEN_OF.PERSON && hasOwner(document, start, end)) {
      if (!isInPriceList(document, start) && !concernsNoPerson(document, sink, start, end, true))
        sink.add('HEALTH_DATA', start, end);
      continue;
    }
    group.push(phrase, weight);
    const first = group.proofFrom(subject);
    if (first < 0 || isInPriceList(document, start)) continue;
    // A rejected word stays rejected: the next group starts behind it, and no word is judged twice.
    if (concernsNoPerson(document, sink, phraseStarts.at(first), end, false)) group.clear();
    else sink.add('HEALTH_DATA', phraseStarts.at(first), end);
  }
}

/** True when the words beside it alone show that the word concerns no person's health. */
function isNoFact(document: Document, start: number, end: number, weight: number): boolean {
  if (weight <= WEIGHT.IMPERSONAL || isBlankField(document, end) || isNameOfSource(document, end)) return true;
  if (isNameOfField(document, start, end)) return true;
  if (weight >= WEIGHT.WEAK && isUnticked(document, start, end)) return true;
  if (weight < WEIGHT.AMBIGUOUS) return false;
  return isOfNoSubstance(document, start, end) || isFigurative(document, start, end, weight);
}

/** Applies the rules that concern only the words in their lists. */
function isNoFactByList(document: Document, phrase: number, weight: number): boolean {
  if (weight === WEIGHT.WEAK && isFieldOfMachine(document, phrase)) return true;
  if (weight >= WEIGHT.AMBIGUOUS && isOfAnotherSense(document, phrase)) return true;
  if (weight === WEIGHT.MEDIUM && isWithoutValue(document, phrase)) return true;
  return weight >= WEIGHT.MEDIUM && weight < WEIGHT.STRONG && isTestWithoutResult(document, phrase);
}

const SHORT_WORD_MAX = 5;

/**
 * Keys and hashes contain every short word: HIV counts only when no letter, digit or invisible character touches it.
 */
function isInRandomText(document: Document, start: number, end: number): boolean {
  const { bytes } = document;
  // Most words stand between blanks and punctuation.
  if (IS_GLUE[bytes[start - 1] ?? 0] === 0 && IS_GLUE[bytes[end] ?? 0] === 0)
    return isNameWithDigit(document, start, end);
  const isAfterDigit = isDigitAt(document, start - 1);
  const isBeforeDigit = isDigitAt(document, end);
  if (end - start > SHORT_WORD_MAX) return isBeforeDigit && isAfterDigit;
  const isAfterLetter = isLetterAt(document, start - 1);
  if (isBeforeDigit) {
    const digits = DIGITS_OF_NAMES.get(textAt(document, start, end).toLowerCase());
    if (digits?.includes(textAt(document, end, end + 1)) === true) return isAfterLetter || isAfterDigit;
    return true;
  }
  if (isAfterLetter || isLetterAt(document, end)) return true;
  if (bytes[start - 1] === BYTE_SYMBOL || bytes[end] === BYTE_SYMBOL) return true;
  if (isNameWithDigit(document, start, end)) return true;
  return isAfterDigit && !UNITS.has(textAt(document, start, end).toLowerCase());
}

/** True for digits, letters and invisible characters. */
const IS_GLUE = CLASS_OF_BYTE.map((byteClass) => (byteClass >= CLASS.DIGIT ? 1 : 0));
IS_GLUE[BYTE_SYMBOL] = 1;

/** HbA without its digit is part of a code. */
function isNameWithDigit({ bytes }: Document, start: number, end: number): boolean {
  if (end - start !== 3 || ((bytes[start] as number) | 0x20) !== 0x68) return false;
  return ((bytes[start + 1] as number) | 0x20) === 0x62 && ((bytes[start + 2] as number) | 0x20) === 0x61;
}

/** HbA1c and BRCA1 are written with their digit. */
const DIGITS_OF_NAMES: ReadonlyMap<string, string> = new Map([
  ['hba', '1'],
  ['hb a', '1'],
  ['brca', '12'],
]);
