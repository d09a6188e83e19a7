// SPDX-License-Identifier: Apache-2.0
/**
 * ICD codes: beside a word for them, in a column of them, or with their decimal right at a health word. Elsewhere the
 * same characters are rooms, cells and seats.
 */
import { gapAfter, gapBefore, newlinesBetween } from '../context/context.ts';
import { type Document, hasLabel, isDigitAt, isLetterAt, spansOf, textAt } from '../document/document.ts';
import type { Spans } from '../document/spans.ts';
import { columnLabels } from '../document/tables.ts';
import type { Sink } from '../finding.ts';
import { WEIGHT } from '../lexicon/health-vocabulary.ts';
import { LABEL } from '../lexicon/label.ts';
import { takeList } from '../text/int-list.ts';
import { weightAt } from './entries.ts';

const CODE_GAP_MAX = 20;

/** `CID M51.1`, `CID-10: F32`, `ICD-10 E11.9`: without such a word, these are rooms, cells and seats. */
export function findIcdCodes(document: Document, sink: Pick<Sink, 'add' | 'isFull'>): void {
  if (!mayHoldCode(document)) return;
  const { starts, ends } = spansOf(document, LABEL.ICD);
  for (let index = 0; index < starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const from = skipRevision(document, ends.at(index));
    const next = index + 1 < starts.length ? starts.at(index + 1) : document.bytes.length;
    const to = Math.min(next, from + CODE_GAP_MAX);
    const codeBefore = codeBeforeLabel(document, starts.at(index));
    if (codeBefore >= 0) sink.add('HEALTH_DATA', codeBefore, codeEnd(document, codeBefore));
    const isEleven = document.bytes[from - 1] === 0x31 && document.bytes[from - 2] === 0x31;
    for (let at = from; at < to; at += 1) {
      const end = Math.max(
        codeEnd(document, at),
        isEleven ? codeEndOfEleven(document, at) : spacedCodeEnd(document, at),
      );
      if (end > 0 && (isCodeOfMachine(document, starts.at(index), at, end) || isNumberOfPlace(document, from, at)))
        break;
      if (end > 0) {
        sink.add('HEALTH_DATA', at, end);
        break;
      }
      if (document.bytes[at] === 0x3b || (document.bytes[at] === 0x2c && !isCodeField(document, at))) break;
    }
  }
  findCodesInColumns(document, sink);
  findCodesBesideWords(document, sink);
}

/** True when two digits stand at a letter, or behind a single letter. Without them no word for codes matters. */
function mayHoldCode(document: Document): boolean {
  const { digitStarts, digitEnds } = document.tokens;
  for (let group = 0; group < digitStarts.length; group += 1) {
    const start = digitStarts.at(group);
    if (digitEnds.at(group) - start < 2) continue;
    if (isLetterAt(document, start - 1)) return true;
    const letter = document.bytes[start - 2] === 0x20 ? start - 3 : start - 2;
    if (document.bytes[start - 1] === 0x20 && isLetterAt(document, letter) && !isLetterAt(document, letter - 1))
      return true;
  }
  return false;
}

const BEFORE_LABEL_MAX = 10;
const TIES: ReadonlySet<string> = new Set([' no ', ' do ', ' (', ' de ']);

/** "B24 no CID": the start of a code that the word behind it explains, -1 when there is none. */
function codeBeforeLabel(document: Document, label: number): number {
  if (!isIcdWord(document, label)) return -1;
  for (let start = label - 5; start >= label - BEFORE_LABEL_MAX; start -= 1) {
    const end = codeEnd(document, start);
    if (end > 0 && TIES.has(textAt(document, end, label).toLowerCase())) return start;
  }
  return -1;
}

const MACHINE_LETTERS: ReadonlySet<string> = new Set(['P', 'B', 'C', 'U']);
const MACHINE_CODE_LENGTH = 5;
const TECHNICAL_GAP_MAX = 60;

