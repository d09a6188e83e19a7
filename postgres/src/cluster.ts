// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import {
  chmodSync,
  chownSync,
  closeSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type Account, chooseAccount } from './account.ts';
import { type Binaries, prepareBinaries } from './binaries.ts';
import { codeOf, EmbeddedPostgresError, explain, hasCode } from './errors.ts';
import {
  DRAFT_REMOVAL_DELAY_MS,
  DRAFT_REMOVALS_MAX,
  INITDB_COMPLAINT_CHARACTERS_MAX,
  INITDB_WITHIN_MS,
} from './limits.ts';
import type { Log } from './log.ts';
import { loadOrCreateSecretFile, readSecretFile, syncDirectory } from './secret-file.ts';
import type { Settings } from './settings.ts';

export const SUPERUSER = 'postgres';

/** A cluster on disk and all that is needed to run it. */
export interface Cluster {
  dataDir: string;
  directory: string;
  /** In the command line of each of its processes; see processes.ts. */
  name: string;
  password: string;
  account: Account | null;
  binaries: Binaries;
  settings: Settings;
  log: Log;
}

export function clusterDirectoryIn(dataDir: string): string {
  return join(dataDir, 'postgres');
}

export function passwordPathIn(dataDir: string): string {
  return join(dataDir, 'postgres.password');
}

/**
 * The data directory's real path, made private. An existing one with wider permissions is narrowed when it is empty,
 * like a new volume, or ours. Closing another user's home directory, or root's, to everyone else would do harm.
 */
export function prepareDataDirectory(dataDir: string): string {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    const path = realpathSync(dataDir);
    if ((statSync(path).mode & 0o777) === 0o700) return path;
    const names = readdirSync(path).filter((name) => name !== 'lost+found');
    if (names.length > 0 && !names.includes('postgres.password')) {
      throw new EmbeddedPostgresError(
        `The data directory ${dataDir} is open to others and holds files that are not the service's: ` +
          'choose an empty one with SVC_DATA_DIR, or set its mode to 0700.',
      );
    }
    chmodSync(path, 0o700);
    return path;
  } catch (error) {
    throw explain(error, (code) => `The data directory ${dataDir} cannot be made private (${code}).`);
  }
}

export interface ClusterOptions {
  dataDir: string;
  settings: Settings;
  log: Log;
  giveUp: AbortSignal | undefined;
}

/** Makes the cluster when there is none. The caller holds the data directory's lock. */
export async function prepareCluster(wanted: ClusterOptions): Promise<Cluster> {
  const { dataDir, settings, log, giveUp } = wanted;
  const directory = clusterDirectoryIn(dataDir);
  const account = await chooseAccount(directory, log);
  const binaries = await prepareBinaries({ dataDir, account, log });
  const passwordPath = passwordPathIn(dataDir);
  removeDrafts(dataDir);
  if (statSync(directory, { throwIfNoEntry: false }) === undefined) {
    const startedMs = performance.now();
    loadOrCreateSecretFile(passwordPath, () => randomBytes(32).toString('base64url'));
    await createCluster({ dataDir, directory, account, binaries, passwordPath, giveUp });
    log.info({ directory, ms: Math.round(performance.now() - startedMs) }, 'embedded PostgreSQL cluster made');
  }
  checkVersion(directory, binaries);
  const password = readSecretFile(passwordPath);
  if (password === null) {
    throw new EmbeddedPostgresError(`The password of the cluster in ${directory} is missing: restore ${passwordPath}.`);
  }
  const name = clusterName(directory);
  if (name === null)
    throw new EmbeddedPostgresError(`The cluster in ${directory} vanished while it was being started.`);
  return { dataDir, directory, name, password, account, binaries, settings, log };
}

/** Null when there is no cluster. */
export function clusterName(directory: string): string | null {
  const found = statSync(directory, { bigint: true, throwIfNoEntry: false });
  if (found === undefined) return null;
  return `svc-${createHash('sha256').update(`${found.dev}:${found.ino}`).digest('hex').slice(0, 16)}`;
}

/**
 * The data directory belongs to the service and is closed to others, so an account of its own could not enter it by
 * path. It gets the cluster's directory as an open descriptor instead. The path
 * /proc/self/fd/3 leads there without the directories above, for the postmaster and all that it forks.
 */
export const INHERITED_DIRECTORY = '/proc/self/fd/3';
const INHERITED_PASSWORD = '/proc/self/fd/4';

