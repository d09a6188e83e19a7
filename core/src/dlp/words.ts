/** Where words end, and their hashes: `cpfCliente`, `APIKey` and `CPFs` are two, two and one words. */
import { CLASS, CLASS_OF_BYTE } from './byte-classes.ts';
import { HASH_SEED, LOWER } from './word-table.ts';

const IS_SMALL_LETTER = CLASS_OF_BYTE.map((kind) => (kind === CLASS.LOWER || kind === CLASS.FOREIGN ? 1 : 0));

/** Reads one word at a time; what it read stands in its fields, for a word is too little to make an object of. */
export class WordReader {
  readonly #bytes: Uint8Array;
  end = 0;
  /** Of the word in lower case, see word-table.ts. */
  hash = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param start index of a letter that no other letter of its word stands before */
  read(start: number): void {
    const bytes = this.#bytes;
    const length = bytes.length;
    let end = start;
    let hash = HASH_SEED;
    let byte = bytes[end] as number;
    while (CLASS_OF_BYTE[byte] === CLASS.UPPER) {
      hash = (Math.imul(hash, 31) + byte + 0x20) | 0;
      end += 1;
      byte = end < length ? (bytes[end] as number) : 0;
    }
    const capitals = end - start;
    while (IS_SMALL_LETTER[byte] === 1) {
      hash = (Math.imul(hash, 31) + byte) | 0;
      end += 1;
      byte = end < length ? (bytes[end] as number) : 0;
    }
    const small = end - start - capitals;
    if (capitals > 1 && small > 0 && !(small === 1 && bytes[end - 1] === 0x73)) {
      end = start + capitals - 1;
      hash = hashOf(bytes, start, end);
    }
    this.end = end;
    this.hash = hash;
  }
}

function hashOf(bytes: Uint8Array, start: number, end: number): number {
  let hash = HASH_SEED;
  for (let index = start; index < end; index += 1) {
    hash = (Math.imul(hash, 31) + (LOWER[bytes[index] as number] as number)) | 0;
  }
  return hash;
}
