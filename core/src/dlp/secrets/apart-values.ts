// SPDX-License-Identifier: Apache-2.0
/** Secrets that stand apart from their names: in another member of a record, or on another line. */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import { fieldNameOf } from '../document/record-keys.ts';
import { setOf } from '../text/short-texts.ts';

const VALUE_NAMES = setOf(
  'value valor default defaultvalue val content conteudo data string secret plaintext plainvalue',
);
const NAME_NAMES = setOf('name nome key chave id field campo var variable env');
const LINES_MAX = 5;
const NAME_LENGTH_MAX = 24;
const INDENT_MAX = 40;
const TAIL_LENGTH_MAX = 48;

/**
 * The value in a later member, or below a title: `- name: API_TOKEN` and then `value: …`.
 * @param nameStart start of the name, which ends at `nameEnd` and whose line ends at `newline`
 * @returns the position where the value may begin; -1 where none does
 */
export function valueOnLaterLine(document: Document, nameStart: number, nameEnd: number, newline: number): number {
  if (!isLastOnLine(document, nameEnd, newline)) return -1;
  let lineEnd = newline;
  for (let line = 0; line < LINES_MAX && document.bytes[lineEnd] === 0x0a; line += 1) {
    const start = afterIndent(document, lineEnd + 1);
    const value = valueOfMember(document, start);
    if (value >= 0) return value;
    // Only the first line may be a value without a name of its own, or the fence of a block of code before it.
    if (line === 0 && isAloneOnLine(document, nameStart)) {
      const from = isFence(document, start) ? afterIndent(document, endOfLine(document, start) + 1) : start;
      return isQuote(document.bytes[from]) ? from + 1 : from;
    }
    if (endsRecord(document, start)) return -1;
    lineEnd = endOfLine(document, start);
  }
  return -1;
}

/** Only what ends a name stands behind it: more of the word, quotes, a brace, a closing tag. */
function isLastOnLine(document: Document, nameEnd: number, newline: number): boolean {
  if (newline - nameEnd > TAIL_LENGTH_MAX) return false;
  let index = nameEnd;
  while (index < newline && isWordAt(document, index)) index += 1;
  let isTag = false;
  for (; index < newline; index += 1) {
    const byte = document.bytes[index] as number;
    if (byte === 0x3c) isTag = true;
    if (byte === 0x3e) isTag = false;
    if (!isTag && IS_CLOSING[byte] !== 1) return false;
  }
  return true;
}

/** The value of a member such as `value: …`, `"value": "…"`, `<value>…`, `default = …`; -1 for any other line. */
function valueOfMember(document: Document, start: number): number {
  const { bytes } = document;
  let index = start;
  while (isOpening(bytes[index])) index += 1;
  const nameStart = index;
  while (index - nameStart < NAME_LENGTH_MAX && isWordAt(document, index)) index += 1;
  const name = textAt(document, nameStart, index).toLowerCase().replaceAll('_', '').replaceAll('-', '');
  if (!VALUE_NAMES.has(name)) return -1;
  let hasSign = false;
  for (const last = index + NAME_LENGTH_MAX; index < last; index += 1) {
    const byte = bytes[index] as number;
    if (byte === 0x3a || byte === 0x3d || byte === 0x3e) hasSign = true;
    else if (byte !== 0x20 && !isQuote(byte)) return hasSign ? index : -1;
  }
  return -1;
}

/** `}`, `]`, a blank line, or the next member of a list. */
function endsRecord({ bytes }: Document, start: number): boolean {
  const byte = bytes[start];
  return (
    byte === 0x7d ||
    byte === 0x5d ||
    byte === 0x0a ||
    byte === undefined ||
    (byte === 0x2d && bytes[start + 1] === 0x20)
  );
}

/** A title: nothing but list marks, quotes and marks of Markdown stands before the name. */
function isAloneOnLine(document: Document, nameStart: number): boolean {
  for (let index = nameStart - 1; index >= 0 && nameStart - index < TAIL_LENGTH_MAX; index -= 1) {
    const byte = document.bytes[index] as number;
    if (byte === 0x0a) return true;
    if (!isWordAt(document, index) && IS_TITLE_MARK[byte] !== 1) return false;
  }
  return nameStart < TAIL_LENGTH_MAX;
}

function isFence(document: Document, start: number): boolean {
  return textAt(document, start, start + 3) === '```';
}

/** `"value": "…", "name": "API_TOKEN"`: the end of the value in the member before the name; -1 where none ends. */
export function valueInMemberBefore(document: Document, nameStart: number): number {
  const { bytes } = document;
  let start = nameStart;
  while (nameStart - start < NAME_LENGTH_MAX && isWordAt(document, start - 1)) start -= 1;
  if (!NAME_NAMES.has(fieldNameOf(document, start))) return -1;
  let index = start - 1;
  while (start - index < NAME_LENGTH_MAX && !isWordAt(document, index)) index -= 1;
  while (start - index < TAIL_LENGTH_MAX && isWordAt(document, index)) index -= 1;
  while (
    start - index < TAIL_LENGTH_MAX &&
    (bytes[index] === 0x20 || bytes[index] === 0x2c || bytes[index] === 0x0a || isQuote(bytes[index]))
  )
    index -= 1;
  return isWordAt(document, index) ? index + 1 : -1;
}

/** Tells whether a value stands in a member that is called so. */
export function isNamedValue(document: Document, start: number): boolean {
  return VALUE_NAMES.has(fieldNameOf(document, start));
}

function afterIndent({ bytes }: Document, from: number): number {
  let start = from;
  while (start - from < INDENT_MAX && (bytes[start] === 0x20 || bytes[start] === 0x09)) start += 1;
  return start;
}

const LINE_READ_MAX = 200;

function endOfLine({ bytes }: Document, from: number): number {
  let end = from;
  while (end - from < LINE_READ_MAX && end < bytes.length && bytes[end] !== 0x0a) end += 1;
  return end;
}

function isWordAt(document: Document, index: number): boolean {
  const byte = document.bytes[index];
  return isLetterAt(document, index) || isDigitAt(document, index) || byte === 0x5f || byte === 0x2d || byte === 0x2e;
}

function isQuote(byte: number | undefined): boolean {
  return byte === 0x22 || byte === 0x27 || byte === 0x60;
}

function isOpening(byte: number | undefined): boolean {
  return isQuote(byte) || byte === 0x3c || byte === 0x7b;
}

const IS_CLOSING = new Uint8Array(256);
for (const character of ' "\'`,{:*|)>]=') IS_CLOSING[character.charCodeAt(0)] = 1;
const IS_TITLE_MARK = new Uint8Array(256);
for (const character of ' "\'`#*>_-\t') IS_TITLE_MARK[character.charCodeAt(0)] = 1;
