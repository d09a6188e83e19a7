// SPDX-License-Identifier: Apache-2.0
/** The client while the service is away, faulty, or not the service at all: retries, fail mode, errors. */
import { gzipSync } from 'node:zlib';
import { afterEach, expect, it } from 'vitest';
import { ALLOWED as FIELDS } from '#harness/contract-server';
import {
  answers,
  type Behaviour,
  cuts,
  cutsHalfway,
  type FaultyServer,
  HTML,
  hangs,
  hangsHalfway,
  startFaultyServer,
} from '#harness/faulty';
import { type AttemptReport, type ClientOptions, createClient, type Decision } from './index.ts';

const ACTION = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA', content: 'my secret CPF' } as const;
const KEY = `key_live_${'S'.repeat(43)}`;

const ALLOWED = FIELDS as Decision;

const running: FaultyServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function serve(...behaviours: [Behaviour, ...Behaviour[]]): Promise<FaultyServer> {
  const server = await startFaultyServer(...behaviours);
  running.push(server);
  return server;
}

function client(server: { baseUrl: string }, options: ClientOptions = {}) {
  return createClient({ apiKey: KEY, baseUrl: server.baseUrl, backoffMs: 1, timeoutMs: 5_000, ...options });
}

const unavailable = answers(503, { error: 'unavailable', message: 'Later.', requestId: 'r' });

it.each([
  ['408', answers(408, '')],
  ['429', answers(429, { error: 'rate_limited', message: 'Slow down.', requestId: 'r' })],
  ['500', answers(500, HTML)],
  ['503', unavailable],
  ['a cut connection', cuts],
  ['a connection cut in the middle of the answer', cutsHalfway],
])('tries again after %s, twice, with one Idempotency-Key, and takes the answer that comes', async (_what, fault) => {
  const server = await serve(fault, fault, answers(200, ALLOWED));
  expect(await client(server).decide(ACTION)).toEqual({ ...ALLOWED, degraded: false });
  const keys = server.seen.map(({ headers }) => headers['idempotency-key']);
  expect(keys).toHaveLength(3);
  expect(new Set(keys).size).toBe(1);
  expect(keys[0]).toMatch(/^[0-9a-f-]{36}$/);
});

it('tries again after a time-out, before an answer and in the middle of one', async () => {
  const server = await serve(hangs, hangsHalfway, answers(200, ALLOWED));
  expect(await client(server, { timeoutMs: 150 }).decide(ACTION)).toMatchObject({ finalDecision: 'ALLOW' });
  expect(server.seen).toHaveLength(3);
});

it('sends the key of the caller where there is one, on every attempt', async () => {
  const server = await serve(cuts, answers(200, ALLOWED));
  await client(server).decide(ACTION, { idempotencyKey: 'refund-4711' });
  expect(server.seen.map(({ headers }) => headers['idempotency-key'])).toEqual(['refund-4711', 'refund-4711']);
});

it.each([
  ['closed by default', {}, 'BLOCK'],
  ['closed', { failMode: 'closed' }, 'BLOCK'],
  ['open', { failMode: 'open' }, 'ALLOW'],
] as const)('falls back by its fail mode when nothing answers: %s', async (_what, options, outcome) => {
  for (const fault of [cuts, cutsHalfway, answers(408, ''), answers(500, HTML), unavailable]) {
    const server = await serve(fault);
    const decision = await client(server, options).decide(ACTION);
    expect(decision).toMatchObject({ id: null, degraded: true, decision: outcome, finalDecision: outcome });
    expect(decision.reasons[0]).toMatch(/^Service unavailable/);
    expect(server.seen).toHaveLength(3);
  }
});

it('falls back when nobody listens, and when every attempt times out', async () => {
  const gone = await startFaultyServer(cuts);
  await gone.stop();
  expect((await client(gone).decide(ACTION)).reasons[0]).toBe(
    'Service unavailable: connection failed (ECONNREFUSED) (3 attempts).',
  );
  const server = await serve(hangs);
  const decision = await client(server, { timeoutMs: 50, retries: 0 }).decide(ACTION);
  expect(decision.reasons[0]).toBe('Service unavailable: no answer within 50 ms (1 attempt).');
});

it('falls back on both gateways too, with no word of what the gateway did', async () => {
  const server = await serve(unavailable);
  const { gateway } = client(server);
  expect(await gateway.http(ACTION)).toMatchObject({ degraded: true, finalDecision: 'BLOCK', gateway: null });
  expect(await gateway.mcp({ tool: 'list' })).toMatchObject({ degraded: true, finalDecision: 'BLOCK', gateway: null });
});

