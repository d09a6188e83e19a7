// SPDX-License-Identifier: Apache-2.0
/** Changes by members, mostly owners and admins, under the head's lock and with audit entries. */

import type { Role } from '@svc/contract';
import type pg from 'pg';
import { ApiError } from '../../platform/errors/index.ts';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import {
  advanceHead,
  appendEntries,
  type ChainedHead,
  type Change,
  type ChangeOrigin,
  entriesOf,
  lockHead,
} from '../../storage/heads/index.ts';
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
  /** The version of the policy set after it; left out where the set stays. */
  policySetVersion?: number;
}

const ADMINS: readonly Role[] = ['OWNER', 'ADMIN'];

type Act<Result> = (transaction: Transaction, nowMs: number, role: Role, head: ChainedHead) => Promise<Changed<Result>>;

/**
 * For changes that decisions depend on: with changes there is a new generation, without any nothing has changed.
 * @param change runs under the head's lock, with the role that the caller has then
 * @throws ApiError 401 for one who is no longer a member, 403 for one who is neither owner nor admin
 */
export async function changeAsAdmin<Result>(
  pool: pg.Pool,
  changer: Changer,
  change: (transaction: Transaction, nowMs: number, role: Role) => Promise<Changed<Result>>,
): Promise<Result> {
  return await underLock(pool, changer, ADMINS, change, advanceHead);
}

/** The same for what only owners change. @throws ApiError 401, 403 as above */
export async function changeAsOwner<Result>(
  pool: pg.Pool,
  changer: Changer,
  change: (transaction: Transaction, nowMs: number) => Promise<Changed<Result>>,
): Promise<Result> {
  return await underLock(pool, changer, ['OWNER'], change, advanceHead);
}

/** The same for changes of the policy set, which are planned under a locked head. @throws ApiError 401, 403 as above */
export async function changePolicySet<Result>(
  pool: pg.Pool,
  changer: Changer,
  change: (transaction: Transaction, at: { nowMs: number; head: ChainedHead }) => Promise<Changed<Result>>,
): Promise<Result> {
  const act: Act<Result> = (transaction, nowMs, _role, head) => change(transaction, { nowMs, head });
  return await underLock(pool, changer, ADMINS, act, advanceHead);
}

/**
 * For a change that no decision depends on, by a member with one of these roles. The generation stays.
 * @param change runs under the head's lock, with the role that the caller has then
 * @throws ApiError 401 for one who is no longer a member, 403 for another role
 */
export async function changeAs<Result>(
  pool: pg.Pool,
  changer: Changer,
  allowed: readonly Role[],
  change: (transaction: Transaction, caller: { role: Role; nowMs: number }) => Promise<Changed<Result>>,
): Promise<Result> {
  const act: Act<Result> = (transaction, nowMs, role) => change(transaction, { role, nowMs });
  return await underLock(pool, changer, allowed, act, appendEntries);
}

/** For changes that no decision depends on: the generation stays. @throws ApiError 401, 403 as above */
export async function actAsAdmin<Result>(
  pool: pg.Pool,
  changer: Changer,
  act: (transaction: Transaction, nowMs: number) => Promise<Changed<Result>>,
): Promise<Result> {
  return await underLock(pool, changer, ADMINS, act, appendEntries);
}

async function underLock<Result>(
  pool: pg.Pool,
  { accountId, organizationId }: Changer,
  allowed: readonly Role[],
  change: Act<Result>,
  append: typeof advanceHead | typeof appendEntries,
): Promise<Result> {
  return await inTransaction(pool, [organizationId], async (transaction) => {
    const head = await lockHead(transaction, organizationId);
    // The role is checked again here: it may have changed since the request was let in.
    const role = await selectRole(transaction, organizationId, accountId);
    if (role === null) throw new ApiError('unauthorized', { message: 'You are not signed in, or no longer.' });
    if (!allowed.includes(role)) throw new ApiError('forbidden', { message: 'Your role may not do that.' });
    const nowMs = transaction.clock.nowMs();
    const { result, changes, policySetVersion } = await change(transaction, nowMs, role, head);
    const origin: ChangeOrigin = {
      actor: { type: 'user', id: accountId },
      nowMs,
      source: 'app',
      keyPrefix: null,
      role,
    };
    await append(transaction, head, entriesOf(organizationId, changes, origin), policySetVersion);
    return result;
  });
}
