/**
 * Does a context word give a number its meaning? The nearest word before it decides, the header of its column comes
 * first, and a word after it counts only when it is tied to it: "529… (CPF)", "529… is my CPF".
 */
import { isGlossed } from './glosses.ts';
import { KIND, type Kind } from './kinds.ts';
import { saysWhatFor } from './purposes.ts';
import { hangsOnLabel, isOneKey, isToldBy } from './qualifiers.ts';
import { recordKeyEnd, recordKeyStart } from './record-keys.ts';
import { isRequested } from './requests.ts';
import { setOf, wordsIn } from './short-texts.ts';
import { hasFieldSign, isNamedBySort, isSortOfNextField, isWholeValue } from './sorts.ts';
import { columnKinds } from './tables.ts';
import { hasLabel, isDigitAt, isLetterAt, listOf, textAt, type View } from './view.ts';

export const CONTEXT_DISTANCE_MAX = 100;
const AFTER_DISTANCE_MAX = 28;
/** Two labels this close name two values that follow: "CPF/CNH: …, …". */
const CLUSTER_GAP_MAX = 6;
/** So close a label counts even when blank lines stand between. */
const ADJACENT_GAP_MAX = 12;

export const FAR = 1 << 29;

/** True when `wanted` is what the text calls the number, and none of `rivals` stands nearer. */
export function isLabelled(view: View, start: number, end: number, wanted: Kind, rivals: readonly Kind[]): boolean {
  // The header of a column is a label too.
  if (!hasLabel(view, wanted)) return false;
  const column = columnKinds(view.cells, start);
  if (column > 0) {
    if ((column & (1 << wanted)) !== 0) return true;
    if (rivals.some((rival) => (column & (1 << rival)) !== 0)) return false;
  }
  const index = labelBefore(view, wanted, start);
  const distance = distanceBefore(view, wanted, index, start, column === 0);
  if (distance <= CONTEXT_DISTANCE_MAX) {
    // Without the sign of a field no word before it says what sort of number its value is.
    if (hasFieldSign(view, start)) {
      if (isSortOfNextField(view, wanted, index, start)) return true;
      if (rivals.some((rival) => isSortOfNextField(view, rival, labelBefore(view, rival, start), start))) return false;
    }
    const wantedEnd = listOf(view, wanted).ends.at(index);
    if (rivals.every((rival) => !isNearer(view, rival, start, wantedEnd))) return true;
  }
  return isLabelledAfter(view, start, end, wanted, rivals);
}

/** Bytes between the last label of the kind and `position`; FAR when there is none on this line or the one before. */
export function gapBefore(view: View, kind: Kind, position: number): number {
  return distanceBefore(view, kind, labelBefore(view, kind, position), position, false);
}

/** Bytes from `position` to the next label of the kind on the same line; FAR when there is none. */
export function gapAfter(view: View, kind: Kind, position: number): number {
  const { starts } = listOf(view, kind);
  const index = starts.countBelow(position);
  if (index >= starts.length) return FAR;
  const gap = starts.at(index) - position;
  return gap <= CONTEXT_DISTANCE_MAX && newlinesBetween(view, position, starts.at(index)) === 0 ? gap : FAR;
}

/** Index of the last label of the kind that ends at or before `position`, -1 when there is none. */
export function labelBefore(view: View, kind: Kind, position: number): number {
  return listOf(view, kind).ends.countBelow(position + 1) - 1;
}

export function newlinesBetween(view: View, start: number, end: number): number {
  return view.tokens.newlines.countBelow(end) - view.tokens.newlines.countBelow(start);
}

/** Where the line of `start` begins and that of `end` ends. @param more lines before and behind these */
export function lineAround(view: View, start: number, end: number, more = 0): [number, number] {
  const { newlines } = view.tokens;
  const next = newlines.countBelow(end) + more;
  return [
    newlines.at(newlines.countBelow(start) - 1 - more) + 1,
    next < newlines.length ? newlines.at(next) : view.bytes.length,
  ];
}

function distanceBefore(view: View, kind: Kind, index: number, position: number, isSameLineOnly: boolean): number {
  if (index < 0) return FAR;
  const end = listOf(view, kind).ends.at(index);
  const gap = position - end;
  if (gap > CONTEXT_DISTANCE_MAX) return FAR;
  const newlines = newlinesBetween(view, end, position);
  if (isSameLineOnly) return newlines === 0 ? gap : FAR;
  // A blank line may stand between a request and what answers it.
  const isNear = newlines <= 1 || gap <= ADJACENT_GAP_MAX || (newlines === 2 && isRequested(view, end, position));
  return isNear ? gap : FAR;
}

