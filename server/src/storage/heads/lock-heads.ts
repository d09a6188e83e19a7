// SPDX-License-Identifier: Apache-2.0
/** Locks head rows. A transaction locks them before any other row of their organizations. */

import type { ChainHead } from '@svc/core/audit-chain';
import { ApiError } from '../../platform/errors/index.ts';
import type { Transaction } from '../db/index.ts';

/** A head row, read under its lock. */
export interface HeadRow {
  organization_id: string;
  generation: number;
  audit_seq: number;
  audit_hash: Buffer;
  policy_set_version: number;
  /** First day of the month whose events are counted, `YYYY-MM-DD`. */
  usage_month: string;
  usage_events: number;
}

/** A locked head with the end of the organization's audit chain, which moves as the transaction adds entries. */
export interface ChainedHead {
  organizationId: string;
  generation: number;
  policySetVersion: number;
  chain: ChainHead;
}

/**
 * The heads of these organizations, locked in id order like batches of decisions, so that no deadlock is possible. The
 * transaction sees these organizations, and has locked no row of them before.
 * @returns heads in id order; a deleted organization has none
 */
export async function lockHeads(transaction: Transaction, organizationIds: readonly string[]): Promise<ChainedHead[]> {
  const ids = [...new Set(organizationIds)].sort();
  // They are sent in this order on one connection, so PostgreSQL runs them in it.
  const rows = await Promise.all(ids.map((id) => lockHeadRow(transaction, id, true)));
  return rows.flatMap((row) => (row === undefined ? [] : [chainedHead(row)]));
}

const chainedHead = (row: HeadRow): ChainedHead => ({
  organizationId: row.organization_id,
  generation: row.generation,
  policySetVersion: row.policy_set_version,
  chain: { seq: row.audit_seq, hash: row.audit_hash.toString('hex') },
});

/** @throws ApiError 401 when the organization was deleted after the caller was let in as one of its members */
export async function lockHead(transaction: Transaction, organizationId: string): Promise<ChainedHead> {
  const [head] = await lockHeads(transaction, [organizationId]);
  if (head === undefined) throw new ApiError('unauthorized', { message: 'The organization was deleted.' });
  return head;
}

/**
 * The newest version of the row, after any other holder.
 * @param waits false for a head that another transaction holds to be left out
 * @returns undefined for a deleted organization, or a head that is held
 */
export async function lockHeadRow(
  transaction: Transaction,
  organizationId: string,
  waits: boolean,
): Promise<HeadRow | undefined> {
  const [row] = await transaction.query<HeadRow & Record<string, unknown>>(waits ? LOCK_HEAD : LOCK_FREE_HEAD, [
    organizationId,
  ]);
  return row;
}

const LOCK_HEAD = `
  SELECT organization_id, generation, audit_seq, audit_hash, policy_set_version, usage_month::text, usage_events
  FROM svc.organization_heads
  WHERE organization_id = $1
  FOR NO KEY UPDATE`;

const LOCK_FREE_HEAD = `${LOCK_HEAD} SKIP LOCKED`;
