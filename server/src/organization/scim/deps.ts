// SPDX-License-Identifier: Apache-2.0
/** The parts of the service that provisioning works with, and whose request it is. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../../storage/db/index.ts';
import { appendEntries, type ChainedHead, type Change, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { ScimFault } from '../scim-protocol/index.ts';
import { isLiveToken } from './token-rows.ts';

export interface ScimDeps {
  pool: pg.Pool;
  baseUrl: () => string;
}

/** A request of a directory, by its token. */
export interface ScimCaller {
  organizationId: string;
  tokenId: string;
}

/** The address that a directory is given. */
export const addressOf = ({ baseUrl }: Pick<ScimDeps, 'baseUrl'>): string => `${baseUrl()}/scim/v2`;

export const UNAUTHORIZED = new ScimFault(
  401,
  null,
  'The token is missing, over or revoked. An owner makes another one in the settings, under Sign-in by your company.',
);

interface Changed<Result> {
  result: Result;
  changes: readonly Change[];
}

/**
 * One change under the lock of the head, with its entries. The token is looked at again there: once it is revoked, it
 * changes nothing.
 * @param others organizations whose heads the change needs, too
 * @throws ScimFault 401
 */
export async function changeByDirectory<Result>(
  pool: pg.Pool,
  { organizationId, tokenId }: ScimCaller,
  change: (transaction: Transaction, otherHeads: readonly ChainedHead[]) => Promise<Changed<Result>>,
  others: readonly string[] = [],
): Promise<Result> {
  return await inTransaction(pool, [organizationId, ...others], async (transaction) => {
    const heads = await lockHeads(transaction, [organizationId, ...others]);
    const head = heads.find((one) => one.organizationId === organizationId);
    if (head === undefined || !(await isLiveToken(transaction, organizationId, tokenId))) throw UNAUTHORIZED;
    const { result, changes } = await change(
      transaction,
      heads.filter((one) => others.includes(one.organizationId)),
    );
    const actor = { type: 'system', id: 'scim' } as const;
    const origin = { actor, nowMs: transaction.clock.nowMs(), source: 'scim', keyPrefix: null };
    await appendEntries(transaction, head, entriesOf(organizationId, changes, origin));
    return result;
  });
}
