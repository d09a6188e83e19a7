// SPDX-License-Identifier: Apache-2.0
/** Adds a passkey under a name that its person gives, and removes one in all organizations where it signs. */
import type { PasskeyCreated, PasskeyCreation } from '@svc/contract';
import type pg from 'pg';
import type { Client } from '../../people/activity/index.ts';
import { checkBreakGlassOf } from '../../people/entry/index.ts';
import { addPasskey, deletePasskey, type FactorDeps } from '../../people/factors/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { lockHeads } from '../../storage/heads/index.ts';
import { endTheirSigning } from './ended-passkeys.ts';
import { organizationsOf } from './first-proof.ts';
import { checkName } from './names.ts';

/** @throws ApiError 400 for a bad name or an answer that does not hold; 409 for one too many, or a known one */
export async function createPasskey(
  deps: FactorDeps,
  accountId: string,
  creation: PasskeyCreation,
  client: Client,
): Promise<PasskeyCreated> {
  checkName('name', creation.name);
  return await addPasskey(deps, accountId, creation, client);
}

/**
 * @returns false when the person has no such passkey
 * @throws ApiError 409 when the person joined an organization at the same moment, or an organization needs the passkey
 */
export async function removePasskey(pool: pg.Pool, accountId: string, id: string, client: Client): Promise<boolean> {
  const organizationIds = await organizationsOf(pool, accountId);
  return await inTransaction(pool, organizationIds, async (transaction) => {
    const heads = await lockHeads(transaction, organizationIds);
    if (!(await deletePasskey(transaction, accountId, id, client))) return false;
    await endTheirSigning(transaction, heads, accountId);
    await checkBreakGlassOf(transaction, accountId);
    return true;
  });
}
