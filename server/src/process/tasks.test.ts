// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: every periodic task runs, over all organizations.
 * Guarantee: a task that one process runs for all tells what it has left.
 */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople } from '#harness/service/sessions.ts';
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
