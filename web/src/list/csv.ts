/** Rows as CSV (RFC 4180). */

export type CsvValue = string | number | null;

/** A spreadsheet runs a text that begins so as a formula. */
const FORMULA = /^[=+\-@\t\r]/;
/** Without it a spreadsheet takes the file for another encoding. */
const BYTE_ORDER_MARK = '\uFEFF';

export function csvOf(rows: readonly (readonly CsvValue[])[]): string {
  return BYTE_ORDER_MARK + rows.map((row) => `${row.map(cellOf).join(',')}\r\n`).join('');
}

/** A number is written plainly: a spreadsheet reads it, and it cannot be a formula. */
function cellOf(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value === 'number') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
