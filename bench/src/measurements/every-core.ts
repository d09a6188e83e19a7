// SPDX-License-Identifier: Apache-2.0
/** Processor time of a decision with two processes beside one, of the service and of PostgreSQL. */
import { CONNECTIONS, decide } from '../generators.ts';
import { manyOrganizations, requestsOfMany } from '../organizations.ts';
import type { Server } from '../processes.ts';
import { processorSeconds } from '../processor-time.ts';
import { alternate, type Round } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import type { Row } from '../table.ts';

const ORGANIZATIONS = [1, 50];
const DECISIONS = 20_000;
const ROUNDS = 7;
/** As much as one process takes, and a tenth. */
const COST_MAX = 1.1;

interface Cost {
  /** Microseconds of a processor for each decision. */
  service: number;
  postgres: number;
  perSecond: number;
}

export async function measureEveryCore(stage: Stage): Promise<Row[]> {
  const rows: Row[] = [];
  for (const organizations of ORGANIZATIONS) {
    const one = await start(stage, organizations, 1);
    const two = await start(stage, organizations, 2);
    const what = `Two processes, ${organizations} organization${organizations === 1 ? '' : 's'}`;
    const side = (name: string, server: Server) => ({
      name,
      measure: () => costOf(stage, server, organizations),
    });
    const rounds = await alternate(what, side('two processes', two), side('one process', one), ROUNDS);
    rows.push(
      row(`${what}: service, processor time a decision`, rounds, (cost) => cost.service),
      row(`${what}: PostgreSQL, processor time a decision`, rounds, (cost) => cost.postgres),
      rateRow(what, rounds),
    );
    await stage.stopServers();
  }
  return rows;
}

async function start(stage: Stage, organizations: number, processes: number): Promise<Server> {
  const variables = { SVC_PROCESSES: String(processes) };
  return await stage.startWith(manyOrganizations(organizations), `core_${organizations}_${processes}`, variables);
}

async function costOf(stage: Stage, server: Server, organizations: number): Promise<Cost> {
  const before = [processorSeconds(server.pid), processorSeconds(stage.postgresPid())];
  const { perSecond } = await decide(server.baseUrl, 'Twenty policies', {
    requests: requestsOfMany(organizations),
    until: { requests: DECISIONS },
  });
  const [service = 0, postgres = 0] = [processorSeconds(server.pid), processorSeconds(stage.postgresPid())].map(
    (after, index) => ((after - (before[index] ?? 0)) * 1e6) / DECISIONS,
  );
  return { service, postgres, perSecond };
}

function row(what: string, rounds: Round<Cost, Cost>[], pick: (cost: Cost) => number): Row {
  const micros = (costs: Cost[]) => `${Math.round(median(costs.map(pick)))} µs`;
  return {
    what,
    ours: micros(rounds.map(({ ours }) => ours)),
    beside: `one process: ${micros(rounds.map(({ beside }) => beside))}`,
    results: rounds.map(({ ours, beside }) => pick(ours) / pick(beside)),
    unit: '',
    target: { bound: 'max', value: COST_MAX },
  };
}

function rateRow(what: string, rounds: Round<Cost, Cost>[]): Row {
  const rate = (costs: Cost[]) => `${Math.round(median(costs.map(({ perSecond }) => perSecond)))}/s`;
  return {
    what: `${what}: decisions/s, ${CONNECTIONS} connections`,
    ours: rate(rounds.map(({ ours }) => ours)),
    beside: `one process: ${rate(rounds.map(({ beside }) => beside))}`,
    results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
    unit: '',
    target: null,
  };
}
