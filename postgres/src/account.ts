import { readFileSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { EmbeddedPostgresError } from './errors.ts';

/** The user that PostgreSQL runs as when the service is root; PostgreSQL refuses to run as root. */
export interface Account {
  uid: number;
  gid: number;
}

const UNPRIVILEGED_NAME = 'nobody';
const INSTEAD = 'start the service as a normal user, or set DATABASE_URL';

/**
 * Null means: as ourselves. For root it is the owner of a cluster that exists (an operator may have run the service
 * as a normal user before), else an unprivileged user of the system.
 */
export function chooseAccount(clusterDir: string): Account | null {
  if (process.getuid?.() !== 0) return null;
  if (process.platform !== 'linux') {
    throw new EmbeddedPostgresError(`The embedded PostgreSQL does not run as root on this system: ${INSTEAD}.`);
  }
  const owner = statSync(clusterDir, { throwIfNoEntry: false });
  if (owner !== undefined && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return accountNamed(UNPRIVILEGED_NAME, readFileSync('/etc/passwd', 'utf8'));
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
