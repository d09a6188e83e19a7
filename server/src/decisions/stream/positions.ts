// SPDX-License-Identifier: Apache-2.0
/** Positions in an organization's chain: where it ends, and whether a stream can go on from one. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { RESUMED_WITHIN_MS } from './limits.ts';

/** The id of a message: a position of another organization is none of this one. */
export function positionText(organizationId: string, seq: number): string {
  return `${organizationId}:${seq}`;
}

/** @returns null for any other text */
export function positionIn(organizationId: string, text: string): number | null {
  const [, owner, seq] = /^([0-9a-f-]{36}):(\d{1,15})$/.exec(text) ?? [];
  return owner === organizationId && seq !== undefined ? Number(seq) : null;
}

/** @returns 0 for a deleted organization */
export async function headOf(pool: pg.Pool, organizationId: string): Promise<number> {
  return (await headsOf(pool, [organizationId])).get(organizationId) ?? 0;
}

export async function headsOf(pool: pg.Pool, organizationIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await inTransaction(pool, organizationIds, (transaction) =>
    transaction.query<{ organization_id: string; audit_seq: number }>(SELECT_HEADS, [organizationIds]),
  );
  return new Map(rows.map((row) => [row.organization_id, row.audit_seq]));
}

const SELECT_HEADS = `
  SELECT organization_id, audit_seq FROM svc.organization_heads WHERE organization_id = ANY ($1::uuid[])`;

/** True when the first entry behind the position is young enough, or the chain ends there. An archived one is old. */
export async function isResumable(
  transaction: Transaction,
  organizationId: string,
  seq: number,
  nowMs: number,
): Promise<boolean> {
  const values = [organizationId, seq + 1, new Date(nowMs - RESUMED_WITHIN_MS)];
  const [row] = await transaction.query<{ is_young: boolean }>(SELECT_AGE, values);
  return row?.is_young !== false;
}

const SELECT_AGE = `
  SELECT h.audit_seq < $2 OR EXISTS (
    SELECT FROM svc.audit_entries WHERE organization_id = $1 AND seq = $2 AND at >= $3
  ) AS is_young
  FROM svc.organization_heads h WHERE h.organization_id = $1`;
