// SPDX-License-Identifier: Apache-2.0
/** Keys of records before a value that may be a number: `"id": "119…"`. */
import { type Document, isDigitAt, isLetterAt, textAt } from './document.ts';

const KEY_LENGTH_MAX = 40;

/** Position after the key's last character, -1 when the number is not the value of a key. */
export function recordKeyEnd(document: Document, start: number): number {
  let index = start - 1;
  let steps = 0;
  while (steps < 6 && IS_VALUE_DRESS[document.bytes[index] ?? 0] === 1) {
    index -= 1;
    steps += 1;
  }
  const byte = document.bytes[index];
  if (byte !== 0x3a && byte !== 0x3d) return -1;
  index -= 1;
  while (index > 0 && steps < 10 && IS_VALUE_DRESS[document.bytes[index] as number] === 1) {
    index -= 1;
    steps += 1;
  }
  return index + 1;
}

const IS_VALUE_DRESS = new Uint8Array(256);
for (const character of ' "\'+(>\\') IS_VALUE_DRESS[character.charCodeAt(0)] = 1;

/** Start of a one-word key that begins a field; -1 for words of a sentence that happen to stand before a colon. */
export function recordKeyStart(document: Document, keyEnd: number): number {
  let index = keyEnd - 1;
  while (index >= 0 && keyEnd - index <= KEY_LENGTH_MAX && isKeyByte(document, index)) index -= 1;
  if (index + 1 === keyEnd) return -1;
  let before = index;
  while (before >= 0 && index - before < 24 && (document.bytes[before] === 0x20 || document.bytes[before] === 0x22))
    before -= 1;
  const byte = before < 0 ? 0x0a : (document.bytes[before] as number);
  return IS_FIELD_START[byte] === 1 ? index + 1 : -1;
}

function isKeyByte(document: Document, index: number): boolean {
  const byte = document.bytes[index];
  return isLetterAt(document, index) || isDigitAt(document, index) || byte === 0x5f || byte === 0x2d || byte === 0x2e;
}

const IS_FIELD_START = new Uint8Array(256);
for (const character of '\n{,;&?[') IS_FIELD_START[character.charCodeAt(0)] = 1;

const DRESS_MAX = 6;
const LETTERS_OF_NAME = new Uint8Array(256);
for (let byte = 0x61; byte <= 0x7a; byte += 1) LETTERS_OF_NAME[byte] = 1;

/**
 * The letters of the name of the field whose value begins at `start`, in lower case: `"area_code": "11"`, `ddd=11`,
 * `<ddd>11`. Empty outside fields.
 */
export function fieldNameOf(document: Document, start: number): string {
  const { bytes } = document;
  let index = start - 1;
  while (start - index <= DRESS_MAX && IS_NAME_DRESS[bytes[index] ?? 0] === 1) index -= 1;
  const sign = bytes[index];
  if (sign !== 0x3a && sign !== 0x3d && sign !== 0x3e) return '';
  index -= sign === 0x3e && bytes[index - 1] === 0x3d ? 2 : 1;
  for (let steps = 0; steps < DRESS_MAX && IS_NAME_DRESS[bytes[index] ?? 0] === 1; steps += 1) index -= 1;
  const end = index + 1;
  while (end - index <= KEY_LENGTH_MAX && index >= 0 && isKeyByte(document, index)) index -= 1;
  let name = '';
  for (const letter of textAt(document, index + 1, end).toLowerCase()) {
    if (LETTERS_OF_NAME[letter.charCodeAt(0)] === 1) name += letter;
  }
  return name;
}

const IS_NAME_DRESS = new Uint8Array(256);
for (const character of ' "\'\\+(') IS_NAME_DRESS[character.charCodeAt(0)] = 1;
