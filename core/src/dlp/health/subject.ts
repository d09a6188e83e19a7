// SPDX-License-Identifier: Apache-2.0
/** The subject of a health word: a thing in a figure of speech, the public in news and offers, or no person at all. */
import { lineAround, newlinesBetween } from '../context/context.ts';
import { type Document, isCapitalAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import { WordSet } from '../document/word-set.ts';
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { LABEL } from '../lexicon/label.ts';
import { WordReader } from '../lexicon/words.ts';
import { wordsIn } from '../text/short-texts.ts';
import { weightAt } from './entries.ts';
import { isBlankField } from './fields.ts';
import { landmarksOf, NAME } from './landmarks.ts';

const FIGURE_GAP_MAX = 16;
const FIGURE_GAP_OF_OWNER_MAX = 30;
const OF = new WordSet('de da do of');
/** Words that may stand between a health word and the noun it describes: "alergia a", "parto da nova versão". */
const BETWEEN = new WordSet(
  'de da do das dos em a ao as aos o os entre contra por pela pelo nova novo novas novos nossa nosso essa ' +
    'esse esta este uma um toda todo of to by on from for the a an our my this that new',
);
/** "The project is in intensive care": verbs that tie a health word to the noun before it. */
const FIGURE_VERBS = new WordSet(
  'e esta estava ta tomou toma recebeu precisa pegou operou nasceu fez faz ficou fica segue continua entrou ' +
    'sofreu sofre sofria teve tem foi vive passou passa com is was are were has had got with suffers suffered ' +
    'remains seems looks needs need takes take gets caught toma usa apresenta apresentou ganhou',
);
const STATES: ReadonlySet<string> = new Set('esta estava ta tava segue continua ficou teve tem anda foi'.split(' '));
const PREPOSITIONS: ReadonlySet<string> = new Set(
  'de da do das dos na no nas nos em pela pelo por com para of in at on for with from by'.split(' '),
);

/** "Enxaqueca administrativa", "alergia a reunião", "o projeto está na UTI": no person is ill. */
export function isFigurative(document: Document, start: number, end: number, weight: number): boolean {
  if (weight >= WEIGHT.STRONG && document.bytes[end] === 0x20 && isTechnicalAt(document, end + 1)) return true;
  // `Crossfit "Fratura Exposta"`: a capitalized name in quotes.
  if (document.bytes[end] === 0x22 && isCapitalAt(document, start) && isQuotedInProse(document, start)) return true;
  if (weight < WEIGHT.PHRASE && isTitleOfWork(document, start, end)) return true;
  const { starts, ends } = spansOf(document, LABEL.FIGURATIVE);
  if (starts.length === 0) return false;
  // "Tenho alergia a planilha": the idiom begins inside the health word and continues behind it.
  const inner = starts.countBelow(end) - 1;
  if (inner >= 0 && starts.at(inner) > start && ends.at(inner) > end) return true;
  const next = starts.countBelow(end);
  if (next < starts.length && starts.at(next) - end <= FIGURE_GAP_MAX) {
    if (isAllOf(document, end, starts.at(next), BETWEEN) && !isOfPlace(document, ends.at(next))) return true;
  }
  const last = ends.countBelow(start + 1) - 1;
  if (last < 0 || start - ends.at(last) > FIGURE_GAP_OF_OWNER_MAX) return false;
  // "Projeto Zika", `banda "Febre Amarela"`: the capitalized word is a name.
  if (start - ends.at(last) <= (document.bytes[start - 1] === 0x22 ? 2 : 1) && isName(document, start)) return true;
  return isTiedTo(document, last, start);
}

function isTechnicalAt(document: Document, position: number): boolean {
  const { starts } = spansOf(document, LABEL.TECHNICAL);
  return starts.at(starts.countBelow(position)) === position;
}

/** True when a verb ties the text at `start` to the noun before it. @param last index of the noun */
function isTiedTo(document: Document, last: number, start: number): boolean {
  const { starts, ends } = spansOf(document, LABEL.FIGURATIVE);
  const end = ends.at(last);
  const to = Math.min(document.bytes.length, Math.max(start, end + FIGURE_GAP_MAX));
  const first = afterBlanks(document, end, to);
  const firstEnd = blankFrom(document, first, to);
  // Most words that follow a noun are none of these, and the text behind them is not read.
  const isOf = OF.isAt(document, first, firstEnd);
  if (!isOf && (start - end > FIGURE_GAP_MAX || !FIGURE_VERBS.isAt(document, first, firstEnd))) return false;
  const [second = '', third = ''] = wordsOf(document, firstEnd, to);
  // "A empresa do Alfredo está na UTI": the owner stands between.
  if (isOf && !FIGURE_VERBS.has(third)) return false;
  // "Fechou a planilha e está na UTI": another clause begins.
  if (firstEnd - first === 1 && ((document.bytes[first] as number) | 0x20) === 0x65 && STATES.has(second)) return false;
  const before = wordsOf(document, Math.max(0, starts.at(last) - FIGURE_GAP_MAX), starts.at(last));
  return !before.slice(-2).some((word) => PREPOSITIONS.has(word));
}

const PLACES: ReadonlySet<string> = new Set('floor room dock lot yard aisle entrance stairs roof door gate'.split(' '));
const PLACE_LENGTH_MAX = 10;

/** "On the warehouse floor": the English noun continues, and names a place. */
export function isOfPlace(document: Document, end: number): boolean {
  if (document.bytes[end] !== 0x20) return false;
  return PLACES.has(wordsIn(textAt(document, end, end + PLACE_LENGTH_MAX).toLowerCase())[0] ?? '');
}

const WORKS = new WordSet(
  'filme filmes livro livros banda musica cancao album serie novela peca show jogo movie film book song band novel ' +
    'series game play podcast comic quadrinhos disco hq',
);
const WORK_REACH = 50;

/** "A banda do Vitor se chama Febre Noturna": a capital within the sentence, and a word for things with titles. */
function isTitleOfWork(document: Document, start: number, end: number): boolean {
  if (!isName(document, start) || document.bytes[start - 1] !== 0x20 || !isLetterAt(document, start - 2)) return false;
  const [lineStart, lineEnd] = lineAround(document, start, end);
  const from = Math.max(lineStart, start - WORK_REACH);
  return WORKS.isBeside(document, from, start, end, Math.min(lineEnd, end + WORK_REACH));
}

/** A capital and a small letter, with small letters before it on the line. */
function isName(document: Document, start: number): boolean {
  return isCapitalAt(document, start) && !isCapitalAt(document, start + 1) && !isCapitalAt(document, start - 2);
}

/** True when all words of a short span are in the list. */
function isAllOf(document: Document, from: number, to: number, words: WordSet): boolean {
  for (let start = afterBlanks(document, from, to); start < to; start = afterBlanks(document, start, to)) {
    const end = blankFrom(document, start, to);
    if (!words.isAt(document, start, end)) return false;
    start = end;
  }
  return true;
}

function afterBlanks({ bytes }: Document, from: number, to: number): number {
  let start = from;
  while (start < to && bytes[start] === 0x20) start += 1;
  return start;
}

function blankFrom({ bytes }: Document, from: number, to: number): number {
  let end = from;
  while (end < to && bytes[end] !== 0x20) end += 1;
  return end;
}

/** The words of a short span; punctuation is part of the word that it touches. */
function wordsOf(document: Document, start: number, end: number): string[] {
  return textAt(document, start, end)
    .toLowerCase()
    .split(' ')
    .filter((word) => word !== '');
}

export const SPOKEN_OF = {
  /** Perhaps a person: nothing contradicts it. */
  PERSON: 0,
  /** The public, unless a person is named beside it. */
  PUBLIC: 1,
  /** A fictitious character. */
  CHARACTER: 2,
} as const;

/** "Palestra", "inaugurou", "promoção" on the same line, or a blank field of the same form, near the word. */
export function spokenOf(document: Document, last: number): number {
  const { impersonal } = landmarksOf(document);
  const next = impersonal.countBelow(last);
  const after = impersonal.at(next) === last ? next + 1 : next;
  return saidBy(document, last, next - 1, -1) ?? saidBy(document, last, after, 1) ?? SPOKEN_OF.PERSON;
}

/** The verdict of the words that address the public on the word `last`, nearest first; null without a verdict. */
function saidBy(document: Document, last: number, first: number, step: -1 | 1): number | null {
  const { starts, ends } = document.phrases;
  const { impersonal } = landmarksOf(document);
  const [start, end] = [starts.at(last), ends.at(last)];
  for (let at = first; at >= 0 && at < impersonal.length; at += step) {
    const phrase = impersonal.at(at);
    const [from, to] = step < 0 ? [ends.at(phrase), start] : [end, starts.at(phrase)];
    if ((phrase - last) * step > IMPERSONAL_WORDS_MAX || to - from > IMPERSONAL_GAP_MAX) return null;
    if (isBlankField(document, ends.at(phrase))) return SPOKEN_OF.PUBLIC;
    const weight = weightAt(document, phrase);
    if (newlinesBetween(document, from, to) > 0) continue;
    // A story or an examination question lasts for more than one sentence.
    if (weight !== WEIGHT.STORY && endsSentence(document, from, to)) continue;
    if (weight === WEIGHT.GROUP && textAt(document, from, to).includes(':')) continue;
    if (weight === WEIGHT.STORY || weight === WEIGHT.PET) return SPOKEN_OF.CHARACTER;
    const isForAll = weight === WEIGHT.ANIMAL || !hasUnknownName(document, start, end);
    return isForAll ? SPOKEN_OF.PUBLIC : SPOKEN_OF.PERSON;
  }
  return null;
}

/** Titles of doctors and parts of place names: Dra. Ana signs the chart, São Paulo is a city. */
const TITLES: ReadonlySet<string> = new Set(
  (
    'dr dra doctor prof profa enf sao santo santa san saint st vila jardim rua av avenida praca rodovia parque ' +
    'hospital colegio escola instituto fundacao shopping edificio nature'
  ).split(' '),
);
const TITLE_LENGTH_MAX = 9;

/** True when the name there belongs to a doctor or a place: a title or a type of place stands before it. */
export function isTitled(document: Document, start: number, names = NAMES_MAX): boolean {
  let end = start;
  while (start - end < 2 && (document.bytes[end - 1] === 0x20 || document.bytes[end - 1] === 0x2e)) end -= 1;
  if (end === start || !isCapitalAt(document, start)) return false;
  let from = end;
  while (end - from <= TITLE_LENGTH_MAX && isLetterAt(document, from - 1)) from -= 1;
  if (TITLES.has(textAt(document, from, end).toLowerCase())) return true;
  // Dra. Lilian Prado: the title also covers the surname.
  return names > 1 && end - from <= TITLE_LENGTH_MAX && isTitled(document, from, names - 1);
}

const NAMES_MAX = 3;

const NAME_BEFORE_MAX = 80;
const NAME_AFTER_MAX = 60;
const NAME_LENGTH_MIN = 2;

/** A capitalized word that no list knows, inside the sentence: "exceção concedida a Edwiges", "Nereu – hérnia". */
export function hasUnknownName(document: Document, start: number, end: number): boolean {
  const { capitals, names } = landmarksOf(document);
  if (capitals.length === 0) return false;
  const [lineStart, lineEnd] = lineAround(document, start, end);
  const to = Math.min(lineEnd, end + NAME_AFTER_MAX);
  const from = Math.max(lineStart, start - NAME_BEFORE_MAX);
  for (let name = capitals.countBelow(from); name < capitals.length; name += 1) {
    const index = capitals.at(name);
    if (index >= to) return false;
    if (names.at(name) === NAME.UNASKED) names.set(name, isUnknownName(document, index) ? NAME.YES : NAME.NO);
    if (names.at(name) === NAME.YES) return true;
  }
  return false;
}

function isUnknownName(document: Document, start: number): boolean {
  if (beginsSentence(document, start)) return false;
  const word = new WordReader(document.bytes);
  word.read(start);
  const { end, hash } = word;
  if (end - start < NAME_LENGTH_MIN || isSubjectName(document, start, end)) return false;
  if (DICTIONARY.wordId(document.bytes, start, end, hash) !== 0) return false;
  return !isTitled(document, start) && !isInTitle(document, start, end);
}

const SUBJECT_ENDINGS: readonly string[] = (
  'ology ologia ologico ologica grafia graphy ction ation cao coes ment mento ics ing ncia nce ity dade ness ship ' +
  'ism ismo ional ture tura ral ical ico ica icos icas ive ivo iva'
).split(' ');
const SUBJECT_LENGTH_MIN = 8;
const SUBJECT_ENDING_MAX = 7;

/** Titles capitalize their subject: Introduction to Epidemiology. No person has such a name. */
function isSubjectName(document: Document, start: number, end: number): boolean {
  if (end - start < SUBJECT_LENGTH_MIN) return false;
  const ending = textAt(document, end - SUBJECT_ENDING_MAX, end).toLowerCase();
  return SUBJECT_ENDINGS.some((suffix) => ending.endsWith(suffix));
}

/** Clinical Oncology, Hospital Sírio: a capitalized word beside one that belongs to no person. */
function isInTitle(document: Document, start: number, end: number): boolean {
  const { starts, ends } = document.phrases;
  const next = starts.countBelow(start);
  return [next - 1, next].some((phrase) => {
    if (phrase < 0 || phrase >= starts.length || !isCapitalAt(document, starts.at(phrase))) return false;
    if (phrase < next ? ends.at(phrase) !== start - 1 : starts.at(phrase) !== end + 1) return false;
    const weight = weightAt(document, phrase);
    return weight >= WEIGHT.PROFESSION && weight !== WEIGHT.WEAK ? true : weight === WEIGHT.INSTITUTION;
  });
}

function beginsSentence(document: Document, index: number): boolean {
  let at = index - 1;
  while (at >= 0 && (document.bytes[at] === 0x20 || document.bytes[at] === 0x22)) at -= 1;
  const byte = at < 0 ? 0x0a : (document.bytes[at] as number);
  // `o livro "Viver…"` begins a sentence, `"nome": "Edwiges"` does not; nor does the full stop of an initial, N.
  // Alvarez.
  if (isQuotedInProse(document, index)) return true;
  if (byte === 0x2e && isCapitalAt(document, at - 1) && !isLetterAt(document, at - 2)) return false;
  if (byte === 0x2e && FORMS_OF_ADDRESS.has(wordsIn(textAt(document, at - 5, at).toLowerCase()).at(-1) ?? ''))
    return false;
  return byte === 0x0a || byte === 0x2e || byte === 0x21 || byte === 0x3f;
}

/** Ms. Abbott, Sra. Prates: these end with a full stop that ends no sentence. */
const FORMS_OF_ADDRESS: ReadonlySet<string> = new Set(['ms', 'mr', 'mrs', 'mx', 'sr', 'sra', 'srta']);

function isQuotedInProse(document: Document, index: number): boolean {
  return document.bytes[index - 1] === 0x22 && document.bytes[index - 2] === 0x20 && isLetterAt(document, index - 3);
}

/** True for a full stop before a blank. Text behind an offer's question or exclamation still belongs to it. */
function endsSentence(document: Document, from: number, to: number): boolean {
  for (let index = from; index + 1 < to; index += 1) {
    if (document.bytes[index] === 0x2e && document.bytes[index + 1] === 0x20) return true;
  }
  return false;
}

const IMPERSONAL_GAP_MAX = 80;
const IMPERSONAL_WORDS_MAX = 16;

const PRICE_GAP_MAX = 48;

/** "Paracetamol 750 mg - R$ 12,90": a sign of money on the same line, close to the words. */
export function hasPrice(document: Document, start: number, end: number): boolean {
  const { prices } = landmarksOf(document);
  if (newlinesBetween(document, start, end) > 0) return false;
  const [lineStart, lineEnd] = lineAround(document, start, end);
  const price = prices.at(prices.countBelow(Math.max(lineStart, start - PRICE_GAP_MAX)));
  return price >= 0 && price < Math.min(lineEnd, end + PRICE_GAP_MAX);
}
