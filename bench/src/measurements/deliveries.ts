// SPDX-License-Identifier: Apache-2.0
/**
 * The webhook deliveries of one process: their rate, their delay, and the cost of dead and of many endpoints to others.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockedBy, fileOf, takeAll, urlsOf } from '../delivering.ts';
import type { OpenLoopResult } from '../load/open-loop.ts';
import type { OpenLoopRequestsSpec } from '../load/open-loop-requests.ts';
import { runGenerator, type Server } from '../processes.ts';
import { alternate, ROUNDS } from '../rounds.ts';
import type { ReceivedStats } from '../servers/receiver.ts';
import type { Stage } from '../stage.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';

const OPEN_LOOP = new URL('../load/open-loop-requests.ts', import.meta.url);
const SECONDS = 5;
const DELIVERIES_PER_SECOND_MIN = 1_000;
const P99_MS_MAX = 1_000;
const DEAD_P99_TIMES_MAX = 1.2;
const ANSWER_MS_MORE_MAX = 10;

/** The endpoints that answer, and those that do not. */
const ORGANIZATIONS = {
  'Hundred endpoints': { healthy: 100, dead: 0, key: `key_live_${'h'.repeat(43)}` },
  'Ninety endpoints': { healthy: 90, dead: 0, key: `key_live_${'n'.repeat(43)}` },
  'Ninety and ten dead': { healthy: 90, dead: 10, key: `key_live_${'d'.repeat(43)}` },
  'No endpoint': { healthy: 0, dead: 0, key: `key_live_${'o'.repeat(43)}` },
} as const;
type Name = keyof typeof ORGANIZATIONS;

export async function measureDeliveries(stage: Stage): Promise<Row[]> {
  const receiver = await stage.startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  try {
    const path = join(folder, 'provision.yaml');
    writeFileSync(path, provisioningFile(receiver.baseUrl));
    const service = await stage.startDelivering(path);
    return [...(await measureRate({ service, receiver })), ...(await measureAnswers(service))];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

interface Parties {
  service: Server;
  receiver: Server;
}

async function measureRate(parties: Parties): Promise<Row[]> {
  await deliver(parties, 'Hundred endpoints', 10);
  const full: ReceivedStats[] = [];
  for (let round = 0; round < ROUNDS; round += 1) full.push(await deliver(parties, 'Hundred endpoints', 20));
  const paced: ReceivedStats[] = [];
  for (let round = 0; round < ROUNDS; round += 1) paced.push(await deliver(parties, 'Hundred endpoints', 10));
  const dead = await alternate(
    'p99 of a delivery, ten of a hundred endpoints dead',
    { name: 'ten dead', measure: () => deliver(parties, 'Ninety and ten dead', 10) },
    { name: 'none dead', measure: () => deliver(parties, 'Ninety endpoints', 10) },
  );
  return [
    {
      what: 'Deliveries/s, 100 endpoints',
      ours: perSecond(full.map((stats) => stats.perSecond)),
      beside: '2,000/s asked for',
      results: full.map((stats) => stats.perSecond),
      unit: '',
      target: { bound: 'min', value: DELIVERIES_PER_SECOND_MIN },
    },
    {
      what: 'p99 from decision to receiver at 1,000 deliveries/s',
      ours: milliseconds(paced.map(({ p99Ms }) => p99Ms)),
      beside: '',
      results: paced.map(({ p99Ms }) => p99Ms),
      unit: ' ms',
      target: { bound: 'max', value: P99_MS_MAX },
    },
    {
      what: 'The same for 90 endpoints while 10 others hang',
      ours: milliseconds(dead.map(({ ours }) => ours.p99Ms)),
      beside: `none hangs: ${milliseconds(dead.map(({ beside }) => beside.p99Ms))}`,
      results: dead.map(({ ours, beside }) => ours.p99Ms / beside.p99Ms),
      unit: '',
      target: { bound: 'max', value: DEAD_P99_TIMES_MAX },
    },
  ];
}

async function measureAnswers(service: Server): Promise<Row[]> {
  const rounds = await alternate(
    'p50 of an answer with 100 endpoints',
    { name: '100 endpoints', measure: () => decideAtRate(service, 'Hundred endpoints', 5) },
    { name: 'no endpoint', measure: () => decideAtRate(service, 'No endpoint', 5) },
  );
  return [
    {
      what: 'What 100 endpoints add to an answer (p50)',
      ours: milliseconds(rounds.map(({ ours }) => ours.p50Ms)),
      beside: `no endpoint: ${milliseconds(rounds.map(({ beside }) => beside.p50Ms))}`,
      results: rounds.map(({ ours, beside }) => ours.p50Ms - beside.p50Ms),
      unit: ' ms',
      target: { bound: 'max', value: ANSWER_MS_MORE_MAX },
    },
  ];
}

/** Decides at a rate and waits until every delivery to a live endpoint has arrived. */
async function deliver({ service, receiver }: Parties, name: Name, decisionsPerSecond: number): Promise<ReceivedStats> {
  const expected = decisionsPerSecond * SECONDS * ORGANIZATIONS[name].healthy;
  await takeAll(receiver, 0);
  await decideAtRate(service, name, decisionsPerSecond);
  return await takeAll(receiver, expected);
}

async function decideAtRate(service: Server, name: Name, decisionsPerSecond: number): Promise<OpenLoopResult> {
  const spec: OpenLoopRequestsSpec = {
    url: `${service.baseUrl}/v1/events`,
    requests: [blockedBy(ORGANIZATIONS[name].key)],
    perSecond: decisionsPerSecond,
    seconds: SECONDS,
  };
  return await runGenerator<OpenLoopResult>(OPEN_LOOP, spec);
}

function provisioningFile(receiverUrl: string): string {
  const organizations = Object.entries(ORGANIZATIONS).map(([name, { healthy, dead, key }]) => ({
    name,
    key,
    urls: [
      ...urlsOf(`${receiverUrl}/live/${encodeURI(name)}`, healthy),
      ...urlsOf(`${receiverUrl}/dead/${encodeURI(name)}`, dead),
    ],
  }));
  return fileOf(organizations);
}
