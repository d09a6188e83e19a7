// SPDX-License-Identifier: Apache-2.0
/** Keys that reveal their provider by their form, see lexicon/provider-key-table.ts, and web tokens. */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { ALPHABETS } from '../lexicon/alphabets.ts';
import { MARKED_SHAPES, NUMBERED_SHAPES, type SecretShape, shapesAt } from '../lexicon/secret-shapes.ts';
import { cutKeyEnd } from './cut-keys.ts';
import { isPlaceholder, isRandom } from './randomness.ts';

const DISTINCT_MIN = 8;
const WEB_TOKEN_PREFIX = 'eyJ';

export function findProviderKeys(document: Document, sink: Sink): void {
  findStarting(document, sink);
  findNumbered(document, sink);
  findMarked(document, sink);
}

function findStarting(document: Document, sink: Sink): void {
  const { bytes, tokens } = document;
  let lastEnd = 0;
  for (let index = 0; index < tokens.keyStarts.length && !sink.isFull('API_KEY'); index += 1) {
    const start = tokens.keyStarts.at(index);
    if (start < lastEnd) continue;
    for (const shape of shapesAt(bytes, start)) {
      const end = shape.prefix === WEB_TOKEN_PREFIX ? webTokenEnd(document, start) : shapeEnd(document, start, shape);
      if (end < 0) continue;
      sink.add('API_KEY', start, end);
      lastEnd = end;
      break;
    }
  }
}

/** Position behind the key whose prefix begins at `index`; -1 when there is none. */
function shapeEnd(document: Document, index: number, shape: SecretShape): number {
  if (!standsAt(document, index, shape.prefix)) return -1;
  const from = index + shape.prefix.length;
  const [first] = shape.parts;
  let end = from;
  for (const part of shape.parts) {
    if (!standsAt(document, end, part.before)) return -1;
    const start = end + part.before.length;
    end = start;
    // One character more than the most shows that the run goes on.
    while (end - start <= part.max && part.alphabet[document.bytes[end] ?? 0] === 1) end += 1;
    if (part === shape.parts.at(-1)) while (end > start && isSentenceEnd(document, end - 1)) end -= 1;
    else if (end - start > part.max) end = start + part.max;
    if (part === first && end - start < part.min && document.bytes[end] === 0x0a)
      return cutKeyEnd(document, from, end, shape);
    if (end - start < part.min || end - start > part.max) return -1;
  }
  if (isAlphanumeric(document, end)) return -1;
  return isValue(textAt(document, from, end), shape) ? end : -1;
}

function isValue(value: string, { contains, mustVary }: SecretShape): boolean {
  if (contains !== undefined && !value.includes(contains)) return false;
  if (new Set(value).size < DISTINCT_MIN || isPlaceholder(value)) return false;
  return !mustVary || isRandom(value);
}

/** A prefix has few characters, of which the first two are known mostly; a comparison makes no string. */
function standsAt({ bytes }: Document, index: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (bytes[index + at] !== text.charCodeAt(at)) return false;
  return true;
}

function isSentenceEnd({ bytes }: Document, index: number): boolean {
  return bytes[index] === 0x2e || bytes[index] === 0x2d;
}

/** Keys that begin with an id in digits: `123456789:AA…`, `123456789012345|…`. */
function findNumbered(document: Document, sink: Sink): void {
  const { digitStarts, digitEnds } = document.tokens;
  for (let group = 0; group < digitStarts.length && !sink.isFull('API_KEY'); group += 1) {
    const start = digitStarts.at(group);
    const mark = digitEnds.at(group);
    for (const shape of NUMBERED_SHAPES) {
      const { min = 0, max = 0 } = shape.head ?? {};
      if (mark - start < min || mark - start > max || document.bytes[mark] !== shape.prefix.charCodeAt(0)) continue;
      const end = shapeEnd(document, mark, shape);
      if (end > 0) sink.add('API_KEY', start, end);
    }
  }
}

