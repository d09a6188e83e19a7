// SPDX-License-Identifier: Apache-2.0
/** Rows of audit entries as the texts that were hashed. */
import { canonicalRest, canonicalStart } from '@svc/core/audit-chain';
import type { HashedEntry } from '@svc/core/audit-export';

export interface EntryRow extends Record<string, unknown> {
  seq: number;
  at: string;
  kind: string;
  actor_type: 'user' | 'key' | 'system';
  actor_id: string;
  subject_type: string;
  subject_id: string;
  metadata: string;
  prev_hash: string;
  hash: string;
}

/** The metadata are stored as the hashed text, and passed on as that text. */
export const ENTRY_COLUMNS = `
  seq, COALESCE(to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), at::text) AS at, kind,
    actor_type, actor_id, subject_type, subject_id, metadata::text, encode(prev_hash, 'hex') AS prev_hash,
    encode(hash, 'hex') AS hash`;

export function hashedEntryOf(row: EntryRow, organizationId: string): HashedEntry {
  return {
    seq: row.seq,
    organizationId,
    // The service never writes microseconds: if they appear, the row was changed, so they are shown.
    at: row.at.replace(/000Z$/, 'Z'),
    kind: row.kind,
    actor: { type: row.actor_type, id: row.actor_id },
    subject: { type: row.subject_type, id: row.subject_id },
    prevHash: row.prev_hash,
    hash: row.hash,
  };
}

/** The text over which the hash was made. */
export function hashedTextOf(row: EntryRow, organizationId: string): string {
  const entry = hashedEntryOf(row, organizationId);
  return canonicalStart(entry) + canonicalRest(entry, row.metadata);
}
