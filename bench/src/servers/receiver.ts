// SPDX-License-Identifier: Apache-2.0
/**
 * Receives webhook deliveries and counts how long each took from its decision to here. Whatever is sent to /dead/… is
 * never answered. GET /stats answers what came since the last call of it, GET /count how much that is by now.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { percentile } from '../statistics.ts';

export interface ReceivedStats {
  count: number;
  perSecond: number;
  p99Ms: number;
}

let latenciesMs: number[] = [];
let firstAtMs = 0;
let lastAtMs = 0;

const server = createServer((request, reply) => {
  if (request.url === '/count') reply.end(String(latenciesMs.length));
  else if (request.method === 'GET') reply.end(JSON.stringify(takeStats()));
  // The moment of the headers: both clocks are this machine's.
  else void receive(request, reply, Date.now());
});

async function receive(request: IncomingMessage, reply: ServerResponse, atMs: number): Promise<void> {
  const { createdAt } = JSON.parse(await text(request)) as { createdAt: string };
  if (request.url?.startsWith('/dead')) return;
  if (latenciesMs.length === 0) firstAtMs = atMs;
  lastAtMs = atMs;
  latenciesMs.push(atMs - Date.parse(createdAt));
  reply.writeHead(204).end();
}

function takeStats(): ReceivedStats {
  const count = latenciesMs.length;
  const seconds = (lastAtMs - firstAtMs) / 1_000;
  const stats = {
    count,
    perSecond: seconds > 0 ? count / seconds : 0,
    p99Ms: count > 0 ? percentile(latenciesMs, 99) : 0,
  };
  latenciesMs = [];
  return stats;
}

server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`listening on http://127.0.0.1:${(server.address() as AddressInfo).port}\n`);
});
process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
});
