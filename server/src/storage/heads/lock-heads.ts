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

/** A locked head with the end of the organization's audit chain. */
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
  const rows = await lockHeadRows(transaction, organizationIds);
  return rows.map((row) => ({
    organizationId: row.organization_id,
    generation: row.generation,
    policySetVersion: row.policy_set_version,
    chain: { seq: row.audit_seq, hash: row.audit_hash.toString('hex') },
  }));
}

/** @throws ApiError 401 when the organization was deleted after the caller was let in as one of its members */
export async function lockHead(transaction: Transaction, organizationId: string): Promise<ChainedHead> {
  const [head] = await lockHeads(transaction, [organizationId]);
  if (head === undefined) throw new ApiError('unauthorized', { message: 'The organization was deleted.' });
  return head;
}

/** The rows of these heads, waited for one after the other in id order. */
export async function lockHeadRows(transaction: Transaction, organizationIds: readonly string[]): Promise<HeadRow[]> {
  return await transaction.query<HeadRow>(LOCK_HEADS, [organizationIds]);
}

/** The heads that no other transaction holds, without waiting. */
export async function lockFreeHeadRows(
  transaction: Transaction,
  organizationIds: readonly string[],
): Promise<HeadRow[]> {
  return await transaction.query<HeadRow>(LOCK_FREE_HEADS, [organizationIds]);
}

/**
 * Locks the head rows in id order, before any other row, so that two transactions cannot deadlock. Returns the newest
 * version of each row, after any other holder.
 */
const LOCK_HEADS = `
  SELECT organization_id, generation, audit_seq, audit_hash, policy_set_version, usage_month::text, usage_events
  FROM svc.organization_heads
  WHERE organization_id = ANY ($1::uuid[])
  ORDER BY organization_id
  FOR NO KEY UPDATE`;

/** Its first parameter is the ids. */
export const LOCK_FREE_HEADS = `${LOCK_HEADS} SKIP LOCKED`;
