// SPDX-License-Identifier: Apache-2.0
/** Guarantee: `svc listen` shows what the service signed and nothing else, answers each, and ends without losing one. */
import { connect } from 'node:net';
import type { CreatedWebhook } from '@svc/contract';
import { signDelivery } from '@svc/core/signature';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { type RunningSvc, type RunOptions, startSvc, svc } from '#harness/command-line';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type Answering, startUpstream, type Upstream } from '#harness/upstream';
import { BLOCKED, decide, REVIEWED, WEBHOOK_SECRET } from '#harness/webhooks';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const running: RunningSvc[] = [];
const servers: Upstream[] = [];
afterEach(async () => {
  for (const one of running.splice(0)) {
    one.stop();
    await one.ended;
  }
  await Promise.all(servers.splice(0).map((one) => one.stop()));
});

async function listen(args: readonly string[] = [], options: RunOptions = {}) {
  const env = { SVC_WEBHOOK_SECRET: WEBHOOK_SECRET };
  const command = startSvc(['listen', '--port', '0', ...args], { env, ...options });
  running.push(command);
  await expect.poll(() => command.shown.stderr).toMatch(/listening at http:\S+/);
  const [, address = ''] = /listening at (\S+)/.exec(command.shown.stderr) ?? [];
  return { ...command, address };
}

async function serverThat(answer: Answering): Promise<Upstream> {
  const server = await startUpstream(answer);
  servers.push(server);
  return server;
}

async function send(address: string, body: string, headers: Record<string, string> = {}) {
  const answer = await fetch(address, { method: 'POST', body, headers });
  return { status: answer.status, text: (await answer.text()).trim() };
}

const nowSeconds = () => Math.floor(Date.now() / 1_000);
const signed = (body: string, atSeconds = nowSeconds(), secret = WEBHOOK_SECRET) => ({
  'X-Svc-Signature': signDelivery(secret, atSeconds, body),
});
const TEST_BODY = JSON.stringify({ id: 'd', type: 'TEST', data: { message: 'A test of svc.' } });

it('shows the deliveries of a real endpoint, and the service has them as delivered', async () => {
  const { address, shown, stop, ended } = await listen();
  const made = await owner.call<CreatedWebhook>('/webhooks', { body: { url: address, secret: WEBHOOK_SECRET } });
  expect(made.status).toBe(201);
  await decide(service, REVIEWED);
  await expect.poll(() => shown.stdout).toMatch(/\n/);
  await decide(service, BLOCKED);
  await expect.poll(() => shown.stdout).toMatch(/\n.+\n/);
  await owner.call(`/webhooks/${made.body.id}/test`, { method: 'POST' });
  await expect.poll(() => shown.stdout).toMatch(/(?:.+\n){3}/);
  const lines = shown.stdout.split('\n');
  expect(lines[0]).toMatch(
    /^\d\d:\d\d:\d\d {2}REVIEW {4}billing-bot wants to export data from customers\. REVIEW, risk \d+ \([A-Z]+\)\.$/,
  );
  expect(lines[1]).toMatch(/ {2}BLOCK {5}billing-bot wants to delete data from customers\. BLOCK/);
  expect(lines[2]).toMatch(/ {2}TEST {6}\S/);
  const log = async () => {
    const { body } = await owner.call<{ items: { status: string }[] }>(`/webhooks/${made.body.id}/deliveries`);
    return body.items.map(({ status }) => status);
  };
  await expect.poll(log).toEqual(['DELIVERED', 'DELIVERED', 'DELIVERED']);
  await owner.call(`/webhooks/${made.body.id}`, { method: 'DELETE' });
  stop();
  const { code, stderr } = await ended;
  expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringContaining('ended. 3 verified, 0 refused.') });
});

it('writes one JSON line for each with --json, good or bad, and tells nothing of a body that nobody signed', async () => {
  const { address, shown } = await listen(['--json']);
  await send(address, TEST_BODY, { ...signed(TEST_BODY), 'X-Svc-Attempt': '2' });
  await send(address, '{"type":"FORGED"}', signed('{}'));
  const [good, bad, rest] = shown.stdout.split('\n');
  expect(JSON.parse(good ?? '')).toEqual({
    receivedAt: expect.stringMatching(/Z$/),
    verified: true,
    answered: 200,
    type: 'TEST',
    sentence: 'A test of svc.',
    attempt: 2,
    forwarded: null,
    delivery: JSON.parse(TEST_BODY),
  });
  expect(JSON.parse(bad ?? '')).toEqual({
    receivedAt: expect.any(String),
    verified: false,
    answered: 400,
    error: { code: 'signature_mismatch', message: expect.any(String) },
  });
  expect([rest, shown.stdout.includes('FORGED')]).toEqual(['', false]);
});

