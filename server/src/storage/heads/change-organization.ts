// SPDX-License-Identifier: Apache-2.0
/** Changes an organization: one transaction with its audit entries and, where decisions depend on it, a generation. */

import type { Role } from '@svc/contract';
import type { AuditActor, AuditDraft, AuditSubject } from '@svc/core/audit-chain';
import type { JsonObject } from '@svc/core/canonical-json';
import type pg from 'pg';
import { inTransaction, type Transaction } from '../db/index.ts';
import { advanceHead } from './advance-heads.ts';
import { type ChainedHead, lockHead } from './lock-heads.ts';

/** One change of an organization: it becomes an audit entry. The metadata never hold secrets or personal data. */
export interface Change {
  kind: string;
  subject: AuditSubject;
  metadata: JsonObject;
}

/** The author, time and source of a change, kept in each audit entry. */
export interface ChangeOrigin {
  actor: AuditActor;
  nowMs: number;
  /** The source: `app`, `provisioning`, `policies-as-code`. */
  source: string;
  /** Prefix of the key that made the change; null when none did. */
  keyPrefix: string | null;
  /** The role in which a person made the change. */
  role?: Role;
}

/** The entries of changes, each with its source. */
export function entriesOf(
  organizationId: string,
  changes: readonly Change[],
  { actor, nowMs, source, keyPrefix, role }: ChangeOrigin,
): AuditDraft[] {
  const at = new Date(nowMs).toISOString();
  const from = { source, ...(keyPrefix !== null && { keyPrefix }), ...(role !== undefined && { actorRole: role }) };
  return changes.map(({ kind, subject, metadata }) => {
    return { organizationId, at, kind, actor, subject, metadata: { ...metadata, ...from } };
  });
}

/** The outcome of a change: its audit entries, where none means no change, and the policy set's version after it. */
export interface ChangeResult<Result> {
  result: Result;
  entries: readonly AuditDraft[];
  policySetVersion?: number;
}

/**
 * Locks the head before any other row, so that changes and batches of decisions wait for one another, then runs the
 * change. Its entries are linked to the chain, and the generation goes up. Every process that has decided under the old
 * rules notices before it answers.
 */
export async function changeOrganization<Result>(
  pool: pg.Pool,
  organizationId: string,
  change: (transaction: Transaction, head: ChainedHead) => Promise<ChangeResult<Result>>,
): Promise<Result> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const { result, entries, policySetVersion } = await change(transaction, head);
    await advanceHead(transaction, head, entries, policySetVersion);
    return result;
  });
}
