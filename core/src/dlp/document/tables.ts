// SPDX-License-Identifier: Apache-2.0
/**
 * Tables: a header names the values of its column at any distance. Lines with a common separator are a table (CSV,
 * Markdown, aligned columns). The column list of an SQL insert and the header row of an HTML table also are headers.
 */
import { LABEL } from '../lexicon/label.ts';
import { takeList } from '../text/int-list.ts';
import {
  addAlignedRow,
  alignedHeader,
  isEmptyValue,
  isLoneValue,
  isTypes,
  labelsOfLoneName,
} from './aligned-columns.ts';
import type { Phrases } from './phrases.ts';
import type { Spans } from './spans.ts';
import { findInsertTables } from './sql-tables.ts';
import {
  addCell,
  type Builder,
  HEADER_LABELS,
  HEADER_LENGTH_MAX,
  labelsFrom,
  labelsWithin,
  type TableCells,
} from './table-cells.ts';
import type { Tokens } from './tokens.ts';

export type { TableCells } from './table-cells.ts';

/** Labels of the header above `position`; -1 outside tables. */
export function columnLabels(cells: TableCells, position: number): number {
  return cells.labels.at(cells.starts.countBelow(position + 1) - 1);
}

const HEADER_CELL_MAX = 40;
const LONG_NUMBER_DIGITS = 5;
/** Separators in the order of trial; two blanks stand for aligned columns. */
const SEPARATORS = [0x3b, 0x09, 0x7c, 0x2c, 0x20] as const;
const BLANK = 0x20;

export function findCells(
  bytes: Uint8Array,
  tokens: Tokens,
  phrases: Phrases,
  labelSpans: readonly Spans[],
): TableCells {
  const cells: TableCells = { starts: takeList(), labels: takeList() };
  const builder = { bytes, tokens, phrases, cells };
  findLineTables(builder);
  if (cells.starts.length > 0) return cells;
  for (const [label, find] of [
    [LABEL.SQL_VALUES, findInsertTables],
    [LABEL.TABLE_HEAD, findMarkupTables],
  ] as const) {
    const list = labelSpans[label] as Spans;
    if (cells.starts.length === 0 && list.starts.length > 0) find(builder, list);
  }
  return cells;
}

function findLineTables(builder: Builder): void {
  const { newlines } = builder.tokens;
  const { starts } = builder.phrases;
  const length = builder.bytes.length;
  let start = 0;
  let line = 0;
  let phrase = 0;
  while (line < newlines.length) {
    const end = newlines.at(line);
    while (phrase < starts.length && starts.at(phrase) < start) phrase += 1;
    // No line after the last known phrase names a column.
    if (phrase === starts.length) return;
    const separator = starts.at(phrase) < end ? headerSeparator(builder, start, line, phrase) : 0;
    if (separator === 0) {
      const rows = starts.at(phrase) < end ? addLoneColumn(builder, start, line, phrase) : 0;
      line += 1 + rows;
      start = newlines.at(line - 1) + 1;
      continue;
    }
    const header = headerLabels(builder, start, end, separator);
    const aligned = separator === BLANK ? alignedHeader(builder, start, end) : [];
    const count = header.length - 1;
    let rowStart = end + 1;
    line += 1;
    for (; rowStart < length; line += 1) {
      const rowEnd = line < newlines.length ? newlines.at(line) : length;
      if (!isRule(builder.bytes, rowStart, rowEnd) && !isTypes(builder.bytes, rowStart, rowEnd)) {
        if (!isRow(builder.bytes, rowStart, rowEnd, separator, count)) break;
        if (separator === BLANK) addAlignedRow(builder, rowStart, rowEnd, aligned);
        else addRow(builder, rowStart, rowEnd, separator, header);
      }
      rowStart = rowEnd + 1;
    }
    close(builder.cells, rowStart - 1);
    start = rowStart;
  }
}

