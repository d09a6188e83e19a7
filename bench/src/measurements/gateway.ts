/** What forwarding costs beside deciding, and what an upstream that hangs costs everybody else. */
import { existsSync, readdirSync } from 'node:fs';
import { callWhatHangs, decideAtRate, withDecider } from '../generators.ts';
import { ALLOWED_BODY, forwardedBody, headersFor } from '../organizations.ts';
import { alternate, progress, ROUNDS, SHORT_ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';
import { residentMib } from './memory.ts';

const CONNECTIONS = 32;
const SHARE_OF_EVENTS_MIN = 0.5;
const ADDED_BEYOND_DECISION_MS_MAX = 2;
const HANGING_CALLS = 10_000;
const HANGING_CALLS_TOLD_MS = 8_000;
const OTHERS_PER_SECOND = 100;
const OTHERS_SECONDS = 4;
const OTHERS_P99_TIMES_MAX = 1.5;

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

/** All rounds before, then all beside the calls that hang: these stay for the whole time-out of their route. */
async function measureHanging(service: { baseUrl: string; pid: number }): Promise<Row[]> {
  const others = async (when: string) => {
    const p99Ms: number[] = [];
    for (let round = 1; round <= ROUNDS; round += 1) {
      progress(`hanging upstream: decisions of others ${when}, round ${round} of ${ROUNDS}`);
      p99Ms.push((await decideAtRate(service.baseUrl, 'Twenty policies', OTHERS_PER_SECOND, OTHERS_SECONDS)).p99Ms);
    }
    return p99Ms;
  };
  const before = await others('before');
  const mibBefore = residentMib(service.pid);
  progress(`hanging upstream: ${HANGING_CALLS} calls`);
  const hanging = callWhatHangs({
    url: `${service.baseUrl}/v1/gateway/http`,
    headers: headersFor('Gateway'),
    body: forwardedBody('/hangs'),
    calls: HANGING_CALLS,
  });
  // Most are told at once that the route is busy; what is measured is while the others hang.
  await new Promise((resolve) => setTimeout(resolve, HANGING_CALLS_TOLD_MS));
  const during = await others('meanwhile');
  const handles = openHandles(service.pid);
  const mib = residentMib(service.pid);
  const { answered } = await hanging;
  if (answered !== HANGING_CALLS) throw new Error(`${HANGING_CALLS - answered} calls were not answered`);
  return [
    {
      what: `p99 of others at ${OTHERS_PER_SECOND} decisions/s, while calls of another organization hang`,
      ours: milliseconds(during),
      beside: `before: ${milliseconds(before)}`,
      results: during.map((p99Ms) => p99Ms / median(before)),
      unit: '',
      target: { bound: 'max', value: OTHERS_P99_TIMES_MAX },
    },
    {
      what: `Memory after ${HANGING_CALLS.toLocaleString('en')} calls to an upstream that hangs`,
      ours: `${mib.toFixed(0)} MiB, ${handles} open handles`,
      beside: `before: ${mibBefore.toFixed(0)} MiB`,
      results: [mib / mibBefore],
      unit: '',
      target: null,
    },
  ];
}

function openHandles(pid: number): string {
  const folder = `/proc/${pid}/fd`;
  return existsSync(folder) ? String(readdirSync(folder).length) : 'uncounted';
}
