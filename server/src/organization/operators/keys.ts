// SPDX-License-Identifier: Apache-2.0
/** API keys as an operator ends them: one by its prefix, or every key when they may have leaked. */
import type pg from 'pg';
import { keyChanges, selectApiKeys, writeApiKeys } from '../../registry/api-keys/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { advanceHead, entriesOf, lockHeads } from '../../storage/heads/index.ts';
import { OperatorError, originAt } from './acts.ts';
import { type ListedOrganization, listOrganizations } from './organizations.ts';

interface KeyFilter {
  /** Its name or id; null: all. */
  organization: string | null;
  /** The shown beginning of a key; null: all. */
  prefix: string | null;
}

interface ListedKey {
  organization: string;
  prefix: string;
  name: string;
}

/** Keys that work, or still work for a while. */
export async function* listKeys(pool: pg.Pool, filter: KeyFilter): AsyncGenerator<ListedKey> {
  for await (const organization of listOrganizations(pool, filter.organization)) {
    const keys = await inTransaction(pool, [organization.id], (transaction) =>
      selectApiKeys(transaction, organization.id),
    );
    for (const { name, prefix, isRevoked } of keys) {
      if (!isRevoked && isWanted(prefix, filter)) yield { organization: organization.name, prefix, name };
    }
  }
}

const isWanted = (prefix: string, filter: KeyFilter) => filter.prefix === null || filter.prefix === prefix;

/**
 * No process answers a revoked key again. A revoked key never comes back, also from no provisioning file.
 * @returns their number
 * @throws OperatorError when no key that works has this prefix
 */
export async function revokeKeys(pool: pg.Pool, filter: KeyFilter): Promise<number> {
  let count = 0;
  for await (const organization of listOrganizations(pool, filter.organization)) {
    count += await revokeThose(pool, organization, filter);
  }
  if (count === 0 && filter.prefix !== null) {
    throw new OperatorError(`No key that works begins with ${filter.prefix}. See: svc-server keys list`);
  }
  return count;
}

async function revokeThose(pool: pg.Pool, { id }: ListedOrganization, filter: KeyFilter): Promise<number> {
  return await inTransaction(pool, [id], async (transaction) => {
    const [head] = await lockHeads(transaction, [id]);
    if (head === undefined) return 0;
    const nowMs = transaction.clock.nowMs();
    const keys = await selectApiKeys(transaction, id);
    const revokes = keys.filter(({ prefix, isRevoked }) => !isRevoked && isWanted(prefix, filter));
    if (revokes.length === 0) return 0;
    const plan = { revokes, creates: [], updates: [] };
    await writeApiKeys(transaction, id, plan, null, nowMs);
    await advanceHead(transaction, head, entriesOf(id, keyChanges(plan), originAt(nowMs)));
    return revokes.length;
  });
}
