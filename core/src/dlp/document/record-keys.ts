/** Keys of records before a value that may be a number: `"id": "119…"`. */
import { type Document, isDigitAt, isLetterAt } from './document.ts';

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
