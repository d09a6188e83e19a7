// SPDX-License-Identifier: Apache-2.0
/** Rows that an SQL statement inserts, below the columns that it or the statement before it lists. */
import { setOf } from '../text/short-texts.ts';
import type { Spans } from './spans.ts';
import { addCell, type Builder, HEADER_LABELS, HEADER_LENGTH_MAX, labelsWithin } from './table-cells.ts';

const BLANK = 0x20;
const IS_SPACE: ReadonlySet<number> = new Set([BLANK, 0x0a]);

/**
 * `INSERT INTO t (nome, cpf) VALUES ('Ana', '529…'), (…)`: the list before VALUES names the values after it. Without a
 * list, the CREATE TABLE before it names them.
 */
export function findInsertTables(builder: Builder, values: Spans): void {
  const { bytes } = builder;
  let done = 0;
  let header: number[] | null = null;
  for (let index = 0; index < values.starts.length; index += 1) {
    const at = values.starts.at(index);
    if (at < done) continue;
    const close = lastBefore(bytes, at, done);
    header =
      bytes[close] === 0x29 ? columnList(builder, close, done) : (createdColumns(builder, close, done) ?? header);
    if (header !== null) done = addTuples(builder, values.ends.at(index), header);
  }
}

/** Labels of the columns in the parentheses that close here; `numeric(14,2)` in them is one column. */
function columnList(builder: Builder, close: number, from: number): number[] | null {
  const { bytes, phrases } = builder;
  const labels: number[] = [];
  const numbers: number[] = [];
  let end = close;
  let depth = 0;
  for (let index = close - 1; index >= from && close - index < HEADER_LENGTH_MAX; index -= 1) {
    const byte = bytes[index];
    if (byte === 0x29) depth += 1;
    else if (byte === 0x28 && depth > 0) depth -= 1;
    else if (byte === 0x28 || (byte === 0x2c && depth === 0)) {
      labels.unshift(labelsWithin(phrases, index + 1, end, HEADER_LABELS));
      if (isNumber(bytes, index + 1, end)) numbers.push(labels.length);
      if (byte === 0x28) return ofTable(builder, index, labels, numbers);
      end = index;
    }
  }
  return null;
}

const NUMBERS = setOf('numero number num nro');

function isNumber(bytes: Uint8Array, start: number, end: number): boolean {
  if (end - start > NUMBER_LENGTH_MAX) return false;
  return NUMBERS.has(
    String.fromCharCode(...bytes.subarray(start, end))
      .trim()
      .toLowerCase(),
  );
}

const NUMBER_LENGTH_MAX = 12;
const TABLE_LENGTH_MAX = 64;

/** `cartoes (pedido, numero)`: a column called a number takes its meaning from the table's name. */
function ofTable({ bytes, phrases }: Builder, open: number, labels: number[], numbers: readonly number[]): number[] {
  if (numbers.length === 0) return labels;
  const end = lastBefore(bytes, open, 0) + 1;
  let start = end;
  while (start > 0 && end - start < TABLE_LENGTH_MAX && !IS_SPACE.has(bytes[start - 1] as number)) start -= 1;
  const table = labelsWithin(phrases, start, end, HEADER_LABELS);
  // Counted from the last column, where reading began.
  for (const number of numbers) {
    const column = labels.length - number;
    labels[column] = (labels[column] as number) | table;
  }
  return labels;
}

const INSERT_LENGTH_MAX = 120;

/** `CREATE TABLE t (nome text, cpf char(11)); INSERT INTO t VALUES …`: the list at the end of the statement before. */
function createdColumns(builder: Builder, insertEnd: number, from: number): number[] | null {
  const { bytes } = builder;
  let end = insertEnd;
  while (end > from && insertEnd - end < INSERT_LENGTH_MAX && bytes[end] !== 0x3b) end -= 1;
  const close = bytes[end] === 0x3b ? lastBefore(bytes, end, from) : from;
  return bytes[close] === 0x29 ? columnList(builder, close, from) : null;
}

function lastBefore(bytes: Uint8Array, position: number, from: number): number {
  let index = position - 1;
  while (index > from && (bytes[index] === BLANK || bytes[index] === 0x0a)) index -= 1;
  return index;
}

/** Adds the cells of `(…), (…)` up to a semicolon; a comma inside single quotes is text. Returns where it stopped. */
function addTuples(builder: Builder, from: number, header: readonly number[]): number {
  const { bytes, cells } = builder;
  let isQuoted = false;
  let column = -1;
  let index = from;
  for (; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === 0x27) isQuoted = !isQuoted;
    if (isQuoted) continue;
    if (byte === 0x3b) break;
    if (byte === 0x28) column = 0;
    else if (byte === 0x29) column = -1;
    else if (byte !== 0x2c || column < 0) continue;
    else column += 1;
    addCell(cells, index + 1, column < 0 ? -1 : (header[column] ?? 0));
  }
  addCell(cells, index, -1);
  return index;
}