it.each<[string, Record<string, string>, RegExp]>([
  ['no signature', {}, /There is no header X-Svc-Signature/],
  ['another form', { 'X-Svc-Signature': 'sha256=abc' }, /another form/],
  ['two headers in one', { 'X-Svc-Signature': `${signed(TEST_BODY)['X-Svc-Signature']}, t=1` }, /another form/],
  ['another secret', signed(TEST_BODY, nowSeconds(), `${WEBHOOK_SECRET}x`), /another secret, or the body was changed/],
  ['other bytes', signed(`${TEST_BODY} `), /another secret, or the body was changed/],
  ['an old one', signed(TEST_BODY, nowSeconds() - 900), /more than 300 seconds away/],
  ['one of tomorrow', signed(TEST_BODY, nowSeconds() + 86_400), /more than 300 seconds away/],
])('answers 400 with the reason to %s, and never tells the secret', async (_what, headers, reason) => {
  const { address, shown } = await listen();
  const answer = await send(address, TEST_BODY, headers);
  expect(answer).toEqual({ status: 400, text: expect.stringMatching(reason) });
  expect(shown.stderr).toMatch(/refused with 400: /);
  expect(shown.stderr).toMatch(reason);
  expect(shown.stdout).toBe('');
  expect(shown.stderr + answer.text).not.toContain(WEBHOOK_SECRET);
});

it('takes no other method, no longer body, and goes on after senders that break off', async () => {
  const { address, shown } = await listen();
  expect((await fetch(address)).status).toBe(405);
  expect((await fetch(address, { method: 'PUT', body: TEST_BODY })).status).toBe(405);
  expect(await send(address, 'x'.repeat(300_000))).toMatchObject({ status: 413 });
  const socket = connect(Number(new URL(address).port), '127.0.0.1');
  socket.on('error', () => undefined).write('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 100\r\n\r\nhalf');
  socket.end();
  const garbage = connect(Number(new URL(address).port), '127.0.0.1');
  garbage.on('error', () => undefined).end('\u0000\u0001 no HTTP\r\n\r\n');
  expect(await send(address, TEST_BODY, signed(TEST_BODY))).toEqual({ status: 200, text: 'ok' });
  expect(shown.stdout.match(/\n/g)).toHaveLength(1);
});

it.each([
  ['no JSON', 'hello', 'UNKNOWN   no summary'],
  ['another type', '{"type":"NEW_KIND","data":{"message":7}}', 'NEW_KIND  no summary'],
  [
    'an action of tomorrow',
    '{"type":"BLOCK","data":{"agent":"a","resource":"r","action":"PAY"}}',
    'BLOCK     no summary',
  ],
  ['marks of a terminal', '{"type":"TEST","data":{"message":"\\u001b[2Jgone"}}', 'TEST      \\u001b[2Jgone'],
  ['null', 'null', 'UNKNOWN   no summary'],
])('shows a signed body that holds %s', async (_what, body, line) => {
  const { address, shown } = await listen();
  expect((await send(address, body, signed(body))).status).toBe(200);
  expect(shown.stdout.trimEnd().slice('00:00:00  '.length)).toBe(line);
});

it('passes the same bytes and headers on, and the answer back', async () => {
  const statuses = [500, 204, 429, 302];
  const server = await serverThat((_request, reply) => {
    const headers = { 'retry-after': '7', location: 'http://127.0.0.1:1/' };
    reply.writeHead(statuses.shift() ?? 200, headers).end('not shown');
  });
  const { address, shown } = await listen(['--forward-to', `${server.url}/hooks?for=svc`]);
  const headers = {
    ...signed(TEST_BODY),
    'Content-Type': 'application/json',
    'X-Svc-Delivery': 'd',
    'X-Svc-Event': 'TEST',
    'X-Svc-Attempt': '1',
    Authorization: 'never passed on',
  };
  const answers = [];
  for (let count = 0; count < 4; count += 1) answers.push((await send(address, TEST_BODY, headers)).status);
  expect(answers).toEqual([500, 204, 429, 302]);
  expect(server.requests[0]).toMatchObject({ method: 'POST', path: '/hooks?for=svc', body: TEST_BODY });
  const { 'x-svc-signature': signature, 'x-svc-delivery': delivery, authorization } = server.requests[0]?.headers ?? {};
  expect([signature, delivery, authorization]).toEqual([headers['X-Svc-Signature'], 'd', undefined]);
  expect(shown.stdout).toContain(`-> 500 from ${new URL(server.url).host}`);
  expect((await send(address, TEST_BODY)).status).toBe(400);
  expect(server.requests).toHaveLength(4);
});

