// SPDX-License-Identifier: Apache-2.0
/**
 * Keys with a known prefix that line breaks cut into two or three lines. Each line but the last is filled to its end.
 */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import { ALPHABETS } from '../lexicon/alphabets.ts';
import type { SecretShape } from '../lexicon/secret-shapes.ts';
import { isRandom, mayBeRandom } from './randomness.ts';

const BREAKS_MAX = 2;
const HEAD_MIN = 12;
const TAIL_MIN = 4;
const PREFIX_MIN = 4;
const INDENT_MAX = 4;

/**
 * Position behind the whole key, of which `end` is the end of the first line; -1 when the key does not continue.
 * @param from position behind the prefix
 */
export function cutKeyEnd(document: Document, from: number, end: number, shape: SecretShape): number {
  if (end - from < HEAD_MIN || shape.parts.length > 1 || !hasOwnPrefix(shape.prefix)) return -1;
  const { alphabet, min, max } = shape.parts[0];
  let length = end - from;
  let at = end;
  for (let breaks = 0; breaks < BREAKS_MAX && document.bytes[at] === 0x0a; breaks += 1) {
    const start = afterIndent(document, at + 1);
    at = start;
    while (at - start <= max - length && alphabet[document.bytes[at] ?? 0] === 1) at += 1;
    if (at - start < TAIL_MIN || !endsLine(document, at) || !isPartOfKey(document, start, at)) return -1;
    length += at - start;
    if (length > max) return -1;
    if (length >= min) return isWhole(document, from, at, shape) ? at : -1;
  }
  return -1;
}

/**
 * @param from start on the first line
 * @param to end on the last line; only characters of the alphabet between them belong to the key
 */
function isWhole(document: Document, from: number, to: number, { contains = '', parts }: SecretShape): boolean {
  const { alphabet } = parts[0];
  // Rejects low-entropy spans before allocating a string.
  if (!mayBeRandom(document.bytes, from, to, alphabet)) return false;
  const value = joined(document, from, to, alphabet);
  if (!value.includes(contains) || !isRandom(value)) return false;
  return (
    alphabet === ALPHABETS.hex || alphabet === ALPHABETS.anyHex || sortChanges(value) / value.length >= SORT_CHANGES_MIN
  );
}

function joined(document: Document, from: number, to: number, alphabet: Uint8Array): string {
  let value = '';
  for (let start = from; start < to; start += 1) {
    let end = start;
    while (end < to && alphabet[document.bytes[end] as number] === 1) end += 1;
    value += textAt(document, start, end);
    start = end;
  }
  return value;
}

/** Two joined names that end in years change class less often: "figd_tokens_2024", "cores_v2_export". */
const SORT_CHANGES_MIN = 0.42;

/** Counts how often a character follows one of another class: small letter, capital, digit or sign. */
function sortChanges(value: string): number {
  let changes = 0;
  for (let index = 1; index < value.length; index += 1) {
    if (typeOf(value.charCodeAt(index)) !== typeOf(value.charCodeAt(index - 1))) changes += 1;
  }
  return changes;
}

function typeOf(code: number): number {
  if (code >= 0x61 && code <= 0x7a) return 0;
  if (code >= 0x41 && code <= 0x5a) return 1;
  return code >= 0x30 && code <= 0x39 ? 2 : 3;
}

/** A sign ends the prefix: a prefix of letters alone begins many words. */
function hasOwnPrefix(prefix: string): boolean {
  if (prefix.length < PREFIX_MIN) return false;
  const last = prefix.charCodeAt(prefix.length - 1);
  return last === 0x2d || last === 0x5f || last === 0x2e;
}

function afterIndent(document: Document, from: number): number {
  let start = from;
  while (start - from < INDENT_MAX && (document.bytes[start] === 0x20 || document.bytes[start] === 0x3e)) start += 1;
  return start;
}

/** True when only a closing sign follows on the line. */
function endsLine(document: Document, at: number): boolean {
  const byte = document.bytes[at];
  if (byte === undefined || byte === 0x0a) return true;
  const isMark = byte === 0x22 || byte === 0x27 || byte === 0x60 || byte === 0x29;
  return isMark && !isLetterAt(document, at + 1) && !isDigitAt(document, at + 1);
}

/** True when it is no word: it has a digit, or a capital behind a small letter. */
function isPartOfKey(document: Document, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    if (isDigitAt(document, index)) return true;
    const before = document.bytes[index - 1] as number;
    const byte = document.bytes[index] as number;
    if (index > start && byte >= 0x41 && byte <= 0x5a && before >= 0x61 && before <= 0x7a) return true;
  }
  return false;
}
