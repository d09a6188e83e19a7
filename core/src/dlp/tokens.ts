/**
 * The first look at a reading: digit groups, line ends, at signs and slashes, each list sorted by position, and which
 * kinds of words there may be. Many texts need no second look. What it found holds until the next first look.
 */
import type { Dictionary } from './dictionary.ts';
import { type Lists, MARK_FIELDS, type WordList } from './first-look/memory.ts';
import { type IntList, takeList } from './int-list.ts';
import { KIND, maskOf } from './kinds.ts';
import { beginsRun } from './secret-shapes.ts';
import type { Reading } from './unfold.ts';

export interface Tokens {
  digitStarts: IntList;
  digitEnds: IntList;
  newlines: IntList;
  atSigns: IntList;
  /** Words for the sign: `at`, `arroba`. */
  atWordStarts: IntList;
  atWordEnds: IntList;
  slashes: IntList;
  /** Where a key with a known prefix may begin: the first characters of a run are those of one. */
  keyStarts: IntList;
  /** Kinds whose marks were seen, as a bit set. */
  marks: number;
  /** Of each mark its place in `words` and its kinds, MARK_FIELDS. */
  markedWords: IntList;
  /** With their hashes, for the second look. */
  words: WordList;
}

const AT = maskOf(KIND.AT);

export function tokenise({ bytes, memory }: Reading, dictionary: Dictionary): Tokens {
  const lists = memory.read(bytes);
  const { words, marks: places, digitStarts, digitEnds, lineEnds: newlines, atSigns, slashes } = lists;
  const markedWords = takeList();
  const atWordStarts = takeList();
  const atWordEnds = takeList();
  let marks = 0;
  for (let index = 0; index < places.length; index += MARK_FIELDS) {
    const place = places.at(index);
    let kinds = places.at(index + 1);
    // By its ending, or a word for the sign: these are looked at letter by letter.
    if (kinds === 0 || (kinds & AT) !== 0) kinds = kindsOf(bytes, words, place, dictionary);
    if (kinds === 0) continue;
    marks |= kinds;
    markedWords.push(place);
    markedWords.push(kinds);
    if ((kinds & AT) === 0) continue;
    atWordStarts.push(words.values[place] as number);
    atWordEnds.push(words.values[place + 1] as number);
  }
  const signs = { newlines, atSigns, atWordStarts, atWordEnds, slashes };
  return { digitStarts, digitEnds, ...signs, keyStarts: keyStartsOf(bytes, lists), marks, markedWords, words };
}

function kindsOf(bytes: Uint8Array, { values }: WordList, place: number, { marks, wordId }: Dictionary): number {
  const start = values[place] as number;
  return marks[wordId(bytes, start, values[place + 1] as number, values[place + 2] as number)] as number;
}

/** Of words and of digit groups, in one sorted list. */
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
