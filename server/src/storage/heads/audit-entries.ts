// SPDX-License-Identifier: Apache-2.0
/** Inserts linked entries. The caller holds the lock of each chain's head row. */
import type { LinkedEntries } from '@svc/core/audit-chain';
import { type ColumnArray, type Columns, columnArrays, type Transaction, unnested } from '../db/index.ts';

/**
 * The primary key refuses a second entry with the same number. The stored metadata are the very text that was hashed.
 * @param linked entries of `linkEntries`, of one chain or of several
 */
export async function insertAuditEntries(transaction: Transaction, linked: LinkedTexts): Promise<void> {
  await transaction.query(
    INSERT_ENTRIES,
    entryArrays(linked).map((array) => array.toBuffer()),
  );
}

type LinkedTexts = Pick<LinkedEntries, 'entries' | 'metadataTexts'>;

/** Returns the parameters of `insertEntriesStatement`. */
export function entryArrays({ entries, metadataTexts }: LinkedTexts): ColumnArray[] {
  const rows = entries.map((entry, index) => ({
    organization_id: entry.organizationId,
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

const ENTRY_COLUMNS = {
  organization_id: 'uuid',
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

/** @param first number of its first parameter inside a larger statement */
export function insertEntriesStatement(first = 1): string {
  return `
  INSERT INTO svc.audit_entries (${Object.keys(ENTRY_COLUMNS).join(', ')})
  SELECT ${unnested(ENTRY_COLUMNS, first)}`;
}

const INSERT_ENTRIES = insertEntriesStatement();
