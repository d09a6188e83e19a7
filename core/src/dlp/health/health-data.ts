/**
 * Health data: words with weights, ICD codes beside a word for them, medicines with a dose, and numbers of the national
 * health card. A strong word counts alone, unless its line speaks to everybody and of nobody; words with another sense
 * must come together, and not in talk of machines.
 */

import { isValidCns } from '../check-digits.ts';
import type { Sink } from '../finding.ts';
import { BYTE_SYMBOL } from '../fold-table.ts';
import { KIND } from '../kinds.ts';
import { gapAfter, gapBefore, isLabelled, newlinesBetween } from '../labels.ts';
import { isBounded, type NumberDetector, type NumberRun } from '../numbers.ts';
import { isDigitAt, isLetterAt, listOf, textAt, type View } from '../view.ts';
import { isUnticked } from './boxes.ts';
import { findIcdCodes } from './codes.ts';
import { isOfNobody } from './document.ts';
import { weightAt } from './entries.ts';
import { isBlankField } from './fields.ts';
import { isBloodPressure, isWeekOfPregnancy } from './figures.ts';
import { isOfAnotherSense } from './homonyms.ts';
import { isOfNoSubstance } from './objects.ts';
import { hasOwner } from './owner.ts';
import { hasPrice, isFigurative, isImpersonal, isTitled, SPOKEN_OF, spokenOf } from './subject.ts';
import { isOfThing } from './things.ts';
import { DOSES, WEIGHT } from './vocabulary.ts';

const POINTS_NEEDED = 3;
/** So much that an ambiguous word said of a person is enough. */
const PERSON_POINTS = 1.125;
/** Three weak words, or one that is stronger and one weak. */
const POINTS_OF_FEW_WORDS_MAX = 3 * WEIGHT.WEAK;
/** So much is no talk of machines, whatever log it stands in. */
const POINTS_BEYOND_MACHINES = 5;
const WINDOW_BYTES = 130;
const WINDOW_WORDS = 10;
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
  const words: number[] = [];
  let judged = 0;
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    while (phraseStarts.at(phrase) < starts.at(index)) phrase += 1;
    if (isInRandomText(view, phraseStarts.at(phrase), phraseEnds.at(phrase))) continue;
    if (
      isBloodPressure(view, phraseStarts.at(phrase), phraseEnds.at(phrase)) ||
      isWeekOfPregnancy(view, phraseStarts.at(phrase), phraseEnds.at(phrase))
    ) {
      if (isOfNobody(view, sink, phraseStarts.at(phrase), phraseEnds.at(phrase), true)) continue;
      sink.add('HEALTH_DATA', phraseStarts.at(phrase), phraseEnds.at(phrase));
      continue;
    }
    const weight = weightAt(view, phrase);
    if (weight >= WEIGHT.MEDIUM && isOfAnotherSense(view, phraseStarts.at(phrase), phraseEnds.at(phrase))) continue;
    if (weight <= WEIGHT.IMPERSONAL || isBlankField(view, phraseEnds.at(phrase))) continue;
    if (weight >= WEIGHT.AMBIGUOUS && isOfNoSubstance(view, phraseStarts.at(phrase), phraseEnds.at(phrase))) continue;
    if (weight >= WEIGHT.WEAK && isUnticked(view, phraseStarts.at(phrase), phraseEnds.at(phrase))) continue;
    if (weight >= WEIGHT.AMBIGUOUS && isFigurative(view, phraseStarts.at(phrase), phraseEnds.at(phrase), weight))
      continue;
    if (weight >= WEIGHT.WEAK && judged < JUDGED_MAX) {
      judged += 1;
      if (isOfThing(view, phraseStarts.at(phrase), phraseEnds.at(phrase), weight)) continue;
    }
    const isStrong = weight >= WEIGHT.STRONG && !isImpersonal(view, phrase);
    if (isStrong && hasOwner(view, phraseStarts.at(phrase), phraseEnds.at(phrase))) {
      if (isOfNobody(view, sink, phraseStarts.at(phrase), phraseEnds.at(phrase), true)) continue;
      sink.add('HEALTH_DATA', phraseStarts.at(phrase), phraseEnds.at(phrase));
    } else {
      // A word said twice proves no more than once; only its place moves on.
      if (phraseEntries.at(words.at(-1) ?? -1) === phraseEntries.at(phrase)) words.pop();
      words.push(phrase);
      if (words.length > WINDOW_WORDS) words.shift();
      const first = points(view, words);
      if (first < 0) continue;
      // What is nobody's here stays so: the next group is of words that follow, and no word is judged twice.
      if (isOfNobody(view, sink, phraseStarts.at(first), phraseEnds.at(phrase), false)) words.length = 0;
      else sink.add('HEALTH_DATA', phraseStarts.at(first), phraseEnds.at(phrase));
    }
  }
}

const SHORT_WORD_MAX = 5;

