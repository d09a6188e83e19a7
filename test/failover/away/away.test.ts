// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the server under it is made read-only. The database answers and takes no changes, or falls
 * silent. Guarantee: callers get 503 in time and never 500, probes say so, and the service comes back by itself when
 * the database does.
 */
import { afterEach, expect, it } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { type DatabaseLine, startDatabaseLine, type TestDatabase } from '#harness/postgres';
import { call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { acme } from '#harness/service/organizations.ts';
import { type OwnServer, startOwnServers } from './servers.ts';

/** 8 s are promised; a busy machine may be late to notice. */
const ANSWERED_WITHIN_MS = 9_500;

let servers: OwnServer[] = [];
let line: DatabaseLine | null = null;
let service: TestService | null = null;
afterEach(async () => {
  await service?.stop();
  await line?.stop();
  await Promise.all(servers.map((server) => server.stop()));
  [servers, line, service] = [[], null, null];
});

const databaseOf = ({ connectionString }: OwnServer): TestDatabase => {
  return { connectionString, name: 'postgres', drop: async () => {} };
};

async function startOn(database: TestDatabase): Promise<TestService> {
  service = await startTestService({ database });
  await service.provision(acme());
  return service;
}

/** Decides and asks both probes. */
async function ask({ baseUrl }: TestService) {
  const [decided, ready, health] = await Promise.all([
    call(baseUrl, '/v1/events', { body: PLAIN_ACTION }),
    call(baseUrl, '/ready', {}),
    call(baseUrl, '/health', {}),
  ]);
  return [decided.status, ready.status, health.status];
}

/** Asks until all say the same. @returns every status on the way */
async function untilAll(one: TestService, status: number): Promise<Set<number>> {
  const seen = new Set<number>();
  await expect
    .poll(async () => {
      const statuses = await ask(one);
      for (const each of statuses) seen.add(each);
      return statuses;
    }, PATIENTLY)
    .toEqual([status, status, status]);
  return seen;
}

const advisoryLocks = `SELECT count(*)::int AS held FROM pg_locks WHERE locktype = 'advisory' AND granted`;

it('says 503 while the primary is read-only, and decides when it is not', async () => {
  servers = await startOwnServers(1);
  const [primary] = servers as [OwnServer];
  const own = await startOn(databaseOf(primary));
  expect(await ask(own)).toEqual([200, 200, 200]);
  await primary.run('ALTER SYSTEM SET default_transaction_read_only = on');
  await primary.run('SELECT pg_reload_conf()');
  const away = await untilAll(own, 503);
  expect(away).not.toContain(500);
  await primary.run('ALTER SYSTEM RESET default_transaction_read_only');
  await primary.run('SELECT pg_reload_conf()');
  expect(await untilAll(own, 200)).not.toContain(500);
});

it('keeps no connection to a standby, and holds its own at the primary again', async () => {
  servers = await startOwnServers(2);
  const [primary, standby] = servers as [OwnServer, OwnServer];
  expect(await standby.run('SELECT pg_is_in_recovery() AS is')).toEqual([{ is: true }]);
  line = await startDatabaseLine(databaseOf(primary));
  const own = await startOn(line.database);
  await own.app.warm();
  const [{ held } = { held: 0 }] = await primary.run(advisoryLocks);
  expect(held).toBeGreaterThan(0);
  // As behind a proxy that has the old address still, and closes nothing itself.
  line.leadTo(standby.connectionString);
  await primary.run(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'svc'`);
  expect(await untilAll(own, 503)).not.toContain(500);
  expect(await standby.run(advisoryLocks)).toEqual([{ held: 0 }]);
  line.leadTo(primary.connectionString);
  expect(await untilAll(own, 200)).not.toContain(500);
  await expect.poll(() => primary.run(advisoryLocks), PATIENTLY).toEqual([{ held }]);
  const metrics = await own.app.openMetrics({ host: '127.0.0.1', port: 0 });
  const heldBy = async () => {
    const text = await (await fetch(`http://127.0.0.1:${metrics.port}/metrics`)).text();
    return [...text.matchAll(/^svc_connection_held\{use="(\w+)"\} (\d)$/gm)].map(([, use, is]) => `${use} ${is}`);
  };
  await expect.poll(heldBy, PATIENTLY).toEqual(['listener 1', 'presence 1']);
  await metrics.close();
});

it('answers within its time when the database falls silent, and heals', async () => {
  servers = await startOwnServers(1);
  const [primary] = servers as [OwnServer];
  line = await startDatabaseLine(databaseOf(primary));
  const own = await startOn(line.database);
  expect(own.app.pool.options).toMatchObject({ keepAlive: true, keepAliveInitialDelayMillis: 10_000 });
  expect(await ask(own)).toEqual([200, 200, 200]);
  line.fallSilent();
  const startedMs = performance.now();
  const waiting = await Promise.all(
    Array.from({ length: 20 }, async () => {
      const { status, headers } = await call(own.baseUrl, '/v1/events', { body: PLAIN_ACTION });
      return { status, retryAfter: headers.get('retry-after'), ms: performance.now() - startedMs };
    }),
  );
  for (const { status, retryAfter } of waiting)
    expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: '1' });
  expect(Math.max(...waiting.map(({ ms }) => ms))).toBeLessThan(ANSWERED_WITHIN_MS);
  // Those that stand are gone for good, as after a power cut.
  line.cut();
  line.mend();
  await untilAll(own, 200);
  await own.app.warm();
});
