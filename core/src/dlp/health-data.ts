/**
 * Health data: words with weights, ICD codes beside a word for them, medicines with a dose, and numbers of the national
 * health card. A strong word counts alone, unless its line speaks to everybody and of nobody; words with another sense
 * must come together, and not in talk of machines.
 */

import { CLASS, CLASS_OF_BYTE } from './byte-classes.ts';
import { isValidCns } from './check-digits.ts';
import type { Sink } from './finding.ts';
import { BYTE_SYMBOL } from './fold-table.ts';
import { findIcdCodes } from './health-codes.ts';
import { DOSES, WEIGHT } from './health-vocabulary.ts';
import { KIND } from './kinds.ts';
import { gapAfter, gapBefore, isLabelled, newlinesBetween } from './labels.ts';
import { isBounded, type NumberDetector, type NumberRun } from './numbers.ts';
import { isDigitAt, isLetterAt, listOf, textAt, type View } from './view.ts';
import { DICTIONARY } from './vocabulary.ts';

const POINTS_NEEDED = 3;
/** So much that an ambiguous word said of a person is enough. */
const PERSON_POINTS = 1.125;
/** Three weak words, or one that is stronger and one weak. */
const POINTS_OF_FEW_WORDS_MAX = 3 * WEIGHT.WEAK;
/** So much is no talk of machines, whatever log it stands in. */
const POINTS_BEYOND_MACHINES = 5;
const WINDOW_BYTES = 130;
const WINDOW_WORDS = 10;
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
  findIcdCodes(view, sink);
}

function findWords(view: View, sink: Sink): void {
  const { starts } = listOf(view, KIND.HEALTH);
  if (starts.length === 0) return;
  const { starts: phraseStarts, ends: phraseEnds, entries: phraseEntries } = view.phrases;
  let phrase = 0;
  const words: number[] = [];
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    while (phraseStarts.at(phrase) < starts.at(index)) phrase += 1;
    if (isInRandomText(view, phraseStarts.at(phrase), phraseEnds.at(phrase))) continue;
    const weight = DICTIONARY.entries[phraseEntries.at(phrase)]?.weight ?? 0;
    if (weight === WEIGHT.IMPERSONAL || isBlankField(view, phraseEnds.at(phrase))) continue;
    if (weight >= WEIGHT.AMBIGUOUS && isFigurative(view, phraseStarts.at(phrase), phraseEnds.at(phrase), weight))
      continue;
    if (weight >= WEIGHT.STRONG && !isImpersonal(view, phrase)) {
      sink.add('HEALTH_DATA', phraseStarts.at(phrase), phraseEnds.at(phrase));
    } else {
      // A word said twice proves no more than once; only its place moves on.
      if (phraseEntries.at(words.at(-1) ?? -1) === phraseEntries.at(phrase)) words.pop();
      words.push(phrase);
      if (words.length > WINDOW_WORDS) words.shift();
      const first = points(view, words);
      if (first >= 0) sink.add('HEALTH_DATA', phraseStarts.at(first), phraseEnds.at(phrase));
    }
  }
}

const FIELD_MARKS_MAX = 3;
const BLANK_LENGTH = 3;

/** `Diagnóstico: ______`, `CID: ....`: a form that nobody has filled in yet. */
function isBlankField(view: View, end: number): boolean {
  let at = end;
  while (at - end < FIELD_MARKS_MAX && IS_FIELD_MARK[view.bytes[at] as number] === 1) at += 1;
  const first = view.bytes[at];
  if (first !== 0x5f && first !== 0x2e) return false;
  for (let index = at + 1; index < at + BLANK_LENGTH; index += 1) if (view.bytes[index] !== first) return false;
  return at > end || first === 0x5f;
}

const IS_FIELD_MARK = new Uint8Array(256);
for (const character of ' :()') IS_FIELD_MARK[character.charCodeAt(0)] = 1;

const FIGURE_GAP_MAX = 16;
/** What may stand between a health word and the noun that it is said of: "alergia a", "parto da nova versão". */
const BETWEEN: ReadonlySet<string> = new Set(
  (
    'de da do das dos em a ao as aos o os entre contra por pela pelo nova novo novas novos nossa nosso essa ' +
    'esse esta este uma um toda todo of to by from for the a an our my this that new'
  ).split(' '),
);
/** "The project is in intensive care": what ties a health word to the noun before it. */
const FIGURE_VERBS: ReadonlySet<string> = new Set(
  (
    'esta estava ta tomou toma recebeu precisa pegou operou nasceu fez faz ficou fica segue continua entrou ' +
    'sofreu sofre sofria teve tem foi vive passou passa com is was are were has had got with suffers suffered ' +
    'remains seems looks needs need takes take gets caught toma usa apresenta apresentou ganhou'
  ).split(' '),
);
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'de da do das dos na no nas nos em pela pelo por com para of in at on for with from by'.split(' '),
);

