/**
 * Health data: words with weights, ICD codes beside a word for them, medicines with a dose, and numbers of the national
 * health card. A strong word counts alone, unless its line speaks to everybody and of nobody; words with another sense
 * must come together, and not in talk of machines.
 */

import { isValidCns } from '../check-digits.ts';
import type { Sink } from '../finding.ts';
import { BYTE_SYMBOL } from '../fold-table.ts';
import type { IntList } from '../int-list.ts';
import { KIND } from '../kinds.ts';
import { gapAfter, gapBefore, isLabelled } from '../labels.ts';
import { isBounded, type NumberDetector, type NumberRun } from '../numbers.ts';
import { isDigitAt, isLetterAt, listOf, textAt, type View } from '../view.ts';
import { isUnticked } from './boxes.ts';
import { findIcdCodes } from './codes.ts';
import { isOfNobody } from './document.ts';
import { entryTest, weightAt } from './entries.ts';
import { isBlankField, isNameOfField, isNameOfSource } from './fields.ts';
import { isBloodPressure, isWeekOfPregnancy } from './figures.ts';
import { isOfAnotherSense } from './homonyms.ts';
import { isWithoutValue } from './laboratory.ts';
import { isOfNoSubstance } from './objects.ts';
import { hasOwner } from './owner.ts';
import { isInPriceList } from './price-lists.ts';
import { hasPrice, isFigurative, isImpersonal, isTitled, SPOKEN_OF, spokenOf } from './subject.ts';
import { isOfThing } from './things.ts';
import { isFieldOfMachine } from './ticket-fields.ts';
import { DOSES, WEIGHT } from './vocabulary.ts';
import { isVocative } from './vocatives.ts';

const POINTS_NEEDED = 3;
/** So much that an ambiguous word said of a person is enough. */
const PERSON_POINTS = 1.125;
/** Three weak words, or one that is stronger and one weak. */
const POINTS_OF_FEW_WORDS_MAX = 3 * WEIGHT.WEAK;
/** So much is no talk of machines, whatever log it stands in. */
const POINTS_BEYOND_MACHINES = 5;
const WINDOW_BYTES = 130;
const WINDOW_WORDS = 10;
/** A group may span two line ends. */
const WINDOW_LINES = 3;
/** A text with more words of medicine than these speaks of medicine, and is asked no further what they are said of. */
const JUDGED_MAX = 250;
const TECHNICAL_GAP_MAX = 60;
const TECHNICAL_GAP_OF_PHRASE_MAX = 25;

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
  const { starts: phraseStarts, ends: phraseEnds, entries: phraseEntries } = view.phrases;
  let phrase = 0;
  /** Phrases that prove nothing alone. */
  const group: number[] = [];
  let judged = 0;
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const start = starts.at(index);
    while (phraseStarts.at(phrase) < start) phrase += 1;
    const end = phraseEnds.at(phrase);
    if (isInRandomText(view, start, end)) continue;
    if (isBloodPressure(view, phrase) || isWeekOfPregnancy(view, phrase)) {
      if (!isOfNobody(view, sink, start, end, true)) sink.add('HEALTH_DATA', start, end);
      continue;
    }
    const weight = weightAt(view, phrase);
    if (isNoFact(view, phrase, weight)) continue;
    if (weight >= WEIGHT.WEAK && judged < JUDGED_MAX) {
      judged += 1;
      if (isOfThing(view, start, end, weight)) continue;
    }
    if (weight >= WEIGHT.STRONG && !isImpersonal(view, phrase) && hasOwner(view, start, end)) {
      if (!isInPriceList(view, start) && !isOfNobody(view, sink, start, end, true)) sink.add('HEALTH_DATA', start, end);
      continue;
    }
    // A word said twice proves no more than once; only its place moves on.
    if (phraseEntries.at(group.at(-1) ?? -1) === phraseEntries.at(phrase)) group.pop();
    group.push(phrase);
    if (group.length > WINDOW_WORDS) group.shift();
    const first = points(view, group);
    if (first < 0 || isInPriceList(view, start)) continue;
    // What is nobody's here stays so: the next group is of words that follow, and no word is judged twice.
    if (isOfNobody(view, sink, phraseStarts.at(first), end, false)) group.length = 0;
    else sink.add('HEALTH_DATA', phraseStarts.at(first), end);
  }
}

