// SPDX-License-Identifier: Apache-2.0

import {
  chmodSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type PreparedDirectory, prepareDirectory } from '#harness/postgres';
import { clusterDirectoryIn, clusterName } from './cluster.ts';
import { type EmbeddedPostgres, EmbeddedPostgresError, type Log, startEmbeddedPostgres } from './index.ts';
import { processesOfCluster } from './processes.ts';

const silent: Log = { info: () => undefined, warn: () => undefined, error: () => undefined };
let prepared: PreparedDirectory;
let parent: string;
let dataDir: string;
let running: EmbeddedPostgres[];

beforeAll(async () => {
  prepared = await prepareDirectory();
});

afterAll(() => prepared.remove());

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'svc-embedded-'));
  dataDir = join(parent, 'data');
  running = [];
});

afterEach(async () => {
  await Promise.all(running.map((server) => server.stop()));
  rmSync(parent, { recursive: true, force: true });
});

async function start(at = dataDir): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir: at, log: silent });
  running.push(server);
  return server;
}

async function query<T extends pg.QueryResultRow>(server: EmbeddedPostgres, sql: string): Promise<T[]> {
  const client = new pg.Client({ connectionString: server.connectionString });
  client.on('error', () => undefined);
  await client.connect();
  try {
    return (await client.query<T>(sql)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

describe('a first start', () => {
  it('makes a private directory: directories 0700, files 0600, nothing for others', async () => {
    await start();
    const open = walk(dataDir).filter((path) => (lstatSync(path).mode & 0o077) !== 0);
    expect(open).toEqual([]);
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    expect(statSync(join(dataDir, 'postgres.password')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir).sort()).toEqual(['lock', 'postgres', 'postgres.log', 'postgres.password']);
  });

  it('narrows a data directory that is open to others when it is empty or ours, and no other', async () => {
    mkdirSync(dataDir, { mode: 0o755 });
    writeFileSync(join(dataDir, 'holiday.jpg'), '');
    await expect(start()).rejects.toThrow(/holds files that are not the service's/);
    expect(statSync(dataDir).mode & 0o777).toBe(0o755);
    rmSync(join(dataDir, 'holiday.jpg'));
    await (await start()).stop();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
    chmodSync(dataDir, 0o755);
    await start();
    expect(statSync(dataDir).mode & 0o777).toBe(0o700);
  });

  it('runs a durable UTF-8 server without TCP, and not as root', async () => {
    prepared.copyTo(dataDir);
    const server = await start();
    const names = ['fsync', 'full_page_writes', 'synchronous_commit', 'data_checksums', 'listen_addresses'];
    const more = ['server_encoding', 'jit', 'unix_socket_permissions', 'autovacuum', 'server_version'];
    const rows = await query<{ name: string; setting: string }>(
      server,
      `SELECT name, setting FROM pg_settings WHERE name IN (${[...names, ...more].map((name) => `'${name}'`)})`,
    );
    expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
      fsync: 'on',
      full_page_writes: 'on',
      synchronous_commit: 'on',
      data_checksums: 'on',
      listen_addresses: '',
      server_encoding: 'UTF8',
      jit: 'off',
      unix_socket_permissions: '0700',
      autovacuum: 'on',
      server_version: server.serverVersion,
    });
    expect(server.serverVersion).toMatch(/^18\.\d+$/);
    expect(statSync(clusterDirectoryIn(dataDir)).uid).not.toBe(0);
    const [locale] = await query(server, 'SELECT datlocprovider, datlocale FROM pg_database LIMIT 1');
    expect(locale).toEqual({ datlocprovider: 'b', datlocale: 'C.UTF-8' });
  });

  it('asks for the password', async () => {
    prepared.copyTo(dataDir);
    const server = await start();
    const connect = async (password: string) => {
      const client = new pg.Client({ ...server.connection, password });
      try {
        await client.connect();
      } finally {
        await client.end();
      }
    };
    await expect(connect('guess')).rejects.toThrow('password authentication failed');
    await connect(server.connection.password);
    const rules = await query<{ auth_method: string }>(server, 'SELECT DISTINCT auth_method FROM pg_hba_file_rules');
    expect(rules).toEqual([{ auth_method: 'scram-sha-256' }]);
  });

  it("hands none of the service's environment to the server", async () => {
    prepared.copyTo(dataDir);
    process.env.SVC_ENCRYPTION_KEY = 'must-not-travel';
    const server = await start();
    delete process.env.SVC_ENCRYPTION_KEY;
    await query(server, 'CREATE TABLE environment (line text)');
    await query(server, `COPY environment FROM PROGRAM 'env'`);
    const environment = JSON.stringify(await query(server, 'TABLE environment'));
    expect(environment).toContain('PATH=/usr/bin:/bin');
    expect(environment).not.toContain('must-not-travel');
  });

  it('works under a path that is too long for a socket, and removes the short way to it', async () => {
    const long = join(dataDir, 'a'.repeat(60), 'b'.repeat(60));
    const server = await start(long);
    expect(server.connection.host.length).toBeLessThan(80);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    expect(() => lstatSync(server.connection.host)).toThrow('ENOENT');
  });
});

describe('a later start', () => {
  it('finds the same cluster with what was committed', async () => {
    prepared.copyTo(dataDir);
    const first = await start();
    await query(first, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await first.stop();
    const second = await start();
    expect(await query(second, 'TABLE kept')).toEqual([{ answer: 42 }]);
    expect(second.adopted).toBe(false);
    expect(second.connectionString).toBe(first.connectionString);
  });

  it('keeps durability on though the file in the cluster says otherwise', async () => {
    prepared.copyTo(dataDir);
    writeFileSync(join(clusterDirectoryIn(dataDir), 'postgresql.auto.conf'), 'fsync = off\nlog_statement = all\n');
    const server = await start();
    expect(await query(server, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await query(server, 'SHOW log_statement')).toEqual([{ log_statement: 'none' }]);
  });

  it('clears away what an interrupted first start left', async () => {
    mkdirSync(dataDir, { mode: 0o700 });
    mkdirSync(join(dataDir, 'postgres.new-0123', 'base'), { recursive: true });
    writeFileSync(join(dataDir, 'postgres.new-0123.password'), 'x');
    await start();
    expect(readdirSync(dataDir).filter((name) => name.includes('new'))).toEqual([]);
  });

  it.each([
    ['another version', () => writeFileSync(join(dataDir, 'postgres', 'PG_VERSION'), '17\n'), /made by PostgreSQL 17/],
    ['no password', () => rmSync(join(dataDir, 'postgres.password')), /password .* is missing: restore/],
    ['no cluster', () => rmSync(join(dataDir, 'postgres', 'PG_VERSION')), /is no PostgreSQL cluster/],
    [
      'a cluster that does not start',
      () => rmSync(join(dataDir, 'postgres', 'global'), { recursive: true }),
      /does not start/,
    ],
  ])('says in one sentence what is wrong with %s, and leaves nothing running', async (_name, damage, message) => {
    prepared.copyTo(dataDir);
    damage();
    const failure = await start().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EmbeddedPostgresError);
    expect(String(failure)).toMatch(message);
    expect(String(failure)).not.toContain('\n');
    expect(await processesOfCluster(clusterName(clusterDirectoryIn(dataDir)) ?? '')).toEqual([]);
    expect(readdirSync(join(dataDir, 'lock'))).toEqual([]);
  });
});

describe('a start that is given up', () => {
  const given = (signal: AbortSignal) => startEmbeddedPostgres({ dataDir, log: silent, signal });

  it('ends while it makes the cluster, and leaves neither a process nor half a cluster', async () => {
    const giveUp = new AbortController();
    const failure = given(giveUp.signal).catch((error: unknown) => error);
    const drafts = () => readdirSync(dataDir).filter((name) => name.includes('.new-'));
    await expect.poll(drafts, { interval: 2 }).not.toEqual([]);
    giveUp.abort();
    expect(await failure).toBeInstanceOf(EmbeddedPostgresError);
    expect(readdirSync(dataDir).filter((name) => name.startsWith('postgres.new'))).toEqual([]);
    expect(await query(await start(), 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('ends before and while the server starts', async () => {
    prepared.copyTo(dataDir);
    const name = clusterName(clusterDirectoryIn(dataDir)) ?? '';
    await expect(given(AbortSignal.abort())).rejects.toThrow('given up');
    const giveUp = new AbortController();
    const failure = given(giveUp.signal).catch((error: unknown) => error);
    await expect.poll(() => processesOfCluster(name), { interval: 1 }).not.toEqual([]);
    giveUp.abort();
    // It may have been ready by then; what was given up must not run on, what was started must.
    const outcome = await failure;
    if (outcome instanceof EmbeddedPostgresError) expect(await processesOfCluster(name)).toEqual([]);
    else running.push(outcome as EmbeddedPostgres);
  });
});

describe('stop', () => {
  it('ends busy clients, leaves no process, and may be called again', async () => {
    prepared.copyTo(dataDir);
    const server = await start();
    const name = clusterName(clusterDirectoryIn(dataDir)) ?? '';
    const busy = query(server, 'SELECT pg_sleep(60)').catch((error: unknown) => error);
    await untilCount(
      server,
      `SELECT 1 FROM pg_stat_activity WHERE query LIKE '%pg_sleep(60)' AND pid <> pg_backend_pid()`,
    );
    expect((await processesOfCluster(name)).length).toBeGreaterThan(3);
    await Promise.all([server.stop(), server.stop()]);
    expect(await processesOfCluster(name)).toEqual([]);
    expect(await busy).toBeInstanceOf(Error);
    expect(readdirSync(join(dataDir, 'lock'))).toEqual([]);
  });

  it('forces a server that does not answer within the time given, without losing a commit', async () => {
    prepared.copyTo(dataDir);
    const server = await start();
    await query(server, 'CREATE TABLE kept AS SELECT 42 AS answer');
    process.kill(server.pid(), 'SIGSTOP');
    await server.stop({ withinMs: 200 });
    expect(await processesOfCluster(clusterName(clusterDirectoryIn(dataDir)) ?? '')).toEqual([]);
    expect(await query(await start(), 'TABLE kept')).toEqual([{ answer: 42 }]);
  });
});

describe('the log file', () => {
  it('never holds a statement, a parameter or a row, whatever fails', async () => {
    prepared.copyTo(dataDir);
    const server = await start();
    await query(server, `CREATE TABLE person (cpf text PRIMARY KEY); INSERT INTO person VALUES ('marker-row')`);
    const client = new pg.Client(server.connection);
    client.on('error', () => undefined);
    await client.connect();
    const failing: [string, unknown[]][] = [
      [`SELECT 'marker-syntax' FROM`, []],
      ['INSERT INTO person VALUES ($1)', ['marker-row']],
      ['SELECT $1::uuid', ['marker-parameter']],
      [`SELECT 'marker-cast'::int`, []],
      [
        `DO $$ BEGIN RAISE WARNING 'marker-warning'; RAISE LOG SQLSTATE '01000' USING DETAIL = 'marker-detail'; END $$`,
        [],
      ],
    ];
    for (const [sql, parameters] of failing) await client.query(sql, parameters).catch(() => undefined);

    const crashing = client.query(`SELECT pg_sleep(60), 'marker-crash'`).catch(() => undefined);
    const active = `FROM pg_stat_activity WHERE query LIKE '%marker-crash%' AND pid <> pg_backend_pid()`;
    await untilCount(server, `SELECT 1 ${active}`);
    const [backend] = await query<{ pid: number }>(server, `SELECT pid ${active}`);
    process.kill(backend?.pid ?? 0, 'SIGSEGV');
    await crashing;
    await client.end().catch(() => undefined);

    const log = () => readFileSync(join(dataDir, 'postgres.log'), 'utf8');
    await expect.poll(log).toMatch(/was terminated by signal/);
    await server.stop();
    expect(log()).not.toContain('marker');
  });
});

/** The server is asked again and again until the statement has a row; expect.poll bounds it. */
async function untilCount(server: EmbeddedPostgres, sql: string): Promise<void> {
  await expect.poll(async () => (await query(server, sql)).length).toBeGreaterThan(0);
}

function walk(path: string): string[] {
  if (!lstatSync(path).isDirectory()) return [path];
  return [path, ...readdirSync(path).flatMap((name) => walk(join(path, name)))];
}
