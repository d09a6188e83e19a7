import { randomBytes } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { inject } from 'vitest';
import { dropDatabase, withClient, withDatabase } from './admin.ts';
import { CLONE_POLL_MS, CLONE_WITHIN_MS } from './limits.ts';
import type { TestServerAddress } from './test-server.ts';

export interface TestDatabase {
  /** The user that migrated the template. */
  connectionString: string;
  name: string;
  /** Ends the remaining connections. */
  drop(): Promise<void>;
}

const OBJECT_IN_USE = '55006';

/** A fresh clone of the migrated template, with a name of its own. The address is the run's by default. */
export async function createTestDatabase(address: TestServerAddress = inject('testPostgres')): Promise<TestDatabase> {
  const name = `${address.prefix}_${randomBytes(6).toString('hex')}`;
  await clone(address, name);
  return {
    connectionString: withDatabase(address.adminConnectionString, name),
    name,
    drop: () => withClient(address.adminConnectionString, (client) => dropDatabase(client, name)),
  };
}

async function clone(address: TestServerAddress, name: string): Promise<void> {
  const deadlineMs = performance.now() + CLONE_WITHIN_MS;
  await withClient(address.adminConnectionString, async (client) => {
    for (;;) {
      try {
        await client.query(`CREATE DATABASE "${name}" TEMPLATE "${address.template}" STRATEGY ${address.strategy}`);
        return;
      } catch (error) {
        const isBusy = error instanceof Error && 'code' in error && error.code === OBJECT_IN_USE;
        if (!isBusy || performance.now() > deadlineMs) throw error;
      }
      await delay(CLONE_POLL_MS);
    }
  });
}
