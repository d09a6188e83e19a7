// SPDX-License-Identifier: Apache-2.0
/** Rounds of faults on one cluster: load, the fault, its mend, both processes again, and the books. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { PASSWORD, signIn } from '#harness/service/sessions.ts';
import { startUpstream } from '#harness/upstream';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import { type Books, keepBooks, type Times } from './books.ts';
import { askOnce, startLoad } from './callers.ts';
import { type Cluster, startCluster, until, type Way } from './cluster/index.ts';
import type { Fault } from './faults.ts';
import { type Answer, createLedger, type Ledger } from './ledger.ts';
import { LOAD_AFTER_MS, LOAD_BEFORE_MS, REPLAYS_PER_ROUND } from './limits.ts';
import { type Account, accountOf, OWNER_EMAIL, provisioningFile } from './organizations.ts';
import { watchReady } from './ready.ts';
import { type Service, startService } from './service.ts';
import { lookWhatSettled } from './settled.ts';
import { WRITTEN_DATABASE, WRITTEN_TABLE, watchWritable } from './writable.ts';

/** Processes that each of the two services runs at its port. */
const PROCESSES = Number(process.env.FAILOVER_PROCESSES ?? 1);

export interface Rounds {
  run(round: number, fault: Fault): Promise<Books>;
  /** Ends both processes. @returns their exit codes */
  stopServices(): Promise<(number | null)[]>;
  /** The logs of all programs. */
  folder: string;
  stop(): Promise<void>;
}

export async function openRounds(count: number): Promise<Rounds> {
  const forwarded: string[] = [];
  const upstream = await startUpstream((request, reply) => {
    forwarded.push((JSON.parse(request.body) as { key: string }).key);
    reply.end('done');
  });
  const cluster = await startCluster();
  const primary = await cluster.primary();
  await primary.query(`CREATE DATABASE ${WRITTEN_DATABASE}`);
  await primary.query(WRITTEN_TABLE, [], WRITTEN_DATABASE);
  const provisionPath = join(cluster.folder, 'provision.yaml');
  writeFileSync(provisionPath, provisioningFile(count, PASSWORD, upstream.url));
  const environment = {
    SVC_ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'),
    SVC_DATA_DIR: join(cluster.folder, 'data'),
    SVC_PROVISION_FILE: provisionPath,
    SVC_EGRESS_ALLOW: '127.0.0.1',
    SVC_RATE_EVENTS_PER_MINUTE: '10000000',
    SVC_PROCESSES: String(PROCESSES),
    // A stop in a test waits for no balancer.
    SVC_DRAIN_SECONDS: '0',
  };
  let services: [Service, Service] | null = null;
  let wayOfServices: Way | null = null;

  async function stopServices(): Promise<(number | null)[]> {
    // One that a fault has killed has no code to tell.
    const ending = (services ?? []).filter(({ program }) => !program.hasEnded());
    services = null;
    for (const { program } of ending) program.kill('SIGTERM');
    return await Promise.all(ending.map(async ({ program }) => (await program.ended).code));
  }

  /** The processes of the round before go on where they may. */
  async function servicesBy(way: Way, failed: string[]): Promise<[Service, Service]> {
    if (services !== null && wayOfServices === way && (await allReady(services))) return services;
    const codes = await stopServices();
    if (codes.some((code) => code !== 0)) failed.push(`the processes before ended with ${codes.join(' and ')}`);
    if (way === 'pooler') await preparePooler(cluster);
    if (way === 'relay') cluster.relay.start();
    services = [await startService(cluster, way, environment), await startService(cluster, way, environment)];
    wayOfServices = way;
    return services;
  }

  // The first start migrates, and makes the role that the pooler has to know.
  await servicesBy('good', []);

  async function run(round: number, fault: Fault): Promise<Books> {
    const account = accountOf(round);
    const failed: string[] = [];
    await cluster.mend();
    const pair = await servicesBy(fault.way, failed);
    await cluster.confirm(fault.isAsynchronous === true ? 'asynchronously' : 'synchronously');
    forwarded.length = 0;
    const addresses = () => [pair[0].baseUrl, pair[1].baseUrl] as const;
    const ledger = createLedger();
    const ready = watchReady(addresses);
    const written = watchWritable(cluster.addressesBy(fault.way, 'postgres', WRITTEN_DATABASE));
    const load = startLoad(account, addresses, ledger);
    const times: Times = { startedAtMs: performance.now(), struckAtMs: 0, mendedAtMs: 0, backAtMs: null, endedAtMs: 0 };
    const bothAgain = (sinceMs: number) =>
      until('both processes decide', PROGRAM_WITHIN_MS, () => bothDecided(ledger, sinceMs));
    // A start that gives up is a fault of the round, and is made again, as systemd does.
    const restartService = () =>
      until('the process is back', PROGRAM_WITHIN_MS, async () => {
        try {
          pair[0] = await startService(cluster, fault.way, environment);
          return true;
        } catch (error) {
          failed.push((error as Error).message);
          return false;
        }
      });
    try {
      await bothAgain(times.startedAtMs);
      await delay(LOAD_BEFORE_MS);
      times.struckAtMs = performance.now();
      await fault.strike({ cluster, services: pair, restartService }).catch((error: unknown) => {
        failed.push(`the fault took another course: ${(error as Error).message}`);
      });
      times.mendedAtMs = performance.now();
      const isBack = await bothAgain(times.mendedAtMs).then(
        () => true,
        () => false,
      );
      if (isBack) times.backAtMs = performance.now();
      await delay(LOAD_AFTER_MS);
      times.endedAtMs = performance.now();
    } finally {
      await load.stop();
      await ready.stop();
      await written.stop();
    }
    await cluster.mend();
    // A session is good for a quarter of an hour: each round has its own.
    const { cookies } = await signIn(pair[0].baseUrl, OWNER_EMAIL);
    const settled = await lookWhatSettled(cluster, pair, cookies, PROCESSES);
    const seen = [...forwarded];
    const replays = await replay(account, addresses(), ledger, fault);
    await cluster.confirm('synchronously');
    return await keepBooks(cluster, {
      fault,
      round,
      account,
      ledger,
      times,
      looks: ready.looks,
      writtenAtMs: written.momentsMs,
      forwarded: seen,
      replays,
      settled,
      logs: pair.map(({ program }) => readFileSync(program.log, 'utf8')).join('\n'),
      failed,
    });
  }

  return {
    folder: cluster.folder,
    run,
    stopServices,
    async stop() {
      await stopServices();
      await cluster.stop();
      await upstream.stop();
    },
  };
}

