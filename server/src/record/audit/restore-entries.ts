// SPDX-License-Identifier: Apache-2.0
/**
 * Brings archived entries back into their table, the last bundles first. The database takes a bundle out of the archive
 * once all its rows have the hash of its file. Files stay where they are.
 */
import type pg from 'pg';
import { dueBy, everyOrganization } from '../../organization/organizations/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { restoreAuditEntries } from '../../storage/heads/index.ts';
import { type Archive, archivedBundles, selectNodes } from '../archive/index.ts';

const BUNDLES_PER_STEP_MAX = 16;
const HASH_BYTES = 32;

/**
 * From then on nothing leaves its table, until archiving is asked for again.
 * @param signal stops between two steps
 * @returns the number of organizations with archived entries left
 * @throws AggregateError when organizations failed, after the others are done
 */
export async function restoreEntries(
  { pool, archive }: { pool: pg.Pool; archive: Archive },
  signal: AbortSignal,
  { bundlesMax = BUNDLES_PER_STEP_MAX } = {},
): Promise<number> {
  await pauseArchiving(pool, true);
  const restore = async (organizationId: string): Promise<boolean> => {
    for (let left = Number.POSITIVE_INFINITY; left > 0; ) {
      if (signal.aborted) return false;
      left = await restoreSome(pool, archive, organizationId, bundlesMax);
    }
    return true;
  };
  return await everyOrganization(pool, dueBy(SELECT_ARCHIVED), restore, signal);
}

export async function pauseArchiving(pool: pg.Pool, isPaused: boolean): Promise<void> {
  await pool.query('UPDATE svc.audit_archive_settings SET paused = $1', [isPaused]);
}

const SELECT_ARCHIVED = `
  SELECT organization_id FROM svc.audit_checkpoint_heads
  WHERE organization_id = ANY ($1::uuid[]) AND archived_bundles > 0`;

/** @returns the bundles that are left */
async function restoreSome(
  pool: pg.Pool,
  archive: Archive,
  organizationId: string,
  bundlesMax: number,
): Promise<number> {
  const { first, end, roots } = await inTransaction(pool, [organizationId], async (transaction) => {
    const bundles = await archivedBundles(transaction, organizationId);
    const range = { first: Math.max(0, bundles - bundlesMax), end: bundles };
    return { ...range, roots: await selectNodes(transaction, organizationId, range) };
  });
  for (let bundle = first; bundle < end; bundle += 1) {
    const at = (bundle - first) * HASH_BYTES;
    const { entries, metadataTexts } = await archive.read(organizationId, bundle, roots.subarray(at, at + HASH_BYTES));
    await inTransaction(pool, [organizationId], (transaction) =>
      restoreAuditEntries(transaction, organizationId, { entries: [...entries], metadataTexts: [...metadataTexts] }),
    );
  }
  if (first < end) {
    await inTransaction(pool, [organizationId], (transaction) => transaction.query(RESTORE, [organizationId, first]));
  }
  return first;
}

const RESTORE = 'SELECT svc.restore_bundles($1, $2)';