/** "Enxaqueca administrativa", "alergia a reunião", "o projeto está na UTI": nobody is ill. */
function isFigurative(view: View, start: number, end: number, weight: number): boolean {
  if (weight >= WEIGHT.STRONG && view.bytes[end] === 0x20 && gapAfter(view, KIND.TECHNICAL, end) === 1) return true;
  const { starts, ends } = listOf(view, KIND.FIGURATIVE);
  if (starts.length === 0) return false;
  // "Tenho alergia a planilha": the turn of phrase begins inside the health word and goes on behind it.
  const inner = starts.countBelow(end) - 1;
  if (inner >= 0 && starts.at(inner) > start && ends.at(inner) > end) return true;
  const next = starts.countBelow(end);
  if (next < starts.length && starts.at(next) - end <= FIGURE_GAP_MAX) {
    const between = wordsOf(view, end, starts.at(next));
    if (between.every((word) => BETWEEN.has(word))) return true;
  }
  const last = ends.countBelow(start + 1) - 1;
  if (last < 0 || start - ends.at(last) > FIGURE_GAP_MAX) return false;
  // "Projeto Zika": the word in its capital is a name.
  if (start - ends.at(last) === 1 && isName(view, start)) return true;
  const [verb = ''] = wordsOf(view, ends.at(last), Math.max(start, ends.at(last) + FIGURE_GAP_MAX));
  const before = wordsOf(view, Math.max(0, starts.at(last) - FIGURE_GAP_MAX), starts.at(last));
  return FIGURE_VERBS.has(verb) && !before.slice(-2).some((word) => PREPOSITIONS.has(word));
}

/** A capital and a small letter, where the line has small letters before it. */
function isName(view: View, start: number): boolean {
  return isCapitalAt(view, start) && !isCapitalAt(view, start + 1) && !isCapitalAt(view, start - 2);
}

function isCapitalAt(view: View, index: number): boolean {
  return CLASS_OF_BYTE[view.bytes[index] as number] === CLASS.UPPER;
}

/** Words of a short span as the reading spells them; a mark is part of the word that it touches. */
function wordsOf(view: View, start: number, end: number): string[] {
  return textAt(view, start, end)
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
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
  let places = 0;
  let persons = 0;
  let common = 0;
  let hasPhrase = false;
  let hasDisease = false;
  let hasDose = false;
  let hasIntake = false;
  for (let index = words.length - 1; index >= 0; index -= 1) {
    const phrase = words[index] as number;
    if (end - phraseStarts.at(phrase) > WINDOW_BYTES) break;
    if (newlinesBetween(view, phraseStarts.at(phrase), end) > 2) break;
    const entry = phraseEntries.at(phrase);
    if (seen.includes(entry)) continue;
    seen.push(entry);
    const weight = DICTIONARY.entries[entry]?.weight ?? 0;
    hasPhrase ||= weight === WEIGHT.PHRASE;
    hasDisease ||= weight === WEIGHT.STRONG;
    if (weight === WEIGHT.PERSON) persons = PERSON_POINTS;
    else if (weight === WEIGHT.INSTITUTION) places = 1;
    else if (weight === WEIGHT.PROFESSION) places = WEIGHT.PROFESSION;
    else if (weight === WEIGHT.COMMON || weight === WEIGHT.INTAKE) {
      if (isUncountedUnit(view, phrase)) continue;
      common = 1;
      const isDose = isUnit(view, phrase, DOSES);
      // Somebody takes so many milligrams: a medicine, whatever its name.
      if ((isDose && hasIntake) || (weight === WEIGHT.INTAKE && hasDose)) sum += WEIGHT.AMBIGUOUS;
      hasDose ||= isDose;
      hasIntake ||= weight === WEIGHT.INTAKE;
    } else sum += weight;
    const total = sum + common + places + persons;
    if (sum < WEIGHT.AMBIGUOUS || total < POINTS_NEEDED) continue;
    // A few words with another sense, and everyday words or a place beside them: no proof where nobody is spoken of.
    if (persons === 0 && !hasPhrase && sum <= POINTS_OF_FEW_WORDS_MAX && !hasDose && !hasIntake) continue;
    if ((persons === 0 || total < POINTS_NEEDED + 1) && isImpersonal(view, last)) continue;
    if (hasDisease || sum >= POINTS_BEYOND_MACHINES || !isTechnical(view, phraseStarts.at(phrase), end, hasPhrase))
      return phrase;
  }
  return -1;
}

/** "Palestra", "inaugurou", "promoção" on the same line, or a blank field of the same form, near the word. */
function isImpersonal(view: View, last: number): boolean {
  const { starts: phraseStarts, ends: phraseEnds, entries: phraseEntries } = view.phrases;
  const [start, end] = [phraseStarts.at(last), phraseEnds.at(last)];
  for (const step of [-1, 1]) {
    for (let steps = 1; steps <= IMPERSONAL_WORDS_MAX; steps += 1) {
      const phrase = last + step * steps;
      if (phrase < 0 || phrase >= phraseStarts.length) break;
      const gap = step < 0 ? start - phraseEnds.at(phrase) : phraseStarts.at(phrase) - end;
      if (gap > IMPERSONAL_GAP_MAX) break;
      if (isBlankField(view, phraseEnds.at(phrase))) return true;
      if (DICTIONARY.entries[phraseEntries.at(phrase)]?.weight !== WEIGHT.IMPERSONAL) continue;
      const [from, to] = step < 0 ? [phraseEnds.at(phrase), start] : [end, phraseStarts.at(phrase)];
      if (newlinesBetween(view, from, to) === 0 && !endsSentence(view, from, to)) return true;
    }
  }
  return false;
}

/** A full stop before a blank; spans are short. What follows a question or a cry of an offer still belongs to it. */
function endsSentence(view: View, from: number, to: number): boolean {
  for (let index = from; index + 1 < to; index += 1) {
    if (view.bytes[index] === 0x2e && view.bytes[index + 1] === 0x20) return true;
  }
  return false;
}

const IMPERSONAL_GAP_MAX = 80;
const IMPERSONAL_WORDS_MAX = 16;

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
