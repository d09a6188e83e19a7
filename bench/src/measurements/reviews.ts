// SPDX-License-Identifier: Apache-2.0
/**
 * The time until people hear of a review, beside 200 decisions each second: in the stream of another process, and in a
 * chat.
 */
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { Agent, createServer, type Server as HttpServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { openLoop } from '../load/open-loop.ts';
import { makeSessions } from '../members.ts';
import { progress } from '../rounds.ts';
import type { Stage } from '../stage.ts';
import { percentile } from '../statistics.ts';
import { milliseconds, type Row } from '../table.ts';

const ORGANIZATION = 'Told of reviews';
const KEY = `key_live_${'t'.repeat(43)}`;
const RATE = { perSecond: 200, seconds: 20 };
const CONNECTIONS_MAX = 64;
/** One of so many decisions is a review. */
const REVIEW_OF = 20;
const STREAM_MS_MAX = 1_000;
const CHAT_MS_MAX = 3_000;
const HEARD_WITHIN_MS = 30_000;
const EVENT_ID = /[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}/g;

/** The moments at which ids of events were seen first. */
type Seen = Map<string, number>;

export async function measureReviews(stage: Stage): Promise<Row[]> {
  const inChat: Seen = new Map();
  const chat = await startChat(inChat);
  const file = join(tmpdir(), `svc-bench-reviews-${process.pid}.yaml`);
  try {
    writeFileSync(file, fileOf(`http://127.0.0.1:${(chat.address() as AddressInfo).port}/chat`));
    const deciding = await stage.startDelivering(file);
    const telling = await stage.startDelivering(file);
    const owner = { organization: ORGANIZATION, role: 'OWNER', count: 1 } as const;
    const [token = ''] = await makeSessions(stage.connectionString, owner);
    await tellChat(telling.baseUrl, token);
    const inStream: Seen = new Map();
    const closed = new AbortController();
    await openStream(telling.baseUrl, token, inStream, closed.signal);
    progress(`reviews: ${RATE.perSecond * RATE.seconds} decisions`);
    const askedAt = await decideAtRate(deciding.baseUrl);
    const deadlineMs = performance.now() + HEARD_WITHIN_MS;
    const isHeard = (id: string) => inChat.has(id) && inStream.has(id);
    while (![...askedAt.keys()].every(isHeard) && performance.now() < deadlineMs) await delay(50);
    closed.abort();
    return [
      rowOf('in a stream of another process', askedAt, inStream, STREAM_MS_MAX),
      rowOf('in a chat', askedAt, inChat, CHAT_MS_MAX),
    ];
  } finally {
    rmSync(file, { force: true });
    chat.close();
    chat.closeAllConnections();
  }
}

function rowOf(where: string, askedAt: Seen, seen: Seen, value: number): Row {
  const tookMs = [...askedAt].map(([id, atMs]) => (seen.get(id) ?? Number.POSITIVE_INFINITY) - atMs);
  return {
    what: `A review ${where}, beside ${RATE.perSecond} decisions/s: p99 of ${tookMs.length}`,
    ours: milliseconds(tookMs),
    beside: 'the median on the left',
    results: [percentile(tookMs, 99)],
    unit: ' ms',
    target: { bound: 'max', value },
  };
}

/** @returns the moment before each decision that waits for a person, by its id */
async function decideAtRate(baseUrl: string): Promise<Seen> {
  const askedAt: Seen = new Map();
  const agent = new Agent({ keepAlive: true, maxSockets: CONNECTIONS_MAX });
  let sent = 0;
  await openLoop(RATE.perSecond, RATE.seconds, async () => {
    const action = sent % REVIEW_OF === 0 ? 'DELETE_DATA' : 'READ_DATA';
    sent += 1;
    const atMs = performance.now();
    const { id, decision } = await decide(agent, baseUrl, action);
    if (decision === 'REVIEW') askedAt.set(id, atMs);
  });
  agent.destroy();
  return askedAt;
}

async function decide(agent: Agent, baseUrl: string, action: string): Promise<{ id: string; decision: string }> {
  const headers = { authorization: `Bearer ${KEY}`, 'content-type': 'application/json' };
  const outgoing = request(`${baseUrl}/v1/events`, { method: 'POST', agent, headers });
  outgoing.end(JSON.stringify({ agent: 'bot', resource: 'orders', action }));
  const [answer] = (await once(outgoing, 'response')) as [IncomingMessage];
  return JSON.parse(await text(answer)) as { id: string; decision: string };
}

/** Chooses the only integration as the chat of the organization's reviews. */
async function tellChat(baseUrl: string, token: string): Promise<void> {
  const headers = { cookie: `__Host-svc_access=${token}`, origin: baseUrl, 'content-type': 'application/json' };
  const list = (await (await fetch(`${baseUrl}/integrations`, { headers })).json()) as { items: { id: string }[] };
  const body = JSON.stringify({ chatIntegrationId: list.items[0]?.id });
  const { status } = await fetch(`${baseUrl}/notifications`, { method: 'PATCH', headers, body });
  if (status !== 200) throw new Error(`the chat was answered with ${status}`);
}

async function openStream(baseUrl: string, token: string, seen: Seen, signal: AbortSignal): Promise<void> {
  const { body } = await fetch(`${baseUrl}/stream`, { headers: { cookie: `__Host-svc_access=${token}` }, signal });
  const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
  if (reader === undefined) throw new Error('the stream did not open');
  await reader.read();
  void (async () => {
    for (let rest = ''; ; ) {
      const { done, value } = await reader.read().catch(() => ({ done: true, value: '' }));
      if (done) return;
      const messages = `${rest}${value}`.split('\n\n');
      rest = messages.pop() ?? '';
      for (const message of messages) if (message.includes('event: reviews')) see(seen, message);
    }
  })();
}

function see(seen: Seen, text: string): void {
  for (const [id] of text.matchAll(EVENT_ID)) if (!seen.has(id)) seen.set(id, performance.now());
}

/** A chat that takes every message of its incoming webhook. */
async function startChat(seen: Seen): Promise<HttpServer> {
  const server = createServer((incoming, reply) => {
    void text(incoming).then((body) => {
      see(seen, body);
      reply.end('ok');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return server;
}

const fileOf = (url: string): string =>
  JSON.stringify({
    apiVersion: 'svc/v1',
    kind: 'Provision',
    organizations: [
      {
        name: ORGANIZATION,
        plan: 'ENTERPRISE',
        resources: [{ name: 'orders', classification: 'INTERNAL' }],
        agents: [{ name: 'bot' }],
        apiKeys: [{ name: 'live', key: KEY }],
        integrations: [{ name: 'chat', kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url }],
        policies: [{ name: 'Review deletions', action: 'DELETE', decision: 'REVIEW' }],
      },
    ],
  });
