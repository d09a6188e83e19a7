// SPDX-License-Identifier: Apache-2.0
/** Answers of PostgreSQL as text. Rows hold what others wrote: nothing in them may steer the terminal. */
import type pg from 'pg';

/** A value may be long, and the line of a terminal is not. */
const CELL_CHARACTERS_MAX = 200;
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is escaped
const CONTROL = /[\u0000-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** @param answers one of each statement, in array mode */
export function renderAnswer(answers: pg.QueryArrayResult | pg.QueryArrayResult[]): string {
  return [answers].flat().map(renderOne).join('');
}

function renderOne({ fields, rows, command, rowCount }: pg.QueryArrayResult): string {
  if (fields.length === 0) return `${command}${rowCount === null ? '' : ` ${rowCount}`}\n`;
  const head = fields.map(({ name }) => name);
  const table = [head, ...rows].map((row) => row.map(cell));
  const widths = head.map((_, column) => Math.max(...table.map((row) => row[column]?.length ?? 0)));
  const lines = table.map((row) =>
    row
      .map((text, column) => ` ${text.padEnd(widths[column] ?? 0)} `)
      .join('|')
      .trimEnd(),
  );
  const rule = widths.map((width) => '-'.repeat(width + 2)).join('+');
  return [lines[0], rule, ...lines.slice(1), `(${rows.length} ${rows.length === 1 ? 'row' : 'rows'})`, '', ''].join(
    '\n',
  );
}

function cell(value: unknown): string {
  if (value === null || value === undefined) return '';
  const text = String(value).replace(CONTROL, (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return text.length <= CELL_CHARACTERS_MAX ? text : `${text.slice(0, CELL_CHARACTERS_MAX - 1)}…`;
}
