// SPDX-License-Identifier: Apache-2.0
/**
 * The context of a number. The header of its column decides first, then the nearest word before it. A word after it
 * counts only when tied to it: "529… (CPF)", "529… is my CPF".
 */
import { type Document, hasLabel, isDigitAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import { recordKeyEnd, recordKeyStart } from '../document/record-keys.ts';
import { columnLabels } from '../document/tables.ts';
import { LABEL, type Label } from '../lexicon/label.ts';
import { setOf, wordsIn } from '../text/short-texts.ts';
import { isGlossed } from './glosses.ts';
import { saysWhatFor } from './purposes.ts';
import { hangsOnLabel, isOneKey, isToldBy } from './qualifiers.ts';
import { isRequested } from './requests.ts';
import { hasFieldSign, isNamedByType, isTypeOfNextField, isWholeValue } from './type-fields.ts';

export const CONTEXT_DISTANCE_MAX = 100;
const AFTER_DISTANCE_MAX = 28;
/** Two labels this close name two values that follow: "CPF/CNH: …, …". */
const CLUSTER_GAP_MAX = 6;
/** Up to this distance a label counts even when blank lines stand between. */
const ADJACENT_GAP_MAX = 12;

export const FAR = 1 << 29;

/** True when the text calls the number `wanted`, and none of `rivals` stands nearer. */
export function isLabelled(
  document: Document,
  start: number,
  end: number,
  wanted: Label,
  rivals: readonly Label[],
): boolean {
  // The header of a column is a label too.
  if (!hasLabel(document, wanted)) return false;
  const column = columnLabels(document.cells, start);
  if (column > 0) {
    if ((column & (1 << wanted)) !== 0) return true;
    if (rivals.some((rival) => (column & (1 << rival)) !== 0)) return false;
  }
  const index = labelBefore(document, wanted, start);
  const distance = distanceBefore(document, wanted, index, start, column === 0);
  if (distance <= CONTEXT_DISTANCE_MAX) {
    // Without a field's colon or equals sign, no word before the number can name its type.
    if (hasFieldSign(document, start)) {
      if (isTypeOfNextField(document, wanted, index, start)) return true;
      if (rivals.some((rival) => isTypeOfNextField(document, rival, labelBefore(document, rival, start), start)))
        return false;
    }
    const wantedEnd = spansOf(document, wanted).ends.at(index);
    if (rivals.every((rival) => !isNearer(document, rival, start, wantedEnd))) return true;
  }
  return isLabelledAfter(document, start, end, wanted, rivals);
}

/** Bytes between the last such label and `position`; FAR when there is none on this line or the one before. */
export function gapBefore(document: Document, label: Label, position: number): number {
  return distanceBefore(document, label, labelBefore(document, label, position), position, false);
}

/** Bytes from `position` to the next such label on the same line; FAR when there is none. */
export function gapAfter(document: Document, label: Label, position: number): number {
  const { starts } = spansOf(document, label);
  const index = starts.countBelow(position);
  if (index >= starts.length) return FAR;
  const gap = starts.at(index) - position;
  return gap <= CONTEXT_DISTANCE_MAX && newlinesBetween(document, position, starts.at(index)) === 0 ? gap : FAR;
}

/** Index of the last such label that ends at or before `position`, -1 when there is none. */
export function labelBefore(document: Document, label: Label, position: number): number {
  return spansOf(document, label).ends.countBelow(position + 1) - 1;
}

export function newlinesBetween(document: Document, start: number, end: number): number {
  return document.tokens.newlines.countBelow(end) - document.tokens.newlines.countBelow(start);
}

/** Returns the start of the line of `start` and the end of that of `end`. @param more lines before and behind these */
export function lineAround(document: Document, start: number, end: number, more = 0): [number, number] {
  const { newlines } = document.tokens;
  const next = newlines.countBelow(end) + more;
  return [
    newlines.at(newlines.countBelow(start) - 1 - more) + 1,
    next < newlines.length ? newlines.at(next) : document.bytes.length,
  ];
}

function distanceBefore(
  document: Document,
  label: Label,
  index: number,
  position: number,
  isSameLineOnly: boolean,
): number {
  if (index < 0) return FAR;
  const end = spansOf(document, label).ends.at(index);
  const gap = position - end;
  if (gap > CONTEXT_DISTANCE_MAX) return FAR;
  const newlines = newlinesBetween(document, end, position);
  if (isSameLineOnly) return newlines === 0 ? gap : FAR;
  // A blank line may stand between a request and its answer.
  const isNear = newlines <= 1 || gap <= ADJACENT_GAP_MAX || (newlines === 2 && isRequested(document, end, position));
  return isNear ? gap : FAR;
}

/** A rival between the wanted label and the number wins, unless it only qualifies the label: "telefone do pedido". */
function isNearer(document: Document, rival: Label, position: number, wantedEnd: number): boolean {
  const index = labelBefore(document, rival, position);
  if (distanceBefore(document, rival, index, position, false) === FAR) return false;
  const rivalStart = spansOf(document, rival).starts.at(index);
  if (rivalStart < wantedEnd) return false;
  const rivalEnd = spansOf(document, rival).ends.at(index);
  if (rival === LABEL.PHONE && isToldBy(textAt(document, wantedEnd, rivalStart))) return false;
  if (rival === LABEL.OTHER) {
    if (isWholeValue(document, rivalEnd) || isOneKeyWith(document, wantedEnd, rivalStart, rivalEnd, position))
      return false;
    // "Telefone pedido": most rivals touch the label, so no word between them could tie them together.
    if (mayTie(document, wantedEnd, rivalStart) && isTiedToLabel(document, wantedEnd, rivalStart, rivalEnd, position))
      return false;
  }
  return !isClustered(document, wantedEnd, rivalStart, rival === LABEL.OTHER);
}

function isOneKeyWith(
  document: Document,
  wantedEnd: number,
  rivalStart: number,
  rivalEnd: number,
  position: number,
): boolean {
  if (rivalStart - wantedEnd > KEY_JOINT_MAX) return false;
  const joint = textAt(document, wantedEnd, rivalStart);
  return isOneKey(joint, textAt(document, rivalStart, rivalEnd), textAt(document, rivalEnd, position));
}

const KEY_JOINT_MAX = 1;

/** Matches a word or a bracket. */
function mayTie(document: Document, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (isLetterAt(document, index) || document.bytes[index] === 0x28) return true;
  }
  return false;
}

