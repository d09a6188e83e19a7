// SPDX-License-Identifier: Apache-2.0
/**
 * Processor time of a decision on a Citus cluster, beside the same service on one PostgreSQL. SVC_TEST_CITUS_URL names
 * the coordinator of one that runs on this machine; without it nothing is measured.
 */
import { readFileSync } from 'node:fs';
import { dropDatabase, withClient, withDatabase } from '../../../test/harness/postgres/admin.ts';
import { createOnCluster, dropOnCluster, onServer, workersOf } from '../../../test/harness/postgres/cluster.ts';
import { CONNECTIONS, decide } from '../generators.ts';
import { processorSeconds } from '../processor-time.ts';
import { alternate, progress, type Round } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const DATABASE = 'svc_bench_cluster';
const DECISIONS = 10_000;

/** Microseconds of a processor for each decision. */
interface Cost {
  service: number;
  /** One figure for each server, the coordinator first. */
  servers: number[];
  perSecond: number;
}

export async function measureCluster(stage: Stage): Promise<Row[]> {
  const coordinator = process.env.SVC_TEST_CITUS_URL;
  if (coordinator === undefined) {
    progress('cluster: SVC_TEST_CITUS_URL is not set');
    return [];
  }
  await createOnCluster(coordinator, DATABASE);
  try {
    const address = withDatabase(coordinator, DATABASE);
    const workers = (await workersOf(coordinator)).map((worker) => onServer(coordinator, worker, 'postgres'));
    const pids = await Promise.all([coordinator, ...workers].map(pidOfServer));
    const spread = await stage.startService({ DATABASE_URL: address });
    const plain = await stage.startService();
    const rounds = await alternate(
      'Citus',
      { name: 'a cluster', measure: () => costOf(spread, pids, DATABASE) },
      { name: 'one PostgreSQL', measure: () => costOf(plain, [stage.postgresPid()]) },
    );
    return rowsOf(rounds);
  } finally {
    await stage.stopServers();
    await withClient(coordinator, (client) => dropDatabase(client, DATABASE));
    await dropOnCluster(coordinator, DATABASE);
  }
}

/** The parent of the process that answers: all others of the server are its children too. Source: proc(5). */
async function pidOfServer(connectionString: string): Promise<number> {
  return await withClient(connectionString, async (client) => {
    const { rows } = await client.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
    const text = readFileSync(`/proc/${rows[0]?.pid}/stat`, 'utf8');
    return Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[1]);
  });
}

/** @param title of the processes that count: others may use the same servers */
async function costOf(
  server: { pid: number; baseUrl: string },
  pids: readonly number[],
  title?: string,
): Promise<Cost> {
  const read = () => [processorSeconds(server.pid), ...pids.map((pid) => processorSeconds(pid, title))];
  const before = read();
  const { perSecond } = await decide(server.baseUrl, 'Twenty policies', { until: { requests: DECISIONS } });
  const [service = 0, ...servers] = read().map((after, place) => ((after - (before[place] ?? 0)) * 1e6) / DECISIONS);
  return { service, servers, perSecond };
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);

function rowsOf(rounds: Round<Cost, Cost>[]): Row[] {
  const row = (part: string, ours: (cost: Cost) => number, beside: (cost: Cost) => number, unit = ' µs'): Row => {
    const text = (values: number[]) => `${Math.round(median(values))}${unit}`;
    return {
      what: `A decision on Citus, ${CONNECTIONS} connections: ${part}`,
      ours: text(rounds.map((round) => ours(round.ours))),
      beside: `one PostgreSQL: ${text(rounds.map((round) => beside(round.beside)))}`,
      results: rounds.map((round) => ours(round.ours) / beside(round.beside)),
      unit: '',
      target: null,
    };
  };
  const all = ({ servers }: Cost) => sum(servers);
  return [
    row(
      'service, processor time',
      ({ service }) => service,
      ({ service }) => service,
    ),
    row('coordinator, processor time', ({ servers }) => servers[0] ?? 0, all),
    row('workers, processor time', ({ servers }) => sum(servers.slice(1)), all),
    row(
      'rate',
      ({ perSecond }) => perSecond,
      ({ perSecond }) => perSecond,
      '/s',
    ),
  ];
}