/** Keys and hashes hold every short word: HIV is one only where no letter, digit or invisible mark is glued to it. */
function isInRandomText(view: View, start: number, end: number): boolean {
  if (end - start > SHORT_WORD_MAX) return isDigitAt(view, end) && isDigitAt(view, start - 1);
  const name = textAt(view, start, end).toLowerCase();
  if (isDigitAt(view, end) && DIGITS_OF_NAMES.get(name)?.includes(textAt(view, end, end + 1)))
    return isLetterAt(view, start - 1) || isDigitAt(view, start - 1);
  if (name === NAME_WITH_DIGIT) return true;
  if (isLetterAt(view, start - 1) || isLetterAt(view, end) || isDigitAt(view, end)) return true;
  if (view.bytes[start - 1] === BYTE_SYMBOL || view.bytes[end] === BYTE_SYMBOL) return true;
  return isDigitAt(view, start - 1) && !UNITS.has(name);
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
  const seen: number[] = [];
  let sum = 0;
  let terms = 0;
  let places = 0;
  let persons = 0;
  let common = 0;
  let hasPhrase = false;
  let hasDisease = false;
  let hasTerm = false;
  let hasDose = false;
  let hasIntake = false;
  let subject: number | undefined;
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const phrase = words[index] as number;
    if (end - phraseStarts.at(phrase) > WINDOW_BYTES) break;
    if (newlinesBetween(view, phraseStarts.at(phrase), end) > 2) break;
    const entry = phraseEntries.at(phrase);
    if (seen.includes(entry)) continue;
    seen.push(entry);
    const weight = weightAt(view, phrase);
    hasPhrase ||= weight === WEIGHT.PHRASE;
    hasDisease ||= weight === WEIGHT.STRONG;
    hasTerm ||= weight === WEIGHT.MEDIUM;
    if (weight === WEIGHT.PERSON && isTitled(view, phraseStarts.at(phrase))) continue;
    if (weight === WEIGHT.PERSON) persons = PERSON_POINTS;
    else if (weight === WEIGHT.INSTITUTION) places = 1;
    else if (weight === WEIGHT.PROFESSION) places = WEIGHT.PROFESSION;
    else if (weight === WEIGHT.COMMON || weight === WEIGHT.INTAKE || weight === WEIGHT.CHANGE) {
      if (isUncountedUnit(view, phrase)) continue;
      if (weight === WEIGHT.CHANGE && !isFollowedAtOnce(view, phrase)) continue;
      common = 1;
      const isDose = isUnit(view, phrase, DOSES);
      const isIntake = weight !== WEIGHT.COMMON;
      // Somebody takes so many milligrams: a medicine, whatever its name.
      if ((isDose && hasIntake) || (isIntake && hasDose)) sum += WEIGHT.AMBIGUOUS;
      hasDose ||= isDose;
      hasIntake ||= isIntake;
    } else {
      sum += weight;
      terms += 1;
    }
    const total = sum + common + places + persons;
    if (sum < WEIGHT.AMBIGUOUS || total < POINTS_NEEDED) continue;
    // A few words with another sense, and everyday words or a place beside them: no proof where nobody is spoken of.
    if (persons === 0 && !hasPhrase && sum <= POINTS_OF_FEW_WORDS_MAX && !hasDose && !hasIntake) continue;
    if (persons === 0 && !hasDisease && !hasPhrase && hasPrice(view, phraseStarts.at(phrase), end)) continue;
    if (terms === 1 && persons === 0 && !hasDose && !hasIntake && !hasOwner(view, phraseStarts.at(phrase), end))
      continue;
    subject ??= spokenOf(view, last);
    const isTied = persons > 0 && total >= POINTS_NEEDED + 1;
    if (subject === SPOKEN_OF.CHARACTER || (subject === SPOKEN_OF.EVERYBODY && !isTied)) continue;
    const isBeyondMachines = hasDisease || ((persons > 0 || hasTerm) && sum >= POINTS_BEYOND_MACHINES);
    if (isBeyondMachines || !isTechnical(view, phraseStarts.at(phrase), end, hasPhrase || hasIntake)) return phrase;
  }
  return -1;
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
  const start = view.phrases.starts.at(phrase);
  if (!isUnit(view, phrase, UNITS)) return false;
  return !isDigitAt(view, start - 1) && !(view.bytes[start - 1] === 0x20 && isDigitAt(view, start - 2));
}

const UNIT_LENGTH_MAX = 5;
const UNITS: ReadonlySet<string> = new Set(['mg', 'mcg', 'ml', 'ui', 'mmhg', 'mg/dl', 'bpm']);

function isUnit(view: View, phrase: number, units: ReadonlySet<string>): boolean {
  const start = view.phrases.starts.at(phrase);
  const end = view.phrases.ends.at(phrase);
  return end - start <= UNIT_LENGTH_MAX && units.has(textAt(view, start, end).toLowerCase());
}

function isTechnical(view: View, start: number, end: number, hasPhrase: boolean): boolean {
  const reach = hasPhrase ? TECHNICAL_GAP_OF_PHRASE_MAX : TECHNICAL_GAP_MAX;
  const { starts } = listOf(view, KIND.TECHNICAL);
  const isWithin = starts.countBelow(end) > starts.countBelow(start);
  return isWithin || gapBefore(view, KIND.TECHNICAL, start) <= reach || gapAfter(view, KIND.TECHNICAL, end) <= reach;
}