/** Values line by line below the name of their column. @returns the number of rows, of which the text has one more */
function addLoneColumn(builder: Builder, start: number, line: number, first: number): number {
  const { bytes, tokens, cells } = builder;
  const { newlines } = tokens;
  const labels = labelsOfLoneName(builder, start, newlines.at(line), first);
  if (labels === 0) return 0;
  let rows = 0;
  /** The end of the last row with a value. */
  let last = 0;
  let end = newlines.at(line);
  for (let row = line + 1; row <= newlines.length && end < bytes.length; row += 1) {
    const rowEnd = row < newlines.length ? newlines.at(row) : bytes.length;
    if (isLoneValue(bytes, end + 1, rowEnd)) {
      addCell(cells, end + 1, labels);
      last = rowEnd;
    } else if (!isRule(bytes, end + 1, rowEnd) && !isEmptyValue(bytes, end + 1, rowEnd)) break;
    if (row < newlines.length) rows += 1;
    end = rowEnd;
  }
  if (last > 0) close(cells, last);
  return rows;
}

/**
 * The separator of the table whose header is this line, 0 when it is no header.
 * @param first index of the first phrase on the line
 */
function headerSeparator(builder: Builder, start: number, line: number, first: number): number {
  const { tokens, phrases, bytes } = builder;
  const end = tokens.newlines.at(line);
  if (end - start > HEADER_LENGTH_MAX || end - start < 5) return 0;
  if (labelsFrom(phrases, first, end, HEADER_LABELS) === 0 || hasLongNumber(tokens, start, end)) return 0;
  if (isRecordOrSentence(bytes, start, end) || !hasSeparator(bytes, start, end)) return 0;
  const lineEnd = (index: number): number =>
    index < tokens.newlines.length ? tokens.newlines.at(index) : bytes.length;
  const hasRule = isRule(bytes, end + 1, lineEnd(line + 1)) || isTypes(bytes, end + 1, lineEnd(line + 1));
  const [rowStart, rowEnd] = hasRule ? [lineEnd(line + 1) + 1, lineEnd(line + 2)] : [end + 1, lineEnd(line + 1)];
  for (const separator of SEPARATORS) {
    const count = countSeparators(bytes, start, end, separator);
    if (count === 0 || (end - start) / (count + 1) > HEADER_CELL_MAX) continue;
    if (isRow(bytes, rowStart, rowEnd, separator, count)) return separator;
  }
  return 0;
}

/** Most lines of prose have no separator. One look shows that, and counting each separator takes five. */
function hasSeparator(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] as number;
    if (IS_SEPARATOR[byte] === 1 && (byte !== BLANK || bytes[index + 1] === BLANK)) return true;
  }
  return false;
}

const IS_SEPARATOR = new Uint8Array(256);
for (const separator of SEPARATORS) IS_SEPARATOR[separator] = 1;

const RULE_DASHES_MIN = 3;

/** The line below a header that a database's client or Markdown draws: `-----+-----`, `|---|:--|`. */
function isRule(bytes: Uint8Array, start: number, end: number): boolean {
  let dashes = 0;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index] as number;
    if (IS_RULE[byte] === 0) return false;
    if (byte === 0x2d || byte === 0x3d) dashes += 1;
  }
  return dashes >= RULE_DASHES_MIN;
}

const IS_RULE = new Uint8Array(256);
for (const character of '-+|=: ') IS_RULE[character.charCodeAt(0)] = 1;

/** A line of JSON or YAML, or a sentence with commas, is no header. */
function isRecordOrSentence(bytes: Uint8Array, start: number, end: number): boolean {
  for (let index = start; index < end; index += 1) if (IS_NO_HEADER[bytes[index] as number] === 1) return true;
  return IS_LINE_END[bytes[end - 1] as number] === 1;
}

const IS_NO_HEADER = new Uint8Array(256);
for (const character of ':={}<>@?!') IS_NO_HEADER[character.charCodeAt(0)] = 1;
const IS_LINE_END = new Uint8Array(256);
for (const character of '.,') IS_LINE_END[character.charCodeAt(0)] = 1;

function isRow(bytes: Uint8Array, start: number, end: number, separator: number, count: number): boolean {
  if (end <= start) return false;
  const found = countSeparators(bytes, start, end, separator);
  return separator === BLANK ? found >= 1 && found <= count + 1 : found === count;
}

function countSeparators(bytes: Uint8Array, start: number, end: number, separator: number): number {
  let count = 0;
  eachSeparator(bytes, start, end, separator, () => {
    count += 1;
  });
  return count;
}

