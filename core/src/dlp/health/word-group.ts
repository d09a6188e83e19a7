// SPDX-License-Identifier: Apache-2.0
/**
 * The last medical words of a text that prove nothing alone, and their combined weight. Each word reads all those
 * before it. A word's own properties are looked up once, when it is added.
 */
import { gapAfter, gapBefore } from '../context/context.ts';
import { type Document, isDigitAt, spansOf, textAt } from '../document/document.ts';
import { DOSES, UNITS, WEIGHT } from '../lexicon/health-vocabulary.ts';
import { LABEL } from '../lexicon/label.ts';
import { entryTest, weightAt } from './entries.ts';
import { hasOwner } from './owner.ts';
import { hasPrice, isOfPlace, isTitled, SPOKEN_OF, spokenOf } from './subject.ts';
import { callOf, isCalled } from './vocatives.ts';

const POINTS_NEEDED = 3;
/** Enough for an ambiguous word about a person. */
const PERSON_POINTS = 1.125;
/** Three weak words, or one that is stronger and one weak. */
const POINTS_OF_FEW_WORDS_MAX = 3 * WEIGHT.WEAK;
/** This weight rules out technical talk, even inside a log. */
const POINTS_BEYOND_MACHINES = 5;
const WINDOW_BYTES = 130;
const WINDOW_WORDS = 10;
/** A group may span two line ends. */
const WINDOW_LINES = 3;
const TECHNICAL_GAP_MAX = 60;
const TECHNICAL_GAP_OF_PHRASE_MAX = 25;

/** The contribution of a word to a group, as a bit set. */
const PART = {
  NONE: 0,
  TERM: 1,
  DISEASE: 2,
  PHRASE: 4,
  MEDIUM: 8,
  PERSON: 16,
  PLACE: 32,
  PROFESSION: 64,
  COMMON: 128,
  DOSE: 256,
  INTAKE: 512,
} as const;
const { NONE, TERM, DISEASE, PHRASE, MEDIUM, PERSON, PLACE, PROFESSION, COMMON, DOSE, INTAKE } = PART;

/** One more than the words of a group, as a power of two: slots are reused in turn. */
const PLACES = 16;
/** The state of a person that was not checked yet; see vocatives.ts for the others. */
const UNASKED = -3;

export class WordGroup {
  readonly #document: Document;
  readonly #phrases = new Int32Array(PLACES);
  readonly #entries = new Int32Array(PLACES);
  readonly #parts = new Int32Array(PLACES);
  readonly #weights = new Float64Array(PLACES);
  /** For a person: whether the name is only an address. */
  readonly #calls = new Int32Array(PLACES);
  #begin = 0;
  #end = 0;

  constructor(document: Document) {
    this.#document = document;
  }

  clear(): void {
    this.#begin = this.#end;
  }

