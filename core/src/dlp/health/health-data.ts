/**
 * Health data: words with weights, ICD codes beside a word for them, medicines with a dose, and numbers of the national
 * health card. A strong word counts alone, unless its line speaks to everybody and of nobody; words with another sense
 * must come together, and not in talk of machines.
 */

import { CLASS, CLASS_OF_BYTE } from '../byte-classes.ts';
import { isValidCns } from '../check-digits.ts';
import type { Sink } from '../finding.ts';
import { BYTE_SYMBOL } from '../fold-table.ts';
import { KIND } from '../kinds.ts';
import { isLabelled } from '../labels.ts';
import { isBounded, type NumberDetector, type NumberRun } from '../numbers.ts';
import { isDigitAt, isLetterAt, listOf, textAt, type View } from '../view.ts';
import { isUnticked } from './boxes.ts';
import { findIcdCodes } from './codes.ts';
import { isOfNobody } from './document.ts';
import { isInAnyList, weightAt } from './entries.ts';
import { isBlankField, isNameOfField, isNameOfSource } from './fields.ts';
import { isBloodPressure, isWeekOfPregnancy } from './figures.ts';
import { isOfAnotherSense } from './homonyms.ts';
import { isTestWithoutResult, isWithoutValue } from './laboratory.ts';
import { isOfNoSubstance } from './objects.ts';
import { hasOwner } from './owner.ts';
import { isInPriceList } from './price-lists.ts';
import { isFigurative, SPOKEN_OF, spokenOf } from './subject.ts';
import { isOfThing } from './things.ts';
import { isFieldOfMachine } from './ticket-fields.ts';
import { UNITS, WEIGHT } from './vocabulary.ts';
import { WordGroup } from './word-group.ts';

/** A text with more words of medicine than these speaks of medicine, and is asked no further what they are said of. */
const JUDGED_MAX = 250;

export const CNS_DETECTOR: NumberDetector = {
  type: 'HEALTH_DATA',
  shapes: ['15', '3-4-4-4', '3-12', '11-4'],
  looseLengths: [15],
  needs: KIND.SUS,
  find: findHealthCard,
};

/** National health card (CNS), from the shared walk over digit groups. */
function findHealthCard(view: View, run: NumberRun, sink: Sink): void {
  if (run.length !== 15) return;
  if (!isValidCns(run.digits, run.length) || !isBounded(view, run, false)) return;
  if (isLabelled(view, run.start, run.end, KIND.SUS, [])) sink.add('HEALTH_DATA', run.start, run.end);
}

export function findHealthData(view: View, sink: Sink): void {
  findWords(view, sink);
  findIcdCodes(view, {
    add: (type, start, end) => {
      if (!isOfNobody(view, sink, start, end, true)) sink.add(type, start, end);
    },
    isFull: (type) => sink.isFull(type),
  });
}

function findWords(view: View, sink: Sink): void {
  const { starts } = listOf(view, KIND.HEALTH);
  if (starts.length === 0) return;
  const { starts: phraseStarts, ends: phraseEnds } = view.phrases;
  let phrase = 0;
  const group = new WordGroup(view);
  let judged = 0;
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const start = starts.at(index);
    while (phraseStarts.at(phrase) < start) phrase += 1;
    const end = phraseEnds.at(phrase);
    if (isInRandomText(view, start, end)) continue;
    const isListed = isInAnyList(view, phrase);
    if (isListed && (isBloodPressure(view, phrase) || isWeekOfPregnancy(view, phrase))) {
      if (!isOfNobody(view, sink, start, end, true)) sink.add('HEALTH_DATA', start, end);
      continue;
    }
    const weight = weightAt(view, phrase);
    if (isNoFact(view, start, end, weight) || (isListed && isNoFactByList(view, phrase, weight))) continue;
    if (weight >= WEIGHT.WEAK && judged < JUDGED_MAX) {
      judged += 1;
      if (isOfThing(view, start, end, weight)) continue;
    }
    const subject = weight >= WEIGHT.STRONG ? spokenOf(view, phrase) : null;
    if (subject === SPOKEN_OF.SOMEBODY && hasOwner(view, start, end)) {
      if (!isInPriceList(view, start) && !isOfNobody(view, sink, start, end, true)) sink.add('HEALTH_DATA', start, end);
      continue;
    }
    group.push(phrase, weight);
    const first = group.proofFrom(subject);
    if (first < 0 || isInPriceList(view, start)) continue;
    // What is nobody's here stays so: the next group is of words that follow, and no word is judged twice.
    if (isOfNobody(view, sink, phraseStarts.at(first), end, false)) group.clear();
    else sink.add('HEALTH_DATA', phraseStarts.at(first), end);
  }
}

