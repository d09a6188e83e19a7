// SPDX-License-Identifier: Apache-2.0
/**
 * Where a run keeps its temporary files: in memory where there is room. Each test database is two thousand files, made
 * and deleted. A file system on a disk takes longer for them than PostgreSQL for all its statements.
 */
import { accessSync, chmodSync, constants, mkdirSync, readdirSync, readFileSync, rmSync, statfsSync } from 'node:fs';
import { freemem, tmpdir } from 'node:os';
import { join } from 'node:path';

const MEMORY = '/dev/shm';
const PREFIX = 'svc-tests-';
/** A run takes some 3 GiB of files at most. */
const FREE_BYTES_MIN = 8 * 1024 ** 3;

/** @returns a folder of this process, which is gone when it ends; the system's own where memory is short */
export function temporaryFolder(): string {
  if (!hasRoom()) return tmpdir();
  for (const name of readdirSync(MEMORY)) {
    if (name.startsWith(PREFIX) && !lives(Number(name.slice(PREFIX.length)))) remove(name);
  }
  const own = `${PREFIX}${process.pid}`;
  mkdirSync(join(MEMORY, own), { recursive: true });
  // As the system's own: the embedded PostgreSQL, and services of some tests, run as other users than tests of root.
  chmodSync(join(MEMORY, own), 0o1777);
  process.once('exit', () => remove(own));
  return join(MEMORY, own);
}

function hasRoom(): boolean {
  try {
    accessSync(MEMORY, constants.W_OK);
    // Containers often mount it so that no program in it runs; some tests install programs.
    if (/^\S+ \/dev\/shm \S+ \S*\bnoexec\b/m.test(readFileSync('/proc/mounts', 'utf8'))) return false;
    const { bavail, bsize } = statfsSync(MEMORY);
    return Math.min(bavail * bsize, freemem()) >= FREE_BYTES_MIN;
  } catch {
    return false;
  }
}

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

const remove = (name: string) => rmSync(join(MEMORY, name), { recursive: true, force: true });
