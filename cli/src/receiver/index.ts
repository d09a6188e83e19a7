// SPDX-License-Identifier: Apache-2.0
/**
 * Owns a receiver of webhook deliveries on this machine: it verifies each one, passes it on where one asks for it, and
 * tells what came. It refuses to know how that is shown.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { finished } from 'node:stream/promises';
import { Failure } from '../failure.ts';
import { type Forwarded, forward, statusOf } from './forward.ts';
import { readBody } from './read-body.ts';
import { type Refusal, refusalOf } from './refusal.ts';

export { readForwardAddress } from './forward.ts';
export { summaryOf } from './summary.ts';

/** Senders beyond it are turned away: one machine needs no more. */
const CONNECTIONS_MAX = 64;
const ATTEMPT = /^[1-9][0-9]{0,3}$/;
/** Reachable from this machine alone. */
const HOST = '127.0.0.1';

/** One request with a body: what it held, and what it was answered. */
export interface Received {
  readonly at: Date;
  readonly answered: number;
  /** Null for a delivery that verifies. */
  readonly refusal: Refusal | null;
  readonly body: Buffer;
  /** The number of the attempt, as its header tells; no signature covers it. */
  readonly attempt: number | null;
  readonly forwarded: Forwarded | null;
}

export interface ReceiverOptions {
  readonly port: number;
  readonly secret: string;
  readonly forwardTo: URL | null;
  onReceived(received: Received): void;
}

export interface Receiver {
  readonly port: number;
  readonly address: string;
  /** Takes no more, and resolves once what is under way has its answer. */
  stop(): Promise<void>;
}

/** @throws Failure when the port cannot be had */
export async function openReceiver(options: ReceiverOptions): Promise<Receiver> {
  const underWay = new Set<Promise<void>>();
  const server = createServer((request, reply) => {
    const work = receive(request, reply, options)
      .catch(() => void reply.destroy())
      .finally(() => underWay.delete(work));
    underWay.add(work);
  });
  server.maxConnections = CONNECTIONS_MAX;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => reject(listenFailure(error, options.port)));
    server.listen({ host: HOST, port: options.port }, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    port,
    address: `http://${HOST}:${port}/`,
    async stop() {
      server.close();
      await Promise.allSettled(underWay);
      server.closeAllConnections();
    },
  };
}

async function receive(request: IncomingMessage, reply: ServerResponse, options: ReceiverOptions): Promise<void> {
  if (request.method !== 'POST') {
    reply.setHeader('Allow', 'POST');
    return await answer(reply, 405, 'svc listen takes webhook deliveries, by POST.');
  }
  const at = new Date();
  const body = await readBody(request);
  const refusal = refusalOf(request.headers, body, options.secret, at);
  const forwarded =
    refusal === null && options.forwardTo !== null ? await forward(options.forwardTo, request.headers, body) : null;
  const answered = refusal?.status ?? statusOf(forwarded);
  const attempt = String(request.headers['x-svc-attempt'] ?? '');
  options.onReceived({
    at,
    answered,
    refusal,
    body,
    attempt: ATTEMPT.test(attempt) ? Number(attempt) : null,
    forwarded,
  });
  // The wait that the person's own server asks for is a wait of the service.
  if (forwarded?.retryAfter != null) reply.setHeader('Retry-After', forwarded.retryAfter);
  await answer(reply, answered, refusal?.message ?? forwarded?.error ?? 'ok');
}

/** A connection serves one request, so that the end waits for none that is idle. */
async function answer(reply: ServerResponse, status: number, sentence: string): Promise<void> {
  reply.writeHead(status, { Connection: 'close', 'Content-Type': 'text/plain; charset=utf-8' });
  reply.end(`${sentence}\n`);
  await finished(reply);
}

function listenFailure({ code = 'unknown' }: NodeJS.ErrnoException, port: number): Failure {
  if (code === 'EADDRINUSE') {
    const message = `Something listens on port ${port} already. End it, or choose another one: --port <number>.`;
    return new Failure('port_in_use', message);
  }
  return new Failure('port', `Port ${port} cannot be listened on (${code}). Choose another one: --port <number>.`);
}
