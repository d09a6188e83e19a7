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
/** Sub-field 01 of a BR Code is the key; 25 is the address of a dynamic code. */
const SUB_FIELDS: ReadonlySet<string> = new Set(['01', '25']);
const KEY_LENGTH_MIN = 8;

/**
 * `0014br.gov.bcb.pix01` + length + key: no boundary separates the fields, so the search looks for the scheme's name. A
 * key in it is also found as a value of its own type.
 */
function findBrCodes(document: Document, sink: Sink): void {
  const { starts, ends } = spansOf(document, LABEL.PIX);
  for (let index = 0; index < starts.length && !sink.isFull('PIX_KEY'); index += 1) {
    const start = starts.at(index) - GUI_HEAD.length;
    if (start < 0 || textAt(document, start, starts.at(index)).toLowerCase() !== GUI_HEAD) continue;
    const field = ends.at(index);
    const length = Number(textAt(document, field + 2, field + 4));
    if (!SUB_FIELDS.has(textAt(document, field, field + 2)) || !(length >= KEY_LENGTH_MIN)) continue;
    const key = { start: field + 4, end: field + 4 + length };
    if (key.end > document.bytes.length) continue;
    sink.add('PIX_KEY', key.start, key.end);
    addKeyItself(textAt(document, key.start, key.end), key.start, sink);
  }
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
