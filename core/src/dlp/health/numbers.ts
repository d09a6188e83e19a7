// SPDX-License-Identifier: Apache-2.0
/** Numbers of long texts: ages, measured values, shares, and numbers that a word before them counts or names. */

import { addRecord, type Sentences } from '../document/sentence-list.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import type { Place } from './names.ts';
import { SAYS } from './sentence-vocabulary.ts';
import type { Signs } from './signs.ts';

const CLASSES = CLASS_OF_BYTE;
const { DIGIT, LOWER } = CLASS;
const MEASURE_WORD_MAX = 4;
const MEASURE_GAP_MAX = 14;
const BORN_GAP_MAX = 4;
const BIRTH_DATE_GAP_MAX = 9;

export class NumberReader {
  readonly #bytes: Uint8Array;
  readonly #place: Place;
  readonly #sentences: Sentences;
  #measureEnd = -1;
  #bornEnd = -1;
  /** The previous number, and the possible meanings of the word before it. */
  #numberStart = -1;
  #numberEnd = -1;
  #saysBeforeNumber = 0;

  constructor(bytes: Uint8Array, place: Place, sentences: Sentences) {
    this.#bytes = bytes;
    this.#place = place;
    this.#sentences = sentences;
  }

  /** Reads a word that may give the next number its meaning, or take its own from the last one. */
  said(signs: Signs, says: number, start: number, end: number, isCapital: boolean): void {
    if ((says & SAYS.LIMIT) !== 0) this.#measureEnd = -1;
    if ((says & SAYS.MEASURE) !== 0 && (end - start > MEASURE_WORD_MAX || isCapital)) this.#measureEnd = end;
    if ((says & SAYS.BORN) !== 0) this.#bornEnd = end;
    if ((says & SAYS.YEARS) !== 0) this.#readYears(signs, start);
  }

  /** @returns the position where the number ends */
  read(signs: Signs, start: number): number {
    const bytes = this.#bytes;
    const place = this.#place;
    let end = start;
    while (CLASSES[bytes[end] ?? 0] === DIGIT) end += 1;
    const length = end - start;
    const isMeasured =
      this.#isFree(start) && this.#measureEnd >= place.sentence && start - this.#measureEnd <= MEASURE_GAP_MAX;
    if (isMeasured) {
      signs.measures += 1;
      this.#sentences.findings += 1;
      this.#measureEnd = -1;
    }
    if (this.#isFree(start)) this.#readOfWord(signs, start, length);
    if (length === 4 && this.#bornEnd >= place.sentence) this.#readBirth(signs, start);
    const isInBrackets = bytes[start - 1] === 0x28 && (bytes[end] === 0x2c || bytes[end] === 0x29);
    if (length === 4 && isInBrackets) this.#sentences.works += 1;
    const isShare = bytes[end] === 0x25 || (bytes[end] === 0x20 && bytes[end + 1] === 0x25);
    if (isShare && !isMeasured) signs.shares += 1;
    this.#saysBeforeNumber = start - place.end <= 2 ? place.says | (place.saysBefore & SAYS.LIMIT) : 0;
    this.#numberStart = start;
    this.#numberEnd = end;
    return end;
  }

  #isFree(start: number): boolean {
    const before = this.#bytes[start - 1];
    return before === 0x20 || before === 0x3a || before === 0x3d || before === undefined;
  }

  /** "Leito 12", "Art. 3", "paciente 408", "34F", "em 1846". */
  #readOfWord(signs: Signs, start: number, length: number): void {
    const bytes = this.#bytes;
    const { says, start: wordStart, end: wordEnd, sentence, line } = this.#place;
    const isBeside = start - wordEnd <= 2 && wordEnd > sentence;
    if (isBeside && (says & SAYS.PLACE) !== 0 && length <= 3) signs.charts += 1;
    if (isBeside && (says & SAYS.ITEM) !== 0 && wordStart === line) signs.isItem = true;
    if (start - wordEnd === 1 && (says & SAYS.FIELD_OF_NUMBER) !== 0) signs.charts += 1;
    if (start - wordEnd === 1 && (says & SAYS.ROLE) !== 0 && length <= 5)
      addRecord(this.#sentences, signs, this.#place.sentence);
    const next = bytes[start + length];
    const isAge = next === 0x46 || next === 0x4d || (next === 0x61 && bytes[start + length + 1] === 0x2e);
    const isWord = (CLASSES[bytes[start + length + 1] ?? 0] as number) >= DIGIT;
    if (length <= 2 && isAge && !isWord) signs.age = 2;
    // A year of long ago behind "in" or "em", and no room number.
    const century = bytes[start + 1] as number;
    const isYear = length === 4 && bytes[start] === 0x31 && CLASSES[bytes[start - 2] ?? 0] === LOWER;
    if (isYear && century >= 0x35 && century < 0x39) {
      signs.isOld = true;
      this.#sentences.oldYears += 1;
    }
    // A living person may be born in such a year, and the account of a life then has one year.
    const isLivedIn = isYear && century === 0x39 && (bytes[start + 2] as number) < 0x35;
    if (isLivedIn && this.#bornEnd < sentence) this.#sentences.agedYears += 1;
  }

  /** "Born 1959", `"birthDate": "1959-11-02"`. */
  #readBirth(signs: Signs, start: number): void {
    const gap = start - this.#bornEnd;
    if (gap <= BORN_GAP_MAX) signs.age = 2;
    const century = this.#bytes[start];
    const isField = this.#bytes[start - 1] === 0x22 && (century === 0x31 || century === 0x32);
    if (gap <= BIRTH_DATE_GAP_MAX && isField) addRecord(this.#sentences, signs, this.#place.sentence);
  }

  /** "58 anos": the age of one person, unless it is a limit, a range or a span of time. */
  #readYears(signs: Signs, start: number): void {
    if (this.#numberEnd < this.#place.sentence || start - this.#numberEnd > 2) return;
    if (this.#numberEnd - this.#numberStart > 3 || (this.#saysBeforeNumber & SAYS.LIMIT) !== 0) return;
    const before = this.#bytes[this.#numberStart - 1] as number;
    if (IS_NUMBER_JOINT[before] === 1) return;
    const isTold = before === 0x20 && this.#bytes[this.#numberStart - 2] === 0x2c;
    const isAge = isTold || (this.#saysBeforeNumber & (SAYS.STATE | SAYS.PAST | SAYS.AGED)) !== 0;
    signs.age = isAge ? 2 : 1;
  }
}

const IS_NUMBER_JOINT = new Uint8Array(256);
for (const character of '.,-/') IS_NUMBER_JOINT[character.charCodeAt(0)] = 1;
