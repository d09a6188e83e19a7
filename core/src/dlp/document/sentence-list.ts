// SPDX-License-Identifier: Apache-2.0
/** The sentences of a long text with their evidence about persons, and the evidence of the text as a whole. */

import { type IntList, takeList } from '../text/int-list.ts';

/** The break before a sentence. */
export const BREAK = { NONE: 0, LINE: 1, PARAGRAPH: 2 } as const;

/** The sentences of a text. A line end always ends one, and so does SENTENCE_BYTES_MAX. */
export interface Sentences {
  starts: IntList;
  /** Signs of one person and of the public in each sentence; see health/signs.ts. */
  someone: IntList;
  everybody: IntList;
  /** The net evidence of each sentence for one person rather than for the public. */
  nets: IntList;
  /**
   * The additional evidence of each sentence about the addressee. Every line of a letter has some, and its health words
   * are few.
   */
  addressed: IntList;
  breaks: IntList;
  /** 1 where the sentence is a question. */
  questioned: IntList;
  /** Sentences that name the owner of the record that follows: "Paciente: …", "PID|". */
  records: IntList;
  someoneSum: number;
  everybodySum: number;
  /** Measured values and words of medical charts. */
  findings: number;
  blanks: number;
  /** Questions at the start of a line, as in lists of questions. */
  questions: number;
  /** Words of stories and examinations, and of laws, leaflets and menus, near the start of the text. */
  storyWords: number;
  publicWords: number;
  /** Works with their year: "(2021, 98 min)". */
  works: number;
  /** Lines of people who speak more than once. */
  turns: number;
  animals: number;
  /** Words of a veterinary practice. */
  vets: number;
  /** Sentences in which people speak of themselves and their families. */
  selves: number;
  /** Greetings to one person. */
  letters: number;
  /** Words of business, see health/genre-vocabulary.ts. */
  affairs: number;
  /** Years long past. */
  oldYears: number;
  /** Years within the memory of few: 1900 to 1949. */
  agedYears: number;
  /** The evidence of the text as a whole, see health/long-text.ts; null until it is asked for. */
  tenor: number | null;
  /** Health words that were rejected so far. */
  rejected: number;
}

export function noSentences(): Sentences {
  return {
    starts: takeList(),
    someone: takeList(),
    everybody: takeList(),
    nets: takeList(),
    addressed: takeList(),
    breaks: takeList(),
    questioned: takeList(),
    records: takeList(),
    someoneSum: 0,
    everybodySum: 0,
    findings: 0,
    blanks: 0,
    questions: 0,
    storyWords: 0,
    publicWords: 0,
    works: 0,
    turns: 0,
    animals: 0,
    vets: 0,
    selves: 0,
    letters: 0,
    affairs: 0,
    oldYears: 0,
    agedYears: 0,
    tenor: null,
    rejected: 0,
  };
}

/** Records that the sentence at `start` names the owner of the record that follows. */
export function addRecord({ records }: Sentences, signs: { isRecord: boolean }, start: number): void {
  signs.isRecord = true;
  if (records.at(records.length - 1) !== start) records.push(start);
}
