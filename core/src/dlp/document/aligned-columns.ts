// SPDX-License-Identifier: Apache-2.0
/**
 * Tables without a sign between their columns: columns that blanks align, as terminals and data frames print them, and
 * a single column below its name.
 */
import { addCell, type Builder, HEADER_LABELS, labelsFrom, labelsWithin } from './table-cells.ts';

const BLANK = 0x20;

/** One cell of a line; positions count from the start of the line. */
interface Cell {
  from: number;
  to: number;
}
interface HeaderCell extends Cell {
  labels: number;
}

/** The cells of a line, between two or more blanks. */
function cellsOf(bytes: Uint8Array, start: number, end: number): Cell[] {
  const cells: Cell[] = [];
  for (let index = start; index < end; index += 1) {
    if (bytes[index] === BLANK) continue;
    const from = index;
    while (index < end && !(bytes[index] === BLANK && (bytes[index + 1] === BLANK || index + 1 === end))) index += 1;
    cells.push({ from: from - start, to: index - start });
  }
  return cells;
}

export function alignedHeader({ bytes, phrases }: Builder, start: number, end: number): HeaderCell[] {
  return cellsOf(bytes, start, end).map(({ from, to }) => ({
    from,
    to,
    labels: labelsWithin(phrases, start + from, start + to, HEADER_LABELS),
  }));
}

/** A cell belongs to the name above it. Numbers end below the end of their name, and row numbers have no name. */
export function addAlignedRow(builder: Builder, start: number, end: number, header: readonly HeaderCell[]): void {
  const { bytes, cells } = builder;
  let first = 0;
  for (const [column, { from, to }] of cellsOf(bytes, start, end).entries()) {
    while (first < header.length && (header[first] as HeaderCell).to <= from) first += 1;
    const at = column === 0 ? start : start + from;
    const next = header[first + 1];
    if (next !== undefined && next.from < to) {
      addCell(cells, at, 0);
      addWords(builder, start, from, to, header, first);
    } else addCell(cells, at, (isAbove(header[first], from, to) ? header[first] : header[column])?.labels ?? 0);
  }
}

function isAbove(cell: Cell | undefined, from: number, to: number): boolean {
  return cell !== undefined && cell.from < to && cell.to > from;
}

/** One blank may separate columns too: then each word has a name above it. */
function addWords(
  { bytes, cells }: Builder,
  start: number,
  from: number,
  to: number,
  header: readonly HeaderCell[],
  firstCell: number,
): void {
  let cell = firstCell;
  for (let index = from; index < to; index += 1) {
    const wordStart = index;
    while (index < to && bytes[start + index] !== BLANK) index += 1;
    while (cell < header.length && (header[cell] as HeaderCell).to <= wordStart) cell += 1;
    addCell(
      cells,
      start + wordStart,
      isAbove(header[cell], wordStart, index) ? (header[cell] as HeaderCell).labels : 0,
    );
  }
}

/** The line of types below a header of R: `<chr> <dbl>`. */
export function isTypes(bytes: Uint8Array, start: number, end: number): boolean {
  let isOpen = false;
  let isAny = false;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === 0x3c) isOpen = true;
    else if (byte === 0x3e) isOpen = false;
    else if (!isOpen && byte !== BLANK) return false;
    isAny ||= isOpen;
  }
  return isAny && !isOpen;
}
const NAME_LENGTH_MAX = 40;
const VALUE_LENGTH_MIN = 8;
const ROW_NUMBER_MAX = 7;
const EMPTY: ReadonlySet<string> = new Set(['', '-', 'na', 'n/a', 'nan', 'nat', 'nil', 'null', 'none', '<na>', '""']);

/**
 * The labels of a line that is nothing but the name of a column; 0 for any other line.
 * @param first index of the first phrase on the line
 */
export function labelsOfLoneName({ bytes, phrases }: Builder, start: number, end: number, first: number): number {
  const [from, to] = trimmed(bytes, start, end);
  if (to - from > NAME_LENGTH_MAX) return 0;
  const isPhrase = phrases.starts.at(first) === from && phrases.ends.at(first) === to;
  for (let index = from; index < to && !isPhrase; index += 1) if (IS_NAME[bytes[index] as number] !== 1) return 0;
  return labelsFrom(phrases, first, end, HEADER_LABELS);
}

/** A line that is one value, perhaps behind the number of its row, and that is no word. */
export function isLoneValue(bytes: Uint8Array, start: number, end: number): boolean {
  let [from, to] = trimmed(bytes, start, end);
  let index = from;
  while (index < to && index - from < ROW_NUMBER_MAX && isDigit(bytes[index])) index += 1;
  if (index > from && bytes[index] === BLANK && index < to) [from, to] = trimmed(bytes, index, to);
  if (to - from < VALUE_LENGTH_MIN) return false;
  let digits = 0;
  for (index = from; index < to; index += 1) {
    if (bytes[index] === BLANK || IS_NO_VALUE[bytes[index] as number] === 1) return false;
    if (isDigit(bytes[index])) digits += 1;
  }
  return digits > 1;
}

/** A row without a value: nothing, or a word for it. */
export function isEmptyValue(bytes: Uint8Array, start: number, end: number): boolean {
  const [from, to] = trimmed(bytes, start, end);
  if (to - from > 4) return false;
  return EMPTY.has(String.fromCharCode(...bytes.subarray(from, to)).toLowerCase());
}

function trimmed(bytes: Uint8Array, start: number, end: number): [number, number] {
  let from = start;
  let to = end;
  while (from < to && (bytes[from] === BLANK || bytes[from] === 0x22)) from += 1;
  while (to > from && (bytes[to - 1] === BLANK || bytes[to - 1] === 0x22)) to -= 1;
  return [from, to];
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= 0x30 && byte <= 0x39;
}

const IS_NAME = new Uint8Array(256);
for (const character of 'abcdefghijklmnopqrstuvwxyz') {
  IS_NAME[character.charCodeAt(0)] = 1;
  IS_NAME[character.toUpperCase().charCodeAt(0)] = 1;
}
for (const character of '_0123456789') IS_NAME[character.charCodeAt(0)] = 1;
/** Addresses and sentences are no values of a column of numbers or secrets. */
const IS_NO_VALUE = new Uint8Array(256);
for (const character of '@,;:<>{}[]()?!') IS_NO_VALUE[character.charCodeAt(0)] = 1;
