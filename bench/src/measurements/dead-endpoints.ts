// SPDX-License-Identifier: Apache-2.0
/**
 * The cost of a hundred dead endpoints among a thousand to the others. Two services with a database each decide the
 * same, and one of them has the dead endpoints. While one is measured the system stops the other, so that its retries
 * do not pass for noise of the machine.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { blockedBy, fileOf, takeAll, urlsOf } from '../delivering.ts';
import type { OpenLoopResult } from '../load/open-loop.ts';
import type { OpenLoopRequestsSpec } from '../load/open-loop-requests.ts';
import { runGenerator, type Server } from '../processes.ts';
import { alternate } from '../rounds.ts';
import type { ReceivedStats } from '../servers/receiver.ts';
import type { Stage } from '../stage.ts';
import { milliseconds, type Row } from '../table.ts';

const OPEN_LOOP = new URL('../load/open-loop-requests.ts', import.meta.url);
const ORGANIZATIONS = 100;
/** The live endpoints of each organization; one more is dead. */
const HEALTHY = 9;
/** Few enough to leave two cores idle: on a busy machine the processor alone decides the p99. */
const DECISIONS_PER_SECOND = 40;
const SECONDS = 8;
/** A wait before each measurement: deliveries that came due while the service was stopped are not its load. */
const WARM_UP_SECONDS = 1;
const P99_TIMES_MAX = 1.2;
/** An address without a listener. */
const NOBODY = 'http://127.0.0.1:1';

const KEYS = Array.from({ length: ORGANIZATIONS }, (_, index) => `key_live_${String(index).padStart(43, '0')}`);

export async function measureDeadEndpoints(stage: Stage): Promise<Row[]> {
  const receiver = await stage.startReceiver();
  // A receiver process of its own, because receivers that hang are other people's servers and must share no connection.
  const hanging = await stage.startReceiver();
  const folder = mkdtempSync(join(tmpdir(), 'svc-bench-'));
  const start = async (name: string, deadUrlsOf: (organization: number) => string[]) => {
    const organizations = KEYS.map((key, index) => ({
      name: `${name} ${index}`,
      key,
      urls: [...urlsOf(`${receiver.baseUrl}/live/${index}`, HEALTHY), ...deadUrlsOf(index)],
    }));
    const path = join(folder, `${name}.yaml`);
    writeFileSync(path, fileOf(organizations));
    return await stage.startDelivering(path, `bench_${name}`);
  };
  // Half of them refuse connections, and half never answer.
  const deadUrlsOf = (index: number) => [`${index % 2 === 0 ? NOBODY : hanging.baseUrl}/dead/${index}`];
  try {
    const services = { dead: await start('dead', deadUrlsOf), alone: await start('alone', () => []) };
    return [await compare(services, receiver)];
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function compare({ dead, alone }: Record<'dead' | 'alone', Server>, receiver: Server): Promise<Row> {
  for (const { pid } of [dead, alone]) process.kill(pid, 'SIGSTOP');
  try {
    const rounds = await alternate(
      'p99 of a delivery, a hundred of a thousand endpoints dead',
      { name: 'a hundred dead', measure: () => deliver(dead, receiver) },
      { name: 'none dead', measure: () => deliver(alone, receiver) },
    );
    return {
      what: 'p99 to 900 endpoints while 100 others are dead',
      ours: milliseconds(rounds.map(({ ours }) => ours.p99Ms)),
      beside: `none dead: ${milliseconds(rounds.map(({ beside }) => beside.p99Ms))}`,
      results: rounds.map(({ ours, beside }) => ours.p99Ms / beside.p99Ms),
      unit: '',
      target: { bound: 'max', value: P99_TIMES_MAX },
    };
  } finally {
    // A stopped process receives no other signal, not even the one to end.
    for (const { pid } of [dead, alone]) process.kill(pid, 'SIGCONT');
  }
}

async function deliver(service: Server, receiver: Server): Promise<ReceivedStats> {
  process.kill(service.pid, 'SIGCONT');
  try {
    await decide(service, WARM_UP_SECONDS);
    await takeAll(receiver, DECISIONS_PER_SECOND * WARM_UP_SECONDS * HEALTHY);
    await decide(service, SECONDS);
    return await takeAll(receiver, DECISIONS_PER_SECOND * SECONDS * HEALTHY);
  } finally {
    process.kill(service.pid, 'SIGSTOP');
  }
}

async function decide(service: Server, seconds: number): Promise<void> {
  const spec: OpenLoopRequestsSpec = {
    url: `${service.baseUrl}/v1/events`,
    requests: KEYS.map(blockedBy),
    perSecond: DECISIONS_PER_SECOND,
    seconds,
  };
  await runGenerator<OpenLoopResult>(OPEN_LOOP, spec);
}
