// SPDX-License-Identifier: Apache-2.0
/** Checks of the archive of audit entries: it can be written and read, and holds its newest files. */
import type pg from 'pg';
import { pagesOfOrganizations } from '../../../organization/organizations/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { type Archive, archivedBundles, selectNodes } from '../../../record/archive/index.ts';
import { inTransaction } from '../../../storage/db/index.ts';
import { withArchive } from '../archive-of.ts';
import { type Finding, fault, messageOf, ok } from './finding.ts';

const ARCHIVE = 'audit archive';
/** No organization has this id. */
const PROBE = { owner: 'doctor', path: 'probe' };
/** Organizations whose newest file is read. */
const READ_MAX = 20;

interface Archived {
  organizationId: string;
  /** The last bundle, and its hash. */
  bundle: number;
  root: Buffer;
}

/** None where nothing is archived and no archive is set. */
export async function archiveFindings(config: Config, pool: pg.Pool): Promise<Finding[]> {
  const archived = await selectArchived(pool);
  if (config.auditArchive === null) {
    if (archived.length === 0) return [];
    const mend = 'Set it to the archive, or run svc-server audit unarchive with it set.';
    return [fault(ARCHIVE, 'audit entries are archived, and SVC_AUDIT_ARCHIVE is not set', mend)];
  }
  return await withArchive(config, (archive) => examine(archive, archived));
}

async function examine(archive: Archive, archived: readonly Archived[]): Promise<Finding[]> {
  try {
    await probe(archive);
  } catch (error) {
    return [fault(ARCHIVE, `cannot be written and read: ${messageOf(error)}`, 'See docs/operating/audit-archive.md.')];
  }
  try {
    for (const { organizationId, bundle, root } of archived) await archive.read(organizationId, bundle, root);
  } catch (error) {
    return [fault(ARCHIVE, messageOf(error), 'See docs/operating/audit-archive.md.')];
  }
  return [ok(ARCHIVE, `can be written and read; the newest files of ${archived.length} organizations are whole`)];
}

async function probe({ store }: Archive): Promise<void> {
  const bytes = Buffer.from('written by svc-server doctor');
  await store?.replace(PROBE.owner, PROBE.path, bytes);
  const read = await store?.read(PROBE.owner, PROBE.path);
  await store?.remove(PROBE.owner, PROBE.path);
  if (read?.equals(bytes) !== true) throw new Error('what was written does not come back');
}

async function selectArchived(pool: pg.Pool): Promise<Archived[]> {
  const found: Archived[] = [];
  for await (const page of pagesOfOrganizations(pool)) {
    for (const organizationId of page) {
      if (found.length === READ_MAX) return found;
      const last = await inTransaction(pool, [organizationId], async (transaction) => {
        const end = await archivedBundles(transaction, organizationId);
        const root = await selectNodes(transaction, organizationId, { first: Math.max(0, end - 1), end });
        return { organizationId, bundle: end - 1, root };
      });
      if (last.bundle >= 0) found.push(last);
    }
  }
  return found;
}
