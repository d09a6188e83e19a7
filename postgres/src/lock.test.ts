// SPDX-License-Identifier: Apache-2.0

import { mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EmbeddedPostgresError } from './errors.ts';
import { type DataDirectoryLock, lockDataDirectory } from './lock.ts';

let dataDir: string;

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'svc-lock-'));
});

afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('lockDataDirectory', () => {
  it('is had by one at a time and can be had again after its release', async () => {
    const first = await lockDataDirectory(dataDir);
    await expect(lockDataDirectory(dataDir)).rejects.toThrow(`pid ${process.pid}`);
    await first.release();
    const second = await lockDataDirectory(dataDir);
    await second.release();
  });

  it('is never had by two of many that want it at once, round after round', async () => {
    let had = 0;
    for (let round = 0; round < 50; round++) {
      const attempts = await Promise.allSettled(Array.from({ length: 8 }, () => lockDataDirectory(dataDir)));
      const locks: DataDirectoryLock[] = [];
      for (const attempt of attempts) {
        if (attempt.status === 'fulfilled') locks.push(attempt.value);
        else expect(attempt.reason).toBeInstanceOf(EmbeddedPostgresError);
      }
      expect(locks.length).toBeLessThanOrEqual(1);
      had += locks.length;
      await Promise.all(locks.map((lock) => lock.release()));
    }
    expect(had).toBe(50);
  });

  it('leaves nothing in the directory after its release', async () => {
    const lock = await lockDataDirectory(dataDir);
    await expect(lockDataDirectory(dataDir)).rejects.toThrow(EmbeddedPostgresError);
    await lock.release();
    // On macOS the file is what is locked, and stays.
    expect(readdirSync(join(dataDir, 'lock')).filter((name) => name !== 'holder')).toEqual([]);
  });

  it('works at the end of a path of any length', async () => {
    const long = join(dataDir, 'a'.repeat(200), 'b'.repeat(200));
    mkdirSync(long, { recursive: true });
    const lock = await lockDataDirectory(long);
    await expect(lockDataDirectory(long)).rejects.toThrow('in use');
    await lock.release();
  });
});