/** A rival between the wanted label and the number wins, unless it only qualifies the label: "telefone do pedido". */
function isNearer(view: View, rival: Kind, position: number, wantedEnd: number): boolean {
  const index = labelBefore(view, rival, position);
  if (distanceBefore(view, rival, index, position, false) === FAR) return false;
  const rivalStart = listOf(view, rival).starts.at(index);
  if (rivalStart < wantedEnd) return false;
  const rivalEnd = listOf(view, rival).ends.at(index);
  if (rival === KIND.PHONE && isToldBy(textAt(view, wantedEnd, rivalStart))) return false;
  if (rival === KIND.OTHER) {
    if (isWholeValue(view, rivalEnd) || isOneKeyWith(view, wantedEnd, rivalStart, rivalEnd, position)) return false;
    // "Telefone pedido": most rivals stand beside the label, and nothing is between them that could tie them.
    if (mayTie(view, wantedEnd, rivalStart) && isTiedToLabel(view, wantedEnd, rivalStart, rivalEnd, position))
      return false;
  }
  return !isClustered(view, wantedEnd, rivalStart, rival === KIND.OTHER);
}

function isOneKeyWith(view: View, wantedEnd: number, rivalStart: number, rivalEnd: number, position: number): boolean {
  if (rivalStart - wantedEnd > KEY_JOINT_MAX) return false;
  const joint = textAt(view, wantedEnd, rivalStart);
  return isOneKey(joint, textAt(view, rivalStart, rivalEnd), textAt(view, rivalEnd, position));
}

const KEY_JOINT_MAX = 1;

/** A word or a bracket. */
function mayTie(view: View, from: number, to: number): boolean {
  for (let index = from; index < to; index += 1) {
    if (isLetterAt(view, index) || view.bytes[index] === 0x28) return true;
  }
  return false;
}

/** Whether the other word only tells more of the label before it, by what stands between them and behind it. */
function isTiedToLabel(view: View, wantedEnd: number, rivalStart: number, rivalEnd: number, position: number): boolean {
  const before = textAt(view, wantedEnd, rivalStart);
  const after = textAt(view, rivalEnd, position);
  if (saysWhatFor(before, after)) return true;
  const isAnswer = newlinesBetween(view, rivalEnd, position) > 0;
  return (!isAnswer || isRequested(view, wantedEnd, position)) && hangsOnLabel(before, after);
}

function isClustered(view: View, wantedEnd: number, rivalStart: number, isQualifierOnly: boolean): boolean {
  if (rivalStart - wantedEnd > CLUSTER_GAP_MAX) return false;
  for (let index = wantedEnd; index < rivalStart; index += 1) {
    const byte = view.bytes[index] as number;
    if (byte === 0x3a || byte === 0x3d || byte === 0x22 || byte === 0x0a || isDigitAt(view, index)) return false;
  }
  if (!isQualifierOnly) return true;
  return OF.has(textAt(view, wantedEnd, rivalStart).toLowerCase());
}

const OF = new Set([' de ', ' da ', ' do ', ' das ', ' dos ', ' of ']);

function isLabelledAfter(view: View, start: number, end: number, wanted: Kind, rivals: readonly Kind[]): boolean {
  const gap = gapAfter(view, wanted, end);
  if (gap > AFTER_DISTANCE_MAX && !(gap <= SAID_AFTER_DISTANCE_MAX && isSaidOfIt(view, end + gap))) return false;
  const list = listOf(view, wanted);
  const index = list.starts.countBelow(end);
  const labelStart = list.starts.at(index);
  // In `?doc=cnpj` the key is a word for such numbers too, and stands before the word that says which.
  for (let next = index; next < Math.min(index + 2, list.starts.length); next += 1) {
    const nextStart = list.starts.at(next);
    if (nextStart - end > AFTER_DISTANCE_MAX || !hasSignBetween(view, end, nextStart)) continue;
    if (isNamedBySort(textAt(view, end, nextStart))) return true;
  }
  for (const rival of rivals) {
    if (gapAfter(view, rival, end) < gap || gapBefore(view, rival, start) <= ADJACENT_GAP_MAX) return false;
  }
  if (isGlossed(view, start, end, labelStart, list.ends.at(index))) return true;
  // In `/companies/727…/cnpj-status 200` the word and the number are one path, which ends at the blank.
  const isPath = view.bytes[end] === 0x2f && !textAt(view, end, labelStart).includes(' ');
  if (isSaidOfIt(view, labelStart)) return !introducesValue(view, list.ends.at(index));
  // Without check digits a word further on proves little: "nota 73898134 com CEP divergente".
  const isClose = PROVEN_KINDS.has(wanted) || gap <= CLOSE_AFTER_MAX || isCopula(view, end);
  return isClose && isTied(view, end, labelStart) && !introducesValue(view, list.ends.at(index), isPath);
}

/** A colon or an equals sign, without which no field has a value. */
function hasSignBetween({ bytes }: View, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (bytes[index] === 0x3a || bytes[index] === 0x3d) return true;
  return false;
}

