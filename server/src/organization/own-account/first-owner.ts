// SPDX-License-Identifier: Apache-2.0
/** The way into a deployment where sign-up is closed and no account exists yet. */
import { FIRST_OWNER_LINK_MINUTES } from '@svc/contract';
import type pg from 'pg';
import { isWithoutAccounts } from '../../people/accounts/index.ts';
import { makeFirstOwnerLink } from '../../people/links/index.ts';
import type { SignUpMode } from '../../platform/config/index.ts';
import { inTransaction } from '../../storage/db/index.ts';

/** @returns the token of a one-time link that makes the first owner; null where it is not needed */
export async function firstOwnerToken(pool: pg.Pool, mode: SignUpMode): Promise<string | null> {
  if (mode !== 'closed') return null;
  return await inTransaction(pool, [], async (transaction) =>
    (await isWithoutAccounts(transaction)) ? await makeFirstOwnerLink(transaction, FIRST_OWNER_LINK_MINUTES) : null,
  );
}
