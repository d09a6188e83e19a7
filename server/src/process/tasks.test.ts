// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: every periodic task runs, over all organizations.
 * Guarantee: a task that one process runs for all tells what it has left, and deletes it within its period.
 */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { TestClock } from '#harness/clock';
import { ACME, call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople } from '#harness/service/sessions.ts';
import { copyOldEvents } from '#harness/stored-events';
import { createPool } from '../storage/connections/index.ts';
import { startJobs } from '../storage/jobs/index.ts';
import { runTask } from '../storage/jobs/run-task.ts';
import { createMetrics } from '../storage/metrics/index.ts';
import { checkpointTask, lostCallsTasks, serviceTasks } from './tasks.ts';

let service: TestService;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople() });
});
afterAll(() => service.stop());

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

it('deletes more old events than one run does without waiting for the next minute', async () => {
  const { status } = await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  expect(status).toBe(200);
  await copyOldEvents(service.database, ACME, 101_000);
  const clock = TestClock.standingAt(Date.now());
  const pool = createPool({ connectionString: service.database.connectionString }, 5, clock);
  const metrics = createMetrics();
  const task = serviceTasks(pool, metrics).filter(({ name }) => name === 'event-retention');
  await readRows(service.database, 'DELETE FROM svc.task_runs');
  const log = { error: () => {}, info: () => {} };
  const jobs = startJobs({ pool, metrics, log, news: { hearAll: () => () => {}, isListening: () => false } }, task);
  clock.move(60_000);
  await vi.waitFor(async () => {
    expect(await readRows(service.database, 'SELECT count(*)::int AS n FROM svc.events')).toEqual([{ n: 1 }]);
  }, PATIENTLY);
  await jobs.stop();
  await pool.end();
  expect(metrics.taskRuns.succeeded.value).toBe(2);
});