  push(phrase: number, weight: number): void {
    const entry = this.#document.phrases.entries.at(phrase);
    // A repeated word proves no more than one; only its position moves.
    if (this.#end > this.#begin && this.#entries[(this.#end - 1) % PLACES] === entry) this.#end -= 1;
    for (let index = this.#begin; index < this.#end; index += 1)
      if (this.#entries[index % PLACES] === entry) this.#parts[index % PLACES] = NONE;
    const place = this.#end % PLACES;
    this.#phrases[place] = phrase;
    this.#entries[place] = entry;
    this.#parts[place] = partOf(this.#document, phrase, weight);
    this.#weights[place] = weight;
    this.#calls[place] = UNASKED;
    this.#end += 1;
    if (this.#end - this.#begin > WINDOW_WORDS) this.#begin += 1;
  }

  /**
   * Index of the first phrase of a group that ends with the last one and reaches the points needed; -1 when there is
   * none.
   * @param known the subject of the last phrase, where it was asked
   */
  proofFrom(known: number | null): number {
    const document = this.#document;
    const { starts, ends } = document.phrases;
    const last = this.#phrases[(this.#end - 1) % PLACES] as number;
    const end = ends.at(last);
    const from = Math.max(end - WINDOW_BYTES, lineBefore(document, end) + 1);
    let held: number = NONE;
    let sum = 0;
    let terms = 0;
    let term = last;
    let places = 0;
    let persons = 0;
    let common = 0;
    let isOwned: boolean | null = null;
    let subject = known;
    for (let index = this.#end - 1; index >= this.#begin; index -= 1) {
      const place = index % PLACES;
      const part = this.#parts[place] as number;
      if (part === NONE) continue;
      const phrase = this.#phrases[place] as number;
      const start = starts.at(phrase);
      if (start < from) break;
      if ((part & TERM) !== 0) {
        sum += this.#weights[place] as number;
        terms += 1;
        term = phrase;
      } else if (part === PERSON) persons = PERSON_POINTS;
      else if (part === PLACE) places = 1;
      else if (part === PROFESSION) places = WEIGHT.PROFESSION;
      else {
        common = 1;
        // A person takes some milligrams: that is a medicine, whatever its name.
        if (isDoseTaken(part, held)) sum += WEIGHT.AMBIGUOUS;
      }
      held |= part;
      const total = sum + common + places + persons;
      if (sum < WEIGHT.AMBIGUOUS || total < POINTS_NEEDED) continue;
      if (persons === 0 && isLittle(document, held, sum, start, end)) continue;
      subject ??= spokenOf(document, last);
      if (isOfAll(subject, persons > 0 && total >= POINTS_NEEDED + 1)) continue;
      // One medical word, beside no name but that of an addressee.
      const isAlone = terms === 1 && (held & (DOSE | INTAKE)) === 0 && this.#areCalled(index, starts.at(last));
      if (isAlone && persons > 0 && sum < POINTS_NEEDED) continue;
      if (isAlone) isOwned ??= hasOwner(document, starts.at(term), ends.at(term));
      if (isAlone && isOwned === false) continue;
      const isMeant = persons > 0 || (held & MEDIUM) !== 0;
      const isBeyondMachines = (held & DISEASE) !== 0 || (isMeant && sum >= POINTS_BEYOND_MACHINES);
      if (isBeyondMachines || !isTechnical(document, start, end, (held & (PHRASE | INTAKE)) !== 0)) return phrase;
    }
    return -1;
  }

  /**
   * True when all persons from there on are only addressed. The question is asked for a single medical word, and
   * seldom.
   */
  #areCalled(first: number, word: number): boolean {
    const { starts, ends } = this.#document.phrases;
    for (let index = first; index < this.#end; index += 1) {
      const place = index % PLACES;
      if (this.#parts[place] !== PERSON) continue;
      const phrase = this.#phrases[place] as number;
      if (this.#calls[place] === UNASKED)
        this.#calls[place] = callOf(this.#document, starts.at(phrase), ends.at(phrase));
      if (!isCalled(this.#calls[place] as number, word)) return false;
    }
    return true;
  }
}

function partOf(document: Document, phrase: number, weight: number): number {
  if (weight === WEIGHT.PERSON) return isTitled(document, document.phrases.starts.at(phrase)) ? NONE : PERSON;
  if (weight === WEIGHT.INSTITUTION) return PLACE;
  if (weight === WEIGHT.PROFESSION) return PROFESSION;
  if (weight === WEIGHT.COMMON || weight === WEIGHT.INTAKE || weight === WEIGHT.CHANGE) {
    if (isUncountedUnit(document, phrase) || (weight === WEIGHT.CHANGE && !isFollowedAtOnce(document, phrase)))
      return NONE;
    return COMMON | (isDoseUnit(document, phrase) ? DOSE : NONE) | (weight === WEIGHT.COMMON ? NONE : INTAKE);
  }
  if (weight === WEIGHT.STRONG) return TERM | DISEASE;
  if (weight === WEIGHT.PHRASE) return TERM | PHRASE;
  return weight === WEIGHT.MEDIUM ? TERM | MEDIUM : TERM;
}

function isDoseTaken(part: number, held: number): boolean {
  return ((part & DOSE) !== 0 && (held & INTAKE) !== 0) || ((part & INTAKE) !== 0 && (held & DOSE) !== 0);
}

/** Weak groups prove nothing without a person: a few ambiguous words with everyday words or a place, or goods. */
function isLittle(document: Document, held: number, sum: number, start: number, end: number): boolean {
  if ((held & (PHRASE | DOSE | INTAKE)) === 0 && sum <= POINTS_OF_FEW_WORDS_MAX) return true;
  return (held & (DISEASE | PHRASE)) === 0 && hasPrice(document, start, end);
}

/** @param isTied whether a person stands beside more than one word */
function isOfAll(subject: number, isTied: boolean): boolean {
  return subject === SPOKEN_OF.CHARACTER || (subject === SPOKEN_OF.PUBLIC && !isTied);
}

/** The line end before the lines that a group may span. */
function lineBefore({ tokens: { newlines } }: Document, end: number): number {
  return newlines.at(newlines.countBelow(end) - WINDOW_LINES);
}

const ARTICLES: ReadonlySet<string> = new Set('o a os as com de do da no na the on off uso'.split(' '));

/** "Começou a sertralina", but not "começou a vender sertralina". */
function isFollowedAtOnce(document: Document, phrase: number): boolean {
  const { starts, ends } = document.phrases;
  if (phrase + 1 >= starts.length || starts.at(phrase + 1) - ends.at(phrase) > ARTICLES_LENGTH_MAX) return false;
  const between = textAt(document, ends.at(phrase), starts.at(phrase + 1));
  const weight = weightAt(document, phrase + 1);
  if (!between.startsWith(' ') || (weight < WEIGHT.AMBIGUOUS && weight !== WEIGHT.INTAKE)) return false;
  return between
    .toLowerCase()
    .split(' ')
    .every((word) => word === '' || ARTICLES.has(word));
}

const ARTICLES_LENGTH_MAX = 10;

/** A unit such as mg is a dose only after a number. */
function isUncountedUnit(document: Document, phrase: number): boolean {
  if (!isUnit(document, phrase)) return false;
  const start = document.phrases.starts.at(phrase);
  return !isDigitAt(document, start - 1) && !(document.bytes[start - 1] === 0x20 && isDigitAt(document, start - 2));
}

const isUnit = entryTest(UNITS);
const isDoseUnit = entryTest(DOSES);

function isTechnical(document: Document, start: number, end: number, hasPhrase: boolean): boolean {
  const reach = hasPhrase ? TECHNICAL_GAP_OF_PHRASE_MAX : TECHNICAL_GAP_MAX;
  const { starts, ends } = spansOf(document, LABEL.TECHNICAL);
  const next = starts.countBelow(end);
  if (next > starts.countBelow(start) || gapBefore(document, LABEL.TECHNICAL, start) <= reach) return true;
  if (gapAfter(document, LABEL.TECHNICAL, end) > reach) return false;
  // "Fainted in the server room": a person fainted.
  return !(hasPhrase && next < starts.length && isOfPlace(document, ends.at(next)));
}
