// SPDX-License-Identifier: Apache-2.0
/** A PostgreSQL of a test's own, which it may make read-only, and a standby of it. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type EmbeddedPostgres, startEmbeddedPostgres } from '@svc/postgres';
import pg from 'pg';
import { clusterDirectoryIn } from '../../../postgres/src/cluster.ts';
import { migrate } from '../../../server/src/storage/schema/migrate.ts';

export interface OwnServer {
  connectionString: string;
  /** Runs a statement that changes the server, whatever it takes from others. */
  run(statement: string): Promise<Record<string, unknown>[]>;
  stop(): Promise<void>;
}

const quiet = () => undefined;
const log = { info: quiet, warn: quiet, error: (fields: object, message: string) => console.error(message, fields) };

/** @param count with two, the second is a standby of the first, which follows nothing */
export async function startOwnServers(count: 1 | 2): Promise<OwnServer[]> {
  const folder = mkdtempSync(join(tmpdir(), 'svc-away-'));
  const folders = ['primary', 'standby'].slice(0, count).map((name) => join(folder, name));
  const start = (dataDir: string) =>
    startEmbeddedPostgres({ dataDir, log, settings: { fsync: 'off', wal_level: 'replica' } });
  const [primary = '', standby] = folders;
  const made = await start(primary);
  await migrate(made.connection);
  if (standby === undefined) return [serverOf(made, folder)];
  await made.stop();
  // Owners stay: PostgreSQL may run as another user than this.
  execFileSync('cp', ['-a', primary, standby]);
  writeFileSync(join(clusterDirectoryIn(standby), 'standby.signal'), '');
  return [serverOf(await start(primary), folder), serverOf(await start(standby), folder)];
}

function serverOf(postgres: EmbeddedPostgres, folder: string): OwnServer {
  return {
    connectionString: postgres.connectionString,
    async run(statement) {
      const client = new pg.Client({ connectionString: postgres.connectionString });
      await client.connect();
      try {
        await client.query('SET default_transaction_read_only = off');
        return (await client.query<Record<string, unknown>>(statement)).rows;
      } finally {
        await client.end();
      }
    },
    async stop() {
      await postgres.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
