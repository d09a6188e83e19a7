// SPDX-License-Identifier: Apache-2.0

import { mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PreparedDirectory, prepareDirectory } from '#harness/postgres';
import { clusterDirectoryIn, clusterName } from './cluster.ts';
import {
  type Crash,
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  type Log,
  startEmbeddedPostgres,
} from './index.ts';
import { processesOfCluster } from './processes.ts';

const DAY_MS = 86_400_000;

let prepared: PreparedDirectory;
let parent: string;
let dataDir: string;
let server: EmbeddedPostgres;
let crashes: Crash[];
let restarts: number;
let errors: string[];

const log: Log = { info: () => undefined, warn: () => undefined, error: (_fields, message) => errors.push(message) };

beforeAll(async () => {
  prepared = await prepareDirectory();
});

afterAll(() => prepared.remove());

async function startServer(options: Partial<EmbeddedPostgresOptions> = {}): Promise<EmbeddedPostgres> {
  return await startEmbeddedPostgres({
    dataDir,
    log,
    onCrash: (crash) => {
      crashes.push(crash);
      throw new Error('a hook that fails must not end the watch');
    },
    onRestart: () => {
      restarts += 1;
    },
    ...options,
  });
}

beforeEach(async () => {
  parent = mkdtempSync(join(tmpdir(), 'svc-crash-'));
  dataDir = join(parent, 'data');
  prepared.copyTo(dataDir);
  [crashes, restarts, errors] = [[], 0, []];
  server = await startServer();
});

afterEach(async () => {
  await server.stop();
  const left = await remaining();
  rmSync(parent, { recursive: true, force: true });
  expect(left).toEqual([]);
});

function remaining(): Promise<number[]> {
  return processesOfCluster(clusterName(clusterDirectoryIn(dataDir)) ?? '');
}

async function connect(): Promise<pg.Client> {
  const client = new pg.Client(server.connection);
  client.on('error', () => undefined);
  await client.connect();
  return client;
}

async function query(sql: string): Promise<unknown[]> {
  const client = await connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function restarted(times: number): Promise<void> {
  await expect.poll(() => restarts).toBe(times);
}

describe('a server that was killed', () => {
  it('comes back under the same address with what was committed, and the caller is told', async () => {
    await query('CREATE TABLE kept AS SELECT 42 AS answer');
    const before = server.pid();
    process.kill(before, 'SIGKILL');
    await restarted(1);
    expect(crashes).toEqual([{ reason: 'SIGKILL', inARow: 1 }]);
    expect(server.pid()).not.toBe(before);
    expect(await query('TABLE kept')).toEqual([{ answer: 42 }]);
  });

  it('comes back though a busy backend outlives it and holds its memory', async () => {
    const client = await connect();
    // Computes without ever waiting, so that it does not notice that its postmaster is gone.
    const busy = client.query('SELECT count(*) FROM generate_series(1, 1e12)').catch((error: unknown) => error);
    await expect
      .poll(() => query(`SELECT 1 FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%1e12%'`))
      .toHaveLength(2);
    process.kill(server.pid(), 'SIGKILL');
    await restarted(1);
    expect(await busy).toBeInstanceOf(Error);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('comes back again and again, and the crashes are counted', async () => {
    for (let time = 1; time <= 3; time++) {
      process.kill(server.pid(), 'SIGKILL');
      await restarted(time);
    }
    expect(crashes.map(({ inARow }) => inARow)).toEqual([1, 2, 3]);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('comes back once what kept it from starting is gone, which is told once', async () => {
    await server.stop();
    const backs: object[] = [];
    const info = (fields: object, message: string) => void (message.endsWith('is back') && backs.push(fields));
    server = await startServer({ restartDelaysMs: [0, 1], log: { ...log, info } });
    const needed = join(clusterDirectoryIn(dataDir), 'global');
    renameSync(needed, `${needed}.away`);
    process.kill(server.pid(), 'SIGKILL');
    // One restart has four attempts.
    const starts = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8').split('could not find').length - 1;
    await expect.poll(starts).toBeGreaterThan(8);
    renameSync(`${needed}.away`, needed);
    await restarted(1);
    expect(errors.filter((message) => message === 'embedded PostgreSQL could not be restarted')).toHaveLength(1);
    expect(backs).toEqual([{ pid: server.pid(), failures: expect.toSatisfy((failures: number) => failures >= 2) }]);
    expect(await query('SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });
});

describe('stop during a restart', () => {
  it('wins at once when the crash was not even noticed', async () => {
    process.kill(server.pid(), 'SIGKILL');
    await server.stop();
    expect(await remaining()).toEqual([]);
    expect(restarts).toBe(0);
  });

  it('wins while the server is starting', async () => {
    process.kill(server.pid(), 'SIGKILL');
    await expect.poll(() => crashes.length, { interval: 1 }).toBe(1);
    await server.stop();
    expect(await remaining()).toEqual([]);
  });

  it('wins while a restart is being waited for', async () => {
    await server.stop();
    server = await startServer({ restartDelaysMs: [0, DAY_MS] });
    const needed = join(clusterDirectoryIn(dataDir), 'global');
    renameSync(needed, `${needed}.away`);
    process.kill(server.pid(), 'SIGKILL');
    const failures = () => errors.filter((message) => message.includes('could not be restarted')).length;
    await expect.poll(failures).toBe(1);
    await server.stop();
    expect(await remaining()).toEqual([]);
  });
});
