// SPDX-License-Identifier: Apache-2.0
/** Databases on the cluster of SVC_TEST_CITUS_URL: made on every server, and dropped there. */
import { randomBytes } from 'node:crypto';
import { distributeDatabase } from '../../server/src/storage/schema/distribute.ts';
import { migrate } from '../../server/src/storage/schema/migrate.ts';
import { withClient, withDatabase } from '../harness/postgres/admin.ts';
import type { TestDatabase } from '../harness/postgres/index.ts';

export const COORDINATOR = process.env.SVC_TEST_CITUS_URL ?? '';
/** Each is a table on a worker, for every table of organizations. */
const SHARDS = 4;

interface Server {
  host: string;
  port: number;
}

const on = ({ host, port }: Server, database: string): string => {
  const url = new URL(withDatabase(COORDINATOR, database));
  url.hostname = host;
  url.port = String(port);
  return url.href;
};

export async function workers(): Promise<Server[]> {
  return await withClient(COORDINATOR, async (client) => {
    const { rows } = await client.query(
      'SELECT node_name AS host, node_port::int AS port FROM citus_get_active_worker_nodes()',
    );
    return rows;
  });
}

/** An address of the same database on a worker. */
export const onWorker = (worker: Server, { name }: TestDatabase): string => on(worker, name);

/** A migrated database. @param isSpread false leaves all tables on the coordinator */
export async function createClusterDatabase(isSpread = true): Promise<TestDatabase> {
  const name = `svc_citus_${randomBytes(6).toString('hex')}`;
  const coordinator = new URL(COORDINATOR);
  const self = { host: coordinator.hostname, port: Number(coordinator.port || 5432) };
  const others = await workers();
  for (const server of [self, ...others]) {
    await withClient(on(server, 'postgres'), async (client) => {
      await client.query('SET citus.enable_create_database_propagation = off');
      await client.query(`CREATE DATABASE "${name}"`);
    });
    await withClient(on(server, name), (client) => client.query('CREATE EXTENSION citus'));
  }
  const connectionString = on(self, name);
  await withClient(connectionString, async (client) => {
    await client.query('SELECT citus_set_coordinator_host($1, $2)', [self.host, self.port]);
    for (const { host, port } of others) await client.query('SELECT citus_add_node($1, $2)', [host, port]);
    await client.query(`ALTER DATABASE "${name}" SET citus.shard_count = ${SHARDS}`);
  });
  await migrate({ connectionString });
  if (isSpread) await distributeDatabase({ connectionString });
  return {
    connectionString,
    name,
    async drop() {
      for (const server of [self, ...others]) {
        await withClient(on(server, 'postgres'), async (client) => {
          await client.query('SET citus.enable_create_database_propagation = off');
          await client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`);
        });
      }
    },
  };
}
