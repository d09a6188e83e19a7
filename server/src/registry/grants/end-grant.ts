// SPDX-License-Identifier: Apache-2.0
/** Ends a grant by a person, and notes those that have run out. */
import { randomBytes } from 'node:crypto';
import { COMMITMENT_SALT_BYTES, commitText } from '@svc/core/audit-chain';
import type pg from 'pg';
import { type Changer, selectRole } from '../../people/memberships/index.ts';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { endGrants, grantsRunOut } from '../../storage/grant-ends/index.ts';
import { advanceHead, changeOrganization, lockHead } from '../../storage/heads/index.ts';

/**
 * No act that is decided after it is let through.
 * @param reason null for none
 * @throws ApiError 401 for one who is no longer a member, 403 for a MEMBER who did not make it, 404, 409 when it has
 *   ended
 */
export async function endGrant(
  pool: pg.Pool,
  { accountId, organizationId }: Changer,
  id: string,
  reason: string | null,
): Promise<void> {
  await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    const [role, grant] = await Promise.all([
      selectRole(transaction, organizationId, accountId),
      selectState(transaction, organizationId, id),
    ]);
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (grant === undefined) throw new ApiError('not_found', { message: 'There is no such grant.' });
    if (role === 'MEMBER' && grant.made_by !== accountId) {
      throw new ApiError('forbidden', { message: 'Only its maker, an owner or an admin ends a grant.' });
    }
    const at = transaction.clock.now().toISOString();
    if (grant.ended_at !== null || grant.until.toISOString() <= at) {
      throw new ApiError('conflict', { message: 'The grant has ended.' });
    }
    const salt = reason === null ? null : randomBytes(COMMITMENT_SALT_BYTES);
    const noteCommitment = reason === null || salt === null ? null : commitText(salt.toString('hex'), reason);
    const by = { actor: { type: 'user', id: accountId }, at } as const;
    const ends = await endGrants(transaction, organizationId, { revoked: { id, accountId } }, by);
    // Its own entry comes first: the number is that of the row.
    const own = ends.filter(({ subject }) => subject.id === id);
    const others = ends.filter(({ subject }) => subject.id !== id);
    const entries = own.map((entry) => ({ ...entry, metadata: { ...entry.metadata, noteCommitment } }));
    await advanceHead(transaction, head, [...entries, ...others]);
    await transaction.query(NOTE_END, [organizationId, id, reason, salt, head.chain.seq + 1]);
  });
}

interface State {
  [column: string]: unknown;
  made_by: string;
  until: Date;
  ended_at: Date | null;
}

async function selectState(transaction: Transaction, organizationId: string, id: string): Promise<State | undefined> {
  const [row] = await transaction.query<State>(SELECT_STATE, [organizationId, id]);
  return row;
}

const SELECT_STATE = `SELECT made_by, until, ended_at FROM svc.grants WHERE organization_id = $1 AND id = $2`;

const NOTE_END = `
  UPDATE svc.grants SET end_note = $3, end_note_salt = $4, end_seq = $5 WHERE organization_id = $1 AND id = $2`;

/** Notes in the chain that grants have run out. They let nothing through since then, also before this has run. */
export async function endGrantsRunOut(pool: pg.Pool, organizationIds: readonly string[]): Promise<void> {
  if (organizationIds.length === 0) return;
  const due = await inTransaction(pool, organizationIds, (transaction) => grantsRunOut(transaction, organizationIds));
  for (const organizationId of due) {
    await changeOrganization(pool, organizationId, async (transaction) => {
      const by = { actor: { type: 'system', id: 'grant-expiry' }, at: transaction.clock.now().toISOString() } as const;
      return { result: undefined, entries: await endGrants(transaction, organizationId, {}, by) };
    });
  }
}
