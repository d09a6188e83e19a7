// SPDX-License-Identifier: Apache-2.0
/** The overhead of the client library over a bare fetch: the same request to the same service, one by one, in turn. */
import { createClient, type EventRequest } from '@svc/sdk';
import { headersFor } from '../organizations.ts';
import { progress, ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { milliseconds, type Row } from '../table.ts';

const REQUESTS = 1_000;
const TIMES_MAX = 1.05;
const ORGANIZATION = 'One policy';
const ACTION: EventRequest = { agent: 'bot-1', action: 'READ_DATA', resource: 'orders', recordsAffected: 1 };

export async function measureClientLibrary(stage: Stage): Promise<Row[]> {
  const { baseUrl } = await stage.startService();
  const headers = headersFor(ORGANIZATION);
  const client = createClient({ baseUrl, apiKey: headers.authorization?.replace('Bearer ', '') ?? '' });
  const bare = async () => {
    const idempotencyKey = crypto.randomUUID();
    const response = await fetch(`${baseUrl}/v1/events`, {
      method: 'POST',
      headers: { ...headers, 'idempotency-key': idempotencyKey },
      body: JSON.stringify(ACTION),
    });
    if (response.status !== 200) throw new Error(`answered with ${response.status}`);
    return (await response.json()) as unknown;
  };
  const ours: number[] = [];
  const beside: number[] = [];
  for (let round = 0; round <= ROUNDS; round += 1) {
    progress(`client library: ${round === 0 ? 'warm-up' : `round ${round} of ${ROUNDS}`}`);
    const times = await inTurn(() => client.decide(ACTION), bare);
    if (round === 0) continue;
    ours.push(median(times.ours));
    beside.push(median(times.beside));
  }
  return [
    {
      what: 'Client library, p50 of one decision after another',
      ours: milliseconds(ours),
      beside: `bare fetch: ${milliseconds(beside)}`,
      results: ours.map((one, round) => one / (beside[round] ?? Number.NaN)),
      unit: '',
      target: { bound: 'max', value: TIMES_MAX },
    },
  ];
}

/** A B A B …, request by request: both sides meet the same moments of the machine and of the disk. */
async function inTurn(first: () => Promise<unknown>, second: () => Promise<unknown>) {
  const ours: number[] = [];
  const beside: number[] = [];
  for (let count = 0; count < REQUESTS; count += 1) {
    ours.push(await timed(first));
    beside.push(await timed(second));
  }
  return { ours, beside };
}

async function timed(run: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now();
  await run();
  return performance.now() - startMs;
}
