// SPDX-License-Identifier: Apache-2.0
/**
 * Names of illnesses with another meaning: pumps have a high pressure, AVC compresses video, CHF is money, Parkinson
 * wrote books. The words beside the name decide.
 */
import { lineAround, newlinesBetween } from '../context/context.ts';
import { type Document, isCapitalAt, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import { WordSet } from '../document/word-set.ts';
import { GIVEN_NAMES } from '../lexicon/given-names.ts';
import { HEALTH_MEDICINES } from '../lexicon/health-medicines.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { AUTHORS_EXPRESSION } from '../text/expressions.ts';
import { setOf } from '../text/short-texts.ts';
import { entryLookup, entryTest, weightAt } from './entries.ts';
import { EVERYDAY_SENSES, SENSES_OF_MEDICINES } from './everyday-vocabulary.ts';
import { OTHER_SENSES } from './homonyms-vocabulary.ts';

const REACH = 70;
const BESIDE = 7;

const EPONYMS = setOf(
  'parkinson alzheimer crohn hashimoto tourette hodgkin huntington klinefelter meniere sjogren marfan asperger chagas',
);

const isEponym = entryTest(EPONYMS);
const senseOf = entryLookup(OTHER_SENSES);
const everydayWordsOf = entryLookup(wordsOfSenses());

/** For each medical word, all the words of its rows. */
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

export function isOfAnotherSense(document: Document, phrase: number): boolean {
  const sense = senseOf(document, phrase);
  const start = document.phrases.starts.at(phrase);
  const end = document.phrases.ends.at(phrase);
  const everyday = everydayWordsOf(document, phrase);
  if (everyday !== undefined && isOnLine(document, start, end, everyday, REACH)) return true;
  if (sense === undefined) return isEponym(document, phrase) && isSurname(document, phrase);
  const { surely, beside, perhaps, isMoney, reach = REACH } = sense;
  return (
    (isMoney === true && isAmount(document, start, end)) ||
    (surely !== undefined && isOnLine(document, start, end, surely, reach)) ||
    isAround(document, start, end, beside, BESIDE) ||
    (isAround(document, start, end, perhaps, REACH) && !hasPerson(document, start, end))
  );
}

function isOnLine(document: Document, start: number, end: number, words: WordSet, reach: number): boolean {
  const [lineStart, lineEnd] = lineAround(document, start, end);
  return words.isBeside(document, Math.max(lineStart, start - reach), start, end, Math.min(lineEnd, end + reach));
}

function isAround(document: Document, start: number, end: number, words: WordSet | undefined, reach: number): boolean {
  return words?.isBeside(document, start - reach, start, end, end + reach) === true;
}

/** "CHF 120", "88 CHF", "USD/CHF". */
function isAmount(document: Document, start: number, end: number): boolean {
  return (
    document.bytes[start - 1] === 0x2f ||
    (document.bytes[end] === 0x20 && isDigitAt(document, end + 1)) ||
    (document.bytes[start - 1] === 0x20 && isDigitAt(document, start - 2))
  );
}

/** "Está com" also describes pumps. */
const NO_PERSON = setOf('esta estava ta tava segue continua anda apareceu veio');

function hasPerson(document: Document, start: number, end: number): boolean {
  const { starts, ends } = document.phrases;
  for (let phrase = starts.countBelow(start - REACH); phrase < starts.length; phrase += 1) {
    if (starts.at(phrase) > end + REACH) return false;
    if (weightAt(document, phrase) !== WEIGHT.PERSON) continue;
    const [first = ''] = textAt(document, starts.at(phrase), ends.at(phrase)).toLowerCase().split(' ');
    if (!NO_PERSON.has(first)) return true;
  }
  return false;
}

const NAMES = setOf(GIVEN_NAMES.replaceAll(',', ''));
const TITLES = setOf('dr dra prof profa professor professora sir mr mrs ms sr sra senhor senhora lord lady');
const NAME_MAX = 16;

/** "Parkinson, C. N.", "T. Crohn", "Alan Parkinson", "Parkinson et al.": a person with this surname. */
function isSurname(document: Document, phrase: number): boolean {
  const { bytes } = document;
  const start = document.phrases.starts.at(phrase);
  const end = document.phrases.ends.at(phrase);
  if (!isCapitalAt(document, start)) return false;
  // Initials behind a comma, as in lists of books; a medical chart continues with a word.
  if (bytes[end] === 0x2c && bytes[end + 1] === 0x20 && isInitial(document, end + 2)) return true;
  if (mayBeAuthors(document, end) && AUTHORS_EXPRESSION.test(textAt(document, end, end + NAME_MAX))) return true;
  if (bytes[start - 1] !== 0x20) return false;
  if (isInitial(document, start - 3)) return true;
  let from = bytes[start - 2] === 0x2e ? start - 2 : start - 1;
  const to = from;
  while (to - from < NAME_MAX && isLetterAt(document, from - 1)) from -= 1;
  if (isCapitalAt(document, from)) {
    const before = textAt(document, from, to).toLowerCase();
    if (NAMES.has(before) || TITLES.has(before)) return true;
  }
  return isCitation(document, phrase);
}

/** The first letters of "et al" and "and", and the ampersand. */
function mayBeAuthors({ bytes }: Document, end: number): boolean {
  const next = bytes[end + 1];
  return bytes[end] === 0x20 && (next === 0x65 || next === 0x61 || next === 0x26);
}

/** Matches a capital and its full stop. */
function isInitial(document: Document, at: number): boolean {
  return isCapitalAt(document, at) && document.bytes[at + 1] === 0x2e && !isLetterAt(document, at - 1);
}

/**
 * "Parkinson (1955)": a year in brackets. No other medical word may stand on the line, except a name at the text's end.
 */
function isCitation(document: Document, phrase: number): boolean {
  const { starts, ends } = document.phrases;
  const [start, end] = [starts.at(phrase), ends.at(phrase)];
  if (!isYear(document, end)) return false;
  for (const step of [-1, 1]) {
    for (let next = phrase + step; next >= 0 && next < starts.length; next += step) {
      const at = starts.at(next);
      if (at < start - REACH || at > end + REACH) break;
      if (
        weightAt(document, next) < WEIGHT.WEAK ||
        (isEponym(document, next) && ends.at(next) === document.bytes.length)
      )
        continue;
      if (newlinesBetween(document, Math.min(at, start), Math.max(at, end)) === 0) return false;
    }
  }
  return true;
}

/** " (1955)", " (2003b)" */
function isYear(document: Document, at: number): boolean {
  const { bytes } = document;
  if (bytes[at] !== 0x20 || bytes[at + 1] !== 0x28) return false;
  const isOfCentury =
    bytes[at + 2] === 0x31 ? bytes[at + 3] === 0x38 || bytes[at + 3] === 0x39 : isTwenty(document, at + 2);
  if (!isOfCentury || !isDigitAt(document, at + 4) || !isDigitAt(document, at + 5)) return false;
  const letter = bytes[at + 6] ?? 0;
  return bytes[letter >= 0x61 && letter <= 0x7a ? at + 7 : at + 6] === 0x29;
}

function isTwenty({ bytes }: Document, at: number): boolean {
  return bytes[at] === 0x32 && bytes[at + 1] === 0x30;
}
