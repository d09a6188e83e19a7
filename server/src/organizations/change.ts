/** Changes an organization: one transaction with its audit entries and, where decisions depend on it, a generation. */
import { type AuditDraft, type ChainHead, linkEntries } from '@svc/core/audit-chain';
import type pg from 'pg';
import { insertAuditEntries } from '../audit/insert-entries.ts';
import { inTransaction, type Transaction } from '../db/index.ts';

/** The head row, locked. */
interface LockedHead {
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
  change: (transaction: Transaction, head: ChainedHead) => Promise<ChangeResult<Result>>,
): Promise<Result> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const [head] = await lockHeads(transaction, [organizationId]);
    if (head === undefined) throw new Error('the organization has no head row');
    const { result, entries, policySetVersion } = await change(transaction, head);
    await advanceHead(transaction, head, entries, policySetVersion);
    return result;
  });
}

/** A locked head with the end of the organization's audit chain. */
export interface ChainedHead extends LockedHead {
  chain: ChainHead;
}

/**
 * The heads of these organizations, locked in id order as batches of decisions lock them, so that nobody waits in a
 * circle. The transaction sees these organizations, and has locked nothing of them before.
 */
export async function lockHeads(transaction: Transaction, organizationIds: readonly string[]): Promise<ChainedHead[]> {
  const rows = await transaction.query<HeadRow>(LOCK_HEADS, [organizationIds]);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    generation: row.generation,
    policySetVersion: row.policy_set_version,
    chain: { seq: row.audit_seq, hash: row.audit_hash.toString('hex') },
  }));
}

/** Links the entries and makes a new generation; without entries nothing has changed, and nothing is written. */
export async function advanceHead(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
  policySetVersion = head.policySetVersion,
): Promise<void> {
  if (entries.length === 0) return;
  const chain = await appendLinked(transaction, head, entries);
  await transaction.query(ADVANCE_HEAD, [head.organizationId, ...columnsOf(chain), policySetVersion]);
}

/**
 * Links entries to the chain of a locked head and leaves the generation as it is: for what no decision depends on, such
 * as the outcome of a review. Once for each locked head.
 * @returns the number of the last entry
 */
export async function appendEntries(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
): Promise<number> {
  if (entries.length === 0) return head.chain.seq;
  const chain = await appendLinked(transaction, head, entries);
  await transaction.query(ADVANCE_CHAIN, [head.organizationId, ...columnsOf(chain)]);
  return chain.seq;
}

async function appendLinked(
  transaction: Transaction,
  head: ChainedHead,
  entries: readonly AuditDraft[],
): Promise<ChainHead> {
  const linked = linkEntries(head.chain, entries);
  await insertAuditEntries(transaction, linked);
  return linked.head;
}

function columnsOf({ seq, hash }: ChainHead): [number, Buffer] {
  return [seq, Buffer.from(hash, 'hex')];
}

interface HeadRow {
  organization_id: string;
  generation: number;
  audit_seq: number;
  audit_hash: Buffer;
  policy_set_version: number;
}

const LOCK_HEADS = `
  SELECT organization_id, generation, audit_seq, audit_hash, policy_set_version
  FROM svc.organization_heads WHERE organization_id = ANY ($1::uuid[])
  ORDER BY organization_id
  FOR NO KEY UPDATE`;

const ADVANCE_HEAD = `
  UPDATE svc.organization_heads
  SET generation = generation + 1, audit_seq = $2, audit_hash = $3, policy_set_version = $4
  WHERE organization_id = $1`;

const ADVANCE_CHAIN = `
  UPDATE svc.organization_heads SET audit_seq = $2, audit_hash = $3 WHERE organization_id = $1`;
