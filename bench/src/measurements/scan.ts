// SPDX-License-Identifier: Apache-2.0
/** The cost of the content scan to a decision, to its neighbours, and by itself. */
import { performance } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import { scanTypes } from '@svc/core/dlp';
import { ADVERSARIAL_TEXTS } from '../../../test/dlp/adversarial.ts';
import { CONNECTIONS, decide, decideAtRate, SECONDS, withDecider } from '../generators.ts';
import { BODIES_WITHOUT_CONTENT, bodiesWithContent, LONG_CONTENT_KEYS, longContentHeaders } from '../organizations.ts';
import { alternate, progress, SHORT_ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { median } from '../statistics.ts';
import { milliseconds, perSecond, type Row } from '../table.ts';

const ORGANIZATION = 'Twenty policies';
const SHORT_CHARACTERS = 2_000;
const LONG_CHARACTERS = 100_000;
const COST_MAX = 1.2;
const NEIGHBOUR_P99_TIMES_MAX = 2;
/** A p99 of some hundred requests rests on a handful of them: one pause of the machine shifts it. */
const NEIGHBOUR_ROUNDS = 11;
const RATE = { perSecond: 200, seconds: 4 };
/** The flood starts this long before the small requests are measured. */
const FLOOD_AHEAD_MS = 2_000;
/** The warm-up scans first, so that the code is compiled as in a running service. */
const WARM_UP_ROUNDS = 20;
const TIME_ROUNDS = 31;
/** The worst of many texts may be an unlucky one. This many are measured again, and the worst of these counts. */
const MEASURED_AGAIN = 8;
const TYPICAL_MS_MAX = 10;
const ADVERSARIAL_MS_MAX = 25;
const GROWTH_CHARACTERS = [12_500, 25_000, 50_000, 100_000];
const GROWTH_ROUNDS = 30;
const GROWTH_EXPONENT_MAX = 1.1;

export async function measureScan(stage: Stage): Promise<Row[]> {
  const service = await stage.startService();
  return [
    await busyCost(service.baseUrl),
    await steadyCost(service.baseUrl),
    await neighbours(service.baseUrl),
    typicalTime(),
    adversarialTime(),
    growth(),
  ];
}

async function busyCost(baseUrl: string): Promise<Row> {
  const what = `Cost of 2 KB of content, decisions/s at ${CONNECTIONS} connections`;
  const until = { seconds: SHORT_ROUNDS.seconds };
  const rounds = await withDecider((decideWarm) => {
    const load = (bodies: string[]) => decideWarm(baseUrl, ORGANIZATION, { bodies, until });
    return alternate(
      what,
      { name: '2 KB', measure: () => load(bodiesWithContent(SHORT_CHARACTERS)) },
      { name: 'none', measure: () => load(BODIES_WITHOUT_CONTENT) },
      SHORT_ROUNDS.rounds,
    );
  });
  return {
    what,
    ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
    beside: `no content: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
    results: rounds.map(({ ours, beside }) => beside.perSecond / ours.perSecond),
    unit: '',
    target: { bound: 'max', value: COST_MAX },
  };
}

async function steadyCost(baseUrl: string): Promise<Row> {
  const what = `Cost of 2 KB of content, p50 at ${RATE.perSecond} requests/s`;
  const at = (bodies: string[]) => decideAtRate(baseUrl, ORGANIZATION, RATE.perSecond, RATE.seconds, bodies);
  const rounds = await alternate(
    what,
    { name: '2 KB', measure: () => at(bodiesWithContent(SHORT_CHARACTERS)) },
    { name: 'none', measure: () => at(BODIES_WITHOUT_CONTENT) },
  );
  return {
    what,
    ours: milliseconds(rounds.map(({ ours }) => ours.p50Ms)),
    beside: `no content: ${milliseconds(rounds.map(({ beside }) => beside.p50Ms))}`,
    results: rounds.map(({ ours, beside }) => ours.p50Ms / beside.p50Ms),
    unit: '',
    target: { bound: 'max', value: COST_MAX },
  };
}

/** Ten keys flood with 100 KB requests, one after each answer, beside small requests of another organization. */
async function neighbours(baseUrl: string): Promise<Row> {
  const what = `p99 of small requests beside ${LONG_CONTENT_KEYS} keys that send 100 KB each`;
  const small = () => decideAtRate(baseUrl, ORGANIZATION, RATE.perSecond, RATE.seconds, BODIES_WITHOUT_CONTENT);
  const [body = ''] = bodiesWithContent(LONG_CHARACTERS);
  // One process: starting ten of them would keep both cores busy while the small requests are measured.
  const flood = {
    requests: Array.from({ length: LONG_CONTENT_KEYS }, (_, index) => ({ headers: longContentHeaders(index), body })),
    connections: LONG_CONTENT_KEYS,
    until: { seconds: FLOOD_AHEAD_MS / 1_000 + SECONDS + RATE.seconds },
  };
  const rounds = await alternate(
    what,
    {
      name: 'beside them',
      measure: async () => {
        const flooded = decide(baseUrl, 'Long content', flood);
        await setTimeout(FLOOD_AHEAD_MS);
        const measured = await small();
        const { perSecond: longPerSecond } = await flooded;
        progress(`${what}: ${Math.round(longPerSecond)} of 100 KB a second`);
        return measured;
      },
    },
    { name: 'alone', measure: small },
    NEIGHBOUR_ROUNDS,
  );
  return {
    what,
    ours: milliseconds(rounds.map(({ ours }) => ours.p99Ms)),
    beside: `alone: ${milliseconds(rounds.map(({ beside }) => beside.p99Ms))}`,
    results: rounds.map(({ ours, beside }) => ours.p99Ms / beside.p99Ms),
    unit: '',
    target: { bound: 'max', value: NEIGHBOUR_P99_TIMES_MAX },
  };
}

function typicalTime(): Row {
  const texts = bodiesWithContent(LONG_CHARACTERS).map((body, index) => {
    const { content } = JSON.parse(body) as { content: string };
    return [`text ${index + 1}`, content];
  });
  return timeRow('Scan of 100,000 characters of ordinary text', Object.fromEntries(texts), TYPICAL_MS_MAX);
}

function adversarialTime(): Row {
  const texts = Object.keys(ADVERSARIAL_TEXTS).map((name) => [name, adversarial(name, LONG_CHARACTERS)]);
  return timeRow('Scan of 100,000 characters of the worst text', Object.fromEntries(texts), ADVERSARIAL_MS_MAX);
}

function adversarial(name: string, characters: number): string {
  const { head = '', body } = ADVERSARIAL_TEXTS[name] ?? { body: ' ' };
  return (head + body.repeat(Math.ceil(characters / body.length))).slice(0, characters);
}

/** Time grows with the length of a text to this power: the slope of a line through both logarithms. */
function growth(): Row {
  const what = 'Growth of time from 12,500 to 100,000 characters, exponent, worst text';
  progress(what);
  const names = Object.keys(ADVERSARIAL_TEXTS);
  const steepest = slopesOf(names).slice(0, MEASURED_AGAIN);
  const [[name, slope] = ['none', Number.NaN]] = slopesOf(steepest.map(([text]) => text));
  return {
    what,
    ours: name,
    beside: `of ${names.length} texts`,
    results: [slope],
    unit: '',
    target: { bound: 'max', value: GROWTH_EXPONENT_MAX },
  };
}

/** The steepest come first. */
function slopesOf(names: readonly string[]): [name: string, slope: number][] {
  return names.map((name): [string, number] => [name, slopeOf(name)]).sort(([, one], [, other]) => other - one);
}

function slopeOf(name: string): number {
  const texts = GROWTH_CHARACTERS.map((characters) => adversarial(name, characters));
  // The least of several rounds, because other load on the machine only adds time. Each length is scanned in a row for
  // equal time. Otherwise a pause of the machine would spare short texts more often than long ones.
  const times = texts.map(() => Number.POSITIVE_INFINITY);
  for (let round = 0; round < GROWTH_ROUNDS; round += 1) {
    for (const [index, text] of texts.entries()) {
      const inARow = Math.round(LONG_CHARACTERS / text.length);
      times[index] = Math.min(times[index] as number, timeOf(text, inARow));
    }
  }
  const points = texts.map((text, index) => ({ x: Math.log(text.length), y: Math.log(times[index] as number) }));
  const meanX = points.reduce((sum, { x }) => sum + x, 0) / points.length;
  const meanY = points.reduce((sum, { y }) => sum + y, 0) / points.length;
  const covariance = points.reduce((sum, { x, y }) => sum + (x - meanX) * (y - meanY), 0);
  return covariance / points.reduce((sum, { x }) => sum + (x - meanX) ** 2, 0);
}

/** Milliseconds of one scan, as the mean of a row of them. */
function timeOf(text: string, inARow = 1): number {
  const startedMs = performance.now();
  for (let scan = 0; scan < inARow; scan += 1) scanTypes(text);
  return (performance.now() - startedMs) / inARow;
}

/** The slowest text, by the median of its rounds. The texts alternate, so a slow second slows one round of each. */
function timeRow(what: string, texts: Record<string, string>, msMax: number): Row {
  progress(what);
  const timed = Object.entries(texts).map(([name, text]) => ({ name, text, results: [] as number[] }));
  for (const { text } of timed) {
    for (let round = 0; round < WARM_UP_ROUNDS; round += 1) scanTypes(text);
  }
  timeInTurn(timed);
  const slowest = timed.sort((one, other) => median(other.results) - median(one.results)).slice(0, MEASURED_AGAIN);
  for (const one of slowest) one.results = [];
  timeInTurn(slowest);
  const worst = slowest.reduce((one, other) => (median(other.results) > median(one.results) ? other : one));
  return {
    what,
    ours: worst.name,
    beside: `of ${timed.length} texts`,
    results: worst.results,
    unit: ' ms',
    target: { bound: 'max', value: msMax },
  };
}

function timeInTurn(timed: readonly { text: string; results: number[] }[]): void {
  for (let round = 0; round < TIME_ROUNDS; round += 1) {
    for (const { text, results } of timed) results.push(timeOf(text));
  }
}