it.each(['closed', 'open'] as const)('raises a 429 that stays, in fail mode %s', async (failMode) => {
  const server = await serve(answers(429, { error: 'rate_limited', message: 'Slow down.', requestId: 'r' }));
  await expect(client(server, { failMode }).decide(ACTION)).rejects.toMatchObject({
    name: 'RateLimitedError',
    status: 429,
    code: 'rate_limited',
  });
  expect(server.seen).toHaveLength(3);
});

it.each([
  ['HTML', HTML],
  ['nothing', ''],
  ['null', null],
  ['a list', []],
  ['the bare word', '"ALLOW"'],
  ['half a decision', { decision: 'ALLOW', finalDecision: 'ALLOW' }],
  ['a decision without its outcome', { ...ALLOWED, finalDecision: undefined }],
  ['an outcome in lower case', { ...ALLOWED, decision: 'allow', finalDecision: 'allow' }],
  ['a word that is no outcome', { ...ALLOWED, decision: 'PERMIT', finalDecision: 'PERMIT' }],
  ['an ALLOW of a BLOCK', { ...ALLOWED, decision: 'BLOCK' }],
  ['an ALLOW of a pending review', { ...ALLOWED, decision: 'REVIEW', review: { status: 'PENDING' } }],
  ['an ALLOW of a denied review', { ...ALLOWED, decision: 'REVIEW', review: { status: 'DENIED' } }],
  ['a review of no known status', { ...ALLOWED, decision: 'REVIEW', review: { status: 'MAYBE' } }],
  ['no id', { ...ALLOWED, id: null }],
  ['reasons that are no texts', { ...ALLOWED, reasons: [{ $ne: 1 }] }],
  ['a score out of range', { ...ALLOWED, riskScore: 1000 }],
])('raises a 200 that is no decision, in either fail mode: %s', async (_what, body) => {
  const server = await serve(answers(200, body));
  for (const failMode of ['closed', 'open'] as const) {
    const raised = await client(server, { failMode })
      .decide(ACTION)
      .catch((error: unknown) => error);
    expect(raised).toMatchObject({ name: 'UnexpectedAnswerError', status: 200 });
  }
  expect(server.seen).toHaveLength(2);
});

it.each([
  ['201', answers(201, ALLOWED)],
  ['204', (_request, response) => void response.writeHead(204).end()],
  ['a redirect', answers(302, ALLOWED, { location: 'http://127.0.0.1:1/elsewhere' })],
] as [string, Behaviour][])(
  'raises %s: only a 200 carries a decision, and the key goes nowhere else',
  async (_what, behaviour) => {
    const server = await serve(behaviour);
    await expect(client(server, { failMode: 'open' }).decide(ACTION)).rejects.toMatchObject({
      name: 'UnexpectedAnswerError',
    });
    expect(server.seen).toHaveLength(1);
  },
);

it('raises an answer that never ends where it exceeds every answer of the service', async () => {
  const server = await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    const chunk = Buffer.alloc(1_048_576, ' ');
    const more = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on('drain', more);
    more();
  });
  await expect(client(server, { timeoutMs: 20_000 }).decide(ACTION)).rejects.toMatchObject({
    name: 'UnexpectedAnswerError',
  });
});

it('raises a small answer that unfolds into a huge one', async () => {
  const bomb = gzipSync(Buffer.alloc(64 * 1_048_576, ' '));
  const server = await serve((_request, response) => {
    const headers = { 'content-encoding': 'gzip', 'content-length': String(bomb.byteLength) };
    response.writeHead(200, headers).end(bomb);
  });
  await expect(client(server, { timeoutMs: 20_000 }).decide(ACTION)).rejects.toMatchObject({
    name: 'UnexpectedAnswerError',
  });
});

it.each([
  [400, 'ValidationError'],
  [401, 'AuthenticationError'],
  [403, 'ForbiddenError'],
  [404, 'NotFoundError'],
  [409, 'ConflictError'],
  [413, 'PayloadTooLargeError'],
  [422, 'ApiError'],
])('raises a %i at once as %s, in either fail mode', async (status, name) => {
  const server = await serve(answers(status, { error: 'some_code', message: 'Why.', fields: { agent: 'is wrong' } }));
  for (const failMode of ['closed', 'open'] as const) {
    await expect(client(server, { failMode }).decide(ACTION)).rejects.toMatchObject({
      name,
      status,
      code: 'some_code',
      message: 'Why.',
      fields: { agent: 'is wrong' },
    });
  }
  expect(server.seen).toHaveLength(2);
});

