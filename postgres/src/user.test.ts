// SPDX-License-Identifier: Apache-2.0

import { execFileSync } from 'node:child_process';
import { chownSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type ServiceProcess, startServiceProcess } from '#harness/postgres';
import { accountNamed } from './account.ts';
import { type Log, startEmbeddedPostgres, stopOrphan } from './index.ts';
import { isRunning } from './processes.ts';

/**
 * When the tests run as root, a user that is neither root nor the one that root would choose; else ourselves. It is
 * one that the system knows by name, because initdb refuses a number alone.
 */
const normal = process.getuid?.() === 0 ? accountNamed('daemon', readFileSync('/etc/passwd', 'utf8')) : null;

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let parent: string;
let dataDir: string;
let service: ServiceProcess;

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-user-'));
  if (normal !== null) chownSync(parent, normal.uid, normal.gid);
  dataDir = join(parent, 'data');
  service = startServiceProcess(dataDir, normal ?? {});
});

afterEach(async () => {
  if (isRunning(service.pid)) service.kill('SIGKILL');
  await service.ended;
  await stopOrphan(dataDir, silent);
  rmSync(parent, { recursive: true, force: true });
});

describe('a service that is not root', () => {
  it('runs the server as itself', async () => {
    const ready = await service.next('ready');
    expect(ready.adopted).toBe(false);
    expect(statSync(join(dataDir, 'postgres', 'postmaster.pid')).uid).toBe(statSync(dataDir).uid);
    expect(statSync(dataDir).uid).toBe(statSync(parent).uid);
    service.kill('SIGTERM');
    expect(await service.ended).toMatchObject({ code: 0 });
  });

  it('leaves a cluster that root runs as its owner later', async () => {
    await service.next('ready');
    service.kill('SIGTERM');
    await service.ended;
    const server = await startEmbeddedPostgres({ dataDir, log: silent });
    expect(statSync(join(dataDir, 'postgres', 'postmaster.pid')).uid).toBe(statSync(parent).uid);
    await server.stop();
  });
});

describe.runIf(normal !== null)('a service that is root', () => {
  it('gives a new cluster a user of its own, which no other program has', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-root-'));
    const dir = join(folder, 'data');
    try {
      const server = await startEmbeddedPostgres({ dataDir: dir, log: silent });
      const passwd = readFileSync('/etc/passwd', 'utf8');
      const { uid } = statSync(join(dir, 'postgres', 'postmaster.pid'));
      await server.stop();
      expect(uid).toBe(accountNamed('svc-postgres', passwd).uid);
      expect(uid).not.toBe(accountNamed('nobody', passwd).uid);
      expect(passwd).toMatch(/^svc-postgres:.*:\/bin\/false$/m);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });

  it('tells of a cluster that an older version made as nobody, and runs it', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'svc-root-'));
    const dir = join(folder, 'data');
    const warnings: string[] = [];
    const log: Log = { ...silent, warn: (_fields, message) => void warnings.push(message) };
    try {
      await (await startEmbeddedPostgres({ dataDir: dir, log: silent })).stop();
      execFileSync('chown', ['-R', 'nobody', join(dir, 'postgres')]);
      const server = await startEmbeddedPostgres({ dataDir: dir, log });
      await server.stop();
      expect(warnings).toEqual([expect.stringContaining('runs as nobody')]);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