/** Whether what stands beside the word alone says that it tells nothing of anybody's health. */
function isNoFact(view: View, phrase: number, weight: number): boolean {
  const start = view.phrases.starts.at(phrase);
  const end = view.phrases.ends.at(phrase);
  if (weight <= WEIGHT.IMPERSONAL || isBlankField(view, end) || isNameOfSource(view, end)) return true;
  if (isNameOfField(view, start, end)) return true;
  if (weight === WEIGHT.WEAK && isFieldOfMachine(view, phrase, start, end)) return true;
  if (weight >= WEIGHT.AMBIGUOUS && isOfAnotherSense(view, phrase)) return true;
  if (weight === WEIGHT.MEDIUM && isWithoutValue(view, phrase)) return true;
  if (weight >= WEIGHT.AMBIGUOUS && isOfNoSubstance(view, start, end)) return true;
  if (weight >= WEIGHT.WEAK && isUnticked(view, start, end)) return true;
  return weight >= WEIGHT.AMBIGUOUS && isFigurative(view, start, end, weight);
}

const SHORT_WORD_MAX = 5;

/** Keys and hashes hold every short word: HIV is one only where no letter, digit or invisible mark is glued to it. */
function isInRandomText(view: View, start: number, end: number): boolean {
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
  if (view.bytes[start - 1] === BYTE_SYMBOL || view.bytes[end] === BYTE_SYMBOL) return true;
  if (!isAfterDigit && end - start !== NAME_WITH_DIGIT.length) return false;
  const name = textAt(view, start, end).toLowerCase();
  return name === NAME_WITH_DIGIT || (isAfterDigit && !UNITS.has(name));
}

/** HbA1c and BRCA1 are written with their digit. */
const DIGITS_OF_NAMES: ReadonlyMap<string, string> = new Map([
  ['hba', '1'],
  ['hb a', '1'],
  ['brca', '12'],
]);
/** Without it these are letters of a code. */
const NAME_WITH_DIGIT = 'hba';

/** The first phrase of a group that reaches the points needed and ends with the last one; -1 when none does. */
function points(view: View, words: readonly number[]): number {
  const { starts: phraseStarts, ends: phraseEnds, entries: phraseEntries } = view.phrases;
  const last = words.at(-1) as number;
  const end = phraseEnds.at(last);
  const linesBefore = lineBefore(view, end);
  let seen = 0;
  let sum = 0;
  let terms = 0;
  let term = last;
  let places = 0;
  let persons = 0;
  let common = 0;
  let isCalledOnly = true;
  let hasPhrase = false;
  let hasDisease = false;
  let hasTerm = false;
  let hasDose = false;
  let hasIntake = false;
  let subject: number | undefined;
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const phrase = words[index] as number;
    const start = phraseStarts.at(phrase);
    if (end - start > WINDOW_BYTES || linesBefore >= start) break;
    const entry = phraseEntries.at(phrase);
    if ((seen & (1 << entry)) !== 0 && isSaidAgain(phraseEntries, words, index)) continue;
    seen |= 1 << entry;
    const weight = weightAt(view, phrase);
    hasPhrase ||= weight === WEIGHT.PHRASE;
    hasDisease ||= weight === WEIGHT.STRONG;
    hasTerm ||= weight === WEIGHT.MEDIUM;
    if (weight === WEIGHT.PERSON) {
      if (isTitled(view, start)) continue;
      persons = PERSON_POINTS;
      // Asked while it can still matter: a second word of medicine needs no more than a name.
      isCalledOnly &&= terms < 2 && isVocative(view, start, phraseEnds.at(phrase), phraseStarts.at(last));
    } else if (weight === WEIGHT.INSTITUTION) places = 1;
    else if (weight === WEIGHT.PROFESSION) places = WEIGHT.PROFESSION;
    else if (weight === WEIGHT.COMMON || weight === WEIGHT.INTAKE || weight === WEIGHT.CHANGE) {
      if (isUncountedUnit(view, phrase) || (weight === WEIGHT.CHANGE && !isFollowedAtOnce(view, phrase))) continue;
      common = 1;
      const isDose = isDoseUnit(view, phrase);
      const isIntake = weight !== WEIGHT.COMMON;
      // Somebody takes so many milligrams: a medicine, whatever its name.
      if ((isDose && hasIntake) || (isIntake && hasDose)) sum += WEIGHT.AMBIGUOUS;
      hasDose ||= isDose;
      hasIntake ||= isIntake;
    } else {
      sum += weight;
      terms += 1;
      term = phrase;
    }
    const total = sum + common + places + persons;
    if (sum < WEIGHT.AMBIGUOUS || total < POINTS_NEEDED) continue;
    // A few words with another sense, and everyday words or a place beside them: no proof where nobody is spoken of.
    if (persons === 0 && !hasPhrase && sum <= POINTS_OF_FEW_WORDS_MAX && !hasDose && !hasIntake) continue;
    if (persons === 0 && !hasDisease && !hasPhrase && hasPrice(view, start, end)) continue;
    // One word, and nobody's name but that of whom the sentence calls.
    const isAlone = terms === 1 && isCalledOnly && !hasDose && !hasIntake;
    if (isAlone && ((persons > 0 && sum < POINTS_NEEDED) || !isOwned(view, term))) continue;
    subject ??= spokenOf(view, last);
    if (isOfAll(subject, persons > 0 && total >= POINTS_NEEDED + 1)) continue;
    const isBeyondMachines = hasDisease || ((persons > 0 || hasTerm) && sum >= POINTS_BEYOND_MACHINES);
    if (isBeyondMachines || !isTechnical(view, start, end, hasPhrase || hasIntake)) return phrase;
  }
  return -1;
}

