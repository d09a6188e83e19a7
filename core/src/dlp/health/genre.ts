// SPDX-License-Identifier: Apache-2.0
/**
 * The genre of a long text: a letter to one person, minutes of a meeting, or business talk. In a letter "you" is a
 * person. In minutes and business talk, a name seldom belongs to the one who is ill.
 */

import type { Sentences } from '../document/sentence-list.ts';
import { DICTIONARY } from '../lexicon/dictionary.ts';
import { MEANS } from './genre-vocabulary.ts';
import { isUpper, type Place } from './names.ts';
import { SAYS } from './sentence-vocabulary.ts';
import type { Signs } from './signs.ts';

/** A letterhead and an address may stand before the greeting. */
const GREETING_BYTES_MAX = 700;
const GREETING_WORDS_MAX = 4;
const SHARE_WORDS_MAX = 4;
const ATTENDEES_MAX = 24;
const ATTENDEE_LENGTH_MIN = 3;

export class GenreReader {
  readonly #bytes: Uint8Array;
  readonly #place: Place;
  readonly #sentences: Sentences;
  /** Hashes of the names of the attendees. */
  readonly #attendees: number[] = [];
  /** Start of the sentence that began with a greeting. */
  #greeting = -1;
  /** Start of the sentence with "one", the index of that word, and the end of the last "in". */
  #oneOf = -1;
  #one = 0;
  #inEnd = -1;

  constructor(bytes: Uint8Array, place: Place, sentences: Sentences) {
    this.#bytes = bytes;
    this.#place = place;
    this.#sentences = sentences;
  }

  /** True when a name would matter here; most words of a text need not be read. */
  isAwaiting(signs: Signs, start: number): boolean {
    return start < GREETING_BYTES_MAX || signs.isAttendance || this.#attendees.length > 0;
  }

  /**
   * Reads a word with a capital or a meaning, before its other signs are counted.
   * @param means its meanings as a bit set
   */
  read(signs: Signs, start: number, end: number, hash: number, says: number, means: number): void {
    const isCapital = isUpper(this.#bytes[start]);
    if (this.#sentences.letters === 0 && start < GREETING_BYTES_MAX) this.#greet(signs, start, end, hash, says, means);
    if (isCapital && end - start >= ATTENDEE_LENGTH_MIN) this.#attend(signs, hash, says);
    if (means !== 0) this.#meant(signs, start, end, says, means);
  }

  #meant(signs: Signs, start: number, end: number, says: number, means: number): void {
    const { words } = signs;
    if ((means & MEANS.AFFAIR) !== 0) this.#sentences.affairs += 1;
    if ((means & MEANS.VET) !== 0) this.#sentences.vets += 1;
    // "As you are ill, you may leave when you like" has already told it.
    if ((means & MEANS.CONDITION) !== 0 && signs.yous === 0) signs.isConditional = true;
    if ((means & MEANS.PRESENT) !== 0 && words === 1) signs.isAttendance = true;
    if ((means & MEANS.ABSENT) !== 0) signs.isAttendance = false;
    if ((means & MEANS.YOU) !== 0 && this.#sentences.letters > 0) {
      signs.yous += 1;
      if ((says & SAYS.READER) !== 0) signs.readers -= 1;
    }
    if ((means & (MEANS.ONE | MEANS.IN | MEANS.COUNT)) !== 0) this.#share(signs, start, end, means);
  }

  /** "Um em cada quatro", "one tester in five". */
  #share(signs: Signs, start: number, end: number, means: number): void {
    const { sentence } = this.#place;
    const isNear = this.#oneOf === sentence && signs.words - this.#one <= SHARE_WORDS_MAX;
    if ((means & MEANS.COUNT) !== 0 && isNear && start - this.#inEnd === 1) signs.isOfShare = true;
    if ((means & MEANS.IN) !== 0) this.#inEnd = end;
    if ((means & MEANS.ONE) === 0) return;
    this.#oneOf = sentence;
    this.#one = signs.words;
  }

  /** "Dear Ana,", "Olá, Ana!", "Bom dia, Ana", "Ana, boa tarde": but not "Dear all". */
  #greet(signs: Signs, start: number, end: number, hash: number, says: number, means: number): void {
    const { words } = signs;
    const { sentence, line, says: last, start: lastStart } = this.#place;
    if (words === 1) {
      if ((means & (MEANS.GREETING | MEANS.GOOD)) !== 0) this.#greeting = sentence;
      return;
    }
    const isAfterName = words === 2 && (last & SAYS.NAME) !== 0 && lastStart === line;
    if (isAfterName && (means & MEANS.GOOD) !== 0) this.#sentences.letters += 1;
    if (this.#greeting !== sentence || !isUpper(this.#bytes[start])) return;
    if (words > GREETING_WORDS_MAX || (means & MEANS.CROWD) !== 0) {
      this.#greeting = -1;
      return;
    }
    const isName = (says & (SAYS.NAME | SAYS.TITLE)) !== 0;
    if (isName || (says === 0 && DICTIONARY.wordId(this.#bytes, start, end, hash) === 0)) this.#sentences.letters += 1;
  }

  /** Minutes name the attendees for their questions and proposals. */
  #attend(signs: Signs, hash: number, says: number): void {
    if (!signs.isAttendance) signs.isOfAttendee ||= this.#attendees.includes(hash);
    else if ((says & (SAYS.OFFICE | SAYS.TITLE)) === 0 && this.#attendees.length < ATTENDEES_MAX)
      this.#attendees.push(hash);
  }
}
