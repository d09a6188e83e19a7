// SPDX-License-Identifier: Apache-2.0
/** Tools of assistants: the cost of the protocol over a decision's own, and that of calls which wait for a person. */
import pg from 'pg';
import { callWhatHangs, withDecider } from '../generators.ts';
import { ALLOWED_BODY, BODIES, headersFor } from '../organizations.ts';
import { alternate, progress } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { perSecond, type Row } from '../table.ts';
import { residentMib } from './memory.ts';

const ORGANIZATION = 'Twenty policies';
const CONNECTIONS = 32;
/** Longer ones than for other rates: a busy machine hides what a tool costs in less. */
const TOOL_ROUNDS = { rounds: 15, seconds: 2 } as const;
const SHARE_OF_EVENTS_MIN = 0.4;
const WAITING_CALLS = 1_000;
const WAIT_MS = 29_000;
/** By then all calls wait, on a busy machine too; the queries are counted from here on, for so long. */
const SETTLED_AFTER_MS = 15_000;
const COUNTED_MS = 8_000;
const MEMORY_MIB_MAX = 50;
/** A session of PostgreSQL reports its statistics this much later. */
const STATISTICS_AFTER_MS = 1_500;

const MODERN = '2026-07-28';
const META = {
  'io.modelcontextprotocol/protocolVersion': MODERN,
  'io.modelcontextprotocol/clientInfo': { name: 'bench', version: '1.0.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** One call of a tool, as a client of each revision sends it. */
function callOf(name: string, args: object, isModern: boolean) {
  const params = { name, arguments: args, ...(isModern && { _meta: META }) };
  return {
    headers: {
      ...headersFor(ORGANIZATION),
      accept: 'application/json, text/event-stream',
      ...(isModern && { 'mcp-protocol-version': MODERN, 'mcp-method': 'tools/call', 'mcp-name': name }),
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params }),
  };
}

export async function measureAssistants(stage: Stage): Promise<Row[]> {
  const rows = await measureWaiting(stage, await stage.startService());
  await stage.stopServers();
  const { baseUrl } = await stage.startService();
  for (const revision of [MODERN, '2025-11-25']) {
    const rounds = await measureDecideAction(baseUrl, revision === MODERN);
    rows.push({
      what: `decide_action/s in the revision ${revision}, ${CONNECTIONS} connections`,
      ours: perSecond(rounds.map(({ ours }) => ours.perSecond)),
      beside: `POST /v1/events: ${perSecond(rounds.map(({ beside }) => beside.perSecond))}`,
      results: rounds.map(({ ours, beside }) => ours.perSecond / beside.perSecond),
      unit: '',
      target: { bound: 'min', value: SHARE_OF_EVENTS_MIN },
    });
  }
  return rows;
}

function measureDecideAction(baseUrl: string, isModern: boolean) {
  return withDecider((decide) => {
    const load = (url: string, request: { headers: Record<string, string>; body: string }) =>
      decide('', ORGANIZATION, {
        url,
        connections: CONNECTIONS,
        requests: [request],
        until: { seconds: TOOL_ROUNDS.seconds },
      });
    const event = { headers: headersFor(ORGANIZATION), body: ALLOWED_BODY };
    return alternate(
      'decide_action',
      {
        name: 'tool',
        measure: () => load(`${baseUrl}/mcp`, callOf('decide_action', JSON.parse(ALLOWED_BODY) as object, isModern)),
      },
      { name: 'events', measure: () => load(`${baseUrl}/v1/events`, event) },
      TOOL_ROUNDS.rounds,
    );
  });
}

/**
 * A service with nothing to do, and while the calls wait: its memory, and the transactions of its database. It has just
 * started, since a heap that an earlier load has grown would hide what the calls hold.
 */
async function measureWaiting(stage: Stage, { baseUrl, pid }: { baseUrl: string; pid: number }): Promise<Row[]> {
  const id = await reviewOf(baseUrl);
  const idle = await transactionsOver(stage, COUNTED_MS);
  const before = residentMib(pid);
  progress(`${WAITING_CALLS} calls of get_decision wait`);
  const waiting = callWhatHangs({
    url: `${baseUrl}/mcp`,
    ...callOf('get_decision', { id, waitMs: WAIT_MS }, true),
    calls: WAITING_CALLS,
    connections: WAITING_CALLS,
  });
  await new Promise((resolve) => setTimeout(resolve, SETTLED_AFTER_MS));
  const busy = await transactionsOver(stage, COUNTED_MS);
  const held = residentMib(pid) - before;
  const { answered } = await waiting;
  if (answered !== WAITING_CALLS) throw new Error(`${WAITING_CALLS - answered} calls were not answered`);
  const count = WAITING_CALLS.toLocaleString('en');
  return [
    {
      what: `Transactions/s while ${count} calls of get_decision wait, beyond those of an idle service`,
      ours: `${(busy / COUNTED_MS) * 1_000}/s`,
      beside: `idle: ${(idle / COUNTED_MS) * 1_000}/s`,
      results: [((busy - idle) / COUNTED_MS) * 1_000],
      unit: '',
      target: { bound: 'max', value: 1 },
    },
    {
      what: `Memory of ${count} waiting calls`,
      ours: `${held.toFixed(0)} MiB`,
      beside: `before: ${before.toFixed(0)} MiB`,
      results: [held],
      unit: ' MiB',
      target: { bound: 'max', value: MEMORY_MIB_MAX },
    },
  ];
}

/** An event that waits for a person, made by the first request that leads to one. */
async function reviewOf(baseUrl: string): Promise<string> {
  for (const body of BODIES) {
    const answer = await fetch(`${baseUrl}/v1/events`, { method: 'POST', headers: headersFor(ORGANIZATION), body });
    const { id, finalDecision } = (await answer.json()) as { id: string; finalDecision: string };
    if (finalDecision === 'REVIEW') return id;
  }
  throw new Error('no request leads to a review');
}

/** Committed and rolled back ones of the service's database; the reading itself is among them on both sides. */
async function transactionsOver({ connectionString }: Stage, forMs: number): Promise<number> {
  const client = new pg.Client({ connectionString });
  await client.connect();
  const read = async () => {
    await new Promise((resolve) => setTimeout(resolve, STATISTICS_AFTER_MS));
    const { rows } = await client.query<{ count: string }>(COUNT);
    return Number(rows[0]?.count);
  };
  const before = await read();
  await new Promise((resolve) => setTimeout(resolve, forMs - STATISTICS_AFTER_MS));
  const after = await read();
  await client.end();
  return after - before;
}

const COUNT = `
  SELECT xact_commit + xact_rollback AS count FROM pg_stat_database WHERE datname = current_database()`;
