// SPDX-License-Identifier: Apache-2.0
/** Guarantee: no fault, no older service and no answer that contradicts itself lets a guarded function run. */
import { afterEach, expect, it } from 'vitest';
import { ALLOWED, CONTRACT_ANSWERS } from '#harness/contract-server';
import { answers, type Behaviour, cuts, type FaultyServer, HTML, startFaultyServer } from '#harness/faulty';
import { type ClientOptions, createClient } from './index.ts';
import { wrapTool } from './tools/index.ts';

const ACTION = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' } as const;

const running: FaultyServer[] = [];
afterEach(async () => {
  for (const server of running.splice(0)) await server.stop();
});

async function serve(...behaviours: [Behaviour, ...Behaviour[]]): Promise<FaultyServer> {
  const server = await startFaultyServer(...behaviours);
  running.push(server);
  return server;
}

function client({ baseUrl }: { baseUrl: string }, options: ClientOptions = {}) {
  return createClient({ apiKey: `key_live_${'S'.repeat(43)}`, baseUrl, backoffMs: 1, timeoutMs: 5_000, ...options });
}

it('does not run what it guards on a fallback, an error or an abort', async () => {
  let ran = 0;
  const run = () => (ran += 1);
  const server = await serve(cuts);
  await expect(client(server).guard(ACTION, run)).rejects.toMatchObject({
    name: 'ActionNotAllowedError',
    message: expect.stringContaining('Service unavailable'),
    decision: { degraded: true, finalDecision: 'BLOCK' },
  });
  const html = await serve(answers(200, HTML));
  await expect(client(html, { failMode: 'open' }).guard(ACTION, run)).rejects.toMatchObject({
    name: 'UnexpectedAnswerError',
  });
  expect(ran).toBe(0);
  expect(await client(server, { failMode: 'open' }).guard(ACTION, run)).toBe(1);
  // There is no event to redeem and to report.
  expect(new Set(server.seen.map(({ path }) => path))).toEqual(new Set(['/v1/events']));
});

it.each([
  [
    'an older service',
    { ...ALLOWED, redemption: undefined },
    { name: 'ActionNotAllowedError', code: 'not_redeemable' },
  ],
  ['an older event', { ...ALLOWED, redemption: null }, { name: 'ActionNotAllowedError', code: 'not_redeemable' }],
  [
    'a redemption of no known state',
    { ...ALLOWED, redemption: { status: 'MAYBE' } },
    { name: 'UnexpectedAnswerError' },
  ],
])('does not run what it guards when %s cannot redeem it, in fail mode open too', async (_what, decision, error) => {
  const server = await serve(answers(200, decision));
  let ran = 0;
  const run = () => (ran += 1);
  await expect(client(server, { failMode: 'open' }).guard(ACTION, run)).rejects.toMatchObject(error);
  expect({ ran, asked: server.seen.length }).toEqual({ ran: 0, asked: 1 });
});

const REDEEMED = CONTRACT_ANSWERS['POST /v1/events/{id}/redeem'] as typeof ALLOWED;
it.each([
  ['is still open', ALLOWED],
  ['is of another event', { ...REDEEMED, id: ALLOWED.id.replace('1', '2') }],
  ['is not allowed', { ...REDEEMED, decision: 'BLOCK', finalDecision: 'BLOCK' }],
  ['is HTML', HTML],
])('does not run what it guards when the answer to the redemption %s', async (_what, answer) => {
  const server = await serve(answers(200, ALLOWED), answers(200, answer));
  let ran = 0;
  const run = () => (ran += 1);
  await expect(client(server).guard(ACTION, run)).rejects.toMatchObject({ name: 'UnexpectedAnswerError' });
  expect(ran).toBe(0);
});

const tool = (server: FaultyServer, options: ClientOptions = {}) =>
  wrapTool(
    client(server, options),
    () => ACTION,
    () => 'ran',
  );

it('runs the tool of an adapter by the fail mode when nothing was decided, and never when nothing is redeemed', async () => {
  const away = await serve(cuts);
  expect(await tool(away)({})).toMatch(/^Not run: svc decided BLOCK\. Service unavailable/);
  expect(await tool(away, { failMode: 'open' })({})).toBe('ran');
  expect(new Set(away.seen.map(({ path }) => path))).toEqual(new Set(['/v1/events']));
  const older = await serve(answers(200, { ...ALLOWED, redemption: undefined }));
  expect(await tool(older, { failMode: 'open' })({})).toMatch(
    /^Not run: .*older than this library: update the service/,
  );
  const half = await serve(answers(200, ALLOWED), cuts);
  await expect(tool(half, { failMode: 'open' })({})).rejects.toMatchObject({ name: 'UnavailableError' });
  const busy = await serve(answers(200, ALLOWED), answers(429, { error: 'rate_limited', message: 'Slow down.' }));
  await expect(tool(busy, { failMode: 'open' })({})).rejects.toMatchObject({ name: 'RateLimitedError' });
});
