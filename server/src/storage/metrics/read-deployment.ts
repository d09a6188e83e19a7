// SPDX-License-Identifier: Apache-2.0
/** The state of the deployment in the database: its periodic tasks and its queues. It reads no organization. */
import type pg from 'pg';
import { inTransaction, queryAcross, type Transaction } from '../db/index.ts';

export interface Deployment {
  tasks: readonly {
    name: string;
    startedAtMs: number;
    finishedAtMs: number | null;
    succeeded: boolean | null;
    backlog: number | null;
  }[];
  /** `due` is counted up to a bound. */
  queues: readonly { name: string; due: number; oldestDueSeconds: number }[];
}

/** Longer queues are not counted further: the answer is the same, and a scrape stays cheap. */
const DUE_COUNTED_MAX = 10_000;
/** Endpoints with waiting deliveries that a scrape visits. It does not see those beyond. */
const ENDPOINTS_LOOKED_AT_MAX = 10_000;

/** @returns null when the database does not answer: a scrape still shows the process's own numbers */
export async function readDeployment(pool: pg.Pool): Promise<Deployment | null> {
  const read = async (transaction: Transaction) => ({
    tasks: await selectTasks(transaction),
    queues: await selectQueues(transaction),
  });
  return await inTransaction(pool, [], read, 'snapshot').catch(() => null);
}

/** One row for each task that has run at least once. */
async function selectTasks(transaction: Transaction): Promise<Deployment['tasks']> {
  const rows = await transaction.query<{
    name: string;
    started_at: Date;
    finished_at: Date | null;
    succeeded: boolean | null;
    backlog: number | null;
  }>(SELECT_TASKS);
  return rows.map(({ name, started_at, finished_at, succeeded, backlog }) => ({
    name,
    startedAtMs: started_at.getTime(),
    finishedAtMs: finished_at?.getTime() ?? null,
    succeeded,
    backlog,
  }));
}

const SELECT_TASKS = 'SELECT name, started_at, finished_at, succeeded, backlog FROM svc.task_runs ORDER BY name';

const QUEUES = ['webhook_outbox', 'checkpoint_outbox', 'mail_outbox'];

async function selectQueues(transaction: Transaction): Promise<Deployment['queues']> {
  const values = [DUE_COUNTED_MAX, ENDPOINTS_LOOKED_AT_MAX, transaction.clock.now()];
  const rows = await queryAcross<{ name: string; due: number; oldest: number }>(
    transaction,
    QUEUES,
    SELECT_QUEUES,
    values,
  );
  return rows.map(({ name, due, oldest }) => ({ name, due, oldestDueSeconds: oldest }));
}

/**
 * Neither query reads more than its bounds. Deliveries are found by going from endpoint to endpoint in their index,
 * which has the oldest of each first. The due time alone has no index. The order, though irrelevant, keeps a planner
 * with old statistics from reading the table.
 */
const SELECT_QUEUES = `
  WITH RECURSIVE endpoints AS (
    (SELECT endpoint_id, 1 AS place FROM svc.webhook_outbox ORDER BY endpoint_id LIMIT 1)
    UNION ALL
    SELECT (
      SELECT w.endpoint_id FROM svc.webhook_outbox w
      WHERE w.endpoint_id > endpoints.endpoint_id ORDER BY w.endpoint_id LIMIT 1
    ), place + 1
    FROM endpoints WHERE endpoints.endpoint_id IS NOT NULL AND place < $2
  ), due_endpoints AS (
    SELECT endpoint_id, due_at FROM endpoints CROSS JOIN LATERAL (
      SELECT due_at FROM svc.webhook_outbox w
      WHERE w.endpoint_id = endpoints.endpoint_id AND w.due_at <= $3::timestamptz ORDER BY w.due_at LIMIT 1
    ) AS oldest
  )
  SELECT 'webhooks' AS name, (
      SELECT count(*) FROM (
        SELECT FROM due_endpoints e CROSS JOIN LATERAL (
          SELECT FROM svc.webhook_outbox w
          WHERE w.endpoint_id = e.endpoint_id AND w.due_at <= $3::timestamptz ORDER BY w.due_at LIMIT $1
        ) AS due
        LIMIT $1
      ) AS counted
    ) AS due,
    COALESCE(EXTRACT(EPOCH FROM $3::timestamptz - (SELECT min(due_at) FROM due_endpoints)), 0)::float8 AS oldest
  UNION ALL
  SELECT 'checkpoints', count(*), COALESCE(EXTRACT(EPOCH FROM $3::timestamptz - min(due_at)), 0)::float8
  FROM (SELECT due_at FROM svc.checkpoint_outbox WHERE due_at <= $3::timestamptz ORDER BY due_at LIMIT $1) AS c
  UNION ALL
  SELECT 'mail', count(*), COALESCE(EXTRACT(EPOCH FROM $3::timestamptz - min(due_at)), 0)::float8
  FROM (SELECT due_at FROM svc.mail_outbox WHERE due_at <= $3::timestamptz ORDER BY due_at LIMIT $1) AS m
  ORDER BY name`;
