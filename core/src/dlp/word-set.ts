/**
 * Lists of words that rules look for beside a word of a text. A span is walked byte by byte and makes no strings: a
 * text may hold thousands of words that ask for what stands beside them.
 */
import { textAt, type View } from './view.ts';
import { hashOfBytes, hashOfWord, LOWER } from './word-table.ts';

/** Letters in lower case and digits; 0 for what parts words. */
const OF_WORD = LOWER.map((byte) => ((byte >= 0x61 && byte <= 0x7a) || (byte >= 0x30 && byte <= 0x39) ? byte : 0));

export class WordSet {
  readonly #words: ReadonlySet<string>;
  readonly #hashes: ReadonlySet<number>;

  /** @param words of letters and digits in lower case, parted by blanks */
  constructor(words: string) {
    this.#words = new Set(words.split(' '));
    this.#hashes = new Set([...this.#words].map(hashOfWord));
  }

  has(word: string): boolean {
    return this.#words.has(word);
  }

  /** Whether one of the words stands between `from` and `to`; the span is bounded by its caller. */
  isIn(view: View, from: number, to: number): boolean {
    const { bytes } = view;
    const end = Math.min(to, bytes.length);
    let start = -1;
    for (let index = Math.max(0, from); index <= end; index += 1) {
      const byte = index < end ? (OF_WORD[bytes[index] as number] as number) : 0;
      if (byte !== 0) {
        if (start < 0) start = index;
      } else if (start >= 0) {
        const isKnown = this.#hashes.has(hashOfBytes(bytes, start, index));
        if (isKnown && this.#words.has(textAt(view, start, index).toLowerCase())) return true;
        start = -1;
      }
    }
    return false;
  }
}
