/**
 * ICD codes: beside a word for them, in a column of them, or with their decimal right at a health word. Elsewhere the
 * same characters are rooms, cells and seats.
 */
import type { Sink } from '../finding.ts';
import { takeList } from '../int-list.ts';
import { KIND } from '../kinds.ts';
import { gapAfter, gapBefore, newlinesBetween } from '../labels.ts';
import { columnKinds } from '../tables.ts';
import { hasLabel, isDigitAt, isLetterAt, type LabelList, listOf, textAt, type View } from '../view.ts';
import { weightAt } from './entries.ts';
import { WEIGHT } from './vocabulary.ts';

const CODE_GAP_MAX = 20;

/** `CID M51.1`, `CID-10: F32`, `ICD-10 E11.9`: beside no such word these are rooms, cells and seats. */
export function findIcdCodes(view: View, sink: Pick<Sink, 'add' | 'isFull'>): void {
  if (!mayHoldCode(view)) return;
  const { starts, ends } = listOf(view, KIND.ICD);
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const from = skipRevision(view, ends.at(index));
    const next = index + 1 < starts.length ? starts.at(index + 1) : view.bytes.length;
    const to = Math.min(next, from + CODE_GAP_MAX);
    const codeBefore = codeBeforeLabel(view, starts.at(index));
    if (codeBefore >= 0) sink.add('HEALTH_DATA', codeBefore, codeEnd(view, codeBefore));
    const isEleven = view.bytes[from - 1] === 0x31 && view.bytes[from - 2] === 0x31;
    for (let at = from; at < to; at += 1) {
      const end = Math.max(codeEnd(view, at), isEleven ? codeEndOfEleven(view, at) : spacedCodeEnd(view, at));
      if (end > 0 && (isCodeOfMachine(view, starts.at(index), at, end) || isNumberOfPlace(view, from, at))) break;
      if (end > 0) {
        sink.add('HEALTH_DATA', at, end);
        break;
      }
      if (view.bytes[at] === 0x3b || (view.bytes[at] === 0x2c && !isCodeField(view, at))) break;
    }
  }
  findCodesInColumns(view, sink);
  findCodesBesideWords(view, sink);
}

/** Whether two digits stand at a letter, or behind one that stands alone: where none do, no word for codes matters. */
function mayHoldCode(view: View): boolean {
  const { digitStarts, digitEnds } = view.tokens;
  for (let group = 0; group < digitStarts.length; group += 1) {
    const start = digitStarts.at(group);
    if (digitEnds.at(group) - start < 2) continue;
    if (isLetterAt(view, start - 1)) return true;
    const letter = view.bytes[start - 2] === 0x20 ? start - 3 : start - 2;
    if (view.bytes[start - 1] === 0x20 && isLetterAt(view, letter) && !isLetterAt(view, letter - 1)) return true;
  }
  return false;
}

const BEFORE_LABEL_MAX = 10;
const TIES: ReadonlySet<string> = new Set([' no ', ' do ', ' (', ' de ']);

/** "B24 no CID": where the code begins that the word behind it explains, -1 when there is none. */
function codeBeforeLabel(view: View, label: number): number {
  if (!isIcdWord(view, label)) return -1;
  for (let start = label - 5; start >= label - BEFORE_LABEL_MAX; start -= 1) {
    const end = codeEnd(view, start);
    if (end > 0 && TIES.has(textAt(view, end, label).toLowerCase())) return start;
  }
  return -1;
}

const MACHINE_LETTERS: ReadonlySet<string> = new Set(['P', 'B', 'C', 'U']);
const MACHINE_CODE_LENGTH = 5;
const TECHNICAL_GAP_MAX = 60;

/** "Diagnóstico P0420, catalisador": machines have diagnoses too, only CID and ICD are words of medicine. */
function isCodeOfMachine(view: View, label: number, start: number, end: number): boolean {
  // `cid=E11 node=F10`: the correlation id of a log.
  const isAssigned = start - label === 4 && view.bytes[start - 1] === 0x3d;
  if (isAssigned && textAt(view, label, start) === 'cid=' && view.bytes[start + 3] !== 0x2e) {
    if (gapAfter(view, KIND.TECHNICAL, end) <= TECHNICAL_GAP_MAX) return true;
  }
  if (isVariable(view, label, start)) return true;
  if (isIcdWord(view, label)) return false;
  const first = textAt(view, start, start + 1).toUpperCase();
  if (end - start === MACHINE_CODE_LENGTH && MACHINE_LETTERS.has(first) && isDigitAt(view, start + 3)) return true;
  const gap = Math.min(gapBefore(view, KIND.TECHNICAL, start), gapAfter(view, KIND.TECHNICAL, end));
  return gap <= TECHNICAL_GAP_MAX;
}

