import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { hasCode } from './errors.ts';

/** What a running server says about itself in its data directory (postmaster.pid, src/include/utils/pidfile.h). */
export interface PostmasterFile {
  pid: number;
  status: 'starting' | 'stopping' | 'ready' | 'standby' | 'unknown';
}

const PID_LINE = 0;
const STATUS_LINE = 7;

/** Null when there is none, or when it is being written and has no pid yet. */
export function readPostmasterFile(directory: string): PostmasterFile | null {
  let lines: string[];
  try {
    lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  const pid = Number.parseInt(lines[PID_LINE] ?? '', 10);
  if (!(pid > 0)) return null;
  const status = lines[STATUS_LINE]?.trim();
  const known = status === 'starting' || status === 'stopping' || status === 'ready' || status === 'standby';
  return { pid, status: known ? status : 'unknown' };
}

export function removePostmasterFile(directory: string): void {
  rmSync(join(directory, 'postmaster.pid'), { force: true });
}
