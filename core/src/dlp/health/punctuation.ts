// SPDX-License-Identifier: Apache-2.0
/** Punctuation of a long text: the end of a sentence, and the blanks of a form. */
import { CLASS, CLASS_OF_BYTE } from '../text/byte-classes.ts';

const CLASSES = CLASS_OF_BYTE;
const { LOWER, DIGIT } = CLASS;
const ABBREVIATION_MAX = 4;
const PLACEHOLDER_MAX = 28;
const ANSWER_MAX = 32;

/**
 * @param stop position of a full stop, an exclamation mark or a question mark
 * @param wordLength length of the word that it touches, 0 when there is none
 * @param isAbbreviation whether that word is a title or a single letter
 */
export function endsSentence(bytes: Uint8Array, stop: number, wordLength: number, isAbbreviation: boolean): boolean {
  let next = stop + 1;
  while (bytes[next] === 0x22 || bytes[next] === 0x29 || bytes[next] === 0x27) next += 1;
  if (next < bytes.length && bytes[next] !== 0x20 && bytes[next] !== 0x0a) return false;
  if (bytes[stop] !== 0x2e) return true;
  while (bytes[next] === 0x20) next += 1;
  const byteClass = CLASSES[bytes[next] ?? 0] as number;
  if (byteClass === LOWER) return false;
  // "Art. 5", "fls. 22".
  if (byteClass === DIGIT && wordLength > 0 && wordLength <= ABBREVIATION_MAX) return false;
  return !isAbbreviation;
}

export function blankLength(bytes: Uint8Array, start: number): number {
  let end = start;
  while (bytes[end] === 0x5f) end += 1;
  return end - start;
}

/** `[NOME]`, `{{name}}`, `[ ]`: a placeholder to be filled in, and no list of a record. */
export function beginsPlaceholder(bytes: Uint8Array, open: number): boolean {
  const close = bytes[open] === 0x5b ? 0x5d : 0x7d;
  if (close === 0x7d && bytes[open + 1] !== 0x7b) return false;
  for (let index = open + 1; index < open + PLACEHOLDER_MAX; index += 1) {
    const byte = bytes[index] as number;
    if (byte === close) return index > open + 1 && bytes[index + 1] !== 0x28;
    if (CLASSES[byte] === DIGIT || byte === 0x2c || byte === 0x22 || byte === 0x0a) return false;
  }
  return false;
}

/** "Sabe nadar? Sim", "Fotos? ( ) sim (x) não": a form's question, answered by a word or a tick on its line. */
export function isAnswered(bytes: Uint8Array, mark: number): boolean {
  let letters = 0;
  let isBox = false;
  let isTicked = false;
  for (let index = mark + 1; index < mark + ANSWER_MAX; index += 1) {
    const byte = bytes[index];
    if (byte === undefined || byte === 0x0a) return letters > 0 && (isTicked || !isBox);
    if (byte === 0x28 || byte === 0x5b) {
      isBox = true;
      isTicked ||= ((bytes[index + 1] as number) | 0x20) === 0x78;
    } else if ((CLASSES[byte] as number) >= LOWER) letters += 1;
  }
  return false;
}
