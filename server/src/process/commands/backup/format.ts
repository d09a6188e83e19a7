// SPDX-License-Identifier: Apache-2.0
/**
 * The form of a backup: a gzip of lines. A head comes first. Each table has a line that names it, its rows in the text
 * form of COPY, the line `\.` and a sum. A file that was cut lacks the last line.
 */

export const FORMAT = 'svc-backup/v1';
/** The end of a table's rows: no row in the text form of COPY looks so. */
export const ROWS_END = '\\.';
/** A row longer than this is no row of this service. */
export const LINE_BYTES_MAX = 256 * 1_048_576;

export interface BackupHead {
  readonly format: typeof FORMAT;
  /** Version of the build that made it. */
  readonly version: string;
  readonly createdAt: string;
  /** Names of the migrations that the database had, in order. */
  readonly migrations: readonly string[];
  /** Generated secrets of the data folder, by name. */
  readonly files: Readonly<Record<string, string>>;
}

export interface TableHead {
  readonly table: string;
  readonly columns: readonly string[];
}

export interface TableSum {
  readonly rows: number;
  /** SHA-256 of the rows with their line feeds, in hex. */
  readonly sha256: string;
}

export interface BackupEnd {
  readonly tables: number;
  readonly rows: number;
}

/** A backup that cannot be read, or is not what it says: one sentence for the operator. */
export class BackupError extends Error {
  override name = 'BackupError';
}

export const lineOf = (value: BackupHead | TableHead | TableSum | BackupEnd): string => `${JSON.stringify(value)}\n`;
