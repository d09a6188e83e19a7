// SPDX-License-Identifier: Apache-2.0
/**
 * One PostgreSQL for all measurements, as the service itself runs it (fsync on). It has room for the connections of the
 * INSERT that the service is compared with.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@svc/postgres';
import pg from 'pg';
import { gatewayProvisioningFile, provisioningFile } from './organizations.ts';
import { type Program, type Server, startServer } from './processes.ts';

/** The service's own PostgreSQL takes 60 connections. */
export const DATABASE_CONNECTIONS_MAX = 160;
const BUILT_SERVICE = new URL('../../server/bin/svc-server.js', import.meta.url);
const SINGLE_DECISIONS = new URL('servers/single-decisions.ts', import.meta.url);
const TASK_SWITCH = new URL('servers/task-switch.ts', import.meta.url);
const RECEIVER = new URL('servers/receiver.ts', import.meta.url);
const UPSTREAM = new URL('servers/upstream.ts', import.meta.url);
const PLAIN_PROXY = new URL('servers/plain-proxy.ts', import.meta.url);
const BARE_FASTIFY = new URL('servers/bare-fastify.ts', import.meta.url);

export interface Stage {
  connectionString: string;
  postgresVersion: string;
  /** The built service with its organizations. */
  startService(variables?: Readonly<Record<string, string>>): Promise<Server>;
  /** The built service with the organizations of this file, in this new database. */
  startWith(file: string, database: string, variables: Readonly<Record<string, string>>): Promise<Server>;
  postgresPid(): number;
  /** The same, with one transaction for each decision. */
  startSingleDecisions(): Promise<Server>;
  /** The same, with one periodic task, which signals turn on and off. */
  startTaskSwitch(task: 'checkpoints' | 'counts'): Promise<Server>;
  startBareFastify(): Promise<Server>;
  /** The service with the organizations of this file, in this new database. It may call receivers on this machine. */
  startDelivering(provisionPath: string, database?: string): Promise<Server>;
  startReceiver(): Promise<Server>;
  /** The service with a route to an upstream on this machine, and a proxy that only forwards there. */
  startGateway(): Promise<{ service: Server; proxy: Server }>;
  /** Stops all servers started since its last call. */
  stopServers(): Promise<void>;
  close(): Promise<void>;
}

export async function openStage(): Promise<Stage> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const quiet = () => undefined;
  const postgres = await startEmbeddedPostgres({
    dataDir: join(folder, 'postgres'),
    log: { info: quiet, warn: quiet, error: (fields, message) => console.error(message, fields) },
    settings: { max_connections: String(DATABASE_CONNECTIONS_MAX) },
  });
  const provisionPath = join(folder, 'provision.yaml');
  writeFileSync(provisionPath, provisioningFile());
  await makeRowsTable(postgres.connectionString);
  const environment = {
    DATABASE_URL: postgres.connectionString,
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(folder, 'data'),
    SVC_PORT: '0',
    SVC_PROCESSES: '1',
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
  };
  let servers: Server[] = [];
  const start = async (program: Program, variables: Record<string, string>) => {
    const server = await startServer(program, variables);
    servers.push(server);
    return server;
  };
  const stopServers = async () => {
    const stopping = servers;
    servers = [];
    await Promise.all(stopping.map((server) => server.stop()));
  };
  return {
    connectionString: postgres.connectionString,
    postgresVersion: postgres.serverVersion,
    startService: (variables) =>
      start(
        { path: BUILT_SERVICE, kind: 'built' },
        { ...environment, SVC_PROVISION_FILE: provisionPath, ...variables },
      ),
    async startWith(file, database, variables) {
      const path = join(folder, `${database}.yaml`);
      writeFileSync(path, file);
      const own = { SVC_PROVISION_FILE: path, DATABASE_URL: await createDatabase(postgres.connectionString, database) };
      const data = { SVC_DATA_DIR: join(folder, database) };
      return await start({ path: BUILT_SERVICE, kind: 'built' }, { ...environment, ...own, ...data, ...variables });
    },
    postgresPid: () => postgres.pid(),
    startSingleDecisions: () => start({ path: SINGLE_DECISIONS, kind: 'source' }, environment),
    startTaskSwitch: (task) => start({ path: TASK_SWITCH, kind: 'source' }, { ...environment, BENCH_TASK: task }),
    startBareFastify: () => start({ path: BARE_FASTIFY, kind: 'source' }, {}),
    async startDelivering(path, database) {
      const variables = { ...environment, SVC_PROVISION_FILE: path, SVC_EGRESS_ALLOW: '127.0.0.1' };
      if (database !== undefined) variables.DATABASE_URL = await createDatabase(postgres.connectionString, database);
      return await start({ path: BUILT_SERVICE, kind: 'built' }, variables);
    },
    startReceiver: () => start({ path: RECEIVER, kind: 'source' }, {}),
    async startGateway() {
      const upstream = await start({ path: UPSTREAM, kind: 'source' }, {});
      const file = join(folder, 'gateway.yaml');
      writeFileSync(file, gatewayProvisioningFile(upstream.baseUrl));
      const variables = { ...environment, SVC_PROVISION_FILE: file, SVC_EGRESS_ALLOW: '127.0.0.1' };
      const service = await start({ path: BUILT_SERVICE, kind: 'built' }, variables);
      const proxy = await start({ path: PLAIN_PROXY, kind: 'source' }, { UPSTREAM: upstream.baseUrl });
      return { service, proxy };
    },
    stopServers,
    async close() {
      await stopServers();
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** @returns the address of the same server with another, empty database */
export async function createDatabase(connectionString: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query(`CREATE DATABASE ${client.escapeIdentifier(name)}`);
  await client.end();
  const address = new URL(connectionString);
  address.pathname = `/${name}`;
  return address.href;
}

async function makeRowsTable(connectionString: string): Promise<void> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  await client.query('CREATE SCHEMA bench; CREATE TABLE bench.rows (id uuid PRIMARY KEY, note text NOT NULL)');
  await client.end();
}
