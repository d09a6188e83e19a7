// SPDX-License-Identifier: Apache-2.0
/** Brazilian phones: +55 and (DD) forms count alone; bare digits need a word for a phone. */

import { hasEqualValues, isValidCnh, isValidCpf } from '../check-digits.ts';
import { isForeignField, isLabelled } from '../context/context.ts';
import { type Document, isLetterAt, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { ALPHABETS } from '../lexicon/alphabets.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { isSaidToBeKey } from '../pix/pix-context.ts';
import { isCalledCpf } from './cpf.ts';
import { isMessengerAddress } from './messengers.ts';
import { isPhoneNumber } from './numbering-plan.ts';
import {
  isBounded,
  isForeignNumber,
  isPlusBefore,
  joinedByLineBreak,
  LOOSE,
  type NumberDetector,
  type NumberRun,
} from './numbers.ts';
import { isSplitPhone } from './split-phone.ts';

const NATIONAL_SHAPES = [
  '2-5-4',
  '2-4-4',
  '2-9',
  '2-8',
  '2-1-4-4',
  '2-1-8',
  '11',
  '10',
  '2-3-3-3',
  '7-4',
  '6-4',
  '2-4-5',
];
const PREFIXED_SHAPES = NATIONAL_SHAPES.filter((shape) => shape.startsWith('2-')).flatMap((shape) => [
  `2-${shape}`,
  `1-${shape}`,
  `2-3${shape.slice(1)}`,
  `3${shape.slice(1)}`,
]);
const LOCAL_SHAPES: ReadonlySet<string> = new Set(['5-4', '1-4-4']);
const LOCAL_LABEL_GAP_MAX = 24;

export const PHONE_DETECTOR: NumberDetector = {
  type: 'PHONE_BR',
  shapes: [
    ...NATIONAL_SHAPES,
    ...PREFIXED_SHAPES,
    '13',
    '12',
    '2-11',
    '2-10',
    '2-7-4',
    '4-5-4',
    '4-4-4',
    '4-9',
    '4-8',
    '9-4',
    '8-4',
    '5-4',
    '9',
    '1-4-4',
    '1-8',
    '8',
  ],
  looseLengths: [8, 10, 11, 12, 13],
  find: findPhone,
};

function findPhone(document: Document, run: NumberRun, sink: Sink): void {
  if (joinedByLineBreak(run) > 1) return;
  if (run.length === 8 || run.length === 9) {
    if (isSplitPhone(document, run) && isBounded(document, run, false)) {
      sink.add('PHONE_BR', run.start, run.end);
      return;
    }
  } else if (isMessengerAddress(document, run)) {
    sink.add('PHONE_BR', run.start, run.end);
    return;
  }
  if (LOCAL_SHAPES.has(run.shape)) {
    findLocal(document, run, sink);
    return;
  }
  const hasPlus = isPlusBefore(document, run.start);
  const national = nationalStart(run, hasPlus);
  if (national < 0 || isForeignNumber(document, run) || isNorthAmerican(document, run)) return;
  const isStrong = joinedByLineBreak(run) === 0 && run.shape !== LOOSE && (hasPlus || hasParentheses(document, run));
  if (!isBounded(document, run, isStrong) || isTokenHead(document, run)) return;
  if (isStrong || isCalledPhone(document, run) || isTexted(document, run) || isPhoneKey(document, run))
    sink.add('PHONE_BR', run.start, run.end);
}

/** Eleven digits that are called a Pix key count as a CPF when they can be one, as in payment interfaces. */
function isPhoneKey(document: Document, run: NumberRun): boolean {
  return !isValidCpf(run.digits, run.length) && isSaidToBeKey(document, run);
}

const TOKEN_LENGTH_MIN = 30;

/** `2720984228:AAR01iA-9gUb…`: the id of a bot, with its secret right behind. */
function isTokenHead({ bytes }: Document, { end }: NumberRun): boolean {
  if (bytes[end] !== 0x3a) return false;
  let at = end + 1;
  while (at - end <= TOKEN_LENGTH_MIN && ALPHABETS.url[bytes[at] ?? 0] === 1) at += 1;
  return at - end > TOKEN_LENGTH_MIN;
}

function isCalledPhone(document: Document, run: NumberRun): boolean {
  if (!isLabelled(document, run.start, run.end, LABEL.PHONE, rivalsOf(run))) return false;
  return !isForeignField(document, run.start, LABEL.PHONE) && !isCalledCpf(document, run);
}

const TEXT_VERB = 'text ';

const NORTH_AMERICAN_GROUPS: readonly number[] = [3, 3, 4];

/**
 * `(512) 555-0148`, `1-512-555-0148`: three, three and four digits. A Brazilian area code of three begins with a zero.
 */
function isNorthAmerican(document: Document, run: NumberRun): boolean {
  const hasCountry = run.groupCount === 4 && run.length === 11 && run.digits[0] === 1;
  if (run.shape !== LOOSE || (run.groupCount !== 3 && !hasCountry)) return false;
  const first = run.firstGroup + run.groupCount - 3;
  return NORTH_AMERICAN_GROUPS.every(
    (length, index) =>
      document.tokens.digitEnds.at(first + index) - document.tokens.digitStarts.at(first + index) === length,
  );
}

/** "please text 31 97313-6032": right before a hyphenated number the word is a verb, elsewhere the name of a field. */
function isTexted(document: Document, run: NumberRun): boolean {
  if (!run.shape.endsWith('-4') || document.bytes[run.end - 5] !== 0x2d) return false;
  const from = run.start - TEXT_VERB.length;
  return textAt(document, from, run.start).toLowerCase() === TEXT_VERB && !isLetterAt(document, from - 1);
}

/** `98765-4321` after a word for a phone: a number without its area code, as neighbours write it. */
function findLocal(document: Document, run: NumberRun, sink: Sink): void {
  if (run.digits[0] !== 9 || run.length !== 9 || hasEqualValues(run.digits, run.length)) return;
  const labels = spansOf(document, LABEL.PHONE).ends;
  const gap = run.start - labels.at(labels.countBelow(run.start + 1) - 1);
  if (
    labels.length === 0 ||
    gap > LOCAL_LABEL_GAP_MAX ||
    isForeignNumber(document, run) ||
    !isBounded(document, run, false)
  )
    return;
  if (run.joins[run.firstGroup - 1] && isDdd(document, run)) return;
  if (isCalledPhone(document, run)) sink.add('PHONE_BR', run.start, run.end);
}

/** A two-digit group before the number makes it a longer one, which is judged by itself. */
function isDdd(document: Document, run: NumberRun): boolean {
  const group = run.firstGroup - 1;
  return document.tokens.digitEnds.at(group) - document.tokens.digitStarts.at(group) <= 3;
}

/** Position of the area code, after 55 and a long-distance zero; -1 when the digits are no Brazilian phone. */
function nationalStart(run: NumberRun, hasPlus: boolean): number {
  const { digits, length } = run;
  const hasCountry = digits[0] === 5 && digits[1] === 5;
  for (const start of hasCountry ? [2, 3, 0, 1] : [0, 1]) {
    if (hasPlus && start < 2) continue;
    if ((start === 1 || start === 3) && digits[start - 1] !== 0) continue;
    if (isPhoneNumber(digits, length, start)) return start;
  }
  return -1;
}

/** Matches the area code in parentheses, with its zero or carrier prefix if it has one. */
function hasParentheses(document: Document, run: NumberRun): boolean {
  const { digitStarts, digitEnds } = document.tokens;
  const lengthOf = (group: number): number => digitEnds.at(group) - digitStarts.at(group);
  for (let group = run.firstGroup; group < run.firstGroup + Math.min(3, run.groupCount - 1); group += 1) {
    if (document.bytes[digitEnds.at(group)] !== 0x29 || lengthOf(group) > 3) continue;
    const first = Math.max(run.firstGroup, group - 1);
    for (let index = digitStarts.at(first) - 1; index >= digitStarts.at(first) - 4 && index >= 0; index -= 1) {
      if (document.bytes[index] === 0x28) return true;
    }
    if (document.bytes[digitStarts.at(group) - 1] === 0x28) return true;
  }
  return false;
}

function rivalsOf(run: NumberRun): Label[] {
  const rivals: Label[] = [LABEL.OTHER];
  if (isValidCpf(run.digits, run.length)) rivals.push(LABEL.CPF);
  if (isValidCnh(run.digits, run.length)) rivals.push(LABEL.CNH);
  return rivals;
}