/** Decides, by the text between them and behind, whether the other word only qualifies the label before it. */
function isTiedToLabel(
  document: Document,
  wantedEnd: number,
  rivalStart: number,
  rivalEnd: number,
  position: number,
): boolean {
  const before = textAt(document, wantedEnd, rivalStart);
  const after = textAt(document, rivalEnd, position);
  if (saysWhatFor(before, after)) return true;
  const isAnswer = newlinesBetween(document, rivalEnd, position) > 0;
  return (!isAnswer || isRequested(document, wantedEnd, position)) && hangsOnLabel(before, after);
}

function isClustered(document: Document, wantedEnd: number, rivalStart: number, isQualifierOnly: boolean): boolean {
  if (rivalStart - wantedEnd > CLUSTER_GAP_MAX) return false;
  for (let index = wantedEnd; index < rivalStart; index += 1) {
    const byte = document.bytes[index] as number;
    if (byte === 0x3a || byte === 0x3d || byte === 0x22 || byte === 0x0a || isDigitAt(document, index)) return false;
  }
  if (!isQualifierOnly) return true;
  return OF.has(textAt(document, wantedEnd, rivalStart).toLowerCase());
}

const OF = new Set([' de ', ' da ', ' do ', ' das ', ' dos ', ' of ']);

function isLabelledAfter(
  document: Document,
  start: number,
  end: number,
  wanted: Label,
  rivals: readonly Label[],
): boolean {
  const gap = gapAfter(document, wanted, end);
  if (gap > AFTER_DISTANCE_MAX && !(gap <= SAID_AFTER_DISTANCE_MAX && isSaidOfIt(document, end + gap))) return false;
  const list = spansOf(document, wanted);
  const index = list.starts.countBelow(end);
  const labelStart = list.starts.at(index);
  // In `?doc=cnpj` the key is such a word too, and stands before the word that names the type.
  for (let next = index; next < Math.min(index + 2, list.starts.length); next += 1) {
    const nextStart = list.starts.at(next);
    if (nextStart - end > AFTER_DISTANCE_MAX || !hasSignBetween(document, end, nextStart)) continue;
    if (isNamedByType(textAt(document, end, nextStart))) return true;
  }
  for (const rival of rivals) {
    if (gapAfter(document, rival, end) < gap || gapBefore(document, rival, start) <= ADJACENT_GAP_MAX) return false;
  }
  if (isGlossed(document, start, end, labelStart, list.ends.at(index))) return true;
  // In `/companies/727…/cnpj-status 200` the word and the number belong to one path, which ends at the blank.
  const isPath = document.bytes[end] === 0x2f && !textAt(document, end, labelStart).includes(' ');
  if (isSaidOfIt(document, labelStart)) return !introducesValue(document, list.ends.at(index));
  // Without check digits a distant word proves little: "nota 73898134 com CEP divergente".
  const isClose = PROVEN_LABELS.has(wanted) || gap <= CLOSE_AFTER_MAX || isCopula(document, end);
  return isClose && isTied(document, end, labelStart) && !introducesValue(document, list.ends.at(index), isPath);
}

/** A field needs a colon or an equals sign to have a value. */
function hasSignBetween({ bytes }: Document, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (bytes[index] === 0x3a || bytes[index] === 0x3d) return true;
  return false;
}

