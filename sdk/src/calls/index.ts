// SPDX-License-Identifier: Apache-2.0
/**
 * Owns the way of a request to the service: attempts, time-outs, retries, and the definition of an answer. It refuses
 * to know what a decision is and how the fail mode treats an outage.
 */
import { isText, isTexts, listOf, objectOf } from '../answers/fields.ts';
import { errorOfStatus, type KnownNames, UnavailableError, UnexpectedAnswerError } from '../errors.ts';
import { BACKOFF_MS_MAX, ERROR_FIELDS_MAX, MESSAGE_CHARACTERS_MAX, RETRY_AFTER_MS_MAX } from '../limits.ts';
import { pause } from '../pause.ts';
import { type Answer, type Attempt, attempt, type Call, type Fetch } from './attempt.ts';

export type { Fetch } from './attempt.ts';

/** The report of an attempt to a hook. It never holds a body, content or the key. */
export interface AttemptReport {
  /** The operation, such as `POST /v1/events`; ids are left out. */
  readonly operation: string;
  /** The number of the attempt, from 1. */
  readonly attempt: number;
  /** null without an answer. */
  readonly status: number | null;
  readonly outcome: 'answer' | 'timeout' | 'network';
  readonly requestId: string | null;
  readonly durationMs: number;
  /** Milliseconds until the next attempt; null after the last one. */
  readonly retryInMs: number | null;
}

interface RetryPolicy {
  readonly retries: number;
  readonly backoffMs: number;
}

export interface Sending {
  readonly fetch: Fetch;
  readonly retry: RetryPolicy;
  readonly onAttempt: ((report: AttemptReport) => void) | undefined;
}

/** The content of a 200. */
export interface Reply {
  /** From JSON. */
  readonly body: unknown;
  /** Whether the service had stored the answer for an earlier request with the same Idempotency-Key. */
  readonly isReplay: boolean;
}

/**
 * Returns the reply of a 200. Time-outs, network errors, 408, 429 and 5xx are retried, with the same headers each time.
 * @throws ApiError, UnavailableError, UnexpectedAnswerError, or the reason of the caller's signal
 */
export async function send(using: Sending, operation: string, call: Call): Promise<Reply> {
  for (let count = 1; ; count += 1) {
    const startMs = performance.now();
    const result = await attempt(using.fetch, call);
    const retryInMs = isRetried(result) && count <= using.retry.retries ? delayMs(result, count, using.retry) : null;
    tell(using, {
      operation,
      attempt: count,
      status: result.kind === 'answer' ? result.status : null,
      outcome: result.kind,
      requestId: requestIdOf(result),
      durationMs: performance.now() - startMs,
      retryInMs,
    });
    if (retryInMs === null) return conclude(result, count, call);
    await pause(retryInMs, call.signal);
  }
}

/** An error of a hook stays without effect: it neither stops an attempt nor causes another. */
function tell({ onAttempt }: Sending, report: AttemptReport): void {
  try {
    onAttempt?.(report);
  } catch {
    // There is no other place to report it.
  }
}

function isRetried(result: Attempt): boolean {
  return result.kind !== 'answer' || result.status === 429 || isOutage(result.status);
}

/** Statuses by which the service, or a proxy before it, says that it cannot answer now. */
function isOutage(status: number): boolean {
  return status === 408 || status >= 500;
}

/**
 * A random part, between half of the step and the whole, keeps clients that failed together from returning together.
 */
function delayMs(result: Attempt, count: number, { backoffMs }: RetryPolicy): number {
  const step = Math.min(backoffMs * 2 ** (count - 1), Math.max(BACKOFF_MS_MAX, backoffMs));
  const ownMs = step * (0.5 + Math.random() / 2);
  const askedSeconds = result.kind === 'answer' ? retryAfterSecondsOf(result) : null;
  return Math.max(ownMs, Math.min((askedSeconds ?? 0) * 1_000, RETRY_AFTER_MS_MAX));
}

/** The value is in seconds or a date: both are in use. */
function retryAfterSecondsOf({ headers }: Answer): number | null {
  const text = headers.get('retry-after')?.trim() ?? '';
  if (/^\d{1,9}$/.test(text)) return Number(text);
  const atMs = Date.parse(text);
  return Number.isNaN(atMs) ? null : Math.max(0, (atMs - Date.now()) / 1_000);
}

/** The reply of a 200; any other answer is an error. */
function conclude(result: Attempt, attempts: number, call: Call): Reply {
  if (result.kind !== 'answer') {
    const { kind, cause } = result;
    const what = kind === 'timeout' ? `no answer within ${call.timeoutMs} ms` : `connection failed${codeOf(cause)}`;
    throw new UnavailableError(what, attempts, null, null, cause);
  }
  const requestId = requestIdOf(result);
  const { status } = result;
  if (isOutage(status)) throw new UnavailableError(`status ${status}`, attempts, status, requestId);
  const body = parse(result.text);
  if (status >= 400) throw errorOfStatus(refusal(result, body, requestId));
  if (status !== 200) throw new UnexpectedAnswerError(`status ${status}`, status, requestId);
  if (body === undefined) throw new UnexpectedAnswerError('the body is not JSON', status, requestId);
  return { body, isReplay: result.headers.get('idempotent-replay') === 'true' };
}

/** A suffix such as ` (ECONNREFUSED)`: codes of the platform, never its texts. */
function codeOf(cause: unknown): string {
  const of = (value: unknown): unknown => (value as { code?: unknown } | null | undefined)?.code;
  const code = of((cause as { cause?: unknown } | null | undefined)?.cause) ?? of(cause);
  return typeof code === 'string' && /^[A-Z][A-Z0-9_]{1,63}$/.test(code) ? ` (${code})` : '';
}

function requestIdOf(result: Attempt): string | null {
  if (result.kind !== 'answer') return null;
  const id = result.headers.get('x-request-id');
  return id !== null && /^[\w.-]{1,128}$/.test(id) ? id : null;
}

function parse(text: string | null): unknown {
  if (text === null) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** Repeats only errors in the service's own form. */
function refusal(answer: Answer, body: unknown, requestId: string | null) {
  const { status } = answer;
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const {
    error,
    message,
    fields,
    known: names,
    reasons,
    redeemedAt,
  } = (isObject ? body : {}) as Record<string, unknown>;
  const known = typeof fields === 'object' && fields !== null ? Object.entries(fields) : [];
  const code = typeof error === 'string' && /^[a-z_]{1,64}$/.test(error) ? error : isObject ? 'unknown' : 'not_json';
  return {
    status,
    code,
    message: typeof message === 'string' ? shortened(message) : `The request was refused with status ${status}.`,
    requestId,
    fields: Object.fromEntries(known.slice(0, ERROR_FIELDS_MAX).map(([path, what]) => [path, shortened(String(what))])),
    known: knownNames(names),
    retryAfterSeconds: retryAfterSecondsOf(answer),
    reasons: isTexts(reasons) ? (reasons as string[]).slice(0, ERROR_FIELDS_MAX).map(shortened) : [],
    redeemedAt: isText(redeemedAt) ? shortened(redeemedAt as string) : null,
  };
}

const shortened = (text: string): string => text.slice(0, MESSAGE_CHARACTERS_MAX);

/** Null for anything else than the contract has: a refusal is told whatever its answer holds beside it. */
function knownNames(value: unknown): KnownNames | null {
  const { agents, resources } = (value ?? {}) as Partial<KnownNames>;
  const areResources = listOf(objectOf({ name: isText, classification: isText }))(resources);
  return isTexts(agents) && areResources ? (value as KnownNames) : null;
}
