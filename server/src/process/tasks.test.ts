// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: every periodic task runs, over all organizations.
 * Guarantee: ended rows are deleted, and nothing else: expired sessions, and rate windows that all hits have left.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { runTask } from '../storage/jobs/run-task.ts';
import { createMetrics } from '../storage/metrics/index.ts';
import { checkpointTask, lostCallsTasks, serviceTasks } from './tasks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
});
afterAll(() => service.stop());

async function run(name: string): Promise<void> {
  const task = serviceTasks(service.app.pool, createMetrics()).find((one) => one.name === name);
  await task?.run(new AbortController().signal);
}
const count = async (table: string) =>
  (await readRows<{ count: number }>(service.database, `SELECT count(*)::int FROM svc.${table}`))[0]?.count;

it('notes a backlog for every task that one process runs for all, but for those with a queue of their own', async () => {
  const { pool, ownCalls, checkpoints } = service.app;
  const tasks = [
    ...serviceTasks(pool, createMetrics()),
    ...lostCallsTasks(pool, ownCalls),
    checkpointTask(checkpoints),
  ];
  for (const task of tasks) await runTask(pool, task, new AbortController().signal);
  const rows = await readRows(service.database, 'SELECT name, backlog FROM svc.task_runs');
  expect(rows.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['review-expiry', 'audit-checkpoints', 'gateway-outcomes', 'anomaly-scan']),
  );
  expect(rows.filter(({ backlog }) => backlog === null)).toEqual([]);
});

it('deletes expired sessions, more than a batch of them', async () => {
  const browser = await signIn(service.baseUrl, PEOPLE.owner);
  await readRows(
    service.database,
    `INSERT INTO svc.sessions SELECT gen_random_uuid(), account_id, organization_id, created_at, now(), family_hash,
       refresh_hash, access_hash, now() FROM svc.sessions, generate_series(1, 2500)`,
  );
  await run('expired-sessions');
  expect(await count('sessions')).toBe(1);
  expect((await browser.call('/me')).status).toBe(200);
});

it('deletes spent rate windows, and leaves those that still count', async () => {
  const ofSignIns = (await count('rate_windows')) ?? 0;
  await readRows(
    service.database,
    `INSERT INTO svc.rate_windows
     SELECT sha256(n::text::bytea), ARRAY[now()], now() + CASE n WHEN 1 THEN interval '1 hour' ELSE '0' END
     FROM generate_series(1, 2500) n`,
  );
  await run('spent-rate-windows');
  expect(await count('rate_windows')).toBe(ofSignIns + 1);
});
