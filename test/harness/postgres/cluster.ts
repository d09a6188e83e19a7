// SPDX-License-Identifier: Apache-2.0
/** Databases on a Citus cluster: made on every server of it, spread, and dropped there. Nothing can be cloned on it. */
import { distributeDatabase } from '../../../server/src/storage/schema/distribute.ts';
import { migrate } from '../../../server/src/storage/schema/migrate.ts';
import { withClient, withDatabase } from './admin.ts';

/** Each is a table on a worker, for every table of organizations. */
const SHARDS = 2;

export interface ClusterServer {
  host: string;
  port: number;
}

/** The address of a database on another server of the cluster. */
export function onServer(coordinator: string, { host, port }: ClusterServer, database: string): string {
  const url = new URL(withDatabase(coordinator, database));
  url.hostname = host;
  url.port = String(port);
  return url.href;
}

/** @param coordinator any database on it with the extension */
export async function workersOf(coordinator: string): Promise<ClusterServer[]> {
  return await withClient(coordinator, async (client) => {
    const { rows } = await client.query<ClusterServer>(
      'SELECT node_name AS host, node_port::int AS port FROM citus_get_active_worker_nodes()',
    );
    return rows;
  });
}

/** Waits for the one that makes another database now: each changes roles, which are of the server. */
const MAKE_LOCK = 0x737665;

/** A migrated database, spread over the workers of the cluster. */
export async function createOnCluster(coordinator: string, name: string): Promise<void> {
  await withClient(coordinator, async (client) => {
    await client.query('SELECT pg_advisory_lock($1)', [MAKE_LOCK]);
    await create(coordinator, name);
  });
}

async function create(coordinator: string, name: string): Promise<void> {
  const { hostname, port } = new URL(coordinator);
  const self = { host: hostname, port: Number(port) };
  const workers = await workersOf(coordinator);
  for (const server of [self, ...workers]) {
    await alone(coordinator, server, `CREATE DATABASE "${name}"`);
    await withClient(onServer(coordinator, server, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const connectionString = withDatabase(coordinator, name);
  await withClient(connectionString, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [self.host, self.port]);
    for (const { host, port: at } of workers) await client.query('SELECT citus_add_node($1, $2)', [host, at]);
    await client.query(`ALTER DATABASE "${name}" SET citus.shard_count = ${SHARDS}`);
  });
  await migrate({ connectionString });
  await distributeDatabase({ connectionString });
}

export async function dropOnCluster(coordinator: string, name: string): Promise<void> {
  for (const server of await workersOf(coordinator)) {
    await forgetPrepared(coordinator, server, name);
    await alone(coordinator, server, `DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
  }
}

/** A run that was killed may leave transactions whose end no coordinator tells any more. */
async function forgetPrepared(coordinator: string, server: ClusterServer, name: string): Promise<void> {
  const { rows: left } = await withClient(onServer(coordinator, server, 'postgres'), (client) =>
    client.query<{ gid: string }>('SELECT gid FROM pg_prepared_xacts WHERE database = $1', [name]),
  );
  if (left.length === 0) return;
  await withClient(onServer(coordinator, server, name), async (client) => {
    for (const { gid } of left) await client.query(`ROLLBACK PREPARED ${client.escapeLiteral(gid)}`);
  });
}

/** One server at a time: they do not hand it on to the others. */
async function alone(coordinator: string, server: ClusterServer, statement: string): Promise<void> {
  await withClient(onServer(coordinator, server, 'postgres'), async (client) => {
    await client.query('SET citus.enable_create_database_propagation = off');
    await client.query(statement);
  });
}
