// SPDX-License-Identifier: Apache-2.0

import { createHash, randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { inject } from 'vitest';
import { PROGRAM_WITHIN_MS } from '../../run/time-outs.ts';
import { countOf } from '../counts/index.ts';
import { dropDatabase, makeTemplate, withClient, withDatabase } from './admin.ts';
import { createOnCluster, dropOnCluster } from './cluster.ts';
import { keepConnection } from './kept-connection.ts';
import { CLONE_POLL_MS } from './limits.ts';
import type { TestServerAddress } from './test-server.ts';

export interface TestDatabase {
  /** The user that migrated the template. */
  connectionString: string;
  name: string;
  /** Ids of organizations that the test of a shared database does not see; absent where it has the database alone. */
  unseen?: readonly string[];
  /** Its organizations lie on several servers. */
  isSpread?: boolean;
  /** Ends the remaining connections. */
  drop(): Promise<void>;
}

const OBJECT_IN_USE = '55006';

/** Each file makes databases and drops them. */
const administrator = keepConnection();

/** A fresh clone of the migrated template, with a name of its own. The address is the run's by default. */
export async function createTestDatabase(address: TestServerAddress = inject('testPostgres')): Promise<TestDatabase> {
  return await cloneOf(address, address.template);
}

/** Waits for the one that fills the same database now, in this process or in another. */
const FILL_LOCK_CLASS = 0x737664;

/** A clone of a database that was filled once in this run. @param text what it is filled with: another, for another */
export async function createFilledDatabase(
  text: string,
  fill: (database: TestDatabase) => Promise<void>,
  address: TestServerAddress = inject('testPostgres'),
): Promise<TestDatabase> {
  if (address.isCluster) {
    const database = await createTestDatabase(address);
    await fill(database);
    return database;
  }
  const hash = createHash('sha256').update(text).digest();
  const template = `${address.prefix}_filled_${hash.toString('hex', 0, 6)}`;
  await withClient(address.adminConnectionString, async (client) => {
    await client.query('SELECT pg_advisory_lock($1, $2)', [FILL_LOCK_CLASS, hash.readInt32BE()]);
    if (await isTemplate(client, template)) return;
    // It is none yet when the one that filled it has failed.
    await dropDatabase(client, template);
    await clone(address, address.template, template);
    await fill(databaseNamed(address, template));
    await makeTemplate(client, template);
  });
  return await cloneOf(address, template);
}

async function isTemplate(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ is: boolean }>(
    'SELECT datistemplate AS is FROM pg_database WHERE datname = $1',
    [name],
  );
  return rows[0]?.is === true;
}

async function cloneOf(address: TestServerAddress, template: string): Promise<TestDatabase> {
  const name = `${address.prefix}_${randomBytes(6).toString('hex')}`;
  await clone(address, template, name);
  return databaseNamed(address, name);
}

function databaseNamed({ adminConnectionString, isCluster }: TestServerAddress, name: string): TestDatabase {
  return {
    connectionString: withDatabase(adminConnectionString, name),
    name,
    isSpread: isCluster,
    async drop() {
      await dropDatabase(await administrator(adminConnectionString), name);
      if (isCluster) await dropOnCluster(adminConnectionString, name);
    },
  };
}

async function clone(address: TestServerAddress, template: string, name: string): Promise<void> {
  countOf('database');
  if (address.isCluster) return await createOnCluster(address.adminConnectionString, name);
  const deadlineMs = performance.now() + PROGRAM_WITHIN_MS;
  const client = await administrator(address.adminConnectionString);
  for (;;) {
    try {
      await client.query(`CREATE DATABASE "${name}" TEMPLATE "${template}" STRATEGY ${address.strategy}`);
      return;
    } catch (error) {
      const isBusy = error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE;
      if (!isBusy || performance.now() > deadlineMs) throw error;
    }
    await delay(CLONE_POLL_MS);
  }
}
