// SPDX-License-Identifier: Apache-2.0
/** Pix keys: BR Codes, random keys beside Pix, and values of other types that a text calls a key. */
import type { DlpType } from '@svc/contract';
import { isValidCnpj, isValidCpf } from '../check-digits.ts';
import { type Document, hasLabel, isDigitAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import type { Sink } from '../finding.ts';
import { LABEL } from '../lexicon/label.ts';
import { isSaidToBeKey, isSaidToBeRandomKey } from './pix-context.ts';
import { isKeyByReference } from './pix-type.ts';

/** Types with values that serve as keys. */
const KEY_TYPES: readonly DlpType[] = ['CPF', 'CNPJ', 'PHONE_BR', 'EMAIL'];

/** Runs last: it reads what the detectors of the other key types found. */
export function findPixKey(document: Document, sink: Sink): void {
  if (!hasLabel(document, LABEL.PIX)) return;
  findBrCodes(document, sink);
  findRandomKeys(document, sink);
  for (const type of KEY_TYPES) {
    for (const finding of sink.of(type)) {
      if (sink.isFull('PIX_KEY')) return;
      const isKey = isSaidToBeKey(document, finding) || isKeyByReference(document, finding);
      if (isKey) sink.add('PIX_KEY', finding.start, finding.end);
    }
  }
}

const GUI_HEAD = '0014br.gov.bcb.';
const GUI = `${GUI_HEAD}pix`;
/** Sub-field 01 of a BR Code is the key; 25 is the address of a dynamic code. */
const SUB_FIELDS: ReadonlySet<string> = new Set(['01', '25']);
const KEY_LENGTH_MIN = 8;
/** The templates of accounts in a code, by the rules of EMV; the arrangement's name may stand anywhere in its own. */
const TEMPLATE_FIRST = 26;
const TEMPLATE_LAST = 51;
const HEAD_LENGTH = 4;
const FIELD_LENGTH_MAX = 99;

/** A BR Code holds the name of the scheme, with no boundary before its field or behind it. */
function findBrCodes(document: Document, sink: Sink): void {
  const { starts, ends } = spansOf(document, LABEL.PIX);
  for (let index = 0; index < starts.length && !sink.isFull('PIX_KEY'); index += 1) {
    const start = starts.at(index) - GUI_HEAD.length;
    if (start < 0 || textAt(document, start, starts.at(index)).toLowerCase() !== GUI_HEAD) continue;
    const key = keyInTemplate(document, start) ?? keyBehind(document, ends.at(index));
    if (key === null || key.end > document.bytes.length) continue;
    sink.add('PIX_KEY', key.start, key.end);
    addKeyItself(textAt(document, key.start, key.end), key.start, sink);
  }
}

interface Key {
  start: number;
  end: number;
}

/** The key right behind the scheme's name, which is the usual order: `0014br.gov.bcb.pix01` + length + key. */
function keyBehind(document: Document, field: number): Key | null {
  const length = Number(textAt(document, field + 2, field + HEAD_LENGTH));
  if (!SUB_FIELDS.has(textAt(document, field, field + 2)) || !(length >= KEY_LENGTH_MIN)) return null;
  return { start: field + HEAD_LENGTH, end: field + HEAD_LENGTH + length };
}

/** The key in any order: the template around the scheme's name is found by its own length. */
function keyInTemplate(document: Document, gui: number): Key | null {
  const { digitStarts, digitEnds } = document.tokens;
  const first = Math.max(0, gui + GUI.length - HEAD_LENGTH - FIELD_LENGTH_MAX);
  // The head of a template is four digits of one group, or ends where that of the scheme's name begins.
  for (let group = digitStarts.countBelow(gui + 1) - 1; group >= 0 && digitEnds.at(group) >= first; group -= 1) {
    const last = Math.min(digitEnds.at(group), gui) - HEAD_LENGTH;
    for (let head = last; head >= Math.max(first, digitStarts.at(group)); head -= 1) {
      const tag = numberOf(document, head);
      if (tag < TEMPLATE_FIRST || tag > TEMPLATE_LAST) continue;
      const end = head + HEAD_LENGTH + numberOf(document, head + 2);
      const key = end < gui + GUI.length ? null : keyAmongFields(document, head + HEAD_LENGTH, end, gui);
      if (key !== null) return key;
    }
  }
  return null;
}

/** The fields of a template must end where it ends, and one of them must be the scheme's name. */
function keyAmongFields(document: Document, from: number, to: number, gui: number): Key | null {
  let key: Key | null = null;
  let hasGui = false;
  let at = from;
  while (at < to) {
    const length = numberOf(document, at + 2);
    const end = at + HEAD_LENGTH + length;
    if (!(length > 0 && end <= to)) return null;
    hasGui ||= at === gui;
    if (SUB_FIELDS.has(textAt(document, at, at + 2)) && length >= KEY_LENGTH_MIN)
      key ??= { start: at + HEAD_LENGTH, end };
    at = end;
  }
  return hasGui ? key : null;
}

/** Two digits; NaN for anything else. */
function numberOf(document: Document, index: number): number {
  if (!isDigitAt(document, index) || !isDigitAt(document, index + 1)) return Number.NaN;
  return ((document.bytes[index] as number) - 0x30) * 10 + (document.bytes[index + 1] as number) - 0x30;
}

function addKeyItself(key: string, start: number, sink: Sink): void {
  const type = typeOfKey(key);
  if (type !== null) sink.add(type, start, start + key.length);
}

function typeOfKey(key: string): DlpType | null {
  if (key.includes('@')) return 'EMAIL';
  if (key.startsWith('+55')) return 'PHONE_BR';
  const values = Array.from(key, (character) => character.charCodeAt(0) - 0x30);
  if (isValidCpf(values, values.length)) return 'CPF';
  return isValidCnpj(values, values.length) ? 'CNPJ' : null;
}

const UUID_LENGTH = 36;
const UUID_HYPHENS = [8, 13, 18, 23] as const;

function findRandomKeys(document: Document, sink: Sink): void {
  const { bytes } = document;
  for (let hyphen = bytes.indexOf(0x2d); hyphen >= 0; hyphen = bytes.indexOf(0x2d, hyphen + 1)) {
    if (sink.isFull('PIX_KEY')) return;
    const start = hyphen - 8;
    if (!isUuid(document, start)) continue;
    const span = { start, end: start + UUID_LENGTH };
    if (isSaidToBeRandomKey(document, span)) sink.add('PIX_KEY', span.start, span.end);
  }
}

function isUuid(document: Document, start: number): boolean {
  const { bytes } = document;
  if (start < 0 || start + UUID_LENGTH > bytes.length) return false;
  if (UUID_HYPHENS.some((offset) => bytes[start + offset] !== 0x2d)) return false;
  for (let offset = 0; offset < UUID_LENGTH; offset += 1) {
    if (bytes[start + offset] !== 0x2d && !isHexAt(document, start + offset)) return false;
  }
  return !isGlued(document, start - 1) && !isGlued(document, start + UUID_LENGTH);
}

function isHexAt(document: Document, index: number): boolean {
  const lower = (document.bytes[index] as number) | 0x20;
  return isDigitAt(document, index) || (lower >= 0x61 && lower <= 0x66);
}

function isGlued(document: Document, index: number): boolean {
  return isLetterAt(document, index) || isDigitAt(document, index) || document.bytes[index] === 0x2d;
}
