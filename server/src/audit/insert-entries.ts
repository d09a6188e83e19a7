/** Adds entries to audit chains. The caller holds the lock of each chain's head row. */
import type { LinkedEntries } from '@svc/core/audit-chain';
import type { Transaction } from '../db/transaction.ts';

/**
 * The primary key refuses a second entry with the same number, whatever the caller did. What is stored as metadata is
 * the very text that was hashed.
 * @param texts of `linkEntries`
 */
export async function insertAuditEntries(transaction: Transaction, texts: LinkedEntries['texts']): Promise<void> {
  await transaction.query(INSERT_ENTRIES, [`[${texts.join(',')}]`]);
}

const INSERT_ENTRIES = `
  INSERT INTO svc.audit_entries (organization_id, seq, at, kind, actor_type, actor_id, subject_type, subject_id,
    metadata, prev_hash, hash)
  SELECT d."organizationId", d.seq, d.at, d.kind, d.actor ->> 'type', d.actor ->> 'id', d.subject ->> 'type',
    d.subject ->> 'id', d.metadata, decode(d."prevHash", 'hex'), decode(d.hash, 'hex')
  FROM json_to_recordset($1) AS d ("organizationId" uuid, seq bigint, at timestamptz, kind text, actor json,
    subject json, metadata json, "prevHash" text, hash text)`;