it('never falls back when it fetches, whatever the fail mode', async () => {
  const server = await serve(unavailable);
  await expect(client(server, { failMode: 'open' }).getDecision(ALLOWED.id)).rejects.toMatchObject({
    name: 'UnavailableError',
    status: 503,
    attempts: 3,
  });
});

it('waits as long as Retry-After says, when that is longer than its own step', async () => {
  const later = answers(503, 'x', { 'retry-after': '1' });
  const server = await serve(later, answers(200, ALLOWED));
  const reports: AttemptReport[] = [];
  await client(server, { onAttempt: (report) => reports.push(report) }).decide(ACTION);
  expect(reports.map(({ retryInMs }) => retryInMs)).toEqual([1_000, null]);
});

it('waits 30 s at most for a Retry-After, and stops waiting at once when it is told to', async () => {
  const server = await serve(answers(503, 'x', { 'retry-after': '86400' }));
  const stop = new AbortController();
  const reports: AttemptReport[] = [];
  const calling = client(server, {
    failMode: 'open',
    onAttempt: (report) => {
      reports.push(report);
      stop.abort(new Error('the user went away'));
    },
  }).decide(ACTION, { signal: stop.signal });
  await expect(calling).rejects.toThrow('the user went away');
  expect(reports.map(({ retryInMs }) => retryInMs)).toEqual([30_000]);
});

it('throws the reason of an abort, before and in the middle of a request, and never falls back', async () => {
  const reason = new Error('no longer wanted');
  const server = await serve((_request, _response) => stop.abort(reason));
  const stop = new AbortController();
  const open = client(server, { failMode: 'open' });
  await expect(open.decide(ACTION, { signal: stop.signal })).rejects.toBe(reason);
  await expect(open.decide(ACTION, { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  await expect(client(server, { signal: AbortSignal.abort(reason) }).decide(ACTION)).rejects.toBe(reason);
  expect(server.seen).toHaveLength(1);
});

it('shows content and key in no error, reason or report', async () => {
  const echo: Behaviour = (request, response) => void response.writeHead(400).end(request.body);
  const shown: string[] = [];
  for (const behaviour of [echo, answers(200, HTML), cuts, unavailable, answers(429, ACTION.content)]) {
    const server = await serve(behaviour);
    const asking = client(server, { onAttempt: (report) => shown.push(JSON.stringify(report)) });
    const result: unknown = await asking.decide(ACTION).catch((error: unknown) => error);
    shown.push(JSON.stringify(result), String(result), (result as Error).stack ?? '');
  }
  expect(shown.length).toBeGreaterThan(15);
  for (const text of shown) expect(text).not.toMatch(/secret CPF|SSSSS/);
});

it('goes on when a hook throws', async () => {
  const server = await serve(cuts, answers(200, ALLOWED));
  const onAttempt = () => {
    throw new Error('a broken logger');
  };
  expect(await client(server, { onAttempt }).decide(ACTION)).toMatchObject({ finalDecision: 'ALLOW' });
});

it('goes on waiting for a review through an outage, and raises one that lasts to the deadline', async () => {
  const pending: Decision = {
    ...ALLOWED,
    decision: 'REVIEW',
    finalDecision: 'REVIEW',
    review: {
      status: 'PENDING',
      expiresAt: null,
      decidedAt: null,
      note: null,
      approvals: { needed: 1, given: 0, stillFrom: ['OWNER'] },
    },
  };
  const approved: Decision = { ...pending, finalDecision: 'ALLOW', review: { ...pending.review!, status: 'APPROVED' } };
  // The fourth answers at once though it was asked to wait, as at one of the service's bounds.
  const server = await serve(cuts, unavailable, answers(429, ''), answers(200, pending), answers(200, approved));
  const waiting = client(server, { retries: 0 });
  expect(await waiting.waitForDecision(ALLOWED.id, { pollMs: 5 })).toMatchObject({ finalDecision: 'ALLOW' });
  const gone = await serve(unavailable);
  await expect(
    client(gone, { retries: 0 }).waitForDecision(ALLOWED.id, { pollMs: 5, timeoutMs: 60 }),
  ).rejects.toMatchObject({ name: 'UnavailableError' });
});
