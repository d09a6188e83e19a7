// SPDX-License-Identifier: Apache-2.0
/** The calls of Slack's Web API that the service makes, through the guarded client. */
import type pg from 'pg';
import { type Egress, EgressFault } from '../../outgoing/egress/index.ts';
import { retryAfterMs } from '../../storage/outbox/index.ts';
import { ANSWER_BYTES_MAX, CALL_TIMEOUT_MS } from './limits.ts';

export interface Calling {
  egress: Pick<Egress, 'request'>;
  /** `https://slack.com/api`, but in tests. */
  slackApi: string;
  pool: Pick<pg.Pool, 'clock'>;
  signal?: AbortSignal;
}

/** The organization that a call is for. */
export interface Caller {
  owner: string;
  privateNetworks: boolean;
}

/** `refused`: it was read and not done. `lost`: it may have been done. */
export type CallResult<Answer> =
  | { outcome: 'done'; answer: Answer }
  | { outcome: 'refused' | 'lost'; code: string; retryAfterMs: number | null };

/** Nothing has been sent when one of these is thrown. */
const UNSENT: ReadonlySet<string> = new Set([
  'invalid_address',
  'egress_refused',
  'credential_refused',
  'dns_failure',
  'connection_refused',
  'unreachable',
  'tls_failure',
  'busy',
  'invalid_header',
]);

export interface Call extends Caller {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH';
  url: string;
  headers: Readonly<Record<string, string>>;
  body: string | null;
}

/** One HTTP call. @returns `done` for 2xx alone, with the body's text */
export async function callOnce({ egress, pool, signal }: Calling, call: Call): Promise<CallResult<string>> {
  try {
    const { status, headers, body, bodyFault } = await egress.request({
      ...call,
      timeoutMs: CALL_TIMEOUT_MS,
      bodyBytesMax: ANSWER_BYTES_MAX,
      // Addresses of chats hold a secret, and headers do.
      carriesCredential: true,
      ...(signal !== undefined && { signal }),
    });
    if (bodyFault !== null) return { outcome: 'lost', code: bodyFault.code, retryAfterMs: null };
    if (status >= 200 && status < 300) return { outcome: 'done', answer: body.toString('utf8') };
    if (isLimited(status, headers)) {
      const waitMs = retryAfterMs(headers['retry-after'], pool.clock.nowMs());
      return { outcome: 'refused', code: 'status_429', retryAfterMs: waitMs };
    }
    const outcome = status >= 500 || status === 408 ? 'lost' : 'refused';
    return { outcome, code: `status_${status}`, retryAfterMs: null };
  } catch (error) {
    if (!(error instanceof EgressFault)) throw error;
    return { outcome: UNSENT.has(error.code) ? 'refused' : 'lost', code: error.code, retryAfterMs: null };
  }
}

/** GitHub limits by 403, too, and tells it by its headers (REST API, "Rate limits"). */
const isLimited = (status: number, headers: Readonly<Record<string, string | string[] | undefined>>): boolean =>
  status === 429 ||
  (status === 403 && (headers['retry-after'] !== undefined || headers['x-ratelimit-remaining'] === '0'));

/** The answer to a request with a JSON body, or without one. An empty answer is null. */
export async function callJson(
  calling: Calling,
  { body, headers, ...call }: Omit<Call, 'body'> & { body: object | null },
): Promise<CallResult<unknown>> {
  const result = await callOnce(calling, {
    ...call,
    headers: {
      Accept: 'application/json',
      'User-Agent': 'Svc/1.0',
      ...(body !== null && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    body: body === null ? null : JSON.stringify(body),
  });
  if (result.outcome !== 'done') return result;
  if (result.answer.trim() === '') return { outcome: 'done', answer: null };
  try {
    return { outcome: 'done', answer: JSON.parse(result.answer) };
  } catch {
    return UNREADABLE;
  }
}

/** It may have been done: only its answer tells nothing. */
export const UNREADABLE = { outcome: 'lost', code: 'unreadable_answer', retryAfterMs: null } as const;

interface SlackAnswer {
  ok: boolean;
  error?: string;
}

interface Bot extends Caller {
  botToken: string;
}

/** A method of the Web API with a JSON body. An answer with `ok: false` is refused, with Slack's own code. */
export async function callSlack<Answer extends object>(
  calling: Calling,
  { botToken, owner, privateNetworks }: Bot,
  method: string,
  body: object,
): Promise<CallResult<Answer>> {
  const result = await callOnce(calling, {
    method: 'POST',
    url: `${calling.slackApi}/${method}`,
    headers: { Authorization: `Bearer ${botToken}`, 'Content-Type': 'application/json; charset=utf-8' },
    body: JSON.stringify(body),
    owner,
    privateNetworks,
  });
  if (result.outcome !== 'done') return result;
  const answer = answerIn(result.answer);
  if (answer === null) return UNREADABLE;
  if (!answer.ok) return { outcome: 'refused', code: codeOf(answer.error), retryAfterMs: null };
  return { outcome: 'done', answer: answer as SlackAnswer & Answer };
}

function answerIn(text: string): SlackAnswer | null {
  try {
    const value = JSON.parse(text) as SlackAnswer | null;
    return typeof value?.ok === 'boolean' ? value : null;
  } catch {
    return null;
  }
}

/** @returns `ok`, Slack's code, or null for an answer that is none of Slack's */
export function slackAnswerOf(text: string): string | null {
  const answer = answerIn(text);
  if (answer === null) return null;
  return answer.ok ? 'ok' : codeOf(answer.error);
}

/** For the log: a word of Slack's list, and nothing else that an answer may hold. */
const codeOf = (error: unknown): string =>
  typeof error === 'string' && /^[a-z_]{1,60}$/.test(error) ? error : 'unknown_error';
