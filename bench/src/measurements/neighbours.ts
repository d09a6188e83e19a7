// SPDX-License-Identifier: Apache-2.0
/** The cost of the worst bodies that one organization can send about policies to the decisions of another. */
import { setTimeout } from 'node:timers/promises';
import type { PolicyCondition, PolicySpec } from '@svc/contract';
import { decideAtRate } from '../generators.ts';
import type { WorstBodiesResult, WorstBodiesSpec } from '../load/worst-bodies.ts';
import { ATTACKER_KEYS, attackerHeaders } from '../organizations.ts';
import { runGenerator } from '../processes.ts';
import { alternate, progress, ROUNDS } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { milliseconds, type Row } from '../table.ts';

const WORST_BODIES = new URL('../load/worst-bodies.ts', import.meta.url);
const ORGANIZATION = 'Twenty policies';
const RATE = { perSecond: 100, seconds: 4 };
const ATTACKERS = 8;
/** The attack starts this long before the decisions are measured. */
const AHEAD_MS = 1_500;
const P99_TIMES_MAX = 2;
const LEVELS = 31;
/** As many one-letter agents as a body of 200 KB holds beside its cases. */
const AGENTS = 26_000;
const LISTS = 4;
const STORED_POLICIES = 10;
/** The longest content that is scanned on the event loop, full of what looks like numbers, addresses and names. */
const CONTENT_CHARACTERS = 8_000;
const CONTENT = 'Maria Souza, CPF 529.982.247-2, maria@example.com.br, (11) 98765-4321, 4111 1111 1111 1112; '
  .repeat(CONTENT_CHARACTERS)
  .slice(0, CONTENT_CHARACTERS);

const AGENT = 'bot-1';
const ACTIONS = ['READ_DATA', 'WRITE_DATA', 'EXPORT_DATA', 'DELETE_DATA'];
const RESOURCES = ['customers', 'orders', 'ledger', 'price-list'];
const DESTINATIONS = ['INTERNAL', 'EXTERNAL_EMAIL', 'EXTERNAL_API', undefined];

export async function measureNeighbours(stage: Stage): Promise<Row[]> {
  const { baseUrl } = await stage.startService();
  const tests = withKeys(`${baseUrl}/v1/policies/test`, { policies: [worstPolicy('proposed')], cases: cases() });
  const events = (more: object = {}) =>
    cases().flatMap(({ input: { containsSensitiveData: _, ...input } }) =>
      withKeys(`${baseUrl}/v1/events`, { ...input, ...more }).slice(0, 1),
    );
  // The measure of the others: the load of a neighbour who means no harm.
  const rows: Row[] = [{ ...(await beside(baseUrl, 'plain decisions', events())), target: null }];
  rows.push(await beside(baseUrl, 'policy tests of 180 KB', tests));
  rows.push(await beside(baseUrl, `decisions about ${CONTENT_CHARACTERS} characters`, events({ content: CONTENT })));
  await store(baseUrl, 1);
  rows.push(await beside(baseUrl, 'decisions under one policy of 160 KB', events()));
  await store(baseUrl, STORED_POLICIES);
  rows.push(await beside(baseUrl, `decisions under ${STORED_POLICIES} policies of 160 KB`, events()));
  return rows;
}

/** 31 groups around lists of agents, none of which matches: what once held the event loop for 31 seconds. */
function worstPolicy(name: string): PolicySpec {
  const agentIds = Array.from({ length: AGENTS / LISTS }, (_, at) => String.fromCharCode(97 + (at % 26)));
  const lists = Array.from({ length: LISTS }, () => ({ agentIds }));
  let condition: PolicyCondition = { anyOf: [...lists, { action: 'SEND_EMAIL' }] };
  for (let level = 0; level < LEVELS - 1; level += 1) {
    condition = { outsideBusinessHours: true, anyOf: [condition, { action: 'SEND_EMAIL' }] };
  }
  return { name, action: 'ANY', decision: 'BLOCK', condition } as PolicySpec;
}

/** One for each situation that a policy is compiled for. */
function cases() {
  return ACTIONS.flatMap((action) =>
    RESOURCES.flatMap((resource) =>
      DESTINATIONS.flatMap((destination) =>
        [true, false].map((containsSensitiveData) => ({
          name: `${action} ${resource} ${destination} ${containsSensitiveData}`,
          input: { agent: AGENT, action, resource, destination, containsSensitiveData },
        })),
      ),
    ),
  );
}

type Requests = WorstBodiesSpec['requests'];

/** Each key has a rate of its own for policies. */
function withKeys(url: string, body: object): Requests {
  const text = JSON.stringify(body);
  return Array.from({ length: ATTACKER_KEYS }, (_, key) => ({ url, headers: attackerHeaders(key), body: text }));
}

async function store(baseUrl: string, count: number): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const body = JSON.stringify({ policies: [worstPolicy(`worst ${at}`)] });
    await applied(`${baseUrl}/v1/policies/apply`, attackerHeaders(at), body);
  }
}

const APPLY_WAIT_MS = 5_000;

/** The tests before may have used up the rate of a key. */
async function applied(url: string, headers: Record<string, string>, body: string): Promise<void> {
  for (;;) {
    const answer = await fetch(url, { method: 'POST', headers, body });
    await answer.arrayBuffer();
    if (answer.status === 200) return;
    if (answer.status !== 429) throw new Error(`the apply was answered with ${answer.status}`);
    await setTimeout(APPLY_WAIT_MS);
  }
}

async function beside(baseUrl: string, attack: string, requests: Requests): Promise<Row> {
  const what = `p99 at ${RATE.perSecond} requests/s beside another organization's ${attack}`;
  const load = () => decideAtRate(baseUrl, ORGANIZATION, RATE.perSecond, RATE.seconds);
  const rounds = await alternate(
    what,
    {
      name: 'attacked',
      measure: async () => {
        const seconds = RATE.seconds + AHEAD_MS / 1_000;
        const spec: WorstBodiesSpec = { requests, connections: ATTACKERS, seconds };
        const attacking = runGenerator<WorstBodiesResult>(WORST_BODIES, spec);
        await setTimeout(AHEAD_MS);
        const measured = await load();
        progress(`the attack was answered with ${JSON.stringify((await attacking).statuses)}`);
        return measured;
      },
    },
    { name: 'alone', measure: load },
    ROUNDS,
  );
  return {
    what,
    ours: milliseconds(rounds.map(({ ours }) => ours.p99Ms)),
    beside: `alone: ${milliseconds(rounds.map((round) => round.beside.p99Ms))}`,
    results: rounds.map((round) => round.ours.p99Ms / round.beside.p99Ms),
    unit: '',
    target: { bound: 'max', value: P99_TIMES_MAX },
  };
}
