// SPDX-License-Identifier: Apache-2.0
/** The cost of forwarding over deciding, and of a hanging upstream to everyone else. */
import { existsSync, readdirSync } from 'node:fs';
import { callWhatHangs, decideAtRate, withDecider } from '../generators.ts';
import { ALLOWED_BODY, forwardedBody, headersFor } from '../organizations.ts';
import { alternate, SHORT_ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { residentMib } from './memory.ts';

const CONNECTIONS = 32;
const SHARE_OF_EVENTS_MIN = 0.5;
const ADDED_BEYOND_DECISION_MS_MAX = 2;
const HANGING_CALLS = 10_000;
const HANGING_ROUNDS = 10;
const HANGING_CALLS_A_ROUND = HANGING_CALLS / HANGING_ROUNDS;
const HANGING_CALLS_TOLD_MS = 2_000;
const OTHERS_PER_SECOND = 100;
const OTHERS_SECONDS = 4;
const OTHERS_P99_TIMES_MAX = 1.5;
const MEMORY_TIMES_MAX = 1.5;
/** The callers keep their connections. The calls of one route, the database and the event loop come on top. */
const HANGING_CONNECTIONS = 192;
const HANDLES_MAX = 2 * HANGING_CONNECTIONS;

export async function measureGateway(stage: Stage): Promise<Row[]> {
  const { service, proxy } = await stage.startGateway();
  const rounds = await measureForwarding(service.baseUrl, proxy.baseUrl);
  const added = rounds.map(({ ours, beside }) => ours.p50Ms - beside.proxy.p50Ms);
  const rows: Row[] = [
    {
      what: `Forwarded calls/s, ${CONNECTIONS} connections`,
      ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
      beside: `POST /v1/events: ${perSecond(rounds.map(({ beside }) => beside.events.perSecond))}`,
      results: rounds.map(({ ours, beside }) => ours.perSecond / beside.events.perSecond),
      unit: '',
      target: { bound: 'min', value: SHARE_OF_EVENTS_MIN },
    },
    {
      what: `Forwarding: p50 over a plain proxy's, less a decision's own, ${CONNECTIONS} connections`,
      ours: `${milliseconds(rounds.map(({ ours }) => ours.p50Ms))}, added ${median(added).toFixed(2)} ms`,
      beside: `proxy ${milliseconds(rounds.map(({ beside }) => beside.proxy.p50Ms))}, decision ${milliseconds(
        rounds.map(({ beside }) => beside.events.p50Ms),
      )}`,
      results: rounds.map(({ ours, beside }) => ours.p50Ms - beside.proxy.p50Ms - beside.events.p50Ms),
      unit: ' ms',
      target: { bound: 'max', value: ADDED_BEYOND_DECISION_MS_MAX },
    },
  ];
  return [...rows, ...(await measureHanging(service))];
}

function measureForwarding(baseUrl: string, proxyUrl: string) {
  return withDecider((decide) => {
    const load = (url: string, body: string) =>
      decide('', 'Gateway', {
        url,
        connections: CONNECTIONS,
        requests: [{ headers: headersFor('Gateway'), body }],
        until: { seconds: SHORT_ROUNDS.seconds },
      });
    const forwarded = forwardedBody('/orders/17');
    return alternate(
      'forwarding',
      { name: 'gateway', measure: () => load(`${baseUrl}/v1/gateway/http`, forwarded) },
      {
        name: 'events and proxy',
        measure: async () => ({
          events: await load(`${baseUrl}/v1/events`, ALLOWED_BODY),
          proxy: await load(`${proxyUrl}/`, forwarded),
        }),
      },
      SHORT_ROUNDS.rounds,
    );
  });
}

/**
 * The sides alternate, so that slow minutes of the machine fall on both. Hanging calls end by the time-out of their
 * route.
 */
async function measureHanging(service: { baseUrl: string; pid: number }): Promise<Row[]> {
  const others = () => decideAtRate(service.baseUrl, 'Twenty policies', OTHERS_PER_SECOND, OTHERS_SECONDS);
  const mibBefore = residentMib(service.pid);
  const rounds = await alternate(
    'decisions of others while calls hang',
    { name: 'calls hang', measure: () => beside(service, others) },
    { name: 'none hangs', measure: others },
    HANGING_ROUNDS,
  );
  const last = rounds.at(-1)?.ours;
  const rows: Row[] = [
    {
      what: `p99 of others at ${OTHERS_PER_SECOND} decisions/s, while calls of another organization hang`,
      ours: milliseconds(rounds.map(({ ours }) => ours.p99Ms)),
      beside: `none hangs: ${milliseconds(rounds.map((round) => round.beside.p99Ms))}`,
      results: rounds.map(({ ours, beside: alone }) => ours.p99Ms / alone.p99Ms),
      unit: '',
      target: { bound: 'max', value: OTHERS_P99_TIMES_MAX },
    },
    {
      what: `Memory after ${HANGING_CALLS.toLocaleString('en')} calls to an upstream that hangs`,
      ours: `${last?.mib.toFixed(0)} MiB`,
      beside: `before: ${mibBefore.toFixed(0)} MiB`,
      results: [(last?.mib ?? Number.NaN) / mibBefore],
      unit: '',
      target: { bound: 'max', value: MEMORY_TIMES_MAX },
    },
  ];
  const handles = rounds.flatMap(({ ours }) => ours.handles ?? []);
  if (handles.length > 0)
    rows.push({
      what: 'Open handles of the service while they hang',
      ours: String(median(handles)),
      beside: `${HANGING_CONNECTIONS} connections of those who call`,
      results: handles,
      unit: '',
      target: { bound: 'max', value: HANDLES_MAX },
    });
  return rows;
}

/** The service from the view of others while calls hang, and the memory and handles that it holds meanwhile. */
async function beside(service: { baseUrl: string; pid: number }, others: () => ReturnType<typeof decideAtRate>) {
  const hanging = callWhatHangs({
    url: `${service.baseUrl}/v1/gateway/http`,
    headers: headersFor('Gateway'),
    body: forwardedBody('/hangs'),
    calls: HANGING_CALLS_A_ROUND,
    connections: HANGING_CONNECTIONS,
  });
  // Most calls are told at once that the route is busy; the measurement runs while the others hang.
  await new Promise((resolve) => setTimeout(resolve, HANGING_CALLS_TOLD_MS));
  const { p99Ms } = await others();
  const held = { handles: openHandles(service.pid), mib: residentMib(service.pid) };
  const { answered } = await hanging;
  if (answered !== HANGING_CALLS_A_ROUND)
    throw new Error(`${HANGING_CALLS_A_ROUND - answered} calls were not answered`);
  return { p99Ms, ...held };
}

/** @returns null on a system that does not list open handles as files */
function openHandles(pid: number): number | null {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? readdirSync(folder).length : null;
}
