// SPDX-License-Identifier: Apache-2.0
/** `svc-server audit archive` and `audit unarchive`: old audit entries into files, and all of them back. */
import { pagesOfOrganizations } from '../../organization/organizations/index.ts';
import type { Config } from '../../platform/config/index.ts';
import { createCommandLogger } from '../../platform/logging/index.ts';
import { type Archive, archivedBundles, TILE_WIDTH } from '../../record/archive/index.ts';
import {
  archiveEntries,
  countDue,
  createCheckpoints,
  pauseArchiving,
  restoreEntries,
} from '../../record/audit/index.ts';
import { createPool } from '../../storage/connections/index.ts';
import { inTransaction } from '../../storage/db/index.ts';
import { loadArchiving } from '../../storage/schema/index.ts';
import { withArchive } from './archive-of.ts';
import type { Pool } from './on-database.ts';
import { openServiceVault, type Reached, reachDatabase } from './reach-database.ts';

const ARCHIVE_USAGE = `Usage:
  svc-server audit archive [--dry-run]
    --dry-run  say how many entries are old enough, and change nothing
`;

const FAILED = 1;
const CONNECTIONS = 2;

interface Streams {
  stdout: { write(text: string): unknown };
  stderr: { write(text: string): unknown };
}

/** @returns the exit code @throws Error with a message for the operator */
export async function archiveNow(
  operands: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const isDry = operands[0] === '--dry-run';
  if (operands.length > (isDry ? 1 : 0)) {
    stderr.write(ARCHIVE_USAGE);
    return FAILED;
  }
  const config = readConfig();
  return await onArchive(config, stdout, async (database, pool, archive) => {
    const days = config.auditArchiveAfterDays;
    if (isDry) {
      const due = await countDue(pool, days);
      stdout.write(
        `${due} audit entries are older than ${days === 1 ? 'a day' : `${days} days`}, signed, and not archived yet.\n`,
      );
      return;
    }
    const log = createCommandLogger();
    const checkpoints = createCheckpoints(pool, await openServiceVault(config, database), log);
    const { noteArchiving } = await loadArchiving();
    await noteArchiving(database.address, days);
    await pauseArchiving(pool, false);
    const before = await countArchived(pool);
    while ((await archiveEntries({ pool, archive, checkpoints }, NEVER)) > 0);
    const after = await countArchived(pool);
    stdout.write(`Archived ${after - before} audit entries; the archive holds ${after}.\n`);
  });
}

/** @returns the exit code @throws Error with a message for the operator */
export async function unarchive(readConfig: () => Config, { stdout }: Streams): Promise<number> {
  return await onArchive(readConfig(), stdout, async (_database, pool, archive) => {
    const before = await countArchived(pool);
    await restoreEntries({ pool, archive }, NEVER);
    stdout.write(`Brought ${before} audit entries back into the database. The files are left where they are.\n`);
    stdout.write('Nothing is archived from now on, until svc-server audit archive is run.\n');
  });
}

const NEVER = new AbortController().signal;

/** @throws Error when no archive is configured */
async function onArchive(
  config: Config,
  output: Streams['stdout'],
  act: (database: Reached, pool: Pool, archive: Archive) => Promise<void>,
): Promise<number> {
  if (config.auditArchive === null) {
    throw new Error('SVC_AUDIT_ARCHIVE is not set: give the command the environment of the service.');
  }
  const database = await reachDatabase(config, createCommandLogger(), output);
  const pool = createPool(database.address, CONNECTIONS);
  try {
    await withArchive(config, (archive) => act(database, pool, archive));
    return 0;
  } finally {
    await pool.end();
    await database.stop();
  }
}

async function countArchived(pool: Pool): Promise<number> {
  let bundles = 0;
  for await (const page of pagesOfOrganizations(pool)) {
    for (const id of page)
      bundles += await inTransaction(pool, [id], (transaction) => archivedBundles(transaction, id));
  }
  return bundles * TILE_WIDTH;
}