const CODE_REACH = 60;
/** By their first byte. */
const CODE_MARKS: (readonly string[] | undefined)[] = new Array<undefined>(256).fill(undefined);
for (const mark of ['request.', 'req.', 'cookies', 'logger.', 'console.', 'uuid', '["cid"]', '=== "'])
  CODE_MARKS[mark.charCodeAt(0)] = [...(CODE_MARKS[mark.charCodeAt(0)] ?? []), mark];

/** `const cid = row["cid"]; if (cid === "F20")`: the connection or correlation of a program. */
function isVariable(view: View, label: number, start: number): boolean {
  if (!isTextAt(view, label, 'cid')) return false;
  view.codeMarks ??= findCodeMarks(view);
  const { starts, ends } = view.codeMarks;
  for (let mark = starts.countBelow(label - CODE_REACH); mark < starts.length && starts.at(mark) < start; mark += 1)
    if (ends.at(mark) <= start) return true;
  return false;
}

/** All at once: a text may hold thousands of words for codes, each with the same marks around it. */
function findCodeMarks(view: View): LabelList {
  const found = { starts: takeList(), ends: takeList() };
  for (let index = 0; index < view.bytes.length; index += 1) {
    const marks = CODE_MARKS[view.bytes[index] as number];
    if (marks === undefined) continue;
    for (const mark of marks) {
      if (!isTextAt(view, index, mark)) continue;
      found.starts.push(index);
      found.ends.push(index + mark.length);
      break;
    }
  }
  return found;
}

