/**
 * One pass over a reading: digit groups, line ends, at signs and every known word or phrase, each list sorted by
 * position. All later questions ("which context word is nearest?") are binary searches in these lists.
 */
import { type Dictionary, HASH_SEED, LOWER } from './dictionary.ts';
import { IntList } from './int-list.ts';
import { mayBeginKey } from './secret-shapes.ts';

export interface Tokens {
  digitStarts: IntList;
  digitEnds: IntList;
  newlines: IntList;
  atSigns: IntList;
  /** Where a key with a known prefix may begin: the first two characters of a run are those of one. */
  keyStarts: IntList;
  /** Known phrases, the longest at each place, with their index in the dictionary's entries. */
  phraseStarts: IntList;
  phraseEnds: IntList;
  phraseEntries: IntList;
}

export const CLASS = { OTHER: 0, DIGIT: 1, LOWER: 2, UPPER: 3, FOREIGN: 4, NEWLINE: 5, AT: 6 } as const;

export const CLASS_OF_BYTE = new Uint8Array(256);
CLASS_OF_BYTE.fill(CLASS.DIGIT, 0x30, 0x3a);
CLASS_OF_BYTE.fill(CLASS.LOWER, 0x61, 0x7b);
CLASS_OF_BYTE.fill(CLASS.UPPER, 0x41, 0x5b);
CLASS_OF_BYTE[0x80] = CLASS.FOREIGN;
CLASS_OF_BYTE[0x0a] = CLASS.NEWLINE;
CLASS_OF_BYTE[0x40] = CLASS.AT;

const IS_LOWER_LETTER = CLASS_OF_BYTE.map((kind) => (kind === CLASS.LOWER || kind === CLASS.FOREIGN ? 1 : 0));

export function tokenise(bytes: Uint8Array, dictionary: Dictionary): Tokens {
  const tokens: Tokens = {
    digitStarts: new IntList(),
    digitEnds: new IntList(),
    newlines: new IntList(),
    atSigns: new IntList(),
    keyStarts: new IntList(),
    phraseStarts: new IntList(),
    phraseEnds: new IntList(),
    phraseEntries: new IntList(),
  };
  const phrases = new PhraseMatcher(bytes, dictionary, tokens);
  const length = bytes.length;
  let index = 0;
  while (index < length) {
    const kind = CLASS_OF_BYTE[bytes[index] as number];
    if (kind === CLASS.OTHER) {
      index += 1;
    } else if (kind === CLASS.DIGIT) {
      if (mayBeginKey(bytes, index)) tokens.keyStarts.push(index);
      tokens.digitStarts.push(index);
      while (index < length && CLASS_OF_BYTE[bytes[index] as number] === CLASS.DIGIT) index += 1;
      tokens.digitEnds.push(index);
    } else if (kind === CLASS.NEWLINE) {
      tokens.newlines.push(index);
      index += 1;
    } else if (kind === CLASS.AT) {
      tokens.atSigns.push(index);
      index += 1;
    } else {
      if (mayBeginKey(bytes, index)) tokens.keyStarts.push(index);
      // The hash of the word is taken on the way to its end.
      let end = index;
      let hash = HASH_SEED;
      let byte = bytes[end] as number;
      while (CLASS_OF_BYTE[byte] === CLASS.UPPER) {
        hash = (Math.imul(hash, 31) + byte + 0x20) | 0;
        end += 1;
        byte = end < length ? (bytes[end] as number) : 0;
      }
      const capitals = end - index;
      while (IS_LOWER_LETTER[byte] === 1) {
        hash = (Math.imul(hash, 31) + byte) | 0;
        end += 1;
        byte = end < length ? (bytes[end] as number) : 0;
      }
      const small = end - index - capitals;
      // `cpfCliente`, `APIKey` and `CPFs` are two, two and one words.
      if (capitals > 1 && small > 0 && !(small === 1 && bytes[end - 1] === 0x73)) {
        end = index + capitals - 1;
        hash = hashOf(bytes, index, end);
      }
      phrases.word(index, end, hash);
      index = end;
    }
  }
  return tokens;
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let index = start; index < end; index += 1) {
    hash = (Math.imul(hash, 31) + (LOWER[bytes[index] as number] as number)) | 0;
  }
  return hash;
}

/** Longest words that can be known. */
const WORD_LENGTH_MAX = 26;
const WORD_GAP_MAX = 4;
const STATES_MAX = 16;