/** Whether what stands beside the word alone says that it tells nothing of anybody's health. */
function isNoFact(view: View, start: number, end: number, weight: number): boolean {
  if (weight <= WEIGHT.IMPERSONAL || isBlankField(view, end) || isNameOfSource(view, end)) return true;
  if (isNameOfField(view, start, end)) return true;
  if (weight >= WEIGHT.WEAK && isUnticked(view, start, end)) return true;
  if (weight < WEIGHT.AMBIGUOUS) return false;
  return isOfNoSubstance(view, start, end) || isFigurative(view, start, end, weight);
}

/** The same of words that are in a list of their rule. */
function isNoFactByList(view: View, phrase: number, weight: number): boolean {
  if (weight === WEIGHT.WEAK && isFieldOfMachine(view, phrase)) return true;
  if (weight >= WEIGHT.AMBIGUOUS && isOfAnotherSense(view, phrase)) return true;
  if (weight === WEIGHT.MEDIUM && isWithoutValue(view, phrase)) return true;
  return weight >= WEIGHT.MEDIUM && weight < WEIGHT.STRONG && isTestWithoutResult(view, phrase);
}

const SHORT_WORD_MAX = 5;

/** Keys and hashes hold every short word: HIV is one only where no letter, digit or invisible mark is glued to it. */
function isInRandomText(view: View, start: number, end: number): boolean {
  const { bytes } = view;
  // Most words stand between blanks and marks.
  if (IS_GLUE[bytes[start - 1] ?? 0] === 0 && IS_GLUE[bytes[end] ?? 0] === 0) return isNameWithDigit(view, start, end);
  const isAfterDigit = isDigitAt(view, start - 1);
  const isBeforeDigit = isDigitAt(view, end);
  if (end - start > SHORT_WORD_MAX) return isBeforeDigit && isAfterDigit;
  const isAfterLetter = isLetterAt(view, start - 1);
  if (isBeforeDigit) {
    const digits = DIGITS_OF_NAMES.get(textAt(view, start, end).toLowerCase());
    if (digits?.includes(textAt(view, end, end + 1)) === true) return isAfterLetter || isAfterDigit;
    return true;
  }
  if (isAfterLetter || isLetterAt(view, end)) return true;
  if (bytes[start - 1] === BYTE_SYMBOL || bytes[end] === BYTE_SYMBOL) return true;
  if (isNameWithDigit(view, start, end)) return true;
  return isAfterDigit && !UNITS.has(textAt(view, start, end).toLowerCase());
}

/** Digits, letters and invisible marks. */
const IS_GLUE = CLASS_OF_BYTE.map((kind) => (kind >= CLASS.DIGIT ? 1 : 0));
IS_GLUE[BYTE_SYMBOL] = 1;

/** HbA: without its digit these are letters of a code. */
function isNameWithDigit({ bytes }: View, start: number, end: number): boolean {
  if (end - start !== 3 || ((bytes[start] as number) | 0x20) !== 0x68) return false;
  return ((bytes[start + 1] as number) | 0x20) === 0x62 && ((bytes[start + 2] as number) | 0x20) === 0x61;
}

/** HbA1c and BRCA1 are written with their digit. */
const DIGITS_OF_NAMES: ReadonlyMap<string, string> = new Map([
  ['hba', '1'],
  ['hb a', '1'],
  ['brca', '12'],
]);
