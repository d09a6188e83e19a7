// SPDX-License-Identifier: Apache-2.0
/**
 * One attempt: it sends the request, reads the whole answer within limits of time and size, and tells transport faults
 * from answers.
 */
import { ANSWER_BYTES_MAX } from '../limits.ts';

export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The body as JSON. */
  readonly body: string | undefined;
  /** The time-out of one attempt. */
  readonly timeoutMs: number;
  /** The caller's own signal. */
  readonly signal: AbortSignal | undefined;
}

export type Fetch = (url: string, init: RequestInit) => Promise<Response>;

export interface Answer {
  readonly kind: 'answer';
  readonly status: number;
  readonly headers: Headers;
  /** null when it is larger than any answer of the service. */
  readonly text: string | null;
}

/** The answer is missing or incomplete. */
interface Fault {
  readonly kind: 'timeout' | 'network';
  readonly cause: unknown;
}

export type Attempt = Answer | Fault;

/** @throws the reason of the caller's signal, and nothing else */
export async function attempt(fetch: Fetch, call: Call): Promise<Attempt> {
  const { signal, timeoutMs } = call;
  signal?.throwIfAborted();
  const own = new AbortController();
  const stop = () => own.abort(signal?.reason);
  const timer = setTimeout(() => own.abort(), timeoutMs);
  signal?.addEventListener('abort', stop, { once: true });
  try {
    const response = await fetch(call.url, {
      method: call.method,
      headers: call.headers,
      // A redirect would carry the key to another address, and would turn a POST into a GET.
      redirect: 'manual',
      signal: own.signal,
      ...(call.body !== undefined && { body: call.body }),
    });
    const text = await readWithinBound(response);
    return { kind: 'answer', status: response.status, headers: response.headers, text };
  } catch (cause) {
    signal?.throwIfAborted();
    return { kind: own.signal.aborted ? 'timeout' : 'network', cause };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function readWithinBound(response: Response): Promise<string | null> {
  const announced = response.headers.get('content-length');
  // A body never exceeds its announced length, because the platform stops reading there. Compressed bodies are the
  // exception. The platform's own way of reading is the fastest.
  const isPlain = !response.headers.has('content-encoding');
  if (isPlain && announced !== null && Number(announced) <= ANSWER_BYTES_MAX) return await response.text();
  const reader = response.body?.getReader();
  if (reader === undefined) return '';
  const decoder = new TextDecoder();
  let text = '';
  let bytes = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return text + decoder.decode();
    bytes += value.byteLength;
    if (bytes > ANSWER_BYTES_MAX) {
      await reader.cancel().catch(() => undefined);
      return null;
    }
    text += decoder.decode(value, { stream: true });
  }
}
