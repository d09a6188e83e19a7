// SPDX-License-Identifier: Apache-2.0
/**
 * `svc-server backup`, `backup verify` and `restore`: the whole database and the generated keys in one file. A role of
 * its own or a superuser is not needed.
 */
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { startEmbeddedPostgres } from '@svc/postgres';
import { loadOrCreateSecretFile, readSecretFile } from '@svc/postgres/secret-file';
import { BUILD_VERSION } from '../../../doors/http/index.ts';
import { noteAllSessionsEnded } from '../../../organization/operators/index.ts';
import { systemClock } from '../../../platform/clock/index.ts';
import type { Config } from '../../../platform/config/index.ts';
import { createCommandLogger, type Logger } from '../../../platform/logging/index.ts';
import { hasKey } from '../../../platform/vault/index.ts';
import { connectOwner, createPool } from '../../../storage/connections/index.ts';
import { checkCluster, nameDatabase, openServiceVault, type Reached, reachUnchanged } from '../reach-database.ts';
import { dump } from './dump.ts';
import { BackupError } from './format.ts';
import { load } from './load.ts';
import { appEntries, type EndedSignIns } from './old-sign-ins.ts';
import { restoredText } from './restored-text.ts';
import { type Verified, verifyBackup } from './verify.ts';

/** Secrets that the service may have generated in its data folder. */
const ENCRYPTION_KEY = 'encryption.key';
const GENERATED = [ENCRYPTION_KEY, 'quick-start.yaml'];
const FAILED = 1;

interface Output {
  write(text: string): unknown;
}

/** Writes a backup, and reads it back. @returns the exit code @throws Error with a sentence for the operator */
export async function backUp(config: Config, file: string, stdout: Output): Promise<number> {
  if (existsSync(file)) throw new BackupError(`There is a file ${file} already: choose another name.`);
  const database = await reachUnchanged(config, createCommandLogger(), stdout);
  try {
    const client = await connectOwner(database.address);
    try {
      await dump(client, file, { version: BUILD_VERSION, files: generatedSecrets(config.dataDir) });
    } finally {
      await client.end();
    }
  } finally {
    await database.stop();
  }
  return await showVerified(file, stdout);
}

/** Says what a backup holds. @returns the exit code: 1 when the file is no whole backup */
export async function showVerified(file: string, stdout: Output): Promise<number> {
  try {
    stdout.write(textOf(await verifyBackup(file)));
    return 0;
  } catch (error) {
    if (!(error instanceof BackupError)) throw error;
    stdout.write(`NOT VALID: ${error.message}\n`);
    return FAILED;
  }
}

const RESTORE_USAGE = `Usage:
  svc-server restore FILE [--new-database] [--keep-sign-ins]
    --new-database   make the embedded database in SVC_DATA_DIR first, where there is none
    --keep-sign-ins  leave sessions, connected apps and links of mails as they were; without it they end
`;

interface Streams {
  stdout: Output;
  stderr: Output;
}

/** @returns the exit code @throws Error with a sentence for the operator; the database is as it was then */
export async function restore(
  args: readonly string[],
  readConfig: () => Config,
  { stdout, stderr }: Streams,
): Promise<number> {
  const asked = readArguments(args);
  if (asked === null) {
    stderr.write(RESTORE_USAGE);
    return FAILED;
  }
  const config = readConfig();
  nameDatabase(config, stdout);
  if (config.databaseUrl === null && !asked.makesDatabase) checkCluster(config, ORELSE_NEW);
  const verified = await verifyBackup(asked.file);
  if (!hasKey(config) && !(ENCRYPTION_KEY in verified.head.files)) throw new BackupError(NO_KEY);
  await placeSecrets(config.dataDir, verified.head.files);
  const database = await reachForRestore(config, createCommandLogger());
  try {
    const { keepsSignIns } = asked;
    const ended = await load(database.address, asked.file, verified, { keepsSignIns, at: systemClock.now() });
    if (ended !== null) await noteEnded(database, ended);
    stdout.write(textOf(verified));
    await openServiceVault(config, database);
    stdout.write(restoredText(verified, ended));
    return 0;
  } finally {
    await database.stop();
  }
}

const ORELSE_NEW = ' To restore into a new database there, add --new-database.';
const NO_KEY =
  'The backup holds no encryption key, and none is set. Set SVC_ENCRYPTION_KEY to the one of the service that was ' +
  'saved; nothing was changed.';

function readArguments(args: readonly string[]) {
  const options = { 'new-database': { type: 'boolean' }, 'keep-sign-ins': { type: 'boolean' } } as const;
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, strict: true, allowPositionals: true });
    const [file, ...more] = positionals;
    if (file === undefined || more.length > 0) return null;
    const { 'new-database': makesDatabase = false, 'keep-sign-ins': keepsSignIns = false } = values;
    return { file, makesDatabase, keepsSignIns };
  } catch {
    return null;
  }
}

async function noteEnded({ address }: Reached, ended: EndedSignIns): Promise<void> {
  const pool = createPool(address, 1);
  try {
    await noteAllSessionsEnded(pool, appEntries(ended));
  } finally {
    await pool.end();
  }
}

function textOf({ head, rows, chains, archived }: Verified): string {
  const counts = [...rows].map(([table, count]) => `${String(count).padStart(12)}  ${table}\n`).join('');
  const all = [...rows.values()].reduce((sum, count) => sum + count, 0);
  const secrets = Object.keys(head.files);
  const keys = secrets.length === 0 ? 'no generated key' : secrets.join(' and ');
  const elsewhere = archived === 0 ? '' : `Not in this file: ${archived} audit entries, which the archive holds\n`;
  return `${counts}VALID: ${all} rows in ${rows.size} tables, ${chains} audit chains, ${keys}
Made at ${head.createdAt} by version ${head.version}, with the schema of ${head.migrations.at(-1)}
${elsewhere}`;
}

function generatedSecrets(dataDir: string): Record<string, string> {
  const found = GENERATED.map((name) => [name, readSecretFile(join(dataDir, name))] as const);
  return Object.fromEntries(found.flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
}

/** A key of another database stays: the secrets that it opens would be lost. */
async function placeSecrets(dataDir: string, files: Readonly<Record<string, string>>): Promise<void> {
  const ours = Object.entries(files).filter(([name]) => GENERATED.includes(name));
  for (const [name, text] of ours) {
    const present = readSecretFile(join(dataDir, name));
    if (present === null || present === text) continue;
    throw new BackupError(`${join(dataDir, name)} is not that of the backup. Restore with an empty SVC_DATA_DIR.`);
  }
  if (ours.length > 0) await mkdir(dataDir, { recursive: true, mode: 0o700 });
  for (const [name, text] of ours) loadOrCreateSecretFile(join(dataDir, name), () => text);
}

/** The embedded database is started by this command alone: beside a service that runs, it refuses. */
async function reachForRestore({ databaseUrl, dataDir }: Config, log: Logger): Promise<Reached> {
  if (databaseUrl !== null) return { address: { connectionString: databaseUrl }, stop: async () => {} };
  const postgres = await startEmbeddedPostgres({ dataDir, log });
  return { address: postgres.connection, stop: () => postgres.stop() };
}
