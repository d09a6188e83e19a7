// SPDX-License-Identifier: Apache-2.0

import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  type PreparedDirectory,
  prepareDirectory,
  type ServiceEvent,
  type ServiceProcess,
  startServiceProcess,
} from '#harness/postgres';
import { clusterDirectoryIn, clusterName } from './cluster.ts';
import { type Log, startEmbeddedPostgres, stopOrphan } from './index.ts';
import { isRunning, processesOfCluster } from './processes.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let prepared: PreparedDirectory;
let parent: string;
let dataDir: string;
let services: ServiceProcess[];

beforeAll(async () => {
  prepared = await prepareDirectory();
});

afterAll(() => prepared.remove());

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-adoption-'));
  dataDir = join(parent, 'data');
  services = [];
});

afterEach(async () => {
  for (const service of services) if (isRunning(service.pid)) service.kill('SIGKILL');
  await Promise.all(services.map((service) => service.ended));
  await stopOrphan(dataDir, silent);
  rmSync(parent, { recursive: true, force: true });
});

function service(): ServiceProcess {
  const started = startServiceProcess(dataDir);
  services.push(started);
  return started;
}

async function killed(): Promise<ServiceEvent> {
  prepared.copyTo(dataDir);
  const victim = service();
  const ready = await victim.next('ready');
  victim.kill('SIGKILL');
  await victim.ended;
  return ready;
}

async function query(ready: ServiceEvent, sql: string): Promise<unknown[]> {
  const client = new pg.Client({ connectionString: String(ready.connectionString) });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

function remaining(): Promise<number[]> {
  return processesOfCluster(clusterName(clusterDirectoryIn(dataDir)) ?? '');
}

describe('a start after the service was killed', () => {
  it('adopts the server that was left, and its stop leaves nothing', async () => {
    const before = await killed();
    await query(before, 'CREATE TABLE kept AS SELECT 42 AS answer');
    const next = service();
    const after = await next.next('ready');
    expect(after).toMatchObject({ adopted: true, serverPid: before.serverPid });
    expect(await query(after, 'TABLE kept')).toEqual([{ answer: 42 }]);
    next.kill('SIGTERM');
    expect(await next.ended).toMatchObject({ code: 0 });
    expect(await remaining()).toEqual([]);
  });

  it('restarts an adopted server that is killed', async () => {
    await killed();
    const next = service();
    const { serverPid } = await next.next('ready');
    process.kill(Number(serverPid), 'SIGKILL');
    await next.next('crash');
    const restarted = await next.next('restart');
    expect(restarted.serverPid).not.toBe(serverPid);
  });

  it('recovers what was committed when the server was killed with it', async () => {
    const before = await killed();
    await query(before, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(Number(before.serverPid), 'SIGKILL');
    const after = await service().next('ready');
    expect(after.adopted).toBe(false);
    expect(await query(after, 'TABLE kept')).toEqual([{ answer: 42 }]);
  });

  it('waits for a server that is shutting down and starts another', async () => {
    const before = await killed();
    const client = new pg.Client({ connectionString: String(before.connectionString) });
    client.on('error', () => undefined);
    await client.connect();
    // A smart shutdown waits for its last client.
    process.kill(Number(before.serverPid), 'SIGTERM');
    const file = join(clusterDirectoryIn(dataDir), 'postmaster.pid');
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('stopping');
    const next = service();
    await expect.poll(() => readdirSync(join(dataDir, 'lock')).join()).toContain(`${next.pid}-`);
    expect(isRunning(Number(before.serverPid))).toBe(true);
    await client.end();
    expect((await next.next('ready')).adopted).toBe(false);
  });

  it('replaces a server that runs with other settings', async () => {
    const before = await killed();
    const server = await startEmbeddedPostgres({ dataDir, log: silent, settings: { max_connections: '20' } });
    expect(server.adopted).toBe(false);
    expect(server.pid()).not.toBe(before.serverPid);
    await server.stop();
    expect(await remaining()).toEqual([]);
  });

  it('begins anew when the first start was killed while it made the cluster', async () => {
    const first = service();
    const drafts = () => (existsSync(dataDir) ? readdirSync(dataDir) : []).filter((name) => name.includes('.new-'));
    await expect.poll(drafts, { interval: 5 }).not.toEqual([]);
    first.kill('SIGKILL');
    await first.ended;
    expect(existsSync(clusterDirectoryIn(dataDir))).toBe(false);
    await service().next('ready');
    expect(drafts()).toEqual([]);
  });

  it('is not misled by a pid file whose pid means another process now', async () => {
    const before = await killed();
    await query(before, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(Number(before.serverPid), 'SIGKILL');
    await expect.poll(remaining).toEqual([]);
    const stranger = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' });
    const file = join(clusterDirectoryIn(dataDir), 'postmaster.pid');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^\d+/, String(stranger.pid)));
    const after = await service().next('ready');
    expect(await query(after, 'TABLE kept')).toEqual([{ answer: 42 }]);
    expect(isRunning(Number(stranger.pid))).toBe(true);
    stranger.kill('SIGKILL');
  });
});

describe('one data directory', () => {
  it('refuses a second live service in one sentence that names the first', async () => {
    prepared.copyTo(dataDir);
    const first = service();
    await first.next('ready');
    const { message } = await service().next('refused');
    expect(message).toMatch(
      new RegExp(`^The data directory .* is in use by another service process \\(pid ${first.pid}\\)`),
    );
    expect(message).not.toContain('\n');
    expect(await query(await nextReadyAfterKill(first), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('lets one of many simultaneous starts have it', async () => {
    const started = Array.from({ length: 5 }, () => service());
    const outcomes = await Promise.all(started.map((each) => each.next('ready', 'refused')));
    expect(outcomes.map(({ event }) => event).sort()).toEqual(['ready', 'refused', 'refused', 'refused', 'refused']);
  });
});

async function nextReadyAfterKill(first: ServiceProcess): Promise<ServiceEvent> {
  first.kill('SIGKILL');
  await first.ended;
  return service().next('ready');
}

describe('Ctrl-C', () => {
  it('reaches the service alone, which finds its database alive and stops it itself', async () => {
    prepared.copyTo(dataDir);
    const interrupted = service();
    await interrupted.next('ready');
    interrupted.kill('SIGINT', { toGroup: true });
    expect(await interrupted.next('interrupted')).toMatchObject({ answer: 1 });
    expect(await interrupted.ended).toMatchObject({ code: 0 });
    expect(await remaining()).toEqual([]);
  });
});

describe('stopOrphan', () => {
  it('ends the server that a killed service left', async () => {
    await killed();
    expect(await stopOrphan(dataDir, silent)).toBe(true);
    expect(await remaining()).toEqual([]);
    expect(await stopOrphan(dataDir, silent)).toBe(false);
  });

  it('makes nothing where there is nothing', async () => {
    expect(await stopOrphan(dataDir, silent)).toBe(false);
    expect(existsSync(dataDir)).toBe(false);
  });

  it('leaves the server of a live service alone', async () => {
    prepared.copyTo(dataDir);
    const live = service();
    const ready = await live.next('ready');
    await expect(stopOrphan(dataDir, silent)).rejects.toThrow(`pid ${live.pid}`);
    expect(await query(ready, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});
