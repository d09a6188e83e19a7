// SPDX-License-Identifier: Apache-2.0
/** Names of addressees: "Ana, o enjoo do layout…" is not about Ana's health, "Ana, sua febre passou?" is. */
import { lineAround } from '../context/context.ts';
import { type Document, isCapitalAt, isLetterAt, textAt } from '../document/document.ts';
import { WordSet } from '../document/word-set.ts';

const NAMES_MAX = 3;
const NAME_LENGTH_MAX = 16;
const GREETING_LENGTH_MAX = 12;
const REACH = 90;
const GREETINGS: ReadonlySet<string> = new Set(
  'prezado prezada caro cara querido querida ola oi dear hi hello hey'.split(' '),
);
/** "Asthma, Mr. Tanaka": the full stop of these words ends no sentence. */
const TITLES: ReadonlySet<string> = new Set('mr mrs ms mx sr sra srta dr dra'.split(' '));
/** Words addressed to the patient, and words about oneself. */
const OF_TWO = new WordSet(
  'you your yours voce vc ce seu sua seus suas te lhe tu teu tua contigo melhoras senhor senhora sr sra ' +
    'i me mine myself we eu mim comigo tou vou preciso posso fiquei acordei amanheci peguei passei tomei senti ' +
    'sinto operei cai desmaiei vomitei tossi marquei tenho sofro sofri descobri testei internei perdi melhorei ' +
    'piorei forca coragem faltei continuo sigo ando faco',
);
/** Words that begin a question without naming the addressee: "Ana, melhorou da tosse?". */
const ASKING: ReadonlySet<string> = new Set(
  (
    'esta ta estava ainda tomou toma tome passou melhorou sarou sentiu sente feeling still how como teve tem ficou ' +
    'anda desmaiou vomitou operou'
  ).split(' '),
);
/** Behind these the comma closes an apposition: "Ana, do caixa, tosse muito". */
const APPOSITIONS: ReadonlySet<string> = new Set(
  'de da do das dos que cuja cujo who whose which of from in with com'.split(' '),
);

/**
 * True when the name there is only an address.
 * @param start start of one word of the name
 * @param end position behind it
 * @param word start of the medical word
 */
export function isVocative(document: Document, start: number, end: number, word: number): boolean {
  return isCalled(callOf(document, start, end), word);
}

/**
 * NO_CALL: not a vocative. CALL: always a vocative. Any other value: a vocative, except before the word at that offset.
 */
const NO_CALL = -1;
const CALL = -2;

/** @param call see `callOf` @param word start of the medical word */
export function isCalled(call: number, word: number): boolean {
  return call === CALL || (call !== NO_CALL && call !== word);
}

/** Returns NO_CALL, CALL, or the offset at which a medical word would make the comma part of a list. */
export function callOf(document: Document, start: number, end: number): number {
  if (!isCapitalAt(document, start) || TITLES.has(textAt(document, start, end).toLowerCase())) return NO_CALL;
  const first = firstOfName(document, start);
  const last = lastOfName(document, end);
  const isFirst = beginsSentence(document, first);
  if (!(isFirst ? isBeforeClause(document, last) : endsSentence(document, first, last))) return NO_CALL;
  const [lineStart, lineEnd] = lineAround(document, first, last);
  if (OF_TWO.isIn(document, Math.max(lineStart, first - REACH), Math.min(lineEnd, last + REACH))) return NO_CALL;
  // "Ana, febre": a medical word right behind the comma makes a list.
  return isFirst ? last + COMMA_LENGTH : CALL;
}

const COMMA_LENGTH = 2;

/** Start of the name that contains this word. */
function firstOfName(document: Document, start: number): number {
  let first = start;
  for (let names = 1; names < NAMES_MAX; names += 1) {
    if (document.bytes[first - 1] !== 0x20) break;
    let from = first - 1;
    while (first - from <= NAME_LENGTH_MAX && isLetterAt(document, from - 1)) from -= 1;
    if (
      from === first - 1 ||
      !isCapitalAt(document, from) ||
      GREETINGS.has(textAt(document, from, first - 1).toLowerCase())
    )
      break;
    first = from;
  }
  return first;
}

/** Position behind the name. */
function lastOfName(document: Document, end: number): number {
  let last = end;
  for (let names = 1; names < NAMES_MAX; names += 1) {
    if (document.bytes[last] !== 0x20 || !isCapitalAt(document, last + 1)) break;
    let to = last + 1;
    while (to - last <= NAME_LENGTH_MAX && isLetterAt(document, to)) to += 1;
    last = to;
  }
  return last;
}

/** True at the head of a line or a sentence, with or without a greeting before it. */
function beginsSentence(document: Document, first: number): boolean {
  let from = first;
  if (document.bytes[from - 1] === 0x20) {
    let greeting = from - 1;
    while (from - greeting <= GREETING_LENGTH_MAX && isLetterAt(document, greeting - 1)) greeting -= 1;
    if (GREETINGS.has(textAt(document, greeting, from - 1).toLowerCase())) from = greeting;
  }
  const byte = document.bytes[from - 1];
  if (byte === undefined || byte === 0x0a) return true;
  const before = document.bytes[from - 2];
  return byte === 0x20 && (before === 0x2e || before === 0x21 || before === 0x3f);
}

const CLAUSE_WORDS_MIN = 3;
const CLAUSE_LENGTH_MAX = 40;

/** A comma and a clause in small letters; "Ana, 34 anos" is a list. */
function isBeforeClause(document: Document, last: number): boolean {
  const start = last + COMMA_LENGTH;
  if (document.bytes[last] !== 0x2c || document.bytes[last + 1] !== 0x20) return false;
  if (!isLetterAt(document, start)) return false;
  let end = start;
  while (end - start < CLAUSE_LENGTH_MAX && ENDS_CLAUSE[document.bytes[end] ?? 0] !== 1) end += 1;
  const words = textAt(document, start, Math.min(end, document.bytes.length)).toLowerCase().trim().split(' ');
  const first = words[0] as string;
  return words.length >= CLAUSE_WORDS_MIN && !ASKING.has(first) && !APPOSITIONS.has(first);
}

const ENDS_CLAUSE = new Uint8Array(256);
for (const character of ',;:.?!\n') ENDS_CLAUSE[character.charCodeAt(0)] = 1;

/** ", Ana." at the end. */
function endsSentence(document: Document, first: number, last: number): boolean {
  if (document.bytes[first - 1] !== 0x20 || document.bytes[first - 2] !== 0x2c) return false;
  const byte = document.bytes[last];
  return byte === undefined || byte === 0x0a || byte === 0x2e || byte === 0x21 || byte === 0x3f || byte === 0x3b;
}
