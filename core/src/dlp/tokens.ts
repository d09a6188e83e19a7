/**
 * The first look at a reading, one pass: digit groups, line ends, at signs and slashes, each list sorted by position,
 * and which kinds of words there may be. Many texts need no second look.
 */
import { CLASS, CLASS_OF_BYTE } from './byte-classes.ts';
import type { Dictionary } from './dictionary.ts';
import { type IntList, takeList } from './int-list.ts';
import { KIND, maskOf } from './kinds.ts';
import { ENDS_KEY, KEY_LENGTH_MIN, mayBeginKey } from './secret-shapes.ts';
import { takeWords, WORD_FIELDS, type WordList } from './word-list.ts';
import { WordReader } from './words.ts';

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
  /** Where the marks stand in `words`. */
  markedWords: IntList;
  /** All of them, with their hashes, for the second look. */
  words: WordList;
}

const AT = maskOf(KIND.AT);
// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { OTHER, NEWLINE, AT: AT_SIGN, DIGIT, LOWER } = CLASS;
const IS_KEY_END = ENDS_KEY;
const SHORT_MAX = KEY_LENGTH_MIN - 1;

export function tokenise(bytes: Uint8Array, dictionary: Dictionary): Tokens {
  const word = new WordReader(bytes);
  const digitStarts = takeList();
  const digitEnds = takeList();
  const newlines = takeList();
  const atSigns = takeList();
  const atWordStarts = takeList();
  const atWordEnds = takeList();
  const slashes = takeList();
  const keyStarts = takeList();
  const markedWords = takeList();
  const words = takeWords();
  let marks = 0;
  const length = bytes.length;
  let index = 0;
  while (index < length) {
    const kind = CLASSES[bytes[index] as number] as number;
    if (kind === OTHER) {
      index += 1;
    } else if (kind >= LOWER) {
      word.read(index);
      // Most words are shorter than any key, and end at a blank or another mark that no key holds.
      const isShort = IS_KEY_END[bytes[word.end] ?? 0] === 1 && word.end - index <= SHORT_MAX;
      if (!isShort && mayBeginKey(bytes, index)) keyStarts.push(index);
      const { end, hash, tail } = word;
      words.push(index, end, hash, tail);
      if (dictionary.markFilter.mayHold(hash, tail)) {
        const marked = dictionary.marks[dictionary.wordId(bytes, index, end, hash)] as number;
        marks |= marked;
        if (marked !== 0) markedWords.push(words.length - WORD_FIELDS);
        if ((marked & AT) !== 0) {
          atWordStarts.push(index);
          atWordEnds.push(end);
        }
      }
      index = end;
    } else if (kind === DIGIT) {
      const start = index;
      while (index < length && CLASSES[bytes[index] as number] === DIGIT) index += 1;
      const isShort = IS_KEY_END[bytes[index] ?? 0] === 1 && index - start <= SHORT_MAX;
      if (!isShort && mayBeginKey(bytes, start)) keyStarts.push(start);
      digitStarts.push(start);
      digitEnds.push(index);
    } else {
      (kind === NEWLINE ? newlines : kind === AT_SIGN ? atSigns : slashes).push(index);
      index += 1;
    }
  }
  const signs = { newlines, atSigns, atWordStarts, atWordEnds, slashes };
  return { digitStarts, digitEnds, ...signs, keyStarts, marks, markedWords, words };
}
