// SPDX-License-Identifier: Apache-2.0
/** Checks a backup without any database: every sum, every row's count, and the audit chain of each organization. */
import { createChainCheck } from './chain-check.ts';
import { BackupError, type BackupHead } from './format.ts';
import { readBackup } from './read-backup.ts';

export interface Verified {
  readonly head: BackupHead;
  /** Rows of each table. */
  readonly rows: ReadonlyMap<string, number>;
  /** Audit chains that were followed to their head. */
  readonly chains: number;
  /** Entries of them that are in the archive, which a backup does not hold. */
  readonly archived: number;
}

/** @throws BackupError with a sentence */
export async function verifyBackup(file: string): Promise<Verified> {
  const rows = new Map<string, number>();
  const chains = createChainCheck();
  let head: BackupHead | null = null;
  let columns: readonly string[] = [];
  let table = '';
  for await (const part of readBackup(file)) {
    if (part.kind === 'head') head = part.head;
    else if (part.kind === 'table') ({ table, columns } = part.table);
    else if (part.kind === 'row') chains.row(table, columns, part.line);
    else if (rows.has(table)) throw new BackupError(`The backup has the table ${table} twice.`);
    else rows.set(table, part.sum.rows);
  }
  if (head === null) throw new BackupError('The file is no backup.');
  return { head, rows, ...chains.end() };
}
