// SPDX-License-Identifier: Apache-2.0
/** Inserts linked entries. The caller holds the lock of each chain's head row. */
import type { LinkedEntries } from '@svc/core/audit-chain';
import { type ColumnArray, type Columns, columnArrays, type Transaction, unnested } from '../db/index.ts';

/**
 * The primary key refuses a second entry with the same number. The stored metadata are the very text that was hashed.
 * @param linked entries of `linkEntries`
 */
export async function insertAuditEntries(
  transaction: Transaction,
  organizationId: string,
  linked: LinkedTexts,
): Promise<void> {
  await transaction.query(INSERT_ENTRIES, [organizationId, ...entryArrays(linked).map((array) => array.toBuffer())]);
}

type LinkedTexts = Pick<LinkedEntries, 'entries' | 'metadataTexts'>;

/** One array per column of `ENTRY_COLUMNS`. */
export function entryArrays({ entries, metadataTexts }: LinkedTexts): ColumnArray[] {
  const rows = entries.map((entry, index) => ({
    seq: entry.seq,
    at: Date.parse(entry.at),
    kind: entry.kind,
    actor_type: entry.actor.type,
    actor_id: entry.actor.id,
    subject_type: entry.subject.type,
    subject_id: entry.subject.id,
    metadata: metadataTexts[index] ?? null,
    prev_hash: entry.prevHash,
    hash: entry.hash,
  }));
  return columnArrays(ENTRY_COLUMNS, rows);
}

export const ENTRY_COLUMNS = {
  seq: 'bigint',
  at: 'timestamptz',
  kind: 'text',
  actor_type: 'text',
  actor_id: 'text',
  subject_type: 'text',
  subject_id: 'text',
  metadata: 'json',
  prev_hash: 'bytea',
  hash: 'bytea',
} as const satisfies Columns;

/** The same for entries that were rows before. Those that still are stay as they are. */
export async function restoreAuditEntries(
  transaction: Transaction,
  organizationId: string,
  linked: LinkedTexts,
): Promise<void> {
  await transaction.query(RESTORE_ENTRIES, [organizationId, ...entryArrays(linked).map((array) => array.toBuffer())]);
}

const INSERT_ENTRIES = `
  INSERT INTO svc.audit_entries (organization_id, ${Object.keys(ENTRY_COLUMNS).join(', ')})
  SELECT $1, ${unnested(ENTRY_COLUMNS, 2)}
  RETURNING 1`;

const RESTORE_ENTRIES = INSERT_ENTRIES.replace('RETURNING 1', 'ON CONFLICT (organization_id, seq) DO NOTHING');
