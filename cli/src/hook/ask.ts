// SPDX-License-Identifier: Apache-2.0
/** Asks the service about one hook, until it has an answer or the time is over. */

export interface HookQuestion {
  /** The address of the harness's hooks, with its agent. */
  readonly url: URL;
  readonly apiKey: string;
  /** The input from the harness, unchanged. */
  readonly body: string;
  /** The event of a call that has ended, where it is known. */
  readonly event: string | null;
  /** The moment by which there must be an answer, of `performance.now()`. */
  readonly untilMs: number;
  /** Aborted when the caller waits for the answer no more: an approval is not spent then. */
  readonly signal?: AbortSignal;
}

export interface HookAnswer {
  /** The JSON for the harness. */
  readonly text: string;
  /** The event of the decision; null where none was made. */
  readonly event: string | null;
}

const ATTEMPTS_MAX = 3;
const PAUSE_MS = 300;
/** The service holds a review this long at most, and answers before the connection would be silent for too long. */
const HELD_MS_MAX = 25_000;
const ANSWER_WITHIN_MS = 10_000;

/** @throws Error with a sentence about what went wrong; the call may not run then */
export async function askService(question: HookQuestion): Promise<HookAnswer> {
  for (let failures = 0; ; ) {
    const leftMs = question.untilMs - performance.now();
    if (leftMs <= 0) throw new Error('There was no decision in time.');
    const isHeld = !question.url.searchParams.has('onReview');
    const holdMs = isHeld ? Math.max(0, Math.min(HELD_MS_MAX, Math.floor(leftMs - ANSWER_WITHIN_MS))) : 0;
    const asked = await ask(question, holdMs, Math.min(leftMs, holdMs + ANSWER_WITHIN_MS)).catch(
      (error: Error) => error,
    );
    if (asked instanceof Error) {
      failures += 1;
      if (failures >= ATTEMPTS_MAX || asked instanceof Refused || question.signal?.aborted) throw asked;
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS * failures));
    } else if (!asked.isPending || holdMs === 0) return asked.answer;
  }
}

/** An answer that asking again would not change. */
class Refused extends Error {}

async function ask(
  { url, apiKey, body, event, signal }: HookQuestion,
  holdMs: number,
  withinMs: number,
): Promise<{ answer: HookAnswer; isPending: boolean }> {
  const address = new URL(url);
  address.searchParams.set('waitMs', String(holdMs));
  // `AbortSignal.any` holds an `AbortSignal.timeout` weakly: it is collected as garbage, and never aborts.
  const end = new AbortController();
  const stop = () => end.abort();
  if (signal?.aborted) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const timer = setTimeout(stop, withinMs);
  try {
    const response = await fetch(address, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        authorization: `Bearer ${apiKey}`,
        ...(event !== null && { 'x-svc-event': event }),
      },
      body,
      redirect: 'error',
      signal: end.signal,
    }).catch(() => {
      throw new Error(`svc did not answer at ${address.origin}.`);
    });
    return await read(response, address.origin);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
  }
}

async function read(response: Response, origin: string): Promise<{ answer: HookAnswer; isPending: boolean }> {
  const { headers, status } = response;
  if (headers.get('x-svc-version') === null) {
    throw new Error(`${origin} answered with status ${status}, and is not svc or cannot reach it.`);
  }
  const text = await response.text();
  if (status !== 200) {
    const why = `svc answered with status ${status}.`;
    throw status >= 500 ? new Error(why) : new Refused(why);
  }
  if (!isObject(text)) throw new Refused('svc answered with something that is no answer to a hook.');
  return { answer: { text, event: headers.get('x-svc-event') }, isPending: headers.get('x-svc-review') === 'PENDING' };
}

function isObject(text: string): boolean {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === 'object' && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