function isTextAt(view: View, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (view.bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

const PLACES: ReadonlySet<string> = new Set(
  'sala poltrona assento doca quarto box vaga mesa portao gate seat room slot dock lote fila prateleira'.split(' '),
);

const PLACE_LENGTH_MAX = 10;

/** "Ao Cid na doca M54", "cid, slot A10": what stands right before the number says which it is. */
function isNumberOfPlace(view: View, from: number, start: number): boolean {
  let end = start;
  while (end > from && !isLetterAt(view, end - 1) && !isDigitAt(view, end - 1)) end -= 1;
  let word = end;
  while (word > from && end - word <= PLACE_LENGTH_MAX && (isLetterAt(view, word - 1) || isDigitAt(view, word - 1)))
    word -= 1;
  return end < start && PLACES.has(textAt(view, word, end).toLowerCase());
}

/** CID, ICD, C I and C.I. */
function isIcdWord({ bytes }: View, label: number): boolean {
  const first = (bytes[label] as number) | 0x20;
  const second = bytes[label + 1] as number;
  const third = (bytes[label + 2] as number) | 0x20;
  if (first === 0x69) return (second | 0x20) === 0x63 && third === 0x64;
  if (first !== 0x63) return false;
  if ((second | 0x20) === 0x69) return third === 0x64;
  return (second === 0x20 || second === 0x2e) && third === 0x69;
}

const CODE_TO_WORD_GAP_MAX = 40;

/** `transtorno de adaptação (F43.2)`: a code with its decimal right at a health word needs no word for codes. */
function findCodesBesideWords(view: View, sink: Pick<Sink, 'add' | 'isFull'>): void {
  if (!hasLabel(view, KIND.HEALTH)) return;
  const { digitStarts, digitEnds } = view.tokens;
  for (let group = 0; group + 1 < digitStarts.length && !sink.isFull('HEALTH_DATA'); group += 1) {
    const decimal = digitEnds.at(group);
    if (decimal - digitStarts.at(group) !== 2 || digitStarts.at(group + 1) !== decimal + 1) continue;
    const start = digitStarts.at(group) - 1;
    const end = view.bytes[decimal] === 0x2e ? codeEnd(view, start) : 0;
    if (end > 0 && isBesideHealthWord(view, start, end)) sink.add('HEALTH_DATA', start, end);
  }
}

function isBesideHealthWord(view: View, start: number, end: number): boolean {
  const { starts: phraseStarts, ends: phraseEnds } = view.phrases;
  const next = phraseStarts.countBelow(start);
  return [next - 1, next].some((phrase) => {
    if (phrase < 0 || phrase >= phraseStarts.length) return false;
    const [from, to] = phrase < next ? [phraseEnds.at(phrase), start] : [end, phraseStarts.at(phrase)];
    const weight = weightAt(view, phrase);
    return weight >= WEIGHT.WEAK && to - from <= CODE_TO_WORD_GAP_MAX && newlinesBetween(view, from, to) === 0;
  });
}

function findCodesInColumns(view: View, sink: Pick<Sink, 'add' | 'isFull'>): void {
  if (!hasLabel(view, KIND.ICD)) return;
  const { cells } = view;
  for (let index = 0; index < cells.starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const kinds = columnKinds(cells, cells.starts.at(index));
    if (kinds < 0 || (kinds & (1 << KIND.ICD)) === 0) continue;
    for (let at = cells.starts.at(index); at < cells.starts.at(index) + 3; at += 1) {
      const end = codeEnd(view, at);
      if (end > 0) sink.add('HEALTH_DATA', at, end);
    }
  }
}

const CODE_FIELDS: ReadonlySet<string> = new Set(['"code', '"codigo', 'code', 'codigo']);

/** `"system": "ICD-10", "code": "C50.9"`. */
function isCodeField(view: View, comma: number): boolean {
  const start = view.bytes[comma + 1] === 0x20 ? comma + 2 : comma + 1;
  let end = start + 1;
  while (end - start < CODE_FIELD_MAX && isLetterAt(view, end)) end += 1;
  return CODE_FIELDS.has(textAt(view, start, end).toLowerCase());
}

const CODE_FIELD_MAX = 8;

/** The "10" or "11" of CID-10. */
function skipRevision(view: View, end: number): number {
  const at = isDigitAt(view, end) ? end : end + 1;
  return view.bytes[at] === 0x31 &&
    (view.bytes[at + 1] === 0x30 || view.bytes[at + 1] === 0x31) &&
    !isDigitAt(view, at + 2)
    ? at + 2
    : end;
}

/** End of a letter, two digits and up to four more after a dot; U is not used but for U07. */
function codeEnd(view: View, start: number): number {
  if (!isLetterAt(view, start) || isLetterAt(view, start - 1) || isDigitAt(view, start - 1)) return 0;
  if (view.bytes[start - 1] === 0x2e || view.bytes[start - 1] === 0x2f) return 0;
  if (!isDigitAt(view, start + 1) || !isDigitAt(view, start + 2)) return 0;
  let end = start + 3;
  if (view.bytes[end] === 0x2e) end += 1;
  let extra = 0;
  // The seventh character of ICD-10-CM is a letter, with an X in each place that is free before it: S82.101A, T14.8XXA.
  let isOpen = true;
  while (extra < 4 && isOpen && (isDigitAt(view, end) || (extra > 0 && isLetterAt(view, end)))) {
    isOpen = isDigitAt(view, end) || ((view.bytes[end] as number) | 0x20) === 0x78;
    end += 1;
    extra += 1;
  }
  if (view.bytes[end - 1] === 0x2e) end -= 1;
  return isLetterAt(view, end) || isDigitAt(view, end) || view.bytes[end] === 0x2d ? 0 : end;
}

/** `F 33.2`: behind a word for codes its letter may stand apart, if the decimal is there. */
function spacedCodeEnd(view: View, start: number): number {
  if (!isLetterAt(view, start) || isLetterAt(view, start - 1) || view.bytes[start + 1] !== 0x20) return 0;
  const digits = view.bytes[start + 2] === 0x20 ? start + 3 : start + 2;
  const isDecimal =
    isDigitAt(view, digits) &&
    isDigitAt(view, digits + 1) &&
    view.bytes[digits + 2] === 0x2e &&
    isDigitAt(view, digits + 3);
  return isDecimal && !isDigitAt(view, digits + 4) ? digits + 4 : 0;
}

/** ICD-11 has a letter in the second place: `6A02`, `5A11`, `CA40.0`. */
function codeEndOfEleven(view: View, start: number): number {
  if (isLetterAt(view, start - 1) || isDigitAt(view, start - 1)) return 0;
  if (!isLetterAt(view, start) && !isDigitAt(view, start)) return 0;
  const isCode = isLetterAt(view, start + 1) && isDigitAt(view, start + 2) && isDigitAt(view, start + 3);
  return isCode && !isLetterAt(view, start + 4) && !isDigitAt(view, start + 4) ? start + 4 : 0;
}
