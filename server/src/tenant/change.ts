/** Changes what an organization decides by: one transaction with its audit entries and a new generation. */
import { type AuditDraft, linkEntries } from '@svc/core/audit-chain';
import type pg from 'pg';
import { insertAuditEntries } from '../audit/insert-entries.ts';
import { inTransaction, type Transaction } from '../db/transaction.ts';

/** The head row, locked. */
export interface LockedHead {
  organizationId: string;
  generation: number;
  policySetVersion: number;
}

/** What the change did: its audit entries (none: nothing changed), and the policy set's version after it. */
export interface ChangeResult<Result> {
  result: Result;
  entries: readonly AuditDraft[];
  policySetVersion?: number;
}

/**
 * Locks the head before any other row, so that changes and batches of decisions wait for one another, then runs the
 * change. When it made entries they are linked to the chain and the generation goes up: every process that has decided
 * under the old rules finds out before it answers.
 */
export async function changeOrganization<Result>(
  pool: pg.Pool,
  organizationId: string,
  change: (transaction: Transaction, head: LockedHead) => Promise<ChangeResult<Result>>,
): Promise<Result> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const rows = await transaction.query<HeadRow>(LOCK_HEAD, [organizationId]);
    const row = rows[0];
    if (row === undefined) throw new Error('the organization has no head row');
    const head = { organizationId, generation: row.generation, policySetVersion: row.policy_set_version };
    const { result, entries, policySetVersion } = await change(transaction, head);
    if (entries.length === 0) return result;
    const linked = linkEntries({ seq: row.audit_seq, hash: row.audit_hash.toString('hex') }, entries);
    await insertAuditEntries(transaction, linked.entries);
    await transaction.query(ADVANCE_HEAD, [
      organizationId,
      linked.head.seq,
      Buffer.from(linked.head.hash, 'hex'),
      policySetVersion ?? row.policy_set_version,
    ]);
    return result;
  });
}

interface HeadRow {
  generation: number;
  audit_seq: number;
  audit_hash: Buffer;
  policy_set_version: number;
}

const LOCK_HEAD = `
  SELECT generation, audit_seq, audit_hash, policy_set_version
  FROM svc.organization_heads WHERE organization_id = $1 FOR NO KEY UPDATE`;

const ADVANCE_HEAD = `
  UPDATE svc.organization_heads
  SET generation = generation + 1, audit_seq = $2, audit_hash = $3, policy_set_version = $4
  WHERE organization_id = $1`;
