// SPDX-License-Identifier: Apache-2.0

import { closeSync, copyFileSync, fstatSync, openSync, readSync, statSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { LOG_FILE_BYTES_MAX, LOG_TAIL_BYTES } from './limits.ts';

/**
 * The server's own log is a file, not a pipe to the service, so that a server that outlives the service goes on
 * logging. It is opened for appending: emptying it moves every writer to its start.
 */
export function openLogFile(dataDir: string): number {
  boundLogFile(dataDir);
  return openSync(logPath(dataDir), 'a', 0o600);
}

/** Keeps the current file and one predecessor, each of bounded size. */
export function boundLogFile(dataDir: string): void {
  const path = logPath(dataDir);
  const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= LOG_FILE_BYTES_MAX) return;
  copyFileSync(path, `${path}.1`);
  truncateSync(path);
}

/** Why the last start failed, in the server's words: its last FATAL, PANIC or LOG line, without the time. */
export function lastLogLine(dataDir: string): string {
  const lines = tail(logPath(dataDir))
    .split('\n')
    .filter((line) => line !== '');
  const line = lines.findLast((text) => /\b(FATAL|PANIC):/.test(text)) ?? lines.at(-1);
  return line?.replace(/^.*?\b(?:FATAL|PANIC|LOG): */, '') ?? 'it left no reason in its log';
}

function tail(path: string): string {
  const file = openSync(path, 'r');
  try {
    const { size } = fstatSync(file);
    const buffer = Buffer.alloc(Math.min(size, LOG_TAIL_BYTES));
    const bytes = readSync(file, buffer, 0, buffer.length, size - buffer.length);
    return buffer.toString('utf8', 0, bytes);
  } finally {
    closeSync(file);
  }
}

function logPath(dataDir: string): string {
  return join(dataDir, 'postgres.log');
}
