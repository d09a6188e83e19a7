/** Where words end, and their hashes: `cpfCliente`, `APIKey` and `CPFs` are two, two and one words. */
import { CLASS, CLASS_OF_BYTE } from './byte-classes.ts';
import { HASH_FACTOR, HASH_SEED, LOWER } from './word-table.ts';

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { UPPER } = CLASS;
const FACTOR = HASH_FACTOR;
const SEED = HASH_SEED;

const IS_SMALL_LETTER = CLASS_OF_BYTE.map((kind) => (kind === CLASS.LOWER || kind === CLASS.FOREIGN ? 1 : 0));

/** Reads one word at a time; what it read stands in its fields, for a word is too little to make an object of. */
export class WordReader {
  readonly #bytes: Uint8Array;
  end = 0;
  /** Of the word in lower case, see word-table.ts. */
  hash = 0;
  /** Its last letters, five bits each, the last one lowest. */
  tail = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param start index of a letter that no other letter of its word stands before */
  read(start: number): void {
    const bytes = this.#bytes;
    const length = bytes.length;
    let end = start;
    let hash = SEED;
    let tail = 0;
    let byte = bytes[end] as number;
    while (CLASSES[byte] === UPPER) {
      hash = (Math.imul(hash, FACTOR) + byte + 0x20) | 0;
      tail = (tail << 5) | (byte & 31);
      end += 1;
      byte = end < length ? (bytes[end] as number) : 0;
    }
    const capitals = end - start;
    while (IS_SMALL_LETTER[byte] === 1) {
      hash = (Math.imul(hash, FACTOR) + byte) | 0;
      tail = (tail << 5) | (byte & 31);
      end += 1;
      byte = end < length ? (bytes[end] as number) : 0;
    }
    const small = end - start - capitals;
    if (capitals > 1 && small > 0 && !(small === 1 && bytes[end - 1] === 0x73)) {
      this.#readCapitals(start, start + capitals - 1);
      return;
    }
    this.end = end;
    this.hash = hash;
    this.tail = tail;
  }

  /** `API` of `APIKey`: only behind its last capital is it seen where the word ends. */
  #readCapitals(start: number, end: number): void {
    let hash = SEED;
    let tail = 0;
    for (let index = start; index < end; index += 1) {
      const byte = LOWER[this.#bytes[index] as number] as number;
      hash = (Math.imul(hash, FACTOR) + byte) | 0;
      tail = (tail << 5) | (byte & 31);
    }
    this.end = end;
    this.hash = hash;
    this.tail = tail;
  }
}
