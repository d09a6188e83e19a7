/**
 * The words of a reading, as the first look found them: the second look then reads no letter again. The memory is kept
 * from scan to scan and wiped, for the hash of a short word is as good as the word.
 */

/** Side by side, so that one look into memory brings all of a word: start, end, hash and last letters. */
export const WORD_FIELDS = 4;
const CAPACITY_MIN = 1_024;
/** Every second character of the longest content. Lists of more words are not kept. */
const KEPT_WORDS_MAX = 65_536;

export class WordList {
  values = new Int32Array(CAPACITY_MIN * WORD_FIELDS);
  /** Words times their fields. */
  length = 0;

  /** @param tail last letters of the word, see words.ts */
  push(start: number, end: number, hash: number, tail: number): void {
    const at = this.length;
    if (at === this.values.length) this.#grow();
    const { values } = this;
    values[at] = start;
    values[at + 1] = end;
    values[at + 2] = hash;
    values[at + 3] = tail;
    this.length = at + WORD_FIELDS;
  }

  wipe(): void {
    if (this.values.length > KEPT_WORDS_MAX * WORD_FIELDS) this.values = new Int32Array(CAPACITY_MIN * WORD_FIELDS);
    else this.values.fill(0, 0, this.length);
    this.length = 0;
  }

  #grow(): void {
    const values = new Int32Array(this.values.length * 2);
    values.set(this.values);
    this.values = values;
  }
}

/** A scan runs without a break and has one reading at a time, so one list is enough for a thread. */
const LIST = new WordList();

/** @returns an empty list, its caller's until `returnWords` or the next call */
export function takeWords(): WordList {
  LIST.wipe();
  return LIST;
}

export function returnWords(): void {
  LIST.wipe();
}
