// SPDX-License-Identifier: Apache-2.0

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './errors.ts';

/** The facts about a running server in its data directory (postmaster.pid, src/include/utils/pidfile.h). */
export interface PostmasterFile {
  pid: number;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
}

const POSTMASTER_FILE = 'postmaster.pid';
const SOCKET_LOCK_FILE = '.s.PGSQL.5432.lock';
const PID_LINE = 0;
const STATUS_LINE = 7;

/** Null when there is none, or when it is being written and has no pid yet. */
export function readPostmasterFile(directory: string): PostmasterFile | null {
  const lines = readLines(join(directory, POSTMASTER_FILE));
  const pid = pidIn(lines);
  if (lines === null || pid === null) return null;
  const status = lines[STATUS_LINE]?.trim();
  const known = status === 'starting' || status === 'stopping' || status === 'ready' || status === 'standby';
  return { pid, status: known ? status : 'unknown' };
}

/** The files by which PostgreSQL keeps others from its directory and its socket; without a pid when unreadable. */
export function lockFilesIn(directory: string): { path: string; pid: number | null }[] {
  return [POSTMASTER_FILE, SOCKET_LOCK_FILE].flatMap((name) => {
    const path = join(directory, name);
    const lines = readLines(path);
    return lines === null ? [] : [{ path, pid: pidIn(lines) }];
  });
}

function pidIn(lines: string[] | null): number | null {
  const pid = Number.parseInt(lines?.[PID_LINE] ?? '', 10);
  return pid > 0 ? pid : null;
}

function readLines(path: string): string[] | null {
  try {
    return readFileSync(path, 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
}
