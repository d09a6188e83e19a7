// SPDX-License-Identifier: Apache-2.0
/** Written forms that make a number a card's: tracks of its stripe, tags of its chip, its expiry beside it. */
import { type Document, isDigitAt, isLetterAt, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { isCardNumber } from './card-brands.ts';
import { JOIN } from './joins.ts';
import type { NumberRun } from './numbers.ts';

const CIRCUMFLEX = 0x5e;
const EQUALS = 0x3d;
/** Expiry of four digits, and a service code of three. */
const TRACK_TAIL_MIN = 7;

/** `%B4532015112830366^SILVA/JOAO^2912…`, `;4532015112830366=2912101…?`, `4532015112830366D2912101…`. */
export function isOnTrack(document: Document, run: NumberRun): boolean {
  const { bytes } = document;
  const before = bytes[run.start - 1];
  if (bytes[run.end] === CIRCUMFLEX)
    return (before ?? 0x20) === 0x42 || (before ?? 0x20) === 0x62 || isOpen(document, run);
  if (run.groupCount !== 1 || !isOpen(document, run)) return false;
  const isSeparated = bytes[run.end] === EQUALS || ((bytes[run.end] ?? 0) | 0x20) === 0x64;
  return isSeparated && isExpiryBefore(document, run.end + 1);
}

/** No letter, digit or sign of a longer number stands before it. */
function isOpen(document: Document, run: NumberRun): boolean {
  return run.joins[run.firstGroup - 1] !== JOIN.TIGHT && !isLetterAt(document, run.start - 1);
}

/** Year and month, then the service code. */
function isExpiryBefore(document: Document, from: number): boolean {
  for (let index = from; index < from + TRACK_TAIL_MIN; index += 1) if (!isDigitAt(document, index)) return false;
  return isMonth(textAt(document, from + 2, from + 4));
}

function isMonth(text: string): boolean {
  const month = Number(text);
  return text.length === 2 && month >= 1 && month <= 12;
}

const FIELDS_MAX = 3;
const SEPARATORS = '|:;,/-\t ';
const SEPARATOR_LENGTH_MAX = 3;

/** `4532015112830366|12|2029|123`, `4532… 06/30 321`: month, year and security code in the fields behind the number. */
export function isBesideExpiry(document: Document, run: NumberRun): boolean {
  if (!isOpen(document, run)) return false;
  const fields: string[] = [];
  const isMarked = hasMark(document, run.end);
  let at = run.end;
  while (fields.length < FIELDS_MAX) {
    let start = at;
    while (start - at < SEPARATOR_LENGTH_MAX && isSeparator(document, start)) start += 1;
    let end = start;
    while (end - start < 5 && isDigitAt(document, end)) end += 1;
    if (start === at || end === start) break;
    fields.push(textAt(document, start, end));
    at = end;
  }
  const [first = '', second = '', third = ''] = fields;
  if (first.length === 4) return isMarked && isMonth(first.slice(0, 2)) && isSecurityCode(second);
  // Groups with blanks between them may be any row of numbers, but not those of a date with its slash.
  const isDate = isMarked || document.bytes[at - third.length - second.length - 2] === SLASH;
  return isDate && isMonth(first) && isYear(second) && isSecurityCode(third) && !isLetterAt(document, at);
}

/** A sign other than a blank or a hyphen separates the fields. */
function hasMark(document: Document, from: number): boolean {
  const sign = document.bytes[from] === 0x20 ? from + 1 : from;
  return '|:;,\t'.includes(String.fromCharCode(document.bytes[sign] ?? 0));
}

const SLASH = 0x2f;

function isSeparator(document: Document, index: number): boolean {
  return SEPARATORS.includes(String.fromCharCode(document.bytes[index] ?? 0));
}

function isYear(text: string): boolean {
  return text.length === 2 || (text.length === 4 && text.startsWith('20'));
}

function isSecurityCode(text: string): boolean {
  return text.length === 3 || text.length === 4;
}

const PAN_LENGTH_MAX = 19;
const PAN_LENGTH_MIN = 13;
const PAN_TAG = '5a';
const TRACK_TAG = '57';

/** The tags 5A and 57 of a chip, in hexadecimal: `5A08 4532015112830366`, `5711 4532015112830366D2912…`. */
export function findChipCards(document: Document, sink: Sink): void {
  const { bytes, tokens } = document;
  const { digitStarts, digitEnds } = tokens;
  for (let group = 0; group < digitStarts.length && !sink.isFull('CREDIT_CARD'); group += 1) {
    const start = digitStarts.at(group);
    const end = digitEnds.at(group);
    const tagEnd = bytes[start - 1] === 0x20 ? start - 1 : start;
    if (((bytes[tagEnd - 1] ?? 0) | 0x20) === 0x61 && bytes[tagEnd - 2] === 0x35)
      addNumber(document, start, PAN_TAG, sink);
    else if (isTrackTag(document, start, end)) addNumber(document, end + 1, TRACK_TAG, sink);
    if (((bytes[end] ?? 0) | 0x20) === 0x64 && end - start > PAN_LENGTH_MIN) addTrack(document, start, end, sink);
  }
}

/** The tag as a byte of its own: `57 11 45 32 …`. */
function isTrackTag({ bytes }: Document, start: number, end: number): boolean {
  return end - start === 2 && bytes[start] === 0x35 && bytes[start + 1] === 0x37 && bytes[end] === 0x20;
}

/** @param from position of the length behind the tag */
function addNumber(document: Document, from: number, tag: string, sink: Sink): void {
  const length = HEX.indexOf(charAt(document, afterBlank(document, from + 1)));
  const start = afterBlank(document, afterBlank(document, from + 1) + 1);
  if (charAt(document, from) !== (tag === TRACK_TAG && length < 8 ? '1' : '0') || length < 0) return;
  const digits: number[] = [];
  let at = start;
  while (digits.length < PAN_LENGTH_MAX && isDigitAt(document, at)) {
    digits.push((document.bytes[at] as number) - 0x30);
    at = afterBlank(document, at + 1);
  }
  // A filler ends the number of an odd length, and a separator that of a track.
  const isEnded = tag === PAN_TAG ? Math.ceil(digits.length / 2) >= length : charAt(document, at) === 'd';
  const count = tag === PAN_TAG ? Math.min(digits.length, 2 * length) : digits.length;
  if (isEnded && isPan(digits.slice(0, count))) sink.add('CREDIT_CARD', start, at);
}

const HEX = '0123456789abcdef';

function charAt(document: Document, index: number): string {
  return String.fromCharCode(document.bytes[index] ?? 0).toLowerCase();
}

function afterBlank({ bytes }: Document, index: number): number {
  return bytes[index] === 0x20 ? index + 1 : index;
}

/** A number that ends where the separator of the track stands, right behind tag and length. */
function addTrack(document: Document, groupStart: number, end: number, sink: Sink): void {
  if (!isExpiryBefore(document, end + 1)) return;
  for (let length = PAN_LENGTH_MIN; length <= PAN_LENGTH_MAX; length += 1) {
    const start = end - length;
    if (start < groupStart) return;
    const digits = Array.from(textAt(document, start, end), Number);
    if (textAt(document, start - 4, start - 2) === TRACK_TAG && isPan(digits)) sink.add('CREDIT_CARD', start, end);
  }
}

function isPan(digits: readonly number[]): boolean {
  return (
    digits.length >= PAN_LENGTH_MIN && digits.length <= PAN_LENGTH_MAX && isCardNumber(digits, digits.length, true)
  );
}
