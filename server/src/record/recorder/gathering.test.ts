// SPDX-License-Identifier: Apache-2.0
/** Guarantee: decisions that arrive together share a batch, and a single one does not wait. */
import { createServer } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createMetrics } from '../../storage/metrics/index.ts';
import { createRecorder, type DecisionDraft } from './index.ts';

/** Hangs up on every connection: the batch fails, and its decisions are counted all the same. */
const hangsUp = createServer((socket) => socket.destroy());
let pool: pg.Pool;
beforeAll(async () => {
  await new Promise<void>((listening) => hangsUp.listen(0, '127.0.0.1', listening));
  const { port } = hangsUp.address() as { port: number };
  pool = new pg.Pool({ host: '127.0.0.1', port, user: 'svc', password: 'x', database: 'svc' });
});
afterAll(async () => {
  await pool.end();
  hangsUp.close();
});

const DRAFT = {
  organizationId: '018f0000-0000-7000-8000-000000000001',
  event: {},
  unsettled: null,
} as unknown as DecisionDraft;

/** Records this many decisions in each turn of the event loop. @returns the batches and their decisions */
async function record(turns: readonly number[]): Promise<{ batches: number; decisions: number }> {
  const metrics = createMetrics();
  const recorder = createRecorder(pool, metrics);
  const records: Promise<unknown>[] = [];
  for (const count of turns) {
    for (let i = 0; i < count; i += 1) records.push(recorder.record(DRAFT).catch(() => null));
    await nextTurn();
  }
  await Promise.all(records);
  const { counts, sum } = metrics.batchDecisions;
  return { batches: counts.reduce((all, one) => all + one, 0), decisions: sum };
}

it('commits together what one turn brings', async () => {
  expect(await record([3])).toEqual({ batches: 1, decisions: 3 });
});

it('waits for nothing more: what the next turn brings is another batch', async () => {
  expect(await record([2, 1])).toEqual({ batches: 2, decisions: 3 });
  expect(await record([1, 1])).toEqual({ batches: 2, decisions: 2 });
});