const CLOSE_AFTER_MAX = 4;
const SAID_AFTER_DISTANCE_MAX = 40;
const SAID_OF_IT = setOf('e eh esse este isso o a meu minha it is s its this that the my his her our');
const COPULAS = setOf('e eh is s its');

/** "frete pro 74483-316 está negativo, é o CEP da clínica": the clause behind the number says what it was. */
function isSaidOfIt(document: Document, labelStart: number): boolean {
  const before = textAt(document, labelStart - SAID_LENGTH_MAX, labelStart).toLowerCase();
  const comma = before.lastIndexOf(', ');
  const words = comma < 0 ? [] : wordsIn(before.slice(comma));
  return words.length > 1 && words.some((word) => COPULAS.has(word)) && words.every((word) => SAID_OF_IT.has(word));
}

const SAID_LENGTH_MAX = 20;

/** Labels of numbers with check digits, which few other numbers pass by accident. */
const PROVEN_LABELS: ReadonlySet<Label> = new Set([LABEL.CPF, LABEL.CNPJ, LABEL.CNH, LABEL.CARD, LABEL.SUS]);

/** Recognizes "é o", "eh", "is my" after the number, also where a question ended with it. */
function isCopula(document: Document, end: number): boolean {
  const mark = document.bytes[end];
  const blank = mark === 0x2c || mark === 0x3f ? end + 1 : end;
  if (document.bytes[blank] !== 0x20) return false;
  const first = (document.bytes[blank + 1] ?? 0) | 0x20;
  const second = (document.bytes[blank + 2] ?? 0) | 0x20;
  return (first === 0x65 && (second === 0x20 || second === 0x68)) || (first === 0x69 && second === 0x73);
}

/** No other field or number may begin between a number and the word after it. */
function isTied(document: Document, end: number, labelStart: number): boolean {
  if (document.bytes[labelStart - 1] === 0x28) return labelStart - end <= 4;
  if (document.bytes[end + 1] === 0x28) return true;
  for (let index = isCopula(document, end) ? end + 1 : end; index < labelStart; index += 1) {
    const byte = document.bytes[index] as number;
    if (IS_FIELD_END[byte] === 1 || isDigitAt(document, index)) return false;
  }
  return true;
}

const VALUE_LOOK_AHEAD = 14;

/** `telefone: 11…`, `CPF nº 529…`: a label with a value of its own does not describe the number before it. */
function introducesValue(document: Document, labelEnd: number, isPath = false): boolean {
  const last = Math.min(document.bytes.length, labelEnd + VALUE_LOOK_AHEAD);
  for (let index = labelEnd; index < last; index += 1) {
    const byte = document.bytes[index] as number;
    if (byte === 0x3a || byte === 0x3d || isDigitAt(document, index)) return true;
    if (byte === 0x29 || byte === 0x0a || byte === 0x2e || (isPath && byte === 0x20)) return false;
  }
  return false;
}

const IS_FIELD_END = new Uint8Array(256);
for (const character of ',;|\n{}[]<>=:"&') IS_FIELD_END[character.charCodeAt(0)] = 1;

/**
 * In `"id": "119…"` the number is the value of a record's key. When that key is not the label, a label before it
 * belongs to another field. A general key such as `value` lets the label above it count.
 */
export function isForeignField(document: Document, start: number, wanted: Label): boolean {
  const label = labelBefore(document, wanted, start);
  if (label >= 0 && isTypeOfNextField(document, wanted, label, start)) return false;
  const keyEnd = recordKeyEnd(document, start);
  if (keyEnd < 0) return false;
  const keyStart = recordKeyStart(document, keyEnd);
  if (keyStart < 0) return false;
  const { ends } = spansOf(document, wanted);
  if (label < 0 || ends.at(label) > keyStart) return false;
  const generic = labelBefore(document, LABEL.GENERIC, keyEnd);
  if (generic >= 0 && spansOf(document, LABEL.GENERIC).starts.at(generic) >= keyStart) return false;
  if (isRequested(document, ends.at(label), keyStart)) return false;
  for (let index = ends.at(label); index < keyStart; index += 1) {
    const byte = document.bytes[index];
    // "me manda o RG?" and then "claro: …": the next line is the answer, whatever its first word.
    if (byte === 0x3f) return false;
    if (byte === 0x2c || byte === 0x3b || byte === 0x7d || byte === 0x5d) return true;
    if (byte === 0x0a && !isParentKey(document, ends.at(label))) return true;
  }
  return false;
}

/** `telefones:` at the end of a line names the lines below it. */
function isParentKey(document: Document, labelEnd: number): boolean {
  let index = labelEnd;
  if (document.bytes[index] === 0x22) index += 1;
  if (document.bytes[index] !== 0x3a) return false;
  index += 1;
  while (document.bytes[index] === 0x20 || document.bytes[index] === 0x7b || document.bytes[index] === 0x5b) index += 1;
  return document.bytes[index] === 0x0a;
}
