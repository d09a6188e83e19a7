// SPDX-License-Identifier: Apache-2.0
/** The time of an answer beside a bare committed INSERT of one row into the same PostgreSQL. */
import { CONNECTIONS, decide, decideAtRate, insert, SECONDS } from '../generators.ts';
import { alternate } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { milliseconds, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const BUSY_P50_TIMES_MAX = 3;
const REQUESTS_PER_SECOND = 200;
/** Longer than other rounds, so that the p99 rests on more than a handful of requests. */
const OPEN_LOOP_SECONDS = 4;
const OPEN_LOOP_P99_TIMES_MAX = 4;

export async function measureLatency(stage: Stage): Promise<Row[]> {
  const service = await stage.startService();
  const { connectionString } = stage;
  const busy = `p50 at ${CONNECTIONS} connections`;
  const busyRounds = await alternate(
    busy,
    { name: 'service', measure: () => decide(service.baseUrl, ORGANIZATION) },
    { name: 'INSERT', measure: () => insert(connectionString, { kind: 'closed', seconds: SECONDS }) },
  );
  const steady = `p99 at ${REQUESTS_PER_SECOND} requests/s`;
  const rate = { perSecond: REQUESTS_PER_SECOND, seconds: OPEN_LOOP_SECONDS };
  const steadyRounds = await alternate(
    steady,
    {
      name: 'service',
      measure: () => decideAtRate(service.baseUrl, ORGANIZATION, rate.perSecond, rate.seconds),
    },
    { name: 'INSERT', measure: () => insert(connectionString, { kind: 'open', ...rate }) },
  );
  return [
    {
      what: busy,
      ours: milliseconds(busyRounds.map(({ ours }) => ours.p50Ms)),
      beside: `committed INSERT: ${milliseconds(busyRounds.map(({ beside }) => beside.p50Ms))}`,
      results: busyRounds.map(({ ours, beside }) => ours.p50Ms / beside.p50Ms),
      unit: '',
      target: { bound: 'max', value: BUSY_P50_TIMES_MAX },
    },
    {
      what: steady,
      ours: milliseconds(steadyRounds.map(({ ours }) => ours.p99Ms)),
      beside: `committed INSERT: ${milliseconds(steadyRounds.map(({ beside }) => beside.p99Ms))}`,
      results: steadyRounds.map(({ ours, beside }) => ours.p99Ms / beside.p99Ms),
      unit: '',
      target: { bound: 'max', value: OPEN_LOOP_P99_TIMES_MAX },
    },
  ];
}
