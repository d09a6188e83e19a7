// SPDX-License-Identifier: Apache-2.0
/** Reads a backup as a stream of its parts, and holds one row in memory. */
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import {
  type BackupEnd,
  BackupError,
  type BackupHead,
  FORMAT,
  LINE_BYTES_MAX,
  ROWS_END,
  type TableHead,
  type TableSum,
} from './format.ts';

export type Part =
  | { readonly kind: 'head'; readonly head: BackupHead }
  | { readonly kind: 'table'; readonly table: TableHead }
  | { readonly kind: 'row'; readonly line: Buffer }
  | { readonly kind: 'table-end'; readonly table: TableHead; readonly sum: TableSum };

const LINE_FEED = 10;
const END_OF_ROWS = Buffer.from(ROWS_END);

/**
 * Every part in order. Each sum was compared with the rows before it is handed out.
 * @throws BackupError when the file is cut, changed or no backup
 */
export async function* readBackup(file: string): AsyncGenerator<Part> {
  const lines = linesOf(file);
  const head = parse<BackupHead>(await nextLine(lines), ['format', 'version', 'createdAt', 'migrations', 'files']);
  if (head.format !== FORMAT) throw new BackupError(`The file is no backup of the form ${FORMAT}.`);
  yield { kind: 'head', head };
  const counted = { tables: 0, rows: 0 };
  for (;;) {
    const line = parse<Partial<TableHead> & Partial<BackupEnd>>(await nextLine(lines), []);
    if (typeof line.table !== 'string' || !Array.isArray(line.columns)) {
      checkEnd(line, counted);
      break;
    }
    const table = { table: line.table, columns: line.columns };
    yield { kind: 'table', table };
    const sum = yield* readRows(lines, table);
    counted.tables += 1;
    counted.rows += sum.rows;
    yield { kind: 'table-end', table, sum };
  }
  const { done } = await lines.next();
  if (done !== true) throw new BackupError('The file goes on after its end.');
}

async function* readRows(lines: AsyncGenerator<Buffer>, { table }: TableHead): AsyncGenerator<Part, TableSum> {
  const hash = createHash('sha256');
  let rows = 0;
  for (;;) {
    const line = await nextLine(lines);
    if (line.equals(END_OF_ROWS)) break;
    hash.update(line).update('\n');
    rows += 1;
    yield { kind: 'row', line };
  }
  const sum = parse<TableSum>(await nextLine(lines), ['rows', 'sha256']);
  const sha256 = hash.digest('hex');
  if (sum.rows !== rows || sum.sha256 !== sha256) {
    throw new BackupError(`The rows of ${table} were changed: the backup has ${rows}, and says ${sum.rows}.`);
  }
  return sum;
}

function checkEnd(end: Partial<BackupEnd>, counted: BackupEnd): void {
  if (end.tables === counted.tables && end.rows === counted.rows) return;
  throw new BackupError('The backup lacks a table, or has one too many.');
}

async function nextLine(lines: AsyncGenerator<Buffer>): Promise<Buffer> {
  const { value, done } = await lines.next();
  if (done === true) throw new BackupError('The file ends too early: it was cut.');
  return value;
}

function parse<Value>(line: Buffer, fields: readonly string[]): Value {
  try {
    const value: unknown = JSON.parse(line.toString());
    if (typeof value === 'object' && value !== null && fields.every((field) => field in value)) return value as Value;
  } catch {
    // Not JSON: the same fault.
  }
  throw new BackupError('The file is no backup, or was changed.');
}

/** The lines of the unpacked file without their line feed. Only a line feed ends one. */
async function* linesOf(file: string): AsyncGenerator<Buffer> {
  let rest: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const chunk of createReadStream(file).pipe(createGunzip()) as AsyncIterable<Buffer>) {
      let start = 0;
      for (let end = chunk.indexOf(LINE_FEED); end >= 0; end = chunk.indexOf(LINE_FEED, start)) {
        const line = chunk.subarray(start, end);
        yield rest.length === 0 ? line : Buffer.concat([...rest, line]);
        rest = [];
        bytes = 0;
        start = end + 1;
      }
      if (start === chunk.length) continue;
      rest.push(chunk.subarray(start));
      bytes += chunk.length - start;
      if (bytes > LINE_BYTES_MAX) throw new BackupError('The file has a line that no backup has.');
    }
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (code.startsWith('Z_')) throw new BackupError(`The file is cut, or is no gzip (${code}).`);
    throw error;
  }
  if (rest.length > 0) throw new BackupError('The file ends too early: it was cut.');
}
