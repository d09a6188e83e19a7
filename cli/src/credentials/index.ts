// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the file in which `login` keeps a key: readable by its user alone, in a folder of the user's own. It refuses to
 * know what the key is used for.
 */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { readText } from '@svc/core/text-input';
import { Failure } from '../failure.ts';
import { type Environment, variable } from '../world.ts';

export interface Credentials {
  readonly apiKey: string;
  readonly baseUrl: string;
}

const FILE_MODE = 0o600;
const FOLDER_MODE = 0o700;
const OTHERS = 0o077;

/** `$XDG_CONFIG_HOME/svc/credentials.json`; a relative value of the variable counts as unset, as its standard says. */
function credentialsPath(env: Environment): string {
  const configured = variable(env, 'XDG_CONFIG_HOME');
  const home = variable(env, 'HOME') ?? homedir();
  const folder = configured !== undefined && isAbsolute(configured) ? configured : join(home, '.config');
  return join(folder, 'svc', 'credentials.json');
}

/** Replaces the file as a whole: a concurrent reader gets the old file or the new one. */
export function writeCredentials(env: Environment, credentials: Credentials): string {
  const path = credentialsPath(env);
  const folder = dirname(path);
  mkdirSync(folder, { recursive: true, mode: FOLDER_MODE });
  // An existing folder may be open to others.
  chmodSync(folder, FOLDER_MODE);
  const fresh = join(folder, `.credentials-${randomUUID()}`);
  try {
    writeFileSync(fresh, `${JSON.stringify(credentials, null, 2)}\n`, { mode: FILE_MODE, flag: 'wx' });
    chmodSync(fresh, FILE_MODE);
    renameSync(fresh, path);
  } catch (error) {
    rmSync(fresh, { force: true });
    throw error;
  }
  return path;
}

/** @returns null when no login is stored */
export function readCredentials(env: Environment): Credentials | null {
  const path = credentialsPath(env);
  const found = statSync(path, { throwIfNoEntry: false });
  if (found === undefined) return null;
  if (process.platform !== 'win32' && (found.mode & OTHERS) !== 0) {
    throw new Failure(
      'credentials_exposed',
      `${path} can be read by others. Run: chmod 600 '${path}', or log in again.`,
    );
  }
  try {
    const { apiKey, baseUrl } = JSON.parse(readText(readFileSync(path))) as Partial<Credentials>;
    if (typeof apiKey === 'string' && typeof baseUrl === 'string') return { apiKey, baseUrl };
  } catch {
    // The failure below replaces the parser's message, which may repeat the key.
  }
  throw new Failure(
    'credentials_unreadable',
    `${path} is not what login writes. Log in again: svc login --api-key <key>`,
  );
}
