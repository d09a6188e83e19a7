// SPDX-License-Identifier: Apache-2.0

import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@svc/postgres';
import pg from 'pg';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { dropDatabase, makeTemplate, withClient, withDatabase } from './admin.ts';
import { dropOnCluster } from './cluster.ts';
import { keepClean } from './keeper.ts';
import { CONNECTIONS_MAX } from './limits.ts';

/** A worker's needs for making databases, as plain data that travels between processes. */
export interface TestServerAddress {
  adminConnectionString: string;
  template: string;
  /** The prefix of every database of this run. */
  prefix: string;
  strategy: 'FILE_COPY' | 'WAL_LOG';
  /** The coordinator of a Citus cluster, on which each database is spread. */
  isCluster: boolean;
}

export interface TestServer {
  address: TestServerAddress;
  stop(): Promise<void>;
}

export interface TestServerOptions {
  migrate: (connectionString: string) => Promise<void>;
  /** An external PostgreSQL 15 or newer whose user may create databases; otherwise an embedded one is started. */
  databaseUrl?: string | undefined;
  isCluster?: boolean;
}

export async function startTestServer({
  migrate,
  databaseUrl,
  isCluster = false,
}: TestServerOptions): Promise<TestServer> {
  const server = databaseUrl === undefined ? await startEmbedded() : external(databaseUrl);
  try {
    const run = await openRun(server.adminConnectionString, isCluster);
    const prefix = databasePrefix(run.id);
    const template = `${prefix}_template`;
    const stop = async () => {
      await run.close();
      await server.stop();
    };
    try {
      // Nothing can be cloned on a cluster.
      if (!isCluster) await createTemplate(server.adminConnectionString, template, migrate);
    } catch (error) {
      await run.close();
      throw error;
    }
    const address = {
      adminConnectionString: server.adminConnectionString,
      template,
      prefix,
      strategy: server.strategy,
      isCluster,
    };
    return { address, stop };
  } catch (error) {
    await server.stop();
    throw error;
  }
}

type Server = Pick<TestServerAddress, 'adminConnectionString' | 'strategy'> & { stop(): Promise<void> };

/** Copying files costs two checkpoints, which are nearly free without fsync and expensive with it. */
function external(databaseUrl: string): Server {
  return { adminConnectionString: databaseUrl, strategy: 'WAL_LOG', stop: async () => undefined };
}

async function startEmbedded(): Promise<Server> {
  const dataDir = mkdtempSync(join(tmpdir(), 'svc-test-'));
  const keeper = keepClean(dataDir);
  const quiet = () => undefined;
  try {
    const server = await startEmbeddedPostgres({
      dataDir,
      log: { info: quiet, warn: quiet, error: (fields, message) => console.error(message, fields) },
      settings: {
        fsync: 'off',
        full_page_writes: 'off',
        autovacuum: 'off',
        max_connections: String(CONNECTIONS_MAX),
      },
    });
    const stop = async () => {
      await server.stop();
      rmSync(dataDir, { recursive: true, force: true });
      keeper.dismiss();
    };
    return { adminConnectionString: server.connectionString, strategy: 'FILE_COPY', stop };
  } catch (error) {
    rmSync(dataDir, { recursive: true, force: true });
    keeper.dismiss();
    throw error;
  }
}

/** Distinguishes our locks from other advisory locks on an external server. */
const LOCK_CLASS = 0x737663;

function databasePrefix(runId: number): string {
  return `svc_test_${runId.toString(16).padStart(8, '0')}`;
}

/**
 * A run holds an advisory lock for its number as long as it lives. A later run on the same external server can then
 * tell the databases of a killed run from those of a concurrent one.
 */
async function openRun(
  adminConnectionString: string,
  isCluster: boolean,
): Promise<{ id: number; close(): Promise<void> }> {
  const drop: Drop = async (name) => {
    await dropDatabase(client, name);
    if (isCluster) await dropOnCluster(adminConnectionString, name);
  };
  const id = randomBytes(4).readUInt32BE() >>> 1;
  const client = new pg.Client({ connectionString: adminConnectionString, connectionTimeoutMillis: PROGRAM_WITHIN_MS });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SELECT pg_advisory_lock($1, $2)', [LOCK_CLASS, id]);
  await dropDatabasesOfDeadRuns(client, drop);
  const close = async () => {
    await dropDatabasesOf(client, id, drop);
    await client.end();
  };
  return { id, close };
}

type Drop = (name: string) => Promise<void>;

async function dropDatabasesOfDeadRuns(client: pg.Client, drop: Drop): Promise<void> {
  const names = await databasesLike(client, 'svc_test_%');
  const runs = new Set(names.map((name) => Number.parseInt(name.split('_')[2] ?? '', 16)));
  for (const run of runs) {
    const { rows } = await client.query<{ won: boolean }>('SELECT pg_try_advisory_lock($1, $2) AS won', [
      LOCK_CLASS,
      run,
    ]);
    if (rows[0]?.won !== true) continue;
    await dropDatabasesOf(client, run, drop);
    await client.query('SELECT pg_advisory_unlock($1, $2)', [LOCK_CLASS, run]);
  }
}

async function dropDatabasesOf(client: pg.Client, run: number, drop: Drop): Promise<void> {
  for (const name of await databasesLike(client, `${databasePrefix(run)}_%`)) {
    await client.query(`ALTER DATABASE "${name}" WITH IS_TEMPLATE false`);
    await drop(name);
  }
}

async function databasesLike(client: pg.Client, pattern: string): Promise<string[]> {
  const { rows } = await client.query<{ datname: string }>(
    `SELECT datname FROM pg_database WHERE datname LIKE replace($1, '_', '\\_') ORDER BY datname`,
    [pattern],
  );
  return rows.map((row) => row.datname);
}

async function createTemplate(
  adminConnectionString: string,
  template: string,
  migrate: (connectionString: string) => Promise<void>,
): Promise<void> {
  await withClient(adminConnectionString, (client) => client.query(`CREATE DATABASE "${template}"`));
  await migrate(withDatabase(adminConnectionString, template));
  await withClient(adminConnectionString, (client) => makeTemplate(client, template));
}
