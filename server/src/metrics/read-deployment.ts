/** What the database says of the deployment: its periodic tasks and its queues. No organization is read. */
import type pg from 'pg';
import { inTransaction, type Transaction } from '../db/transaction.ts';

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

/** Past it, how many wait is not counted any more: the answer is the same, and a scrape stays cheap. */
const DUE_COUNTED_MAX = 10_000;

/** @returns null when the database does not answer: a scrape tells what the process knows all the same */
export async function readDeployment(pool: pg.Pool): Promise<Deployment | null> {
  const read = async (transaction: Transaction) => ({
    tasks: await selectTasks(transaction),
    queues: await selectQueues(transaction),
  });
  return await inTransaction(pool, [], read, 'snapshot').catch(() => null);
}

/** A row for each task that has run at least once. */
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

async function selectQueues(transaction: Transaction): Promise<Deployment['queues']> {
  const rows = await transaction.query<{ name: string; due: number; oldest: number }>(SELECT_QUEUES, [DUE_COUNTED_MAX]);
  return rows.map(({ name, due, oldest }) => ({ name, due, oldestDueSeconds: oldest }));
}

/** The indexes on due_at give the oldest first. */
const SELECT_QUEUES = `
  SELECT 'webhooks' AS name, count(*) AS due,
    COALESCE(EXTRACT(EPOCH FROM now() - min(due_at)), 0)::float8 AS oldest
  FROM (SELECT due_at FROM svc.webhook_outbox WHERE due_at <= now() ORDER BY due_at LIMIT $1) AS w
  UNION ALL
  SELECT 'checkpoints', count(*), COALESCE(EXTRACT(EPOCH FROM now() - min(due_at)), 0)::float8
  FROM (SELECT due_at FROM svc.checkpoint_outbox WHERE due_at <= now() ORDER BY due_at LIMIT $1) AS c
  ORDER BY name`;
