/**
 * What a hundred dead endpoints among a thousand cost the others. Two services with a database each, one of which has
 * the dead endpoints, decide the same; while one is measured the system stops the other, so that its retries do not
 * pass for what the machine does anyway.
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
/** Endpoints of each organization that answer; one more is dead. */
const HEALTHY = 9;
/** So few that two cores are not busy: on a busy machine the p99 is a matter of the processor, with and without. */
const DECISIONS_PER_SECOND = 40;
const SECONDS = 8;
/** Before each measurement: what came due while the service was stopped is not its load. */
const WARM_UP_SECONDS = 1;
const P99_TIMES_MAX = 1.2;
/** Where nobody listens. */
const NOBODY = 'http://127.0.0.1:1';

const KEYS = Array.from({ length: ORGANIZATIONS }, (_, index) => `key_live_${String(index).padStart(43, '0')}`);

export async function measureDeadEndpoints(stage: Stage): Promise<Row[]> {
  const receiver = await stage.startReceiver();
  // Of its own, so that its connections are nobody else's: receivers that hang are other people's servers.
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
  // Half of them refuse connections, half never answer.
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
    // One that is stopped hears nothing else, not even that it is to end.
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
