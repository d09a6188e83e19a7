// SPDX-License-Identifier: Apache-2.0
/** Passes a verified delivery on, as it came: the same bytes, and the headers that a receiver reads. */
import type { IncomingHttpHeaders } from 'node:http';
import { Failure } from '../failure.ts';

export interface Forwarded {
  /** Null when no answer came. */
  readonly status: number | null;
  readonly error: string | null;
  readonly milliseconds: number;
  readonly retryAfter: string | null;
}

/** Below the 15 s that the service waits, so that it hears what became of it. */
const WITHIN_MS = 14_000;
const HEADERS = [
  'content-type',
  'user-agent',
  'x-svc-attempt',
  'x-svc-delivery',
  'x-svc-event',
  'x-svc-signature',
] as const;

/** @throws Failure for anything but an http or https address without a user */
export function readForwardAddress(text: string): URL {
  const address = URL.canParse(text) ? new URL(text) : null;
  if (address === null || !/^https?:$/.test(address.protocol)) {
    throw new Failure('usage', '--forward-to must be an http or https address, such as http://127.0.0.1:3000/hooks.');
  }
  if (address.username !== '' || address.password !== '') {
    throw new Failure('usage', '--forward-to must be an address without user name and password.');
  }
  return address;
}

/** Never throws. It follows no redirect, as the service follows none. */
export async function forward(to: URL, headers: IncomingHttpHeaders, body: Buffer): Promise<Forwarded> {
  const passed = HEADERS.flatMap((name) => {
    const value = headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  const startMs = performance.now();
  const took = () => Math.round(performance.now() - startMs);
  try {
    const answer = await fetch(to, {
      method: 'POST',
      headers: Object.fromEntries(passed),
      body: new Uint8Array(body),
      redirect: 'manual',
      signal: AbortSignal.timeout(WITHIN_MS),
    });
    await answer.body?.cancel();
    const { status } = answer;
    return { status, error: null, milliseconds: took(), retryAfter: answer.headers.get('retry-after') };
  } catch (error) {
    return { status: null, error: sentenceOf(error), milliseconds: took(), retryAfter: null };
  }
}

/** The answer to the service: that of the person's own server, or that of a gateway in front of it. */
export function statusOf(forwarded: Forwarded | null): number {
  return forwarded === null ? 200 : (forwarded.status ?? 502);
}

function sentenceOf(error: unknown): string {
  const { name, cause } = error as { name?: unknown; cause?: { code?: unknown } };
  if (name === 'TimeoutError') return `no answer within ${WITHIN_MS / 1_000} s`;
  return typeof cause?.code === 'string' ? `no answer (${cause.code})` : 'no answer';
}
