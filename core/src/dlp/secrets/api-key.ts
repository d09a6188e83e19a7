// SPDX-License-Identifier: Apache-2.0
/** API keys and tokens: known prefixes, JSON web tokens, and random values behind a secret's name. */
import { type Document, hasLabel, isDigitAt, isLetterAt, mayHold, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { ALPHABETS } from '../lexicon/alphabets.ts';
import { LABEL } from '../lexicon/label.ts';
import { BYTE_SYMBOL } from '../text/fold-table.ts';
import { isNamedValue, valueInMemberBefore, valueOnLaterLine } from './apart-values.ts';
import { EncryptedValues } from './encrypted-values.ts';
import { findProviderKeys } from './provider-keys.ts';
import { isConstantName, isFile, isHash, isPath, isPlaceholder, isRandom, isUuidText } from './randomness.ts';
import { isHandle, isNotSecretName, isPlainName, isScheme, NAME_TO_VALUE_MAX } from './secret-names.ts';

/** Longer values need a name that can mean nothing but a secret: a plain key may name a file in base64. */
const PLAIN_LENGTH_MAX = 400;
const VALUE_LENGTH_MAX = 20_000;
/** `Bearer ` right before a long value. */
const SCHEME_GAP_MAX = 2;
const VALUE_MIN = 24;
const VALUE_BARE_MIN = 32;

export function findApiKey(document: Document, sink: Sink): void {
  findProviderKeys(document, sink);
  findNamed(document, sink);
}

/** The value after each secret name: `API_KEY=…`, `"clientSecret": "…"`, `Authorization: Bearer …`, "o token é". */
function findNamed(document: Document, sink: Sink): void {
  if (!mayHold(document, LABEL.SECRET) || !hasLongRun(document.bytes)) return;
  const { starts, ends } = spansOf(document, LABEL.SECRET);
  let lastEnd = 0;
  const runs: Runs = { end: 0 };
  const encrypted = new EncryptedValues(document);
  for (let index = 0; index < starts.length && !sink.isFull('API_KEY'); index += 1) {
    const nameEnd = ends.at(index);
    if (nameEnd < lastEnd) continue;
    const next = index + 1 < starts.length ? starts.at(index + 1) : document.bytes.length;
    const start = starts.at(index);
    const value = valueAfter(document, start, nameEnd, next, runs) ?? valueBefore(document, start);
    if (value === null) continue;
    lastEnd = Math.max(lastEnd, value.end);
    const isFound =
      isSecret(document, start, nameEnd, value) && !encrypted.isAt(value.start, valueHead(document, value));
    if (isFound) sink.add('API_KEY', value.start, value.end);
  }
  findInColumns(document, sink, runs, encrypted);
}

/**
 * Tells whether any run is as long as a secret; otherwise no name matters. The test looks at the byte where such a run
 * would end.
 */
function hasLongRun(bytes: Uint8Array): boolean {
  let start = 0;
  while (start + VALUE_MIN <= bytes.length) {
    let at = start + VALUE_MIN - 1;
    while (at >= start && IS_VALUE[bytes[at] as number] === 1) at -= 1;
    if (at < start) return true;
    start = at + 1;
  }
  return false;
}

/** Finds values below a header such as `api_key`. */
function findInColumns(document: Document, sink: Sink, runs: Runs, encrypted: EncryptedValues): void {
  if (!hasLabel(document, LABEL.SECRET)) return;
  const { cells } = document;
  for (let cell = 0; cell + 1 < cells.starts.length && !sink.isFull('API_KEY'); cell += 1) {
    const labels = cells.labels.at(cell);
    if (labels < 0 || (labels & (1 << LABEL.SECRET)) === 0 || (labels & (1 << LABEL.BARE_KEY)) !== 0) continue;
    const from = cells.starts.at(cell);
    const value = valueAfter(document, from, from, cells.starts.at(cell + 1), runs) ?? wholeCell(document, from, runs);
    if (value === null || value.end - value.start > VALUE_LENGTH_MAX) continue;
    if (encrypted.isAt(value.start, valueHead(document, value))) continue;
    const text = textAt(document, value.start, value.end);
    if (text.length >= VALUE_MIN && !isUuidText(text) && !isPlaceholder(text) && isRandom(text)) {
      sink.add('API_KEY', value.start, value.end);
    }
  }
}

function wholeCell(document: Document, start: number, runs: Runs): Value | null {
  return IS_VALUE[document.bytes[start] ?? 0] === 1
    ? { start, end: runEnd(document, start, runs), isAssigned: true }
    : null;
}

interface Value {
  start: number;
  end: number;
  /** True when an assignment, a colon or a header's scheme stands between name and value. Prose does not count. */
  isAssigned: boolean;
}

/** The first long run of key characters behind the name, before the next name, line end or end of the record. */
function valueAfter(
  document: Document,
  nameStart: number,
  nameEnd: number,
  nextName: number,
  runs: Runs,
): Value | null {
  const to = Math.min(nameEnd + NAME_TO_VALUE_MAX, nextName, document.bytes.length);
  if (isRule(document, nameEnd)) return null;
  let isAssigned = false;
  let index = afterNameTail(document, nameEnd, to);
  while (index < to) {
    const byte = document.bytes[index] as number;
    if (IS_ASSIGNING[byte] === 1) isAssigned = true;
    if (byte === 0x7d || byte === 0x3b || isRule(document, index)) return null;
    if (byte === 0x0a) {
      const below = valueBelow(document, nameStart, nameEnd, index);
      if (below !== null || !isAssignedAt(document, index)) return below;
    }
    const end = IS_VALUE[byte] === 1 ? runEnd(document, index, runs) : index + 1;
    if (end - index >= VALUE_MIN - 4) return trimmed(document, { start: index, end, isAssigned });
    index = end;
  }
  return null;
}

/** The value in a later line's member, or on the next line below a title. */
function valueBelow(document: Document, nameStart: number, nameEnd: number, newline: number): Value | null {
  const start = valueOnLaterLine(document, nameStart, nameEnd, newline);
  if (start < 0) return null;
  let end = start;
  while (end - start <= VALUE_LENGTH_MAX && IS_VALUE[document.bytes[end] ?? 0] === 1) end += 1;
  const isAssigned = isNamedValue(document, start);
  return end - start >= VALUE_MIN - 4 ? trimmed(document, { start, end, isAssigned }) : null;
}

/** The value in the member before that of the name. */
function valueBefore(document: Document, nameStart: number): Value | null {
  const end = valueInMemberBefore(document, nameStart);
  let start = end;
  while (end - start <= PLAIN_LENGTH_MAX && IS_VALUE[document.bytes[start - 1] ?? 0] === 1) start -= 1;
  return end - start >= VALUE_MIN && isNamedValue(document, start) ? { start, end, isAssigned: true } : null;
}

function valueHead(document: Document, { start, end }: Value): string {
  return textAt(document, start, Math.min(end, start + VALUE_MIN));
}

/** A name may be longer, as in SECRET_KEY_BASE=…: the value begins behind the sign. */
function afterNameTail(document: Document, nameEnd: number, to: number): number {
  let index = nameEnd;
  while (
    index < to &&
    IS_VALUE[document.bytes[index] as number] === 1 &&
    IS_ASSIGNING[document.bytes[index] as number] === 0
  ) {
    index += 1;
  }
  return index;
}

/** A line may end between a name and its value only behind a colon or an equals sign: "Segue o token:". */
function isAssignedAt(document: Document, newline: number): boolean {
  let index = newline - 1;
  while (index > 0 && (document.bytes[index] === 0x20 || document.bytes[index] === BACKSLASH)) index -= 1;
  const byte = document.bytes[index];
  return byte === 0x3a || byte === 0x3d || byte === 0x7c;
}

/** Continues the line of a properties file or of a shell. */
const BACKSLASH = 0x5c;

const IS_ASSIGNING = new Uint8Array(256);
for (const character of '=:>,("\'') IS_ASSIGNING[character.charCodeAt(0)] = 1;

interface Runs {
  end: number;
}

/** Many names may stand in one run, `key=key=…`, so its end is searched once. */
function runEnd(document: Document, index: number, runs: Runs): number {
  if (index < runs.end) return runs.end;
  let end = index;
  while (end < document.bytes.length && IS_VALUE[document.bytes[end] as number] === 1) end += 1;
  runs.end = end;
  return end;
}

/**
 * Matches the dashes of a key file's header, with or without invisible characters between. The private key detector
 * reads what follows.
 */
function isRule(document: Document, index: number): boolean {
  if (document.bytes[index] === 0x5c)
    return textAt(document, index, index + ESCAPED_DASH.length).toLowerCase() === ESCAPED_DASH;
  let dashes = 0;
  for (let at = index; dashes < 3; at += 1) {
    if (at - index > RULE_SPAN_MAX) return false;
    if (document.bytes[at] === 0x2d) dashes += 1;
    else if (dashes === 0 || document.bytes[at] !== BYTE_SYMBOL) return false;
  }
  return true;
}

const RULE_SPAN_MAX = 12;
const ESCAPED_DASH = '\\u002d';

const IS_VALUE = new Uint8Array(256);
for (let byte = 0; byte < 256; byte += 1) IS_VALUE[byte] = ALPHABETS.dotted[byte] as number;
for (const character of '+/=~:$%') IS_VALUE[character.charCodeAt(0)] = 1;

/** `name=value` may begin with the sign itself, and a sentence may end after it. */
function trimmed(document: Document, value: Value): Value {
  let { start, end } = value;
  let { isAssigned } = value;
  while (start < end && (document.bytes[start] === 0x3d || document.bytes[start] === 0x3a)) {
    start += 1;
    isAssigned = true;
  }
  // `lookup chave=EVP value=…` and `key=a=b`: the value is behind the last sign.
  for (let at = end - 2; at > start; at -= 1)
    if (document.bytes[at] === 0x3d && document.bytes[at + 1] !== 0x3d) start = Math.max(start, at + 1);
  while (end > start && (document.bytes[end - 1] === 0x2e || document.bytes[end - 1] === 0x3a)) end -= 1;
  return { start, end, isAssigned };
}

function isSecret(document: Document, nameStart: number, nameEnd: number, value: Value): boolean {
  const length = value.end - value.start;
  if (length > VALUE_LENGTH_MAX) return false;
  const isBare = labelBeginsAt(document, LABEL.BARE_KEY, nameStart);
  const isGiven = value.isAssigned || value.start - nameEnd <= SCHEME_GAP_MAX;
  if (length > PLAIN_LENGTH_MAX && (isBare || !isGiven)) return false;
  const text = textAt(document, value.start, value.end);
  if (length > PLAIN_LENGTH_MAX && isFile(text)) return false;
  const min = isBare ? VALUE_BARE_MIN : VALUE_MIN;
  if (text.length < min || isNotSecretName(document, nameStart, value.start)) return false;
  if (document.bytes[value.end] === 0x28 || isPlaceholder(text)) return false;
  if (isUuidText(text) || (isBare && isHash(text))) return false;
  if (!value.isAssigned && isHash(text) && !isScheme(document, nameStart)) return false;
  if (isPlainName(document, nameEnd, value.start) || isInsideData(document, nameStart)) return false;
  if (isPath(text) || isConstantName(text) || isHandle(text)) return false;
  return isRandom(text);
}

const DATA_BEFORE_MIN = 16;

/** Random data contains every short name. A long run with a digit, right before a name, is more of that data. */
function isInsideData(document: Document, nameStart: number): boolean {
  let start = nameStart;
  let hasDigit = false;
  while (start > 0 && nameStart - start < DATA_BEFORE_MIN && isAlphanumeric(document, start - 1)) {
    start -= 1;
    hasDigit ||= isDigitAt(document, start);
  }
  return hasDigit && nameStart - start === DATA_BEFORE_MIN;
}

function labelBeginsAt(document: Document, label: typeof LABEL.BARE_KEY, start: number): boolean {
  const { starts } = spansOf(document, label);
  return starts.at(starts.countBelow(start)) === start;
}

function isAlphanumeric(document: Document, index: number): boolean {
  return isLetterAt(document, index) || isDigitAt(document, index);
}
