/** Changes by owners and admins, under the lock of the organization's head and with audit entries. */

import type pg from 'pg';
import { inTransaction, type Transaction } from '../db/index.ts';
import { ApiError } from '../errors/index.ts';
import { advanceHead, appendEntries, type Change, type ChangeOrigin, entriesOf, lockHead } from '../heads/index.ts';
import { selectRole } from './memberships.ts';

/** A signed-in person in one organization. */
export interface Changer {
  accountId: string;
  organizationId: string;
}

interface Changed<Result> {
  result: Result;
  /** Each becomes an audit entry. */
  changes: readonly Change[];
}

/**
 * For changes that decisions depend on: with changes there is a new generation, without any nothing has changed.
 * @param change runs under the head's lock
 * @throws ApiError 401 for one who is no longer a member, 403 for one who is neither owner nor admin
 */
export async function changeAsAdmin<Result>(
  pool: pg.Pool,
  changer: Changer,
  change: (transaction: Transaction, nowMs: number) => Promise<Changed<Result>>,
): Promise<Result> {
  return await underLock(pool, changer, change, advanceHead);
}

/** For changes that no decision depends on: the generation stays. @throws ApiError 401, 403 as above */
export async function actAsAdmin<Result>(
  pool: pg.Pool,
  changer: Changer,
  act: (transaction: Transaction, nowMs: number) => Promise<Changed<Result>>,
): Promise<Result> {
  return await underLock(pool, changer, act, appendEntries);
}

async function underLock<Result>(
  pool: pg.Pool,
  { accountId, organizationId }: Changer,
  change: (transaction: Transaction, nowMs: number) => Promise<Changed<Result>>,
  append: typeof advanceHead | typeof appendEntries,
): Promise<Result> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    // The role is checked again here: it may have changed since the request was let in.
    const role = await selectRole(transaction, organizationId, accountId);
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (role === 'MEMBER') throw new ApiError('forbidden', { message: 'Your role may not do that.' });
    const nowMs = Date.now();
    const { result, changes } = await change(transaction, nowMs);
    const origin: ChangeOrigin = { actor: { type: 'user', id: accountId }, nowMs, source: 'app', keyPrefix: null };
    await append(transaction, head, entriesOf(organizationId, changes, origin));
    return result;
  });
}
