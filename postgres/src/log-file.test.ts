// SPDX-License-Identifier: Apache-2.0

import { closeSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LOG_FILE_BYTES_MAX } from './limits.ts';
import { boundLogFile, lastLogLine, openLogFile } from './log-file.ts';

let dataDir: string;
let file: number;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-log-'));
  file = openLogFile(dataDir);
});

afterEach(() => {
  closeSync(file);
  rmSync(dataDir, { recursive: true, force: true });
});

describe('the log file', () => {
  it('is bounded under a server that keeps it open, with one predecessor', () => {
    for (let round = 0; round < 3; round++) {
      writeSync(file, `${'x'.repeat(LOG_FILE_BYTES_MAX)}\nround ${round}\n`);
      boundLogFile(dataDir);
    }
    writeSync(file, 'after\n');
    expect(readFileSync(join(dataDir, 'postgres.log'), 'utf8')).toBe('after\n');
    expect(readFileSync(join(dataDir, 'postgres.log.1'), 'utf8').endsWith('round 2\n')).toBe(true);
    expect(readdirSync(dataDir).sort()).toEqual(['postgres.log', 'postgres.log.1']);
    for (const name of readdirSync(dataDir)) expect(statSync(join(dataDir, name)).mode & 0o777).toBe(0o600);
  });

  it("gives the last reason in the server's words, without time and pid", () => {
    writeSync(file, '2030-01-01 00:00:00.000 UTC [1] FATAL:  the old one\n');
    writeSync(file, '2030-01-01 00:00:00.000 UTC [2] FATAL:  could not open directory "global"\n');
    writeSync(file, '2030-01-01 00:00:00.000 UTC [2] LOG:  database system is shut down\n');
    expect(lastLogLine(dataDir)).toBe('could not open directory "global"');
  });

  it('gives a sentence when there is no reason', () => {
    expect(lastLogLine(dataDir)).toBe('it left no reason in its log');
  });
});
