// SPDX-License-Identifier: Apache-2.0
/** The head of a new organization. */
import type { Transaction } from '../db/index.ts';

/** The first entries of the organization make generation 1. */
export async function insertHead(transaction: Transaction, organizationId: string, nowMs: number): Promise<void> {
  const month = `${new Date(nowMs).toISOString().slice(0, 7)}-01`;
  await transaction.query(INSERT_HEAD, [organizationId, month]);
}

const INSERT_HEAD = `
  INSERT INTO svc.organization_heads (organization_id, generation, audit_seq, audit_hash, policy_set_version,
    usage_month, usage_events)
  VALUES ($1, 0, 0, decode(repeat('00', 32), 'hex'), 0, $2, 0)`;
