// SPDX-License-Identifier: Apache-2.0
/**
 * `npm run bench:report [-- --write]`: measures decisions and their time beside Cerbos and beside a bare route, prints
 * one page, and with --write keeps it as docs/performance.md.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CONNECTIONS } from '../generators.ts';
import type { ClosedLoopResult, ClosedLoopSpec } from '../load/closed-loop.ts';
import type { OpenLoopResult } from '../load/open-loop.ts';
import type { OpenLoopRequestsSpec } from '../load/open-loop-requests.ts';
import { describeMachine, loadAverage } from '../machine.ts';
import { BODIES, headersFor } from '../organizations.ts';
import { runGenerator, type Server } from '../processes.ts';
import { progress } from '../rounds.ts';
import { openStage } from '../stage.ts';
import { median } from '../statistics.ts';
import { CERBOS_VERSION, cerbosProgram, cerbosRequests, startCerbos } from './cerbos.ts';
import { type Measured, page } from './page.ts';

const PAGE = new URL('../../../docs/performance.md', import.meta.url);
const CLOSED_LOOP = new URL('../load/closed-loop.ts', import.meta.url);
const OPEN_LOOP = new URL('../load/open-loop-requests.ts', import.meta.url);

const ROUNDS = 9;
const BUSY_SECONDS = 3;
const STEADY = { perSecond: 200, seconds: 4 } as const;

interface Subject {
  name: string;
  server: Server;
  path: string;
  requests: ClosedLoopSpec['requests'];
}

async function measureAll(subjects: readonly Subject[]): Promise<Measured[]> {
  const rounds = subjects.map(() => ({ busy: [] as ClosedLoopResult[], steady: [] as OpenLoopResult[] }));
  // The first round is not counted: all sides get warm in it.
  for (let round = 0; round <= ROUNDS; round += 1) {
    progress(round === 0 ? 'warm-up' : `round ${round} of ${ROUNDS}`);
    for (const [index, { server, path, requests }] of subjects.entries()) {
      const url = `${server.baseUrl}${path}`;
      const load = { url, requests, connections: CONNECTIONS, until: { seconds: BUSY_SECONDS }, withKeys: false };
      const busy = await runGenerator<ClosedLoopResult>(CLOSED_LOOP, load satisfies ClosedLoopSpec);
      const steady = await runGenerator<OpenLoopResult>(OPEN_LOOP, {
        url,
        requests,
        ...STEADY,
      } satisfies OpenLoopRequestsSpec);
      if (round === 0) continue;
      rounds[index]?.busy.push(busy);
      rounds[index]?.steady.push(steady);
    }
  }
  return subjects.map(({ name }, index) => {
    const { busy = [], steady = [] } = rounds[index] ?? {};
    const rates = busy.map(({ perSecond }) => perSecond);
    return {
      name,
      perSecond: { middle: median(rates), least: Math.min(...rates), most: Math.max(...rates) },
      busyP50Ms: median(busy.map(({ p50Ms }) => p50Ms)),
      busyP99Ms: median(busy.map(({ p99Ms }) => p99Ms)),
      steadyP50Ms: median(steady.map(({ p50Ms }) => p50Ms)),
      steadyP99Ms: median(steady.map(({ p99Ms }) => p99Ms)),
    };
  });
}

async function main(): Promise<void> {
  const loadAtStart = loadAverage();
  const folder = mkdtempSync(join(tmpdir(), 'svc-report-'));
  const stage = await openStage();
  const servers: Server[] = [];
  const add = async (starting: Promise<Server>): Promise<Server> => {
    const server = await starting;
    servers.push(server);
    return server;
  };
  try {
    const requests = BODIES.map((body) => ({ headers: headersFor('Twenty policies'), body }));
    const own = { path: '/v1/events', requests };
    const subjects: Subject[] = [
      { name: 'svc, one process', server: await stage.startService(), ...own },
      { name: 'svc, two processes', server: await stage.startService({ SVC_PROCESSES: '2' }), ...own },
      {
        name: 'a bare Fastify route, which decides and records nothing',
        server: await stage.startBareFastify(),
        ...own,
      },
    ];
    const program = cerbosProgram();
    if (program !== null) {
      const peer = { path: '/api/check/resources', requests: cerbosRequests() };
      const [without, with_] = [
        await add(startCerbos(program, folder, false)),
        await add(startCerbos(program, folder, true)),
      ];
      subjects.push({ name: `Cerbos ${CERBOS_VERSION}, without its audit log`, server: without, ...peer });
      subjects.push({ name: `Cerbos ${CERBOS_VERSION}, with its audit log in a file`, server: with_, ...peer });
    }
    const measured = await measureAll(subjects);
    const text = page(measured, describeMachine(loadAtStart, stage.postgresVersion), {
      rounds: ROUNDS,
      perSecond: STEADY.perSecond,
    });
    process.stdout.write(text);
    if (process.argv.includes('--write')) writeFileSync(PAGE, text);
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
    await stage.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

await main();
