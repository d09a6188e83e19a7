// SPDX-License-Identifier: Apache-2.0
/** A load generator for the least durable work: a committed INSERT of one row, straight to PostgreSQL. */
import { randomUUID } from 'node:crypto';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { percentile } from '../statistics.ts';
import { openLoop } from './open-loop.ts';

export interface InsertsSpec {
  connectionString: string;
  connections: number;
  /** In a closed loop, the next row follows as soon as the last is committed. */
  load: { kind: 'closed'; seconds: number } | { kind: 'open'; seconds: number; perSecond: number };
}

export interface InsertsResult {
  perSecond: number;
  p50Ms: number;
  p99Ms: number;
}

const { connectionString, connections, load } = JSON.parse(await text(process.stdin)) as InsertsSpec;
const NOTE = 'n'.repeat(200);

const clients = await Promise.all(
  Array.from({ length: connections }, async () => {
    const client = new pg.Client({ connectionString });
    await client.connect();
    return client;
  }),
);
const result = load.kind === 'closed' ? await closed(load.seconds) : await open(load.seconds, load.perSecond);
await Promise.all(clients.map((client) => client.end()));
process.stdout.write(JSON.stringify(result));

async function insert(client: pg.Client): Promise<void> {
  await client.query({
    name: 'insert_row',
    text: 'INSERT INTO bench.rows (id, note) VALUES ($1, $2)',
    values: [randomUUID(), NOTE],
  });
}

async function closed(seconds: number): Promise<InsertsResult> {
  const latenciesMs: number[] = [];
  const startMs = performance.now();
  const endMs = startMs + seconds * 1_000;
  await Promise.all(
    clients.map(async (client) => {
      for (let sentMs = startMs; sentMs < endMs; ) {
        sentMs = performance.now();
        await insert(client);
        latenciesMs.push(performance.now() - sentMs);
      }
    }),
  );
  return {
    perSecond: latenciesMs.length / ((performance.now() - startMs) / 1_000),
    p50Ms: percentile(latenciesMs, 50),
    p99Ms: percentile(latenciesMs, 99),
  };
}

async function open(seconds: number, perSecond: number): Promise<InsertsResult> {
  let sent = 0;
  const measured = await openLoop(perSecond, seconds, async () => {
    const client = clients[sent % clients.length];
    sent += 1;
    if (client === undefined) throw new Error('no connection');
    await insert(client);
  });
  return { perSecond, ...measured };
}
