/**
 * The first look at a reading, one pass: digit groups, line ends, at signs and slashes, each list sorted by position,
 * and which kinds of words there may be. Many texts need no second look.
 */
import { CLASS, CLASS_OF_BYTE } from './byte-classes.ts';
import type { Dictionary } from './dictionary.ts';
import { type IntList, takeList } from './int-list.ts';
import { KIND, maskOf } from './kinds.ts';
import { KEY_LENGTH_MIN, mayBeginKey } from './secret-shapes.ts';
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
}

const BLANK = 0x20;
const AT = maskOf(KIND.AT);

export function tokenise(bytes: Uint8Array, dictionary: Dictionary): Tokens {
  const words = new WordReader(bytes);
  const digitStarts = takeList();
  const digitEnds = takeList();
  const newlines = takeList();
  const atSigns = takeList();
  const atWordStarts = takeList();
  const atWordEnds = takeList();
  const slashes = takeList();
  const keyStarts = takeList();
  let marks = 0;
  const length = bytes.length;
  let index = 0;
  while (index < length) {
    const kind = CLASS_OF_BYTE[bytes[index] as number] as number;
    if (kind === CLASS.OTHER) {
      index += 1;
    } else if (kind >= CLASS.LOWER) {
      words.read(index);
      // No key holds a blank, and no word that a blank ends is as long as one.
      const isShort = bytes[words.end] === BLANK && words.end - index < KEY_LENGTH_MIN;
      if (!isShort && mayBeginKey(bytes, index)) keyStarts.push(index);
      const { end, hash } = words;
      if (dictionary.mayBeMark(bytes, end, end - index, hash)) {
        const marked = dictionary.marks[dictionary.wordId(bytes, index, end, hash)] as number;
        marks |= marked;
        if ((marked & AT) !== 0) {
          atWordStarts.push(index);
          atWordEnds.push(end);
        }
      }
      index = end;
    } else if (kind === CLASS.DIGIT) {
      if (mayBeginKey(bytes, index)) keyStarts.push(index);
      digitStarts.push(index);
      while (index < length && CLASS_OF_BYTE[bytes[index] as number] === CLASS.DIGIT) index += 1;
      digitEnds.push(index);
    } else {
      (kind === CLASS.NEWLINE ? newlines : kind === CLASS.AT ? atSigns : slashes).push(index);
      index += 1;
    }
  }
  return { digitStarts, digitEnds, newlines, atSigns, atWordStarts, atWordEnds, slashes, keyStarts, marks };
}