/** "Diagnóstico P0420, catalisador": machines have diagnoses too. Only CID and ICD are words of medicine. */
function isCodeOfMachine(document: Document, label: number, start: number, end: number): boolean {
  // `cid=E11 node=F10`: the correlation id of a log.
  const isAssigned = start - label === 4 && document.bytes[start - 1] === 0x3d;
  if (isAssigned && textAt(document, label, start) === 'cid=' && document.bytes[start + 3] !== 0x2e) {
    if (gapAfter(document, LABEL.TECHNICAL, end) <= TECHNICAL_GAP_MAX) return true;
  }
  if (isVariable(document, label, start)) return true;
  if (isIcdWord(document, label)) return false;
  const first = textAt(document, start, start + 1).toUpperCase();
  if (end - start === MACHINE_CODE_LENGTH && MACHINE_LETTERS.has(first) && isDigitAt(document, start + 3)) return true;
  const gap = Math.min(gapBefore(document, LABEL.TECHNICAL, start), gapAfter(document, LABEL.TECHNICAL, end));
  return gap <= TECHNICAL_GAP_MAX;
}

const CODE_REACH = 60;
/** Indexed by their first byte. */
const PROGRAM_WORDS: (readonly string[] | undefined)[] = new Array<undefined>(256).fill(undefined);
for (const word of ['request.', 'req.', 'cookies', 'logger.', 'console.', 'uuid', '["cid"]', '=== "'])
  PROGRAM_WORDS[word.charCodeAt(0)] = [...(PROGRAM_WORDS[word.charCodeAt(0)] ?? []), word];

/** `const cid = row["cid"]; if (cid === "F20")`: here cid is a program's connection or correlation. */
function isVariable(document: Document, label: number, start: number): boolean {
  if (!isTextAt(document, label, 'cid')) return false;
  document.programWords ??= findProgramWords(document);
  const { starts, ends } = document.programWords;
  for (let word = starts.countBelow(label - CODE_REACH); word < starts.length && starts.at(word) < start; word += 1)
    if (ends.at(word) <= start) return true;
  return false;
}

/**
 * Finds all of them at once: a text may hold thousands of words for codes, each with the same program words around it.
 */
function findProgramWords(document: Document): Spans {
  const found = { starts: takeList(), ends: takeList() };
  for (let index = 0; index < document.bytes.length; index += 1) {
    const words = PROGRAM_WORDS[document.bytes[index] as number];
    if (words === undefined) continue;
    for (const word of words) {
      if (!isTextAt(document, index, word)) continue;
      found.starts.push(index);
      found.ends.push(index + word.length);
      break;
    }
  }
  return found;
}

function isTextAt(document: Document, start: number, text: string): boolean {
  for (let at = 0; at < text.length; at += 1) if (document.bytes[start + at] !== text.charCodeAt(at)) return false;
  return true;
}

const PLACES: ReadonlySet<string> = new Set(
  'sala poltrona assento doca quarto box vaga mesa portao gate seat room slot dock lote fila prateleira'.split(' '),
);

const PLACE_LENGTH_MAX = 10;

/** "Ao Cid na doca M54", "cid, slot A10": the word right before the number gives its meaning. */
function isNumberOfPlace(document: Document, from: number, start: number): boolean {
  let end = start;
  while (end > from && !isLetterAt(document, end - 1) && !isDigitAt(document, end - 1)) end -= 1;
  let word = end;
  while (
    word > from &&
    end - word <= PLACE_LENGTH_MAX &&
    (isLetterAt(document, word - 1) || isDigitAt(document, word - 1))
  )
    word -= 1;
  return end < start && PLACES.has(textAt(document, word, end).toLowerCase());
}

