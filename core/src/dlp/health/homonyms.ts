/**
 * Names of illnesses that name something else as well: pumps have a high pressure, AVC compresses video, CHF is money,
 * Parkinson has written books. What stands beside the word tells which is meant.
 */

import { AUTHORS_EXPRESSION, YEAR_EXPRESSION } from '../expressions.ts';
import { GIVEN_NAMES } from '../given-names.ts';
import { lineAround, newlinesBetween } from '../labels.ts';
import { setOf } from '../short-texts.ts';
import { isCapitalAt, isDigitAt, isLetterAt, textAt, type View } from '../view.ts';
import { WordSet } from '../word-set.ts';
import { entryLookup, entryTest, weightAt } from './entries.ts';
import { EVERYDAY_SENSES, SENSES_OF_MEDICINES } from './everyday-vocabulary.ts';
import { OTHER_SENSES } from './homonyms-vocabulary.ts';
import { HEALTH_MEDICINES } from './medicines.ts';
import { WEIGHT } from './vocabulary.ts';

const REACH = 70;
const BESIDE = 7;
const WORD_MAX = 14;

const EPONYMS = setOf(
  'parkinson alzheimer crohn hashimoto tourette hodgkin huntington klinefelter meniere sjogren marfan asperger chagas',
);

const isEponym = entryTest(EPONYMS);
const senseOf = entryLookup(OTHER_SENSES);
const everydayWordsOf = entryLookup(wordsOfSenses());

/** Of each word of medicine, all the words of its rows. */
function wordsOfSenses(): Map<string, WordSet> {
  const others = new Map<string, string>();
  for (const row of EVERYDAY_SENSES) {
    const [words = '', more = ''] = row.split('|');
    for (const word of words.split(',')) others.set(word, `${others.get(word) ?? ''} ${more}`.trim());
  }
  for (const line of HEALTH_MEDICINES) {
    for (const word of line.phrases.split(', ')) {
      const name = word.replace('!', '');
      others.set(name, `${others.get(name) ?? ''} ${SENSES_OF_MEDICINES}`.trim());
    }
  }
  return new Map([...others].map(([word, more]) => [word, new WordSet(more)]));
}

export function isOfAnotherSense(view: View, phrase: number): boolean {
  const sense = senseOf(view, phrase);
  const start = view.phrases.starts.at(phrase);
  const end = view.phrases.ends.at(phrase);
  const everyday = everydayWordsOf(view, phrase);
  if (everyday !== undefined && isOnLine(view, start, end, everyday, REACH)) return true;
  if (sense === undefined) return isEponym(view, phrase) && isSurname(view, start, end);
  const { surely, beside, perhaps, isMoney, reach = REACH } = sense;
  return (
    (isMoney === true && isAmount(view, start, end)) ||
    (surely !== undefined && isOnLine(view, start, end, surely, reach)) ||
    isAround(view, start, end, beside, BESIDE) ||
    (isAround(view, start, end, perhaps, REACH) && !hasPerson(view, start, end))
  );
}

function isOnLine(view: View, start: number, end: number, words: WordSet, reach: number): boolean {
  const [lineStart, lineEnd] = lineAround(view, start, end);
  return words.isBeside(view, Math.max(lineStart, start - reach), start, end, Math.min(lineEnd, end + reach));
}

function isAround(view: View, start: number, end: number, words: WordSet | undefined, reach: number): boolean {
  return words?.isBeside(view, start - reach, start, end, end + reach) === true;
}

/** "CHF 120", "88 CHF", "USD/CHF". */
function isAmount(view: View, start: number, end: number): boolean {
  return (
    view.bytes[start - 1] === 0x2f ||
    (view.bytes[end] === 0x20 && isDigitAt(view, end + 1)) ||
    (view.bytes[start - 1] === 0x20 && isDigitAt(view, start - 2))
  );
}

/** "Está com" is said of pumps too. */
const NO_PERSON = setOf('esta estava ta tava segue continua anda apareceu veio');

function hasPerson(view: View, start: number, end: number): boolean {
  const { starts, ends } = view.phrases;
  for (let phrase = starts.countBelow(start - REACH); phrase < starts.length; phrase += 1) {
    if (starts.at(phrase) > end + REACH) return false;
    if (weightAt(view, phrase) !== WEIGHT.PERSON) continue;
    const [first = ''] = textAt(view, starts.at(phrase), ends.at(phrase)).toLowerCase().split(' ');
    if (!NO_PERSON.has(first)) return true;
  }
  return false;
}

const NAMES = setOf(GIVEN_NAMES.replaceAll(',', ''));
const TITLES = setOf('dr dra prof profa professor professora sir mr mrs ms sr sra senhor senhora lord lady');
const NAME_MAX = 16;

/** "Parkinson, C. N.", "T. Crohn", "Alan Parkinson", "Parkinson et al.": somebody who is called so. */
function isSurname(view: View, start: number, end: number): boolean {
  if (!isCapitalAt(view, start)) return false;
  // Initials behind a comma, as lists of books write them; a chart goes on with a word.
  if (textAt(view, end, end + 2) === ', ' && isInitial(view, end + 2)) return true;
  if (mayBeAuthors(view, end) && AUTHORS_EXPRESSION.test(textAt(view, end, end + NAME_MAX))) return true;
  if (view.bytes[start - 1] !== 0x20) return false;
  if (isInitial(view, start - 3)) return true;
  let from = view.bytes[start - 2] === 0x2e ? start - 2 : start - 1;
  const to = from;
  while (to - from < NAME_MAX && isLetterAt(view, from - 1)) from -= 1;
  const before = textAt(view, from, to).toLowerCase();
  if (isCapitalAt(view, from) && (NAMES.has(before) || TITLES.has(before))) return true;
  return isCitation(view, start, end);
}

/** The letters with which "et al" and "and" begin, and the sign for it. */
function mayBeAuthors({ bytes }: View, end: number): boolean {
  const next = bytes[end + 1];
  return bytes[end] === 0x20 && (next === 0x65 || next === 0x61 || next === 0x26);
}

/** A capital and its full stop. */
function isInitial(view: View, at: number): boolean {
  return isCapitalAt(view, at) && view.bytes[at + 1] === 0x2e && !isLetterAt(view, at - 1);
}

/** "Parkinson (1955)": a year in brackets, and no other word of medicine on the line. */
function isCitation(view: View, start: number, end: number): boolean {
  if (view.bytes[end + 1] !== 0x28 || !YEAR_EXPRESSION.test(textAt(view, end, end + 9))) return false;
  const { starts } = view.phrases;
  for (let phrase = starts.countBelow(start - REACH); phrase < starts.length; phrase += 1) {
    const at = starts.at(phrase);
    if (at > end + REACH) break;
    if (at >= start && at < end) continue;
    const weight = weightAt(view, phrase);
    const isOnLine = newlinesBetween(view, Math.min(at, start), Math.max(at, end)) === 0;
    if (isOnLine && weight >= WEIGHT.WEAK && !EPONYMS.has(textAt(view, at, at + WORD_MAX).toLowerCase())) return false;
  }
  return true;
}
