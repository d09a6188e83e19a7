/** Where words end, and their hashes: `cpfCliente`, `APIKey` and `CPFs` are two, two and one words. */
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { hashOfBytes } from './word-table.ts';

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { UPPER } = CLASS;

const IS_SMALL_LETTER = CLASS_OF_BYTE.map((byteClass) =>
  byteClass === CLASS.LOWER || byteClass === CLASS.FOREIGN ? 1 : 0,
);

/**
 * Reads one word at a time, where the first look has not: it reads those of a whole text. What it read stands in its
 * fields, for a word is too little to make an object of.
 */
export class WordReader {
  readonly #bytes: Uint8Array;
  end = 0;
  /** See word-table.ts. */
  hash = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param start index of a letter that no other letter of its word stands before */
  read(start: number): void {
    const bytes = this.#bytes;
    const length = bytes.length;
    let end = start;
    while (end < length && CLASSES[bytes[end] as number] === UPPER) end += 1;
    const capitals = end - start;
    while (end < length && IS_SMALL_LETTER[bytes[end] as number] === 1) end += 1;
    const small = end - start - capitals;
    // `API` of `APIKey`: only behind its last capital is it seen where the word ends.
    if (capitals > 1 && small > 0 && !(small === 1 && bytes[end - 1] === 0x73)) end = start + capitals - 1;
    this.end = end;
    this.hash = hashOfBytes(bytes, start, end);
  }
}