/** Matches CID, ICD, C I and C.I. */
function isIcdWord({ bytes }: Document, label: number): boolean {
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
function findCodesBesideWords(document: Document, sink: Pick<Sink, 'add' | 'isFull'>): void {
  if (!hasLabel(document, LABEL.HEALTH)) return;
  const { digitStarts, digitEnds } = document.tokens;
  for (let group = 0; group + 1 < digitStarts.length && !sink.isFull('HEALTH_DATA'); group += 1) {
    const decimal = digitEnds.at(group);
    if (decimal - digitStarts.at(group) !== 2 || digitStarts.at(group + 1) !== decimal + 1) continue;
    const start = digitStarts.at(group) - 1;
    const end = document.bytes[decimal] === 0x2e ? codeEnd(document, start) : 0;
    if (end > 0 && isBesideHealthWord(document, start, end)) sink.add('HEALTH_DATA', start, end);
  }
}

function isBesideHealthWord(document: Document, start: number, end: number): boolean {
  const { starts: phraseStarts, ends: phraseEnds } = document.phrases;
  const next = phraseStarts.countBelow(start);
  return [next - 1, next].some((phrase) => {
    if (phrase < 0 || phrase >= phraseStarts.length) return false;
    const [from, to] = phrase < next ? [phraseEnds.at(phrase), start] : [end, phraseStarts.at(phrase)];
    const weight = weightAt(document, phrase);
    return weight >= WEIGHT.WEAK && to - from <= CODE_TO_WORD_GAP_MAX && newlinesBetween(document, from, to) === 0;
  });
}

function findCodesInColumns(document: Document, sink: Pick<Sink, 'add' | 'isFull'>): void {
  if (!hasLabel(document, LABEL.ICD)) return;
  const { cells } = document;
  for (let index = 0; index < cells.starts.length && !sink.isFull('HEALTH_DATA'); index += 1) {
    const labels = columnLabels(cells, cells.starts.at(index));
    if (labels < 0 || (labels & (1 << LABEL.ICD)) === 0) continue;
    for (let at = cells.starts.at(index); at < cells.starts.at(index) + 3; at += 1) {
      const end = codeEnd(document, at);
      if (end > 0) sink.add('HEALTH_DATA', at, end);
    }
  }
}

const CODE_FIELDS: ReadonlySet<string> = new Set(['"code', '"codigo', 'code', 'codigo']);

/** `"system": "ICD-10", "code": "C50.9"`. */
function isCodeField(document: Document, comma: number): boolean {
  const start = document.bytes[comma + 1] === 0x20 ? comma + 2 : comma + 1;
  let end = start + 1;
  while (end - start < CODE_FIELD_MAX && isLetterAt(document, end)) end += 1;
  return CODE_FIELDS.has(textAt(document, start, end).toLowerCase());
}

const CODE_FIELD_MAX = 8;

/** The "10" or "11" of CID-10. */
function skipRevision(document: Document, end: number): number {
  const at = isDigitAt(document, end) ? end : end + 1;
  return document.bytes[at] === 0x31 &&
    (document.bytes[at + 1] === 0x30 || document.bytes[at + 1] === 0x31) &&
    !isDigitAt(document, at + 2)
    ? at + 2
    : end;
}

/** Position behind a letter, two digits and up to four more after a dot. The letter U is used for U07 only. */
function codeEnd(document: Document, start: number): number {
  if (!isLetterAt(document, start) || isLetterAt(document, start - 1) || isDigitAt(document, start - 1)) return 0;
  if (document.bytes[start - 1] === 0x2e || document.bytes[start - 1] === 0x2f) return 0;
  if (!isDigitAt(document, start + 1) || !isDigitAt(document, start + 2)) return 0;
  let end = start + 3;
  if (document.bytes[end] === 0x2e) end += 1;
  let extra = 0;
  // The seventh character of ICD-10-CM is a letter; an X fills each free place before it: S82.101A, T14.8XXA.
  let isOpen = true;
  while (extra < 4 && isOpen && (isDigitAt(document, end) || (extra > 0 && isLetterAt(document, end)))) {
    isOpen = isDigitAt(document, end) || ((document.bytes[end] as number) | 0x20) === 0x78;
    end += 1;
    extra += 1;
  }
  if (document.bytes[end - 1] === 0x2e) end -= 1;
  return isLetterAt(document, end) || isDigitAt(document, end) || document.bytes[end] === 0x2d ? 0 : end;
}

/** `F 33.2`: behind a word for codes a blank may follow the letter, if the decimal is there. */
function spacedCodeEnd(document: Document, start: number): number {
  if (!isLetterAt(document, start) || isLetterAt(document, start - 1) || document.bytes[start + 1] !== 0x20) return 0;
  const digits = document.bytes[start + 2] === 0x20 ? start + 3 : start + 2;
  const isDecimal =
    isDigitAt(document, digits) &&
    isDigitAt(document, digits + 1) &&
    document.bytes[digits + 2] === 0x2e &&
    isDigitAt(document, digits + 3);
  return isDecimal && !isDigitAt(document, digits + 4) ? digits + 4 : 0;
}

/** ICD-11 has a letter in the second place: `6A02`, `5A11`, `CA40.0`. */
function codeEndOfEleven(document: Document, start: number): number {
  if (isLetterAt(document, start - 1) || isDigitAt(document, start - 1)) return 0;
  if (!isLetterAt(document, start) && !isDigitAt(document, start)) return 0;
  const isCode = isLetterAt(document, start + 1) && isDigitAt(document, start + 2) && isDigitAt(document, start + 3);
  return isCode && !isLetterAt(document, start + 4) && !isDigitAt(document, start + 4) ? start + 4 : 0;
}
