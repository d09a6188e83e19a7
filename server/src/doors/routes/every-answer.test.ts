// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it serves another build of the web app.
 * Guarantees over real HTTP. No cache keeps an answer and no browser guesses its type. Every 400 names a field. HEAD
 * stands wherever GET does. Requests that two readers could understand in two ways are refused.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { call, LIVE_KEY, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let port: number;
let browser: Browser;
let webFolder: string;
beforeAll(async () => {
  webFolder = mkdtempSync(join(tmpdir(), 'svc-web-'));
  mkdirSync(join(webFolder, 'assets'));
  writeFileSync(join(webFolder, 'index.html'), '<!doctype html>');
  writeFileSync(join(webFolder, 'assets', 'index-0a1b.js'), 'export {};');
  service = await startTestService({ provisioning: acmeWithPeople(), webFolder });
  browser = await signIn(service.baseUrl, PEOPLE.owner);
  port = Number(new URL(service.baseUrl).port);
});
afterAll(async () => {
  await service.stop();
  rmSync(webFolder, { recursive: true });
});

interface RawAnswer {
  status: number;
  headers: Headers;
  body: { error?: string; message?: string; fields?: Record<string, string>; requestId?: string };
}

/** Sends bytes as they are, and reads the one answer until the service closes. */
async function sendRaw(lines: readonly string[], body = ''): Promise<RawAnswer> {
  const socket = connect(port, '127.0.0.1');
  socket.write(`${lines.join('\r\n')}\r\n\r\n${body}`);
  const received = await text(socket);
  const [head = '', ...rest] = received.split('\r\n\r\n');
  const [status = '', ...headerLines] = head.split('\r\n');
  const headers = new Headers(headerLines.map((line) => line.split(/:\s*/, 2) as [string, string]));
  const content = rest.join('\r\n\r\n');
  return { status: Number(status.split(' ')[1]), headers, body: content === '' ? {} : JSON.parse(content) };
}

function expectGuarded(headers: Headers): void {
  expect(headers.get('cache-control')).toBe('no-store');
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('x-api-version')).toBe('v1');
  expect(headers.get('x-svc-version')).toMatch(/^\d+\./);
  expect(headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
}

const CLOSE = 'Connection: close';
const KEY = `Authorization: Bearer ${LIVE_KEY}`;
const JSON_TYPE = 'Content-Type: application/json';
const post = (body: string, ...headers: string[]): [string[], string] => [
  ['POST /v1/events HTTP/1.1', 'Host: a', KEY, CLOSE, `Content-Length: ${Buffer.byteLength(body)}`, ...headers],
  body,
];
const PLAIN = JSON.stringify(PLAIN_ACTION);

describe('a request that cannot be taken is 400 and names its field:', () => {
  it.each<[string, [string[], string?], string]>([
    ['an address with a broken escape', [['GET /v1/%zz HTTP/1.1', 'Host: a', CLOSE]], 'path'],
    ['the same below /app', [['GET /app/%zz HTTP/1.1', 'Host: a', CLOSE]], 'path'],
    ['no Host', [['GET /health HTTP/1.1', CLOSE]], 'Host'],
    ['two Host headers', [['GET /health HTTP/1.1', 'Host: a', 'HOST: a', CLOSE]], 'HOST'],
    ['two Host headers on an unknown path', [['GET /nothing HTTP/1.1', 'Host: a', 'Host: b', CLOSE]], 'Host'],
    ['two keys in one kind of header', [['GET /v1/policies HTTP/1.1', 'Host: a', KEY, KEY, CLOSE]], 'Authorization'],
    ['two content types', post(PLAIN, JSON_TYPE, 'content-type: text/plain'), 'content-type'],
    ['two idempotency keys', post(PLAIN, JSON_TYPE, 'Idempotency-Key: a', 'Idempotency-Key: b'), 'Idempotency-Key'],
    ['an empty idempotency key', post(PLAIN, JSON_TYPE, 'Idempotency-Key:'), 'Idempotency-Key'],
    ['an unknown method', [['FOO / HTTP/1.1', 'Host: a']], 'method'],
    ['CONNECT', [['CONNECT example.com:443 HTTP/1.1', 'Host: a']], 'method'],
    ['an expectation', [['GET /health HTTP/1.1', 'Host: a', 'Expect: a-miracle']], 'Expect'],
    ['headers that are too long', [['GET / HTTP/1.1', `X: ${'x'.repeat(20_000)}`]], 'headers'],
    ['an address that is too long', [[`GET /${'x'.repeat(20_000)} HTTP/1.1`, 'Host: a']], 'headers'],
    ['no HTTP', [['hello']], 'method'],
    ['HTTP/2', [['PRI * HTTP/2.0', '', 'SM']], 'request'],
    ['two lengths', [['POST / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Content-Length: 2']], 'Content-Length'],
    [
      'a length and chunks',
      [['POST / HTTP/1.1', 'Host: a', 'Content-Length: 1', 'Transfer-Encoding: chunked']],
      'Transfer-Encoding',
    ],
    ['no content type', post(PLAIN), 'body'],
    ['another content type', post(PLAIN, 'Content-Type: text/plain'), 'body'],
    ['a content type that is none', post(PLAIN, 'Content-Type: ;'), 'body'],
    ['no body', post('', JSON_TYPE), 'body'],
    ['broken JSON', post('{"a":', JSON_TYPE), 'body'],
    ['half of a surrogate pair', post('{"agent":"\\ud800"}', JSON_TYPE), 'body'],
    ['a repeated key', post(PLAIN.replace('{', '{"action":"DELETE_DATA",'), JSON_TYPE), 'action'],
    ['a repeated key spelt with an escape', post(PLAIN.replace('{', '{"\\u0061ction":"X",'), JSON_TYPE), 'action'],
    ['a list', post('[]', JSON_TYPE), 'body'],
    ['null', post('null', JSON_TYPE), 'body'],
  ])('%s', async (_, [lines, body], field) => {
    const answer = await sendRaw(lines, body);
    expect(answer).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(Object.keys(answer.body.fields ?? {})).toContain(field);
    expect(answer.body.message).toContain(field);
    expect(answer.body.requestId).toBe(answer.headers.get('x-request-id'));
    expectGuarded(answer.headers);
  });
});

it.each<[string, string, string]>([
  ['/v1/gateway/http', '{"body":{"a":1,"a":2}}', 'body.a'],
  ['/v1/gateway/http', '{"body":1,"bod\\u0079":2}', 'body'],
  ['/v1/gateway/mcp', '{"arguments":{"x":[{"a":1,"\\u0061":1}]}}', 'arguments.x[0].a'],
  ['/v1/policies/apply', '{"policies":[{"decision":"ALLOW","decision":"BLOCK"}]}', 'policies[0].decision'],
  ['/v1/policies/test', '{"cases":[{"input":{"metadata":{"a":1,"a":1}}}]}', 'cases[0].input.metadata.a'],
  ['/v1/events', '{"content":"a","content":"b"}', 'content'],
  ['/public/contact', '{"email":"a","email":"b"}', 'email'],
  ['/auth/login', '{"email":"a","password":"b","password":"c"}', 'password'],
])('POST %s refuses %s', async (path, raw, field) => {
  const headers = { origin: service.baseUrl };
  const { status, body } = await call<RawAnswer['body']>(service.baseUrl, path, { raw, headers });
  expect(status).toBe(400);
  expect(body.fields).toEqual({ [field]: 'is written twice: write each key once, however it is escaped' });
});

describe('answers of all kinds', () => {
  it.each<[number, string, Parameters<typeof call>[2]]>([
    [200, '/v1/events', { body: PLAIN_ACTION }],
    [200, '/v1/policies', {}],
    [401, '/v1/policies', { key: null }],
    [401, '/me', { key: null }],
    [403, '/auth/login', { body: {}, headers: { origin: 'https://evil.example' } }],
    [404, '/nothing', {}],
    [404, '/v1/events/018f0000-0000-7000-8000-00000000a001', {}],
    [413, '/v1/events', { raw: `"${'x'.repeat(210_000)}"` }],
    [200, '/health', {}],
    [200, '/live', {}],
    [200, '/ready', {}],
    [200, '/openapi.json', {}],
    [200, '/public/plans', {}],
  ])('%i of %s has the headers of every answer', async (status, path, options) => {
    const answer = await call(service.baseUrl, path, options);
    expect(answer.status).toBe(status);
    expectGuarded(answer.headers);
  });

  it('have them on the redirect of /, on the changelog and on lists of the app', async () => {
    for (const path of ['/', '/changelog']) {
      expectGuarded((await fetch(service.baseUrl + path, { redirect: 'manual' })).headers);
    }
    const list = await browser.call('/events');
    expect(list.status).toBe(200);
    expectGuarded(list.headers);
  });
});

it('tells a client of the API how to authenticate, and a browser nothing of the kind', async () => {
  for (const key of [null, 'key_live_wrong']) {
    const refused = await call(service.baseUrl, '/v1/events', { key, body: PLAIN_ACTION });
    expect(refused.headers.get('www-authenticate')).toBe('Bearer realm="svc"');
  }
  expect((await fetch(`${service.baseUrl}/me`)).headers.get('www-authenticate')).toBeNull();
  expect((await call(service.baseUrl, '/v1/policies')).headers.get('www-authenticate')).toBeNull();
});

describe('HEAD answers as GET does, without a body:', () => {
  it.each(['/health', '/live', '/ready', '/openapi.json', '/changelog', '/public/plans', '/v1/policies'])(
    '%s',
    async (path) => {
      const headers = { authorization: `Bearer ${LIVE_KEY}` };
      const [got, head] = await Promise.all(
        ['GET', 'HEAD'].map((method) => fetch(service.baseUrl + path, { method, headers })),
      );
      expect(head?.status).toBe(200);
      expect(head?.headers.get('content-type')).toBe(got?.headers.get('content-type'));
      expect(await head?.text()).toBe('');
      if (head !== undefined) expectGuarded(head.headers);
    },
  );

  it.each(['/app', '/app/', '/app/reviews', '/app/assets/index-0a1b.js'])('%s', async (path) => {
    const [got, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(service.baseUrl + path, { method, redirect: 'manual' })),
    );
    expect([200, 301, 302, 308]).toContain(got?.status);
    expect(head?.status).toBe(got?.status);
    for (const name of ['content-type', 'content-length', 'cache-control', 'content-security-policy', 'location']) {
      expect(head?.headers.get(name), name).toBe(got?.headers.get(name));
    }
    expect(await head?.text()).toBe('');
  });

  it('an event, and only for a key that may read it', async () => {
    const { body } = await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION });
    const head = (headers: Record<string, string>) =>
      fetch(`${service.baseUrl}/v1/events/${body.id}`, { method: 'HEAD', headers });
    expect((await head({ 'x-api-key': LIVE_KEY })).status).toBe(200);
    expect((await head({})).status).toBe(401);
  });

  it('a list of the app, but no file that is counted and audited', async () => {
    expect((await browser.call('/events', { method: 'HEAD' })).status).toBe(200);
    expect((await browser.call('/audit/export', { method: 'HEAD' })).status).toBe(404);
  });
});
