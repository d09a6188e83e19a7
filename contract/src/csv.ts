// SPDX-License-Identifier: Apache-2.0
/** The one writer of CSV (RFC 4180), for any spreadsheet, whatever sign it separates cells at. */
import type { Language } from './enums.ts';

export const CSV_SEPARATORS = ['comma', 'semicolon'] as const;
export type CsvSeparator = (typeof CSV_SEPARATORS)[number];
export type CsvValue = string | number | boolean | null;

/** Stands before the first row. Without it a spreadsheet takes the file for another encoding. */
export const CSV_MARK = '\uFEFF';

/** A spreadsheet of a language with a decimal comma separates cells by semicolons. */
export function csvSeparatorFor(language: Language): CsvSeparator {
  return language === 'pt-BR' ? 'semicolon' : 'comma';
}

export function csvRows(rows: readonly (readonly CsvValue[])[], separator: CsvSeparator): string {
  const sign = separator === 'semicolon' ? ';' : ',';
  return rows.map((row) => `${row.map(cellOf).join(sign)}\r\n`).join('');
}

/**
 * Signs that begin a formula, of half and full width. They stand at the start of the text, or behind a sign at which
 * some reader ends a cell or a line. White space and quotes before them do not count. The sign is looked for first, so
 * that only a sign looks back.
 */
const FORMULA = /[=+\-@\uff1d\uff0b\uff0d\uff20](?<=(?:^|[,;|\t\r\n])[\s"]*.)/g;
const BEGINS_ODDLY = /^(?:[\t\r\n]|[\s"]+'[=+\-@\uff1d\uff0b\uff0d\uff20])/;
/** Quoted for every reader, and not only for the one that the separator is for. */
const QUOTED = /[",;|\t\r\n]/;

/** A number is written plainly: a spreadsheet reads it, and it cannot be a formula. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const escaped = value.replace(FORMULA, "'$&");
  const text = BEGINS_ODDLY.test(escaped) ? `'${escaped}` : escaped;
  return QUOTED.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
