// SPDX-License-Identifier: Apache-2.0
/** Well-behaved clients: a request with a key is sent again until it is answered, one without a key is not. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Decision, ErrorBody } from '@svc/contract';
import { PROGRAM_WITHIN_MS } from '../run/time-outs.ts';
import type { ClientRequest, Ledger } from './ledger.ts';
import { ANSWER_WITHIN_MS, POLL_MS, RETRY_PAUSE_MS } from './limits.ts';

export interface Reply {
  status: number;
  body: Decision & ErrorBody;
  isReplay: boolean;
  baseUrl: string;
  sentAtMs: number;
  answeredAtMs: number;
}

/** Null when the connection ended without an answer. @throws Error after too long a silence */
export async function send(baseUrl: string, request: ClientRequest): Promise<Reply | null> {
  return await exchange(baseUrl, '/v1/events', request.caller.key, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      ...(request.idempotencyKey === null ? {} : { 'idempotency-key': request.idempotencyKey }),
    },
    body: JSON.stringify(request.body),
  });
}

export async function readEvent(baseUrl: string, key: string, id: string): Promise<Reply | null> {
  return await exchange(baseUrl, `/v1/events/${id}`, key, { method: 'GET', headers: {} });
}

async function exchange(
  baseUrl: string,
  path: string,
  key: string,
  options: { method: string; headers: Record<string, string>; body?: string },
): Promise<Reply | null> {
  const sentAtMs = performance.now();
  try {
    const response = await fetch(baseUrl + path, {
      ...options,
      headers: { authorization: `Bearer ${key}`, ...options.headers },
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = (await response.json()) as Reply['body'];
    const isReplay = response.headers.get('idempotent-replay') === 'true';
    return { status: response.status, body, isReplay, baseUrl, sentAtMs, answeredAtMs: performance.now() };
  } catch (error) {
    if (error instanceof Error && error.name === 'TimeoutError') {
      throw new Error(`${options.method} ${path} hung for ${ANSWER_WITHIN_MS} ms`, { cause: error });
    }
    return null;
  }
}

export interface DeliverOptions {
  /** The address of the attempt; a restarted process has another one. */
  baseUrl(attempt: number): string;
  /** True while a connection may end without an answer: only when a service was killed. */
  mayGoUnanswered(): boolean;
  ledger: Ledger;
  onReply?(request: ClientRequest, reply: Reply): void;
}

/**
 * Sends until the ledger has an answer, or once without a key. The ledger also records answers that no client may see.
 */
export async function deliver(request: ClientRequest, options: DeliverOptions): Promise<void> {
  const { ledger } = options;
  const name = request.idempotencyKey ?? 'a request without a key';
  const deadlineMs = performance.now() + PROGRAM_WITHIN_MS;
  for (let attempt = 0; performance.now() < deadlineMs; attempt += 1) {
    const reply = await send(options.baseUrl(attempt), request);
    if (reply?.status === 200) {
      options.onReply?.(request, reply);
      ledger.acknowledge(request, reply.body);
      return;
    }
    if (reply === null) {
      ledger.counts.unanswered += 1;
      if (!options.mayGoUnanswered()) ledger.contradictions.push(`a live service left ${name} alone`);
    } else if (reply.status === 503 && reply.body.error === 'unavailable') {
      options.onReply?.(request, reply);
      ledger.counts.unavailable += 1;
    } else {
      ledger.contradictions.push(`${name}: ${reply.status} ${JSON.stringify(reply.body)}`);
      return;
    }
    await delay(RETRY_PAUSE_MS);
    if (request.idempotencyKey === null) return;
  }
  ledger.contradictions.push(`${name} was not answered for ${PROGRAM_WITHIN_MS} ms`);
}

export interface Load {
  /** Lets every client finish its requests, retries included. */
  stop(): Promise<void>;
}

/** Runs clients until they are stopped. Each sends one request after another. */
export function startClients(clients: readonly ((turn: number) => Promise<unknown>)[]): Load {
  let isRunning = true;
  const running = Promise.all(
    clients.map(async (client) => {
      for (let turn = 0; isRunning; turn += 1) await client(turn);
    }),
  );
  // A failure is reported by stop(), not as an unhandled rejection before it.
  running.catch(() => undefined);
  return {
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

/** Waits within a bound. @throws Error with the condition that was waited for */
export async function until(what: string, withinMs: number, isSo: () => boolean | Promise<boolean>): Promise<void> {
  const deadlineMs = performance.now() + withinMs;
  while (!(await isSo())) {
    if (performance.now() > deadlineMs) throw new Error(`${what}: not within ${withinMs} ms`);
    await delay(POLL_MS);
  }
}
