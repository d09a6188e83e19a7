// SPDX-License-Identifier: Apache-2.0
/** Checks of the machine: the data folder, its files and the room on its disk. */
import { lstatSync, readdirSync, statfsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Config } from '../../../platform/config/index.ts';
import { type Finding, fault, messageOf, ok, warning } from './finding.ts';

const FOLDER = 'data folder';
const DISK = 'disk space';
const NODE = 'Node.js';
/** Earlier releases get no more fixes of security from its makers. */
const NODE_MAJOR_SUPPORTED = 22;
/** Files that hold secrets, directly in the data folder. */
const SECRET_FILES = ['encryption.key', 'quick-start.yaml', 'postgres.password'];
const OF_OTHERS = 0o077;
const BYTES_FREE_WARNING = 2 * 1024 ** 3;
const BYTES_FREE_FAULT = 256 * 1024 ** 2;

export function checkNode(version: string): Finding {
  if (Number.parseInt(version, 10) >= NODE_MAJOR_SUPPORTED) return ok(NODE, `version ${version}`);
  return warning(NODE, `version ${version} gets no more fixes from its makers`, 'Run the service on Node.js 24.');
}

export function checkDataFolder({ dataDir }: Config): Finding[] {
  const found = modesOf(dataDir);
  if (found === null) return [ok(FOLDER, `${dataDir} is not there yet; the first start makes it`)];
  if (!found.isDirectory) return [fault(FOLDER, `${dataDir} is no folder`, 'Give another one with SVC_DATA_DIR.')];
  const self = process.getuid?.() ?? 0;
  if (self !== 0 && found.uid !== self) {
    return [fault(FOLDER, `${dataDir} belongs to another user`, 'Run the command and the service as that user.')];
  }
  const open = [
    ...((found.mode & OF_OTHERS) === 0 ? [] : [{ path: dataDir, mode: '0700' }]),
    ...secretFilesOf(dataDir)
      .filter((path) => ((modesOf(path)?.mode ?? 0) & OF_OTHERS) !== 0)
      .map((path) => ({ path, mode: '0600' })),
  ];
  if (open.length === 0) return [ok(FOLDER, `${dataDir} and its secrets are for its owner alone`)];
  return open.map(({ path, mode }) => fault(FOLDER, `${path} may be read by others`, `Run: chmod ${mode} ${path}`));
}

function secretFilesOf(dataDir: string): string[] {
  const generated = join(dataDir, 'generated-secrets');
  const names = modesOf(generated) === null ? [] : readdirSync(generated).map((name) => join(generated, name));
  return [...SECRET_FILES.map((name) => join(dataDir, name)), ...names];
}

function modesOf(path: string): { mode: number; uid: number; isDirectory: boolean } | null {
  try {
    const stats = lstatSync(path);
    return { mode: stats.mode, uid: stats.uid, isDirectory: stats.isDirectory() };
  } catch {
    return null;
  }
}

/** The disk of the data folder, or of the first folder above it that is there. */
export function checkDisk({ dataDir, databaseUrl }: Config): Finding {
  let folder = dataDir;
  while (modesOf(folder) === null && dirname(folder) !== folder) folder = dirname(folder);
  try {
    const { bavail, bsize } = statfsSync(folder);
    const free = bavail * bsize;
    const says = `${(free / 1024 ** 3).toFixed(1)} GB are free at ${folder}`;
    const mend = 'Make room, or move SVC_DATA_DIR to a larger disk.';
    if (free < BYTES_FREE_FAULT && databaseUrl === null) return fault(DISK, says, mend);
    return free < BYTES_FREE_WARNING ? warning(DISK, says, mend) : ok(DISK, says);
  } catch (error) {
    return warning(DISK, `it cannot be told at ${folder}: ${messageOf(error)}`, 'Check SVC_DATA_DIR.');
  }
}
