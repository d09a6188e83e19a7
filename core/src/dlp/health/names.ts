// SPDX-License-Identifier: Apache-2.0
/**
 * Names of persons in long texts: given names, names behind a title or a relation, pairs of capitalized words,
 * initials. Names of doctors, speakers, streets and schools belong to no patient.
 */
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { FAMILY_NAMES } from '../lexicon/given-names.ts';
import { wordLookup, wordTables } from '../lexicon/word-table.ts';
import { WordReader } from '../lexicon/words.ts';
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { idOfWord, SAYS, SAYS_OF_WORD } from './sentence-vocabulary.ts';
import type { Signs } from './signs.ts';

const CLASSES = CLASS_OF_BYTE;
const { LOWER, UPPER } = CLASS;

/** The state of the walk over a text: its sentence and line, and the word before. */
export interface Place {
  sentence: number;
  line: number;
  says: number;
  /** The possible meanings of the previous word. */
  saysBefore: number;
  start: number;
  end: number;
}

const CONNECTOR_LENGTH_MAX = 3;
/** A run of capitalized words that names an office or a street, however long. */
const OFFICE_RUN = -9;

export class NameReader {
  readonly #bytes: Uint8Array;
  readonly #place: Place;
  /** Capitalized words side by side. */
  #run = 0;
  /** End of the previous given name. */
  #givenEnd = -1;
  /** End of the previous unknown capitalized word. */
  #unknownEnd = -1;

  constructor(bytes: Uint8Array, place: Place) {
    this.#bytes = bytes;
    this.#place = place;
  }

  endRun(): void {
    this.#run = 0;
  }

  /** Reads a capitalized word. @param says its possible meanings */
  read(signs: Signs, start: number, end: number, hash: number, says: number): void {
    const place = this.#place;
    const isShort = end - start < 2;
    // Words entirely in capitals are titles.
    if (!isShort && isUpper(this.#bytes[start + 1]) && (says & SAYS.NAME) === 0) {
      this.#run = 0;
      return;
    }
    const isInside = place.end >= place.sentence && place.end > place.line;
    const gap = start - place.end;
    const isBeside = isInside && gap <= 2;
    const isOffice = isBeside && ((place.says & SAYS.OFFICE) !== 0 || this.#run < 0);
    const isSurname = this.#givenEnd >= place.sentence && start - this.#givenEnd <= 1 + CONNECTOR_LENGTH_MAX;
    if (isSurname && !isShort) signs.name = 3;
    if (isShort) this.#readInitial(signs, start, end);
    else if (isBeside && (place.says & (SAYS.TITLE | SAYS.KIN)) !== 0) signs.name = 3;
    else if ((says & SAYS.NAME) !== 0 && !isOffice) {
      signs.name = Math.max(signs.name, 2);
      this.#run = 1;
      this.#givenEnd = end;
      return;
    } else if (says === 0 && !isThing(this.#bytes, start, end, hash)) {
      this.#run = isOffice ? OFFICE_RUN : isBeside ? this.#run + 1 : 1;
      if (!isOffice && isInside) this.#unknownEnd = end;
      if (this.#isAfterInitial(start, gap)) signs.name = Math.max(signs.name, 2);
      if (this.#run === 2) signs.name = Math.max(signs.name, 2);
      else if (this.#run === 1 && isInside && gap === 1 && this.#isInProse(signs)) signs.name = Math.max(signs.name, 1);
      return;
    }
    this.#run = (isBeside && (place.says & SAYS.OFFICE) !== 0) || (says & SAYS.OFFICE) !== 0 ? OFFICE_RUN : 0;
  }

  /** "A Lourdinha terminou", "Radek had": an unknown capitalized word before a verb is a name. */
  act(signs: Signs): void {
    const isSubject = this.#unknownEnd >= this.#place.sentence && this.#unknownEnd === this.#place.end;
    if (isSubject) signs.name = Math.max(signs.name, 2);
  }

  /** J.M.S. or A. R. L.: the initials of a patient. A single initial counts at the head of a sentence: "R. chegou". */
  #readInitial(signs: Signs, start: number, end: number): void {
    if (this.#bytes[end] !== 0x2e) return;
    const { start: lastStart, end: lastEnd, sentence } = this.#place;
    const isNext = start - lastEnd <= 2 && lastEnd - lastStart === 1 && this.#bytes[lastEnd] === 0x2e;
    if (isNext) signs.name = 3;
    else if (start === sentence) signs.name = Math.max(signs.name, 1);
  }

  /** "S. Thorne" is a name; "B. Receitas" begins an item of a list. */
  #isAfterInitial(start: number, gap: number): boolean {
    const { start: lastStart, end: lastEnd, sentence, line } = this.#place;
    if (gap !== 2 || lastEnd - lastStart !== 1 || lastStart < sentence || lastStart === line) return false;
    return this.#bytes[start - 2] === 0x2e && isUpper(this.#bytes[lastStart]);
  }

  /** True behind a lower-case word or an article; in a title every word has a capital. */
  #isInProse(signs: Signs): boolean {
    if (signs.words === 2 && (this.#place.says & SAYS.ARTICLE) !== 0) return true;
    return !isUpper(this.#bytes[this.#place.start]);
  }
}

const isFamilyName = wordLookup(wordTables(FAMILY_NAMES.split(', ')));
const FULL_NAME_WORDS_MAX = 5;
const CONNECTOR_GAP_MAX = 3;

/** True when a known given name begins there, or two capitalized words that name no company and no medicine. */
export function isFullName(bytes: Uint8Array, start: number): boolean {
  const words = new WordReader(bytes);
  let count = 0;
  let index = start;
  for (let word = 0; word < FULL_NAME_WORDS_MAX && (CLASSES[bytes[index] ?? 0] as number) >= LOWER; word += 1) {
    words.read(index);
    const says = SAYS_OF_WORD[idOfWord(bytes, index, words.end, words.hash)] as number;
    const isCapital = isUpper(bytes[index]);
    if ((says & SAYS.OFFICE) !== 0) return false;
    if (isCapital && (says & SAYS.NAME) !== 0) return true;
    const isKnown = isThing(bytes, index, words.end, words.hash);
    const isInitial = isCapital && bytes[words.end] === 0x2e;
    if (isInitial || (isCapital && !isKnown && says === 0 && words.end - index > 1)) count += 1;
    else if (isCapital && says === 0) return false;
    else if (isCapital || words.end - index > CONNECTOR_LENGTH_MAX) break;
    index = words.end;
    while (index - words.end < CONNECTOR_GAP_MAX && (bytes[index] === 0x20 || bytes[index] === 0x2e)) index += 1;
  }
  return count >= 2;
}

/** True for a word that the scan knows, unless it is a family name. */
function isThing(bytes: Uint8Array, start: number, end: number, hash: number): boolean {
  return DICTIONARY.wordId(bytes, start, end, hash) !== 0 && isFamilyName(bytes, start, end, hash) === 0;
}

export function isUpper(byte: number | undefined): boolean {
  return CLASSES[byte ?? 0] === UPPER;
}