it('answers 502 while the own server is away, so that the service sends again', async () => {
  const gone = await startUpstream((_request, reply) => void reply.end());
  await gone.stop();
  const { address, shown } = await listen(['--forward-to', gone.url]);
  expect(await send(address, TEST_BODY, signed(TEST_BODY))).toEqual({ status: 502, text: 'no answer (ECONNREFUSED)' });
  expect(shown.stdout).toContain('-> no answer (ECONNREFUSED) from 127.0.0.1:');
});

it('ends after what is under way', async () => {
  let release: (() => void) | undefined;
  const server = await serverThat((_request, reply) => {
    release = () => void reply.writeHead(202).end();
  });
  const { address, shown, stop, ended } = await listen(['--forward-to', server.url]);
  const silent = connect(Number(new URL(address).port), '127.0.0.1').on('error', () => undefined);
  const sending = send(address, TEST_BODY, signed(TEST_BODY));
  await expect.poll(() => server.requests.length).toBe(1);
  stop();
  await expect(fetch(address)).rejects.toThrow();
  release?.();
  expect((await sending).status).toBe(202);
  expect(await ended).toMatchObject({ code: 0, stdout: expect.stringContaining('-> 202') });
  expect(shown.stderr).toContain('1 verified');
  silent.destroy();
});

it('takes the secret from an option and from stdin, without what stands around it', async () => {
  const padded = `\uFEFF ${WEBHOOK_SECRET}\r\n`;
  for (const [args, options] of [
    [['--secret', padded], { env: {} }],
    [['--secret', '-'], { env: {}, input: padded }],
    [[], { env: { SVC_WEBHOOK_SECRET: padded } }],
  ] as [string[], RunOptions][]) {
    const { address } = await listen(args, options);
    expect((await send(address, TEST_BODY, signed(TEST_BODY))).status).toBe(200);
  }
});

const env = { SVC_WEBHOOK_SECRET: WEBHOOK_SECRET };
it.each<[readonly string[], RunOptions, number, RegExp]>([
  [[], {}, 5, /There is no secret\. Set SVC_WEBHOOK_SECRET/],
  [[], { env: { SVC_WEBHOOK_SECRET: ' ' } }, 5, /There is no secret/],
  [['--secret', '-'], {}, 5, /There is no secret/],
  [['--secret', 'key_live_LLLL'], {}, 5, /those begin with whsec_/],
  [['--port', '70000'], { env }, 1, /--port must be a whole number/],
  [['--port', 'four'], { env }, 1, /--port must be a whole number/],
  [['--forward-to', 'ftp://127.0.0.1/'], { env }, 1, /must be an http or https address/],
  [['--forward-to', 'localhost:3000'], { env }, 1, /must be an http or https address/],
  [['--forward-to', 'http://a:secret@127.0.0.1/'], { env }, 1, /without user name and password/],
  [['--forward-to', 'http://localhost:4010/'], { env }, 1, /the address of this command itself/],
])('ends %j with a sentence', async (args, options, code, sentence) => {
  const ran = await svc(['listen', ...args], options);
  expect(ran).toMatchObject({ code, stdout: '', stderr: expect.stringMatching(sentence) });
  expect(ran.stderr).toMatch(/^svc: [^\n]+\n$/);
  expect(ran.stderr).not.toMatch(/LLLL|secret@/);
});

it('says that its port is taken', async () => {
  const { address } = await listen();
  const { port } = new URL(address);
  const ran = await svc(['listen', '--port', port], { env });
  expect(ran).toMatchObject({ code: 1, stderr: expect.stringContaining(`Something listens on port ${port} already`) });
});
