// SPDX-License-Identifier: Apache-2.0
/** Saves rows as CSV for the spreadsheets of the person's language. */
import type { Language } from '@svc/contract';
import { CSV_MARK, type CsvValue, csvRows, csvSeparatorFor } from '@svc/contract/csv';
import { saveText } from '../ui/save-text.ts';

export function saveCsv(name: string, rows: readonly (readonly CsvValue[])[], language: Language): void {
  saveText(name, CSV_MARK + csvRows(rows, csvSeparatorFor(language)));
}