/**
 * Visits separators outside double quotes. For aligned columns it visits each run of two or more blanks inside the
 * line.
 */
function eachSeparator(
  bytes: Uint8Array,
  start: number,
  end: number,
  separator: number,
  visit: (index: number) => void,
): void {
  let isQuoted = false;
  for (let index = start; index < end; index += 1) {
    const byte = bytes[index];
    if (byte === 0x22) isQuoted = !isQuoted;
    if (isQuoted || byte !== separator) continue;
    if (separator !== BLANK) {
      visit(index);
    } else if (bytes[index + 1] === BLANK && bytes[index - 1] !== BLANK && index > start) {
      while (index + 1 < end && bytes[index + 1] === BLANK) index += 1;
      if (index + 1 < end) visit(index);
    }
  }
}

function headerLabels(builder: Builder, start: number, end: number, separator: number): number[] {
  const labels: number[] = [];
  let cellStart = start;
  eachSeparator(builder.bytes, start, end, separator, (index) => {
    labels.push(labelsWithin(builder.phrases, cellStart, index, HEADER_LABELS));
    cellStart = index + 1;
  });
  labels.push(labelsWithin(builder.phrases, cellStart, end, HEADER_LABELS));
  return labels;
}

function addRow(builder: Builder, start: number, end: number, separator: number, header: readonly number[]): void {
  let column = 0;
  addCell(builder.cells, start, header[0] ?? 0);
  eachSeparator(builder.bytes, start, end, separator, (index) => {
    column += 1;
    addCell(builder.cells, index + 1, header[column] ?? 0);
  });
}

const MARKUP_HEADER_MAX = 60;

/** `<tr><th>CPF</th>…</tr><tr><td>529…</td>…`: cells are counted from the last `<tr`. */
function findMarkupTables(builder: Builder, heads: Spans): void {
  const { bytes, phrases, cells } = builder;
  const header: number[] = [];
  let column = 0;
  let index = heads.starts.at(0) - 1;
  for (; index < bytes.length; index += 1) {
    if (bytes[index] !== 0x3c) continue;
    const tag = tagAt(bytes, index);
    if (tag === TAG.ROW) column = 0;
    else if (tag === TAG.HEAD) {
      if (column === 0) header.length = 0;
      const end = nextTag(bytes, index + 3);
      header.push(labelsWithin(phrases, index + 3, end, HEADER_LABELS));
      column += 1;
    } else if (tag === TAG.CELL) {
      addCell(cells, index, header[column] ?? 0);
      column += 1;
    } else if (tag === TAG.TABLE_END) addCell(cells, index, -1);
  }
}

const TAG = { NONE: 0, ROW: 1, HEAD: 2, CELL: 3, TABLE_END: 4 } as const;

function tagAt(bytes: Uint8Array, index: number): number {
  const first = (bytes[index + 1] as number) | BLANK;
  const second = (bytes[index + 2] as number) | BLANK;
  if (first === 0x2f && second === 0x74 && ((bytes[index + 3] as number) | BLANK) === 0x61) return TAG.TABLE_END;
  if (first !== 0x74) return TAG.NONE;
  const after = bytes[index + 3];
  if (after !== 0x3e && after !== BLANK) return TAG.NONE;
  return second === 0x72 ? TAG.ROW : second === 0x68 ? TAG.HEAD : second === 0x64 ? TAG.CELL : TAG.NONE;
}

function nextTag(bytes: Uint8Array, from: number): number {
  let end = from;
  while (end < bytes.length && end - from < MARKUP_HEADER_MAX && bytes[end] !== 0x3c) end += 1;
  return end;
}

function hasLongNumber(tokens: Tokens, start: number, end: number): boolean {
  for (let index = tokens.digitStarts.countBelow(start); index < tokens.digitStarts.length; index += 1) {
    if (tokens.digitStarts.at(index) >= end) return false;
    if (tokens.digitEnds.at(index) - tokens.digitStarts.at(index) >= LONG_NUMBER_DIGITS) return true;
  }
  return false;
}

function close(cells: TableCells, end: number): void {
  addCell(cells, end, -1);
}
