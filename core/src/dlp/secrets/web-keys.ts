// SPDX-License-Identifier: Apache-2.0
/** JSON Web Keys (RFC 7517) with a private part: `d` of an elliptic curve or RSA key, `k` of a symmetric one. */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { WORD_FIELDS } from '../first-look/memory.ts';
import { ALPHABETS } from '../lexicon/alphabets.ts';
import { hashOfWord } from '../lexicon/word-table.ts';
import { isPlaceholder, isRandom } from './randomness.ts';

const TYPE_MEMBER = 'kty';
const TYPE_HASH = hashOfWord(TYPE_MEMBER);
/** The private part of a large RSA key stands behind its modulus. */
const KEY_LENGTH_MAX = 8_000;
const PRIVATE_PARTS: readonly (readonly [member: string, lengthMin: number])[] = [
  ['d', 40],
  ['k', 21],
];
const SYMMETRIC = 'oct';
const GAP_MAX = 6;

export function findWebKeys(document: Document, sink: Sink): void {
  const { values, length } = document.tokens.words;
  let from = 0;
  for (let word = 0; word < length; word += WORD_FIELDS) {
    if (values[word + 2] !== TYPE_HASH) continue;
    const at = values[word] as number;
    if (at < from || sink.isFull('PRIVATE_KEY')) continue;
    const start = keyStart(document, at, from);
    const end = keyEnd(document, at);
    const isSymmetric = textAt(document, at, at + TYPE_MEMBER.length + GAP_MAX + SYMMETRIC.length).includes(SYMMETRIC);
    const [member, lengthMin] = PRIVATE_PARTS[isSymmetric ? 1 : 0] as (typeof PRIVATE_PARTS)[number];
    addMember(document, sink, start, end, member, lengthMin);
    // No part of the text is read for two keys.
    from = end;
  }
}

/** The brace that opens the key, or as far back as a key may begin. */
function keyStart({ bytes }: Document, at: number, from: number): number {
  const first = Math.max(from, at - KEY_LENGTH_MAX);
  let start = at;
  while (start > first && bytes[start] !== 0x7b) start -= 1;
  return start;
}

function keyEnd({ bytes }: Document, at: number): number {
  const last = Math.min(bytes.length, at + KEY_LENGTH_MAX);
  let end = at + TYPE_MEMBER.length;
  while (end < last && bytes[end] !== 0x7d) end += 1;
  return end;
}

function addMember(
  document: Document,
  sink: Sink,
  start: number,
  end: number,
  member: string,
  lengthMin: number,
): void {
  const { bytes } = document;
  const name = member.charCodeAt(0);
  for (let index = start; index < end; index += 1) {
    if (bytes[index] !== name || isWordAt(document, index - 1) || isWordAt(document, index + 1)) continue;
    const from = valueStart(document, index + 1);
    if (from < 0) continue;
    let to = from;
    while (to < end && ALPHABETS.url[bytes[to] ?? 0] === 1) to += 1;
    const value = textAt(document, from, Math.min(to, from + VALUE_READ_MAX));
    if (to - from >= lengthMin && isRandom(value) && !isPlaceholder(value)) {
      sink.add('PRIVATE_KEY', from, to);
      return;
    }
    index = Math.max(index, to - 1);
  }
}

const VALUE_READ_MAX = 200;

/** `":"`, `: `, `' => '`: position of the value behind the name of its member; -1 when no sign follows. */
function valueStart({ bytes }: Document, from: number): number {
  let hasSign = false;
  for (let index = from; index <= from + GAP_MAX; index += 1) {
    const byte = bytes[index] as number;
    if (byte === 0x3a || byte === 0x3d) hasSign = true;
    else if (byte !== 0x20 && byte !== 0x22 && byte !== 0x27 && byte !== 0x3e && byte !== 0x0a)
      return hasSign ? index : -1;
  }
  return -1;
}

function isWordAt(document: Document, index: number): boolean {
  const byte = document.bytes[index];
  return isLetterAt(document, index) || isDigitAt(document, index) || byte === 0x5f || byte === 0x2d;
}
