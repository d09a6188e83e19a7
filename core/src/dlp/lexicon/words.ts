// SPDX-License-Identifier: Apache-2.0
/** Word boundaries and hashes: `cpfCliente`, `APIKey` and `CPFs` are two, two and one words. */
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';
import { hashOfBytes } from './word-table.ts';

// Copies, see byte-classes.ts.
const CLASSES = CLASS_OF_BYTE;
const { UPPER } = CLASS;

const IS_SMALL_LETTER = CLASS_OF_BYTE.map((byteClass) =>
  byteClass === CLASS.LOWER || byteClass === CLASS.FOREIGN ? 1 : 0,
);

/**
 * Reads single words where the first look, which reads whole texts, has not. The result stands in fields, because an
 * object per word costs too much.
 */
export class WordReader {
  readonly #bytes: Uint8Array;
  end = 0;
  /** The hash of word-table.ts. */
  hash = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  /** @param start index of the first letter of a word */
  read(start: number): void {
    const bytes = this.#bytes;
    const length = bytes.length;
    let end = start;
    while (end < length && CLASSES[bytes[end] as number] === UPPER) end += 1;
    const capitals = end - start;
    while (end < length && IS_SMALL_LETTER[bytes[end] as number] === 1) end += 1;
    const small = end - start - capitals;
    // `API` of `APIKey`: the word's end shows only behind its last capital.
    if (capitals > 1 && small > 0 && !(small === 1 && bytes[end - 1] === 0x73)) end = start + capitals - 1;
    this.end = end;
    this.hash = hashOfBytes(bytes, start, end);
  }
}
