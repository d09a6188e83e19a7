// SPDX-License-Identifier: Apache-2.0
/** Fields of forms that are still blank. */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';

const FIELD_MARKS_MAX = 3;
const BLANK_LENGTH = 3;

/** `Diagnóstico: ______`, `CID: ....`: a field that is still blank. */
export function isBlankField(document: Document, end: number): boolean {
  let at = end;
  while (at - end < FIELD_MARKS_MAX && IS_FIELD_MARK[document.bytes[at] ?? 0] === 1) at += 1;
  const first = document.bytes[at];
  if (first !== 0x5f && first !== 0x2e) return false;
  for (let index = at + 1; index < at + BLANK_LENGTH; index += 1) if (document.bytes[index] !== first) return false;
  return at > end || first === 0x5f;
}

const IS_FIELD_MARK = new Uint8Array(256);
for (const character of ' :()') IS_FIELD_MARK[character.charCodeAt(0)] = 1;

const NAME_LENGTH_MAX = 40;

/** "The column pregnancy_status is gone": a name of several words within a sentence, without a value behind it. */
export function isNameOfField(document: Document, start: number, end: number): boolean {
  const { bytes } = document;
  if (bytes[end] !== 0x5f && bytes[start - 1] !== 0x5f && !hasJoint(document, start, end)) return false;
  let first = start;
  while (start - first < NAME_LENGTH_MAX && isPartOfName(document, first - 1)) first -= 1;
  let last = end;
  while (last - end < NAME_LENGTH_MAX && isPartOfName(document, last)) last += 1;
  if (!IS_AROUND_NAME[bytes[first - 1] ?? 0] || !isLetterAt(document, first)) return false;
  const behind = bytes[last];
  if (behind === 0x20) return isLetterAt(document, last + 1);
  return behind === 0x60 || (behind === 0x2e && !isLetterAt(document, last + 1));
}

const SOURCE_FILES: ReadonlySet<string> = new Set('md ts tsx js mjs py rb go rs java sh yml yaml toml sql'.split(' '));
const EXTENSION_LENGTH_MAX = 4;

/** `migraine.md`: the name of a file. */
export function isNameOfSource(document: Document, end: number): boolean {
  if (document.bytes[end] !== 0x2e) return false;
  let last = end + 1;
  while (last - end <= EXTENSION_LENGTH_MAX + 1 && isLetterAt(document, last)) last += 1;
  return SOURCE_FILES.has(textAt(document, end + 1, last));
}

/** `blood_type`: the medical term is two words of the name. */
function hasJoint({ bytes }: Document, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (bytes[index] === 0x5f) return true;
  return false;
}

function isPartOfName(document: Document, index: number): boolean {
  return document.bytes[index] === 0x5f || isLetterAt(document, index) || isDigitAt(document, index);
}

/** Matches a blank or a back tick. */
const IS_AROUND_NAME: readonly boolean[] = Array.from({ length: 256 }, (_, byte) => byte === 0x20 || byte === 0x60);