/** @param isTied whether a person stands beside more than one word */
function isOfAll(subject: number, isTied: boolean): boolean {
  return subject === SPOKEN_OF.CHARACTER || (subject === SPOKEN_OF.EVERYBODY && !isTied);
}

function isOwned(view: View, phrase: number): boolean {
  return hasOwner(view, view.phrases.starts.at(phrase), view.phrases.ends.at(phrase));
}

/** The line end before the lines that a group may span. */
function lineBefore({ tokens: { newlines } }: View, end: number): number {
  return newlines.at(newlines.countBelow(end) - WINDOW_LINES);
}

/** Whether one of the words behind it in the group is the same. */
function isSaidAgain(phraseEntries: IntList, words: readonly number[], index: number): boolean {
  const entry = phraseEntries.at(words[index] as number);
  for (let later = index + 1; later < words.length; later += 1) {
    if (phraseEntries.at(words[later] as number) === entry) return true;
  }
  return false;
}

const ARTICLES: ReadonlySet<string> = new Set('o a os as com de do da no na the on off uso'.split(' '));

/** "Começou a sertralina", but not "começou a vender sertralina". */
function isFollowedAtOnce(view: View, phrase: number): boolean {
  const { starts, ends } = view.phrases;
  if (phrase + 1 >= starts.length || starts.at(phrase + 1) - ends.at(phrase) > ARTICLES_LENGTH_MAX) return false;
  const between = textAt(view, ends.at(phrase), starts.at(phrase + 1));
  const weight = weightAt(view, phrase + 1);
  if (!between.startsWith(' ') || (weight < WEIGHT.AMBIGUOUS && weight !== WEIGHT.INTAKE)) return false;
  return between
    .toLowerCase()
    .split(' ')
    .every((word) => word === '' || ARTICLES.has(word));
}

const ARTICLES_LENGTH_MAX = 10;

/** A unit such as mg is a dose only after a number. */
function isUncountedUnit(view: View, phrase: number): boolean {
  if (!isUnit(view, phrase)) return false;
  const start = view.phrases.starts.at(phrase);
  return !isDigitAt(view, start - 1) && !(view.bytes[start - 1] === 0x20 && isDigitAt(view, start - 2));
}

const UNITS: ReadonlySet<string> = new Set(['mg', 'mcg', 'ml', 'ui', 'mmhg', 'mg/dl', 'bpm']);
const isUnit = entryTest(UNITS);
const isDoseUnit = entryTest(DOSES);

function isTechnical(view: View, start: number, end: number, hasPhrase: boolean): boolean {
  const reach = hasPhrase ? TECHNICAL_GAP_OF_PHRASE_MAX : TECHNICAL_GAP_MAX;
  const { starts } = listOf(view, KIND.TECHNICAL);
  const isWithin = starts.countBelow(end) > starts.countBelow(start);
  return isWithin || gapBefore(view, KIND.TECHNICAL, start) <= reach || gapAfter(view, KIND.TECHNICAL, end) <= reach;
}