/** The environment of PostgreSQL's processes: nothing of ours, because it holds the service's secrets. */
export const POSTGRES_ENVIRONMENT: NodeJS.ProcessEnv = { LC_ALL: 'C', PATH: '/usr/bin:/bin' };

interface NewCluster {
  dataDir: string;
  directory: string;
  account: Account | null;
  binaries: Binaries;
  passwordPath: string;
  giveUp: AbortSignal | undefined;
}

/** initdb syncs what it wrote; the rename after it makes the cluster appear whole or not at all. */
async function createCluster(wanted: NewCluster): Promise<void> {
  const draft = `${wanted.directory}.new-${randomBytes(6).toString('hex')}`;
  const passwordDraft = `${draft}.password`;
  const open: number[] = [];
  try {
    mkdirSync(draft, { mode: 0o700 });
    writeFileSync(passwordDraft, `${readSecretFile(wanted.passwordPath)}\n`, { mode: 0o600, flag: 'wx' });
    if (wanted.account !== null) {
      for (const path of [draft, passwordDraft]) chownSync(path, wanted.account.uid, wanted.account.gid);
      open.push(openSync(draft, 'r'), openSync(passwordDraft, 'r'));
      await runInitdb(wanted, INHERITED_DIRECTORY, INHERITED_PASSWORD, open);
    } else {
      await runInitdb(wanted, draft, passwordDraft, open);
    }
    renameSync(draft, wanted.directory);
    syncDirectory(wanted.dataDir);
  } finally {
    for (const descriptor of open) closeSync(descriptor);
    removeDrafts(wanted.dataDir);
  }
}

async function runInitdb(wanted: NewCluster, directory: string, password: string, inherited: number[]): Promise<void> {
  const options = [
    ...['-D', directory, '-U', SUPERUSER, `--pwfile=${password}`, '--auth=scram-sha-256'],
    ...['--encoding=UTF8', '--locale=C', '--locale-provider=builtin', '--builtin-locale=C.UTF-8'],
    ...['--data-checksums', '--no-instructions'],
  ];
  const initdb = spawn(wanted.binaries.initdb, options, {
    ...wanted.account,
    cwd: '/',
    env: POSTGRES_ENVIRONMENT,
    stdio: ['ignore', 'ignore', 'pipe', ...inherited],
    timeout: INITDB_WITHIN_MS,
    ...(wanted.giveUp === undefined ? {} : { signal: wanted.giveUp }),
    killSignal: 'SIGKILL',
  });
  let complaint = '';
  initdb.stderr?.setEncoding('utf8').on('data', (text: string) => {
    if (complaint.length < INITDB_COMPLAINT_CHARACTERS_MAX) complaint += text;
  });
  const outcome = await new Promise<string | null>((resolve) => {
    initdb.once('error', (error) => resolve(codeOf(error)));
    initdb.once('close', (code, signal) => resolve(code === 0 ? null : (signal ?? `exit code ${code}`)));
  });
  if (outcome === null) return;
  const line = complaint.split('\n').find((text) => text.includes('error:')) ?? complaint.trim().split('\n').at(-1);
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cluster could not be made (${outcome}): ${line || 'no reason given'}`,
  );
}

/**
 * The remains of an interrupted start. Only the holder of the lock makes drafts, so these have no owner. A child of a
 * killed initdb may still write into one for a moment.
 */
function removeDrafts(dataDir: string): void {
  const options = { recursive: true, force: true, maxRetries: DRAFT_REMOVALS_MAX, retryDelay: DRAFT_REMOVAL_DELAY_MS };
  for (const name of readdirSync(dataDir)) {
    if (name.startsWith('postgres.new-')) rmSync(join(dataDir, name), options);
  }
}

function checkVersion(directory: string, binaries: Binaries): void {
  let found: string;
  try {
    found = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  } catch (error) {
    if (hasCode(error, 'EACCES')) {
      throw new EmbeddedPostgresError(
        `The cluster in ${directory} belongs to another user: start the service as that one.`,
      );
    }
    throw new EmbeddedPostgresError(
      `The directory ${directory} is no PostgreSQL cluster (${codeOf(error)}): move it away.`,
    );
  }
  const major = binaries.version.split('.')[0];
  if (found !== major) {
    throw new EmbeddedPostgresError(
      `The cluster in ${directory} was made by PostgreSQL ${found} and this build carries ${major}: ` +
        'dump it with the old build and restore it into a new data directory.',
    );
  }
}