const CLOSE_AFTER_MAX = 4;
const SAID_AFTER_DISTANCE_MAX = 40;
const SAID_OF_IT = setOf('e eh esse este isso o a meu minha it is s its this that the my his her our');
const COPULAS = setOf('e eh is s its');

/** "frete pro 74483-316 está negativo, é o CEP da clínica": the clause behind says what the number was. */
function isSaidOfIt(view: View, labelStart: number): boolean {
  const before = textAt(view, labelStart - SAID_LENGTH_MAX, labelStart).toLowerCase();
  const comma = before.lastIndexOf(', ');
  const words = comma < 0 ? [] : wordsIn(before.slice(comma));
  return words.length > 1 && words.some((word) => COPULAS.has(word)) && words.every((word) => SAID_OF_IT.has(word));
}

const SAID_LENGTH_MAX = 20;

/** Kinds whose numbers have check digits that few accidents pass. */
const PROVEN_KINDS: ReadonlySet<Kind> = new Set([KIND.CPF, KIND.CNPJ, KIND.CNH, KIND.CARD, KIND.SUS]);

/** "é o", "eh", "is my" after the number, also where a question ended with it. */
function isCopula(view: View, end: number): boolean {
  const mark = view.bytes[end];
  const blank = mark === 0x2c || mark === 0x3f ? end + 1 : end;
  if (view.bytes[blank] !== 0x20) return false;
  const first = (view.bytes[blank + 1] ?? 0) | 0x20;
  const second = (view.bytes[blank + 2] ?? 0) | 0x20;
  return (first === 0x65 && (second === 0x20 || second === 0x68)) || (first === 0x69 && second === 0x73);
}

/** Nothing between a number and the word after it may begin another field or another number. */
function isTied(view: View, end: number, labelStart: number): boolean {
  if (view.bytes[labelStart - 1] === 0x28) return labelStart - end <= 4;
  if (view.bytes[end + 1] === 0x28) return true;
  for (let index = isCopula(view, end) ? end + 1 : end; index < labelStart; index += 1) {
    const byte = view.bytes[index] as number;
    if (IS_FIELD_END[byte] === 1 || isDigitAt(view, index)) return false;
  }
  return true;
}

const VALUE_LOOK_AHEAD = 14;

/** `telefone: 11…`, `CPF nº 529…`: a label that has a value of its own does not speak of the number before it. */
function introducesValue(view: View, labelEnd: number, isPath = false): boolean {
  const last = Math.min(view.bytes.length, labelEnd + VALUE_LOOK_AHEAD);
  for (let index = labelEnd; index < last; index += 1) {
    const byte = view.bytes[index] as number;
    if (byte === 0x3a || byte === 0x3d || isDigitAt(view, index)) return true;
    if (byte === 0x29 || byte === 0x0a || byte === 0x2e || (isPath && byte === 0x20)) return false;
  }
  return false;
}

const IS_FIELD_END = new Uint8Array(256);
for (const character of ',;|\n{}[]<>=:"&') IS_FIELD_END[character.charCodeAt(0)] = 1;

/**
 * Where the number is the value of a key of a record, `"id": "119…"`, and that key is no label of the kind, the label
 * before it belongs to another field. A general key such as `value` lets the label above it speak.
 */
export function isForeignField(view: View, start: number, wanted: Kind): boolean {
  const label = labelBefore(view, wanted, start);
  if (label >= 0 && isSortOfNextField(view, wanted, label, start)) return false;
  const keyEnd = recordKeyEnd(view, start);
  if (keyEnd < 0) return false;
  const keyStart = recordKeyStart(view, keyEnd);
  if (keyStart < 0) return false;
  const { ends } = listOf(view, wanted);
  if (label < 0 || ends.at(label) > keyStart) return false;
  const generic = labelBefore(view, KIND.GENERIC, keyEnd);
  if (generic >= 0 && listOf(view, KIND.GENERIC).starts.at(generic) >= keyStart) return false;
  if (isRequested(view, ends.at(label), keyStart)) return false;
  for (let index = ends.at(label); index < keyStart; index += 1) {
    const byte = view.bytes[index];
    // "me manda o RG?" and then "claro: …": the next line answers, whatever it begins with.
    if (byte === 0x3f) return false;
    if (byte === 0x2c || byte === 0x3b || byte === 0x7d || byte === 0x5d) return true;
    if (byte === 0x0a && !isParentKey(view, ends.at(label))) return true;
  }
  return false;
}

/** `telefones:` at the end of a line holds what is below it. */
function isParentKey(view: View, labelEnd: number): boolean {
  let index = labelEnd;
  if (view.bytes[index] === 0x22) index += 1;
  if (view.bytes[index] !== 0x3a) return false;
  index += 1;
  while (view.bytes[index] === 0x20 || view.bytes[index] === 0x7b || view.bytes[index] === 0x5b) index += 1;
  return view.bytes[index] === 0x0a;
}
