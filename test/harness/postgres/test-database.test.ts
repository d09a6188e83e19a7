// SPDX-License-Identifier: Apache-2.0

import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { withClient, withDatabase } from './admin.ts';
import { createTestDatabase, startTestServer, type TestServer, type TestServerAddress } from './index.ts';

let server: TestServer;

beforeAll(async () => {
  server = await startTestServer({
    migrate: (connectionString) =>
      withClient(connectionString, async (client) => {
        await client.query('CREATE TABLE mark (value text)');
      }),
  });
});

afterAll(() => server.stop());

describe('createTestDatabase', () => {
  it('clones the migrated template, many at once, and what one writes no other sees', async () => {
    const clones = await Promise.all(Array.from({ length: 8 }, () => createTestDatabase(server.address)));
    expect(new Set(clones.map((clone) => clone.name)).size).toBe(8);
    for (const clone of clones) {
      const rows = await withClient(clone.connectionString, async (client) => {
        await client.query(`INSERT INTO mark VALUES ('here')`);
        return (await client.query('SELECT value FROM mark')).rows;
      });
      expect(rows).toEqual([{ value: 'here' }]);
      await clone.drop();
    }
    expect(await databaseNames(server)).toEqual([server.address.template]);
  });

  it('drops a database that somebody is still connected to', async () => {
    const clone = await createTestDatabase(server.address);
    const lost = withClient(clone.connectionString, async (client) => {
      await clone.drop();
      await client.query('SELECT 1');
    });
    await expect(lost).rejects.toThrow();
    expect(await databaseNames(server)).toEqual([server.address.template]);
  });

  it('waits while the template is being used', async () => {
    const { adminConnectionString, template } = server.address;
    const allow = (allowed: boolean) =>
      withClient(adminConnectionString, (client) =>
        client.query(`ALTER DATABASE "${template}" WITH ALLOW_CONNECTIONS ${allowed}`),
      );
    await allow(true);
    let clone: ReturnType<typeof createTestDatabase> | undefined;
    await withClient(withDatabase(adminConnectionString, template), async (user) => {
      clone = createTestDatabase(server.address);
      // The refusal comes after PostgreSQL itself has waited 5 s for the template, so the use must end before that.
      await user.query('SELECT pg_sleep(0.3)');
    });
    await (await clone)?.drop();
    await allow(false);
    expect(await databaseNames(server)).toEqual([template]);
  });
});

describe('startTestServer', () => {
  it('leaves no process and no directory when the run is killed', async () => {
    const address = await runKilled();
    const socketDirectory = new URL(address.adminConnectionString).searchParams.get('host') ?? '';
    expect(socketDirectory).toContain('svc-test-');
    await vi.waitFor(() => expect(existsSync(dirname(socketDirectory))).toBe(false), PATIENTLY);
    await expect(withClient(address.adminConnectionString, (client) => client.query('SELECT 1'))).rejects.toThrow();
  });

  it('drops the databases of a run that was killed, and not those of one that lives', async () => {
    const { adminConnectionString } = server.address;
    const create = (name: string) =>
      withClient(adminConnectionString, (client) => client.query(`CREATE DATABASE ${name}`));
    await create('svc_test_0000abcd_left');
    const beside = await startTestServer({ migrate: async () => undefined, databaseUrl: adminConnectionString });
    expect(await databaseNames(server)).toEqual([server.address.template, beside.address.template].sort());
    await createTestDatabase(beside.address);
    await beside.stop();
    expect(await databaseNames(server)).toEqual([server.address.template]);
  });

  it('passes on why the migration failed and leaves no database', async () => {
    const migrate = async () => {
      throw new Error('no such column');
    };
    const { adminConnectionString } = server.address;
    await expect(startTestServer({ migrate, databaseUrl: adminConnectionString })).rejects.toThrow('no such column');
    expect(await databaseNames(server)).toEqual([server.address.template]);
  });
});

function databaseNames({ address }: TestServer): Promise<string[]> {
  return withClient(address.adminConnectionString, async (client) => {
    const sql = `SELECT datname FROM pg_database WHERE datname ~ '^svc_test_' ORDER BY datname`;
    return (await client.query<{ datname: string }>(sql)).rows.map((row) => row.datname);
  });
}

function runKilled(): Promise<TestServerAddress> {
  const script = fileURLToPath(new URL('killed-run.ts', import.meta.url));
  return new Promise((resolve, reject) => {
    execFile(process.execPath, ['--import', 'tsx', script], (error, stdout, stderr) => {
      if (error?.signal === 'SIGKILL') resolve(JSON.parse(stdout));
      else reject(new Error(`The run ended by itself: ${stderr}`));
    });
  });
}
