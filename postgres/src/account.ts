// SPDX-License-Identifier: Apache-2.0

import { spawnSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { EmbeddedPostgresError } from './errors.ts';
import { ACCOUNT_MAKING_ATTEMPTS, ACCOUNT_MAKING_PAUSE_MS, ACCOUNT_MAKING_WITHIN_MS } from './limits.ts';
import type { Log } from './log.ts';

/** The user that PostgreSQL runs as when the service is root; PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

/** A user of the cluster alone: processes of `nobody` belong to many programs, and could read its files. */
const OWN_NAME = 'svc-postgres';
const UNPRIVILEGED_NAME = 'nobody';
const INSTEAD = 'start the service as a normal user, or set DATABASE_URL';

/**
 * Null means: as ourselves. For root it is the owner of a cluster that exists, since an operator may have run the
 * service as a normal user before. A new cluster gets a system user of its own, where one can be made.
 */
export async function chooseAccount(clusterDir: string, log: Log): Promise<Account | null> {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run as root on this system: ${INSTEAD}.`);
  }
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner === undefined || owner.uid === 0) return await accountOfItsOwn(log);
  const shared = readAccount(UNPRIVILEGED_NAME);
  if (owner.uid === shared?.uid) log.warn({ clusterDir }, SHARED_USER);
  return { uid: owner.uid, gid: owner.gid };
}

const SHARED_USER =
  'the embedded PostgreSQL runs as nobody, and other programs that do can read its files: stop the service, then ' +
  `\`useradd --system ${OWN_NAME}\` and \`chown -R ${OWN_NAME}: FOLDER\` with the folder of the cluster`;

async function accountOfItsOwn(log: Log): Promise<Account> {
  for (let attempt = 0; attempt < ACCOUNT_MAKING_ATTEMPTS; attempt += 1) {
    const known = readAccount(OWN_NAME);
    if (known !== null) return known;
    // Another start may be making it, and holds the lock of the users' file.
    if (attempt > 0) await delay(ACCOUNT_MAKING_PAUSE_MS);
    if (MAKERS.some(([program, ...args]) => succeeds(program, args))) log.info({ user: OWN_NAME }, 'system user made');
  }
  log.warn({ user: UNPRIVILEGED_NAME }, 'no system user could be made for the embedded PostgreSQL: it runs as nobody');
  return accountNamed(UNPRIVILEGED_NAME, readFileSync('/etc/passwd', 'utf8'));
}

/** That of most systems, then that of BusyBox, whose group has the name of the user. */
const MAKERS: readonly (readonly [string, ...string[]])[] = [
  [
    'useradd',
    '--system',
    '--user-group',
    '--no-create-home',
    '--home-dir',
    '/nonexistent',
    '--shell',
    '/bin/false',
    OWN_NAME,
  ],
  ['sh', '-c', `addgroup -S ${OWN_NAME} && adduser -S -D -H -h /nonexistent -s /bin/false -G ${OWN_NAME} ${OWN_NAME}`],
];

function succeeds(program: string, args: readonly string[]): boolean {
  const env = { PATH: '/usr/sbin:/sbin:/usr/bin:/bin', LC_ALL: 'C' };
  return spawnSync(program, args, { env, cwd: '/', stdio: 'ignore', timeout: ACCOUNT_MAKING_WITHIN_MS }).status === 0;
}

function readAccount(name: string): Account | null {
  try {
    return accountNamed(name, readFileSync('/etc/passwd', 'utf8'));
  } catch {
    return null;
  }
}

export function accountNamed(name: string, passwd: string): Account {
  for (const line of passwd.split('\n')) {
    const [entryName, , uid, gid] = line.split(':');
    if (entryName === name && Number(uid) > 0 && Number(gid) > 0) return { uid: Number(uid), gid: Number(gid) };
  }
  throw new EmbeddedPostgresError(
    `The embedded PostgreSQL cannot run as root and there is no user "${name}" to run it as: ${INSTEAD}.`,
  );
}

/** Whether the account can enter every directory above the path and read the path itself. */
export function canReach(path: string, account: Account): boolean {
  if (!permits(path, account, 0o5)) return false;
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    if (!permits(directory, account, 0o1)) return false;
    if (directory === dirname(directory)) return true;
  }
}

function permits(path: string, account: Account, wanted: number): boolean {
  const { mode, uid, gid } = statSync(path);
  const bits = uid === account.uid ? mode >> 6 : gid === account.gid ? mode >> 3 : mode;
  return (bits & wanted) === wanted;
}
