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
/** Waiting deliveries that a scrape reads. It does not see those beyond. */
const DELIVERIES_READ_MAX = 100_000;

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

const QUEUES = [
  { name: 'checkpoints', table: 'checkpoint_outbox', order: 'due_at', readMax: DUE_COUNTED_MAX },
  { name: 'mail', table: 'mail_outbox', order: 'due_at', readMax: DUE_COUNTED_MAX },
  // The due time alone has no index here. This one has the oldest of each endpoint first.
  { name: 'webhooks', table: 'webhook_outbox', order: 'endpoint_id, due_at', readMax: DELIVERIES_READ_MAX },
].map((queue) => ({ ...queue, sql: countSql(queue) }));

/** A statement for each queue: they may lie on different servers. */
async function selectQueues(transaction: Transaction): Promise<Deployment['queues']> {
  const now = transaction.clock.now();
  const counted = QUEUES.map(async ({ name, table, sql, readMax }) => {
    const [row] = await queryAcross<{ due: number; oldest: Date | null }>(transaction, [table], sql, [now, readMax]);
    const { due = 0, oldest = null } = row ?? {};
    const oldestDueSeconds = oldest === null ? 0 : (now.getTime() - oldest.getTime()) / MS_PER_SECOND;
    return { name, due: Math.min(due, DUE_COUNTED_MAX), oldestDueSeconds };
  });
  return await Promise.all(counted);
}

const MS_PER_SECOND = 1_000;

/** It reads no more than its bound. The order keeps a planner with old statistics from reading the table. */
function countSql({ table, order }: { table: string; order: string }): string {
  const due = 'due_at <= $1::timestamptz';
  return `
  SELECT count(*)::integer AS due, min(due_at) AS oldest FROM (
    SELECT due_at FROM svc.${table} ${order === 'due_at' ? `WHERE ${due} ` : ''}ORDER BY ${order} LIMIT $2
  ) AS read
  WHERE ${due}`;
}