const MARKED_LENGTH_MIN = Math.min(
  ...MARKED_SHAPES.map(({ prefix, parts, head }) => (head?.min ?? 0) + prefix.length + parts[0].min),
);
const MARKED_LENGTH_MAX = Math.max(
  ...MARKED_SHAPES.map(({ prefix, parts, head }) => (head?.max ?? 0) + prefix.length + parts[0].max),
);

/** Keys with their mark inside or at their end: each is a whole run of key characters. */
function findMarked(document: Document, sink: Sink): void {
  const { bytes } = document;
  let start = 0;
  while (start + MARKED_LENGTH_MIN <= bytes.length && !sink.isFull('API_KEY')) {
    // The byte where the shortest such run would end shows most runs to be shorter.
    let at = start + MARKED_LENGTH_MIN - 1;
    while (at >= start && ALPHABETS.marked[bytes[at] as number] === 1) at -= 1;
    if (at >= start) {
      start = at + 1;
      continue;
    }
    let end = start + MARKED_LENGTH_MIN;
    while (end < bytes.length && ALPHABETS.marked[bytes[end] as number] === 1) end += 1;
    if (end - start <= MARKED_LENGTH_MAX + 1) addMarked(document, start, end, sink);
    start = end + 1;
  }
}

function addMarked(document: Document, start: number, runEnd: number, sink: Sink): void {
  const end = isSentenceEnd(document, runEnd - 1) ? runEnd - 1 : runEnd;
  for (const shape of MARKED_SHAPES) {
    const { alphabet, min = 0, max = 0 } = shape.head ?? {};
    const value = textAt(document, start, end);
    const mark = value.lastIndexOf(shape.prefix);
    if (mark < min || mark > max || !isWholeAt(document, start + mark, end, shape)) continue;
    const isHead = alphabet !== undefined && isOf(document, start, start + mark, alphabet);
    if (isHead && isValue(value, shape)) sink.add('API_KEY', start, end);
  }
}

/** Tells whether prefix and rest of the key fill the span. */
function isWholeAt(document: Document, index: number, end: number, { prefix, parts }: SecretShape): boolean {
  const from = index + prefix.length;
  const { alphabet, min, max } = parts[0];
  return end - from >= min && end - from <= max && isOf(document, from, end, alphabet);
}

function isOf({ bytes }: Document, start: number, end: number, alphabet: Uint8Array): boolean {
  for (let index = start; index < end; index += 1) if (alphabet[bytes[index] as number] !== 1) return false;
  return true;
}

const WEB_TOKEN_PART_MIN = 10;
const SIGNATURE_MIN = 16;
/** An encrypted web token has five parts: header, key, start, content and tag. The key may be empty. */
const ENCRYPTED_PARTS = 5;
const TAG_MIN = 16;

/** `eyJ….eyJ….signature`: header and payload both begin like `{"` in base64. */
function webTokenEnd(document: Document, index: number): number {
  const { bytes } = document;
  const first = partEnd(document, index);
  if (first - index < WEB_TOKEN_PART_MIN || bytes[first] !== 0x2e) return -1;
  if (textAt(document, first + 1, first + 1 + WEB_TOKEN_PREFIX.length) !== WEB_TOKEN_PREFIX)
    return encryptedTokenEnd(document, first);
  const second = partEnd(document, first + 1);
  if (second - first < WEB_TOKEN_PART_MIN || bytes[second] !== 0x2e) return -1;
  const third = partEnd(document, second + 1);
  return third - second > SIGNATURE_MIN ? third : -1;
}

/** @param headerEnd position of the full stop behind the header */
function encryptedTokenEnd(document: Document, headerEnd: number): number {
  let end = headerEnd;
  let last = headerEnd;
  for (let part = 1; part < ENCRYPTED_PARTS; part += 1) {
    if (document.bytes[end] !== 0x2e) return -1;
    last = end + 1;
    end = partEnd(document, last);
  }
  return end - last >= TAG_MIN && document.bytes[end] !== 0x2e ? end : -1;
}

function partEnd({ bytes }: Document, start: number): number {
  let end = start;
  while (ALPHABETS.url[bytes[end] ?? 0] === 1) end += 1;
  return end;
}

function isAlphanumeric(document: Document, index: number): boolean {
  return isLetterAt(document, index) || isDigitAt(document, index);
}
