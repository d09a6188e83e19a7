/** The sentences of a long text with what they say of whom, and what the text says as a whole. */
import { type IntList, takeList } from '../text/int-list.ts';
import type { Signs } from './signs.ts';

/** How a sentence begins. */
export const BREAK = { NONE: 0, LINE: 1, PARAGRAPH: 2 } as const;

/** The sentences of a text. A line end always ends one, and so does SENTENCE_BYTES_MAX. */
export interface Sentences {
  starts: IntList;
  /** Signs of one person in each, and of everybody; see health/signs.ts. */
  someone: IntList;
  everybody: IntList;
  /** What each tells of one person rather than of everybody. */
  nets: IntList;
  /** What each tells besides of the one who is written to: every line of a letter does, its health words are few. */
  addressed: IntList;
  breaks: IntList;
  /** 1 where it is a question. */
  questioned: IntList;
  /** Sentences that say whose record follows: "Paciente: …", "PID|". */
  records: IntList;
  someoneSum: number;
  everybodySum: number;
  /** Measured values and words of charts. */
  findings: number;
  blanks: number;
  /** Questions that begin a line, as in lists of them. */
  questions: number;
  /** Words of stories and examinations, and of laws, leaflets and menus, in the head of the text. */
  storyWords: number;
  publicWords: number;
  /** Works with their year: "(2021, 98 min)". */
  works: number;
  /** Lines of those who speak more than once. */
  turns: number;
  animals: number;
  /** Words of a practice for animals. */
  vets: number;
  /** Sentences of those who tell of themselves and their own. */
  selves: number;
  /** Greetings of one person. */
  letters: number;
  /** Words of affairs, see health/genre-vocabulary.ts. */
  affairs: number;
  /** Years of long ago. */
  oldYears: number;
  /** Years that few remember: 1900 to 1949. */
  agedYears: number;
  /** What all of this says of the text, see health/long-text.ts; null until it is asked for. */
  tenor: number | null;
  /** Health words that were nobody's so far. */
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

/** The sentence that begins at `start` says whose record follows. */
export function addRecord({ records }: Sentences, signs: Signs, start: number): void {
  signs.isRecord = true;
  if (records.at(records.length - 1) !== start) records.push(start);
}