async function allReady(services: readonly Service[]): Promise<boolean> {
  const looks = await Promise.all(
    services.map(({ baseUrl }) =>
      fetch(`${baseUrl}/ready`).then(
        ({ status }) => status,
        () => null,
      ),
    ),
  );
  return looks.every((status) => status === 200);
}

/** Whether each process has decided something that was asked after this moment. */
function bothDecided({ answers }: Ledger, afterMs: number): boolean {
  const decided = (process: number) =>
    answers.some((one) => one.process === process && one.kind === 'decision' && one.sentAtMs > afterMs);
  return decided(0) && decided(1);
}

const isReplayOf = (again: Awaited<ReturnType<typeof askOnce>>, id: string): boolean =>
  typeof again === 'object' && again.id === id && again.isReplay;

/** Sends answered keys of the whole round again, to both processes in turn. */
async function replay(
  account: Account,
  addresses: readonly [string, string],
  { answers }: Ledger,
  { isAsynchronous }: Fault,
): Promise<{ right: number; of: number }> {
  // A decision that was lost lawfully would be made anew.
  const some = isAsynchronous === true ? answers.slice(-REPLAYS_PER_ROUND) : spread(answers, REPLAYS_PER_ROUND);
  let right = 0;
  for (const [at, { key, kind, id }] of some.entries()) {
    let again: Awaited<ReturnType<typeof askOnce>> = 503;
    // A call whose outcome could not be recorded has one within a task's period, and 503 until then.
    await until('a replay is answered', PROGRAM_WITHIN_MS, async () => {
      again = await askOnce(addresses[at % 2] ?? '', account, kind, key);
      return again !== 503;
    }).catch(() => undefined);
    if (isReplayOf(again, id)) right += 1;
  }
  return { right, of: some.length };
}

const spread = (answers: readonly Answer[], count: number): Answer[] =>
  answers.filter((_, at) => at % Math.max(1, Math.floor(answers.length / count)) === 0).slice(0, count);

/** The pooler knows only users of its list. The name of the sign-in role follows from the encryption key. */
async function preparePooler({ primary, proxies }: Cluster): Promise<void> {
  const rows = await (await primary()).query<{ role: string }>(SELECT_SIGN_IN);
  proxies.startPooler(['postgres', 'svc_owner', ...rows.map(({ role }) => role)]);
}

const SELECT_SIGN_IN = `SELECT rolname AS role FROM pg_roles WHERE rolname ~ '^svc_login_'`;