/** Follows every phrase that is still possible, word by word. A phrase has few words, so few are possible at once. */
class PhraseMatcher {
  readonly #bytes: Uint8Array;
  readonly #dictionary: Dictionary;
  readonly #tokens: Tokens;
  /** Phrases still possible, by trie state and first byte. A phrase of n words keeps at most n of them alive. */
  readonly #states = new Int32Array(STATES_MAX);
  readonly #starts = new Int32Array(STATES_MAX);
  #alive = 0;
  #lastEnd = -1;

  constructor(bytes: Uint8Array, dictionary: Dictionary, tokens: Tokens) {
    this.#bytes = bytes;
    this.#dictionary = dictionary;
    this.#tokens = tokens;
  }

  word(start: number, end: number, hash: number): void {
    const id = end - start > WORD_LENGTH_MAX ? 0 : this.#dictionary.wordId(this.#bytes, start, end, hash);
    if (id === 0) {
      this.#lastEnd = -1;
      return;
    }
    if (!this.#isJoined(start) || this.#alive === STATES_MAX) this.#alive = 0;
    this.#lastEnd = end;
    // Most known words, such as "de", only go on with a phrase; where none is open they lead nowhere.
    if (this.#alive === 0 && this.#dictionary.next(0, id) === 0) return;
    this.#states[this.#alive] = 0;
    this.#starts[this.#alive] = start;
    this.#alive += 1;
    this.#advance(id, start, end);
  }

  #advance(id: number, wordStart: number, end: number): void {
    let kept = 0;
    let bestStart = -1;
    let bestEntry = -1;
    for (let index = 0; index < this.#alive; index += 1) {
      const state = this.#states[index] as number;
      const start = this.#starts[index] as number;
      const next = this.#dictionary.next(state, id);
      if (next === 0) continue;
      if (start !== wordStart && this.#dictionary.isAbbreviation(next) && !this.#isSpelled(wordStart, start)) continue;
      this.#states[kept] = next;
      this.#starts[kept] = start;
      kept += 1;
      const entry = this.#dictionary.entryOf(next);
      if (bestEntry < 0 && entry >= 0 && this.#isWritten(entry, start)) {
        bestEntry = entry;
        bestStart = start;
      }
    }
    this.#alive = kept;
    if (bestEntry >= 0) this.#emit(bestStart, end, bestEntry);
  }

  /** The longest phrase replaces those inside it: "cartão do SUS" is no card. */
  #emit(start: number, end: number, entry: number): void {
    const { phraseStarts, phraseEnds, phraseEntries } = this.#tokens;
    while (phraseStarts.length > 0 && phraseStarts.at(phraseStarts.length - 1) >= start) {
      phraseStarts.length -= 1;
      phraseEnds.length -= 1;
      phraseEntries.length -= 1;
    }
    phraseStarts.push(start);
    phraseEnds.push(end);
    phraseEntries.push(entry);
  }

  #isWritten(entry: number, start: number): boolean {
    if (this.#dictionary.entries[entry]?.isCapital !== true) return true;
    return (
      CLASS_OF_BYTE[this.#bytes[start] as number] === CLASS.UPPER &&
      CLASS_OF_BYTE[this.#bytes[start + 1] as number] === CLASS.UPPER
    );
  }

  /** Words of one phrase stand close together, with nothing between them that starts a value. */
  #isJoined(start: number): boolean {
    if (this.#lastEnd < 0 || start - this.#lastEnd > WORD_GAP_MAX) return false;
    for (let index = this.#lastEnd; index < start; index += 1) {
      if (IS_PHRASE_GAP[this.#bytes[index] as number] === 0) return false;
    }
    return true;
  }

  /** Single letters make an abbreviation where a full stop joins them, c.p.f., or all are capitals: C P F. */
  #isSpelled(start: number, first: number): boolean {
    const before = this.#bytes[start - 1];
    if (before === 0x2e || (before === 0x20 && this.#bytes[start - 2] === 0x2e)) return true;
    return (
      CLASS_OF_BYTE[this.#bytes[start] as number] === CLASS.UPPER &&
      CLASS_OF_BYTE[this.#bytes[first] as number] === CLASS.UPPER
    );
  }
}

const IS_PHRASE_GAP = new Uint8Array(256);
for (const character of " -_.'()/\n") IS_PHRASE_GAP[character.charCodeAt(0)] = 1;
