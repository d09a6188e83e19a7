// SPDX-License-Identifier: Apache-2.0
/** Callers that do as the client library: a key for each act, ten seconds of patience, and the other process next. */
import { setTimeout as delay } from 'node:timers/promises';
import type { Answer, Failure, Kind, Ledger } from './ledger.ts';
import {
  AGAIN_AFTER_MS,
  ANSWER_A_KEY_WITHIN_MS,
  ANSWER_WITHIN_MS,
  BETWEEN_REQUESTS_MS,
  DECIDING_CALLERS,
  FORWARDING_CALLERS,
} from './limits.ts';
import { type Account, READ_ORDERS } from './organizations.ts';

/** The address of each process at this moment: one that was killed has another when it is back. */
export type Addresses = () => readonly [string, string];

export interface Load {
  /** Lets every caller get the answer that it waits for. */
  stop(): Promise<void>;
}

export function startLoad(account: Account, addresses: Addresses, ledger: Ledger): Load {
  let isRunning = true;
  const caller = async (kind: Kind, number: number) => {
    for (let turn = 0; isRunning; turn += 1) {
      await untilAnswered({ account, addresses, ledger, kind, key: `${kind}-${number}-${turn}`, first: number + turn });
      await delay(BETWEEN_REQUESTS_MS);
    }
  };
  const callers = (kind: Kind, count: number) => Array.from({ length: count }, (_, number) => caller(kind, number));
  const running = Promise.all([...callers('decision', DECIDING_CALLERS), ...callers('forward', FORWARDING_CALLERS)]);
  // A failure is told by stop(), and is no unhandled rejection before it.
  running.catch(() => undefined);
  return {
    async stop() {
      isRunning = false;
      await running;
    },
  };
}

interface Act {
  account: Account;
  addresses: Addresses;
  ledger: Ledger;
  kind: Kind;
  key: string;
  /** The number of the process that is asked first. */
  first: number;
}

async function untilAnswered({ account, addresses, ledger, kind, key, first }: Act): Promise<void> {
  ledger.sent.add(key);
  const deadlineMs = performance.now() + ANSWER_A_KEY_WITHIN_MS;
  for (let attempt = 0; performance.now() < deadlineMs; attempt += 1) {
    const process = (first + attempt) % 2;
    const sentAtMs = performance.now();
    const outcome = await askOnce(addresses()[process] ?? '', account, kind, key);
    const endedAtMs = performance.now();
    if (typeof outcome === 'object') {
      ledger.answered({ ...outcome, key, kind, process, sentAtMs, answeredAtMs: endedAtMs });
      return;
    }
    ledger.failed(outcome, sentAtMs, endedAtMs);
    await delay(AGAIN_AFTER_MS);
  }
  ledger.unanswered.push(key);
}

export async function askOnce(
  baseUrl: string,
  { key: apiKey, routeId }: Account,
  kind: Kind,
  key: string,
): Promise<Pick<Answer, 'id' | 'isReplay'> | Failure> {
  const forward = { ...READ_ORDERS, routeId, path: '/call', method: 'POST', body: { key } };
  try {
    const response = await fetch(baseUrl + (kind === 'decision' ? '/v1/events' : '/v1/gateway/http'), {
      method: 'POST',
      headers: { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'idempotency-key': key },
      body: JSON.stringify(kind === 'decision' ? READ_ORDERS : forward),
      signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
    });
    const body = (await response.json()) as { id: string };
    if (response.status !== 200) return response.status;
    return { id: body.id, isReplay: response.headers.get('idempotent-replay') === 'true' };
  } catch (error) {
    return error instanceof Error && error.name === 'TimeoutError' ? 'timed out' : 'cut off';
  }
}
