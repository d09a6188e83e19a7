// SPDX-License-Identifier: Apache-2.0
/**
 * The first look at a text lists digit groups, line ends, at signs and slashes, sorted by position. It also tells which
 * labels may occur, so that many texts need no second look. The lists hold until the next first look.
 */
import { type Lists, PREFILTER_TERM_FIELDS, type WordList } from '../first-look/memory.ts';
import type { NormalisedText } from '../first-look/unfold.ts';
import type { Dictionary } from '../lexicon/dictionary.ts';
import { LABEL, maskOf } from '../lexicon/label.ts';
import { beginsRun } from '../lexicon/secret-shapes.ts';
import { type IntList, takeList } from '../text/int-list.ts';

export interface Tokens {
  digitStarts: IntList;
  digitEnds: IntList;
  newlines: IntList;
  atSigns: IntList;
  /** Words for the at sign: `at`, `arroba`. */
  atWordStarts: IntList;
  atWordEnds: IntList;
  slashes: IntList;
  /** Positions where a key with a known prefix may begin, judged by the first characters of a run. */
  keyStarts: IntList;
  /** The labels whose prefilter terms occur in the text, as a bit set. */
  promisedLabels: number;
  /** For each prefilter term, its place in `words` and its labels: PREFILTER_TERM_FIELDS integers. */
  prefilterTerms: IntList;
  /** All words with their hashes, for the second look. */
  words: WordList;
}

const AT = maskOf(LABEL.AT);

export function tokenise({ bytes, memory }: NormalisedText, dictionary: Dictionary): Tokens {
  const lists = memory.read(bytes);
  const { words, prefilterTerms: terms, digitStarts, digitEnds, lineEnds: newlines, atSigns, slashes } = lists;
  const prefilterTerms = takeList();
  const atWordStarts = takeList();
  const atWordEnds = takeList();
  let promisedLabels = 0;
  for (let index = 0; index < terms.length; index += PREFILTER_TERM_FIELDS) {
    const place = terms.at(index);
    let labels = terms.at(index + 1);
    // Words known by their ending, and words for the at sign, are looked up letter by letter.
    if (labels === 0 || (labels & AT) !== 0) labels = labelsOfWord(bytes, words, place, dictionary);
    if (labels === 0) continue;
    promisedLabels |= labels;
    prefilterTerms.push(place);
    prefilterTerms.push(labels);
    if ((labels & AT) === 0) continue;
    atWordStarts.push(words.values[place] as number);
    atWordEnds.push(words.values[place + 1] as number);
  }
  const signs = { newlines, atSigns, atWordStarts, atWordEnds, slashes };
  return {
    digitStarts,
    digitEnds,
    ...signs,
    keyStarts: keyStartsOf(bytes, lists),
    promisedLabels,
    prefilterTerms,
    words,
  };
}

function labelsOfWord(
  bytes: Uint8Array,
  { values }: WordList,
  place: number,
  { prefilterLabels, wordId }: Dictionary,
): number {
  const start = values[place] as number;
  return prefilterLabels[wordId(bytes, start, values[place + 1] as number, values[place + 2] as number)] as number;
}

/** Merges the starts of words and of digit groups into one sorted list. */
function keyStartsOf(bytes: Uint8Array, { wordKeys, digitKeys }: Lists): IntList {
  const keyStarts = takeList();
  let next = 0;
  const add = (start: number): void => {
    if (beginsRun(bytes, start)) keyStarts.push(start);
  };
  for (let index = 0; index < wordKeys.length; index += 1) {
    const start = wordKeys.at(index);
    for (; next < digitKeys.length && digitKeys.at(next) < start; next += 1) add(digitKeys.at(next));
    add(start);
  }
  for (; next < digitKeys.length; next += 1) add(digitKeys.at(next));
  return keyStarts;
}
