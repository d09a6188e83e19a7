// SPDX-License-Identifier: Apache-2.0
/**
 * Figures that reveal health with one everyday word beside them: the two values of a blood pressure, and the weeks of a
 * pregnancy.
 */
import { lineAround, newlinesBetween } from '../context/context.ts';
import { type Document, textAt } from '../document/document.ts';
import { PRESSURES, WEEKS, WEIGHT } from '../lexicon/health-vocabulary.ts';
import { wordsIn } from '../text/short-texts.ts';
import { entryTest, weightAt } from './entries.ts';

const isPressure = entryTest(PRESSURES);
const PRESSURE_GAP_MAX = 12;
/** "a pressão da mãe subiu de novo, 17 por 10" */
const PRESSURE_SAID_GAP_MAX = 32;
const PRESSURE_DIGITS_MAX = 3;
const PRESSURE_SIGN_MAX = 8;
const PRESSURE_SIGNS: readonly string[] = ['/', 'x', ' x ', ' por ', ' over '];

/** "pressão 18 por 11", "BP 150/95", "pressão dele deu 16x10": tyres and boilers do not have two values. */
export function isBloodPressure(document: Document, phrase: number): boolean {
  if (!isPressure(document, phrase)) return false;
  const end = document.phrases.ends.at(phrase);
  const { digitStarts, digitEnds } = document.tokens;
  const group = digitStarts.countBelow(end);
  if (group + 1 >= digitStarts.length || digitStarts.at(group) - end > PRESSURE_SAID_GAP_MAX) return false;
  const from = digitEnds.at(group);
  const sign = textAt(document, from, Math.min(digitStarts.at(group + 1), from + PRESSURE_SIGN_MAX)).toLowerCase();
  if (!PRESSURE_SIGNS.includes(sign)) return false;
  const isFar = digitStarts.at(group) - end > PRESSURE_GAP_MAX;
  if (isFar && (sign !== ' por ' || newlinesBetween(document, end, from) > 0)) return false;
  const [high, low] = [pressureOf(document, group), pressureOf(document, group + 1)];
  // The values are in centimetres of mercury, as people say them, or in millimetres; "12/08" is a date.
  if (high >= 80) return high <= 260 && low >= 30 && low <= 160;
  return sign !== '/' && high >= 8 && high <= 26 && low >= 3 && low < high;
}

function pressureOf(document: Document, group: number): number {
  const { digitStarts, digitEnds } = document.tokens;
  const start = digitStarts.at(group);
  return Number(textAt(document, start, Math.min(digitEnds.at(group), start + PRESSURE_DIGITS_MAX + 1)));
}

const isWeek = entryTest(WEEKS);
const WEEKS_BEFORE_MAX = 48;
const WEEKS_AFTER_MAX = 12;
const WEEKS_MIN = 4;
const WEEKS_MAX = 42;

/** "Tá de 32 semanas", "entrou nas 36 semanas", "my wife is 31 weeks": this phrasing means a pregnancy. */
export function isWeekOfPregnancy(document: Document, phrase: number): boolean {
  if (!isWeek(document, phrase)) return false;
  const start = document.phrases.starts.at(phrase);
  const end = document.phrases.ends.at(phrase);
  const after = textAt(document, end, end + WEEKS_AFTER_MAX).toLowerCase();
  if (after.startsWith(' ') && !GOING_ON.has(wordsIn(after)[0] ?? '')) return false;
  const from = Math.max(lineAround(document, start, start)[0], start - WEEKS_BEFORE_MAX);
  const words = wordsIn(textAt(document, from, start).toLowerCase());
  const count = Number(words.pop());
  if (!Number.isInteger(count) || count < WEEKS_MIN || count > WEEKS_MAX) return false;
  return isEnglishWeek(words) || isPortugueseWeek(document, from, start, words);
}

/** Words that may follow without naming another matter: "32 semanas hoje", but "6 semanas de férias". */
const GOING_ON: ReadonlySet<string> = new Set(
  'hoje ontem amanha agora ja e mas nao entao que today now yesterday and but so along tomorrow'.split(' '),
);
const MOTHERS: ReadonlySet<string> = new Set(
  (
    'she i wife daughter sister girlfriend fiancee ela esposa mulher filha nora irma cunhada namorada noiva sobrinha ' +
    'prima neta colega gestora moca funcionaria colaboradora aluna vizinha amiga'
  ).split(' '),
);
const ENGLISH_VERBS: ReadonlySet<string> = new Set(['is', 's', 'am', 'm', 'at', 'hit', 'reached']);

function isEnglishWeek(words: readonly string[]): boolean {
  const [verb = '', who = ''] = words.slice(-2).reverse();
  return ENGLISH_VERBS.has(verb) && MOTHERS.has(who);
}

const OF_MYSELF: ReadonlySet<string> = new Set(['estou', 'to', 'tou']);
const OF_HER: ReadonlySet<string> = new Set(['esta', 'ta', 'tava', 'estava']);
const REACHED: ReadonlySet<string> = new Set(['entrou', 'completou', 'fez', 'chegou', 'fechou']);

function isPortugueseWeek(document: Document, from: number, start: number, words: readonly string[]): boolean {
  let verb = words.length - 1;
  const tie = words[verb] ?? '';
  if (tie === 'de' || tie === 'com' || tie === 'nas' || tie === 'as') verb -= 1;
  const said = words[verb] ?? '';
  if (tie === 'de' && OF_MYSELF.has(said)) return true;
  const hasMother = words.slice(0, verb).some((word) => MOTHERS.has(word));
  if (tie === 'com' || REACHED.has(said)) return hasMother && (OF_HER.has(said) || REACHED.has(said));
  return tie === 'de' && OF_HER.has(said) && (hasMother || hasPersonIn(document, from, start));
}

function hasPersonIn(document: Document, from: number, to: number): boolean {
  const { starts } = document.phrases;
  let isPerson = false;
  for (let phrase = starts.countBelow(from); phrase < starts.length && starts.at(phrase) < to; phrase += 1) {
    const weight = weightAt(document, phrase);
    if (weight === WEIGHT.ANIMAL) return false;
    isPerson ||= weight === WEIGHT.PERSON;
  }
  return isPerson;
}
