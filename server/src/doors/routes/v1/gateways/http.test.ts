// SPDX-License-Identifier: Apache-2.0
/** POST /v1/gateway/http decides like the events route, and forwards only after an ALLOW. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, IDS, LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, READ_ORDERS, ROUTES, SECRETS } from '#harness/service/gateways.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

let upstream: Upstream;
let service: TestService;
/** The issued access tokens, and whether the upstream accepts them. */
let tokens: string[] = [];
let takesTokens = true;
let tokenAuthentication: 'basic' | 'body' = 'basic';

beforeAll(async () => {
  upstream = await startUpstream((request, reply) => {
    if (request.path === '/token') return giveToken(request.headers.authorization, request.body, reply);
    if (request.path.startsWith('/slow')) return;
    if (request.path.includes('/redirects'))
      return reply.writeHead(307, { location: 'http://127.0.0.1:1/' }).end('there');
    if (request.path.includes('/echo')) {
      const { authorization = '' } = request.headers;
      return reply.end(`${JSON.stringify(request.headers)} ${request.path} ${authorization.replace(/^\w+ /, '')}`);
    }
    if (request.path.includes('/long')) return reply.end('é'.repeat(5_000));
    if (request.headers.authorization?.startsWith('Bearer tok') && !takesTokens) return reply.writeHead(401).end('no');
    reply.writeHead(207, { 'content-type': 'application/json' }).end('{"ok":true}');
  });
  service = await openOrganization({ provisioning: () => acmeWithRoutes(upstream) });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
});

function giveToken(authorization: string | undefined, body: string, reply: ServerResponse): void {
  const form = new URLSearchParams(body);
  const pair = Buffer.from('svc%3Aid:cli+4f9a%2677c1%25d0').toString('base64');
  const isBasic = authorization === `Basic ${pair}`;
  const isBody = form.get('client_id') === 'svc:id' && form.get('client_secret') === SECRETS.client;
  if (form.get('grant_type') !== 'client_credentials' || form.get('scope') !== 'read write') {
    return void reply.writeHead(400).end('{"error":"invalid_request"}');
  }
  if (!(tokenAuthentication === 'basic' ? isBasic : isBody)) {
    return void reply.writeHead(401).end('{"error":"invalid_client"}');
  }
  const token = `tok-${tokens.length + 1}.abc`;
  tokens.push(token);
  reply.end(JSON.stringify({ access_token: token, token_type: 'bearer', expires_in: 3_600 }));
}

const send = (body: Record<string, unknown>, options = {}) => callHttp(service.baseUrl, body, options);

describe('without a route', () => {
  it('only decides', async () => {
    const { status, body } = await send({ path: '/x', method: 'POST', body: 1 });
    expect(status).toBe(200);
    expect(body.decision).toBe('ALLOW');
    expect(body.gateway).toEqual({
      protocol: 'HTTP',
      routeId: null,
      proxied: false,
      credentialId: null,
      upstream: null,
    });
    expect(upstream.requests).toEqual([]);
  });
});

describe('after an ALLOW', () => {
  it('forwards path, query, method and body, with nothing but its own headers', async () => {
    const { body } = await send({ routeId: ROUTES.crm, path: '/contacts?a=b', method: 'POST', body: { n: 1 } });
    expect(body.gateway).toMatchObject({
      protocol: 'HTTP',
      routeId: ROUTES.crm,
      proxied: true,
      upstream: { status: 207, truncatedBody: '{"ok":true}', error: null },
    });
    expect(body.gateway.upstream?.latencyMs).toBeGreaterThanOrEqual(0);
    expect(upstream.requests).toHaveLength(1);
    const [received] = upstream.requests;
    expect(received).toMatchObject({ method: 'POST', path: '/v1/contacts?a=b', body: '{"n":1}' });
    expect(received?.headers).toEqual({
      host: `api.crm.test:${upstream.port}`,
      connection: 'keep-alive',
      accept: '*/*',
      'accept-encoding': 'identity',
      'user-agent': 'Svc-Gateway/1.0',
      'content-type': 'application/json',
      'content-length': '7',
      'x-api-key': SECRETS.header,
    });
  });

  it('forwards to the base address itself without a path, by GET, without a body', async () => {
    await send({ routeId: ROUTES.crm, body: { ignored: true } });
    expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/v1', body: '' }]);
    expect(upstream.requests[0]?.headers).not.toHaveProperty('content-type');
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('forwards any JSON value by %s, digit for digit', async (method) => {
    const texts = ['null', 'false', '0', '""', '"a b"', '[]', '{"a":12345678901234567890.1230,"b":1E+2}', '-0.0'];
    for (const text of texts) {
      const raw = JSON.stringify({ ...READ_ORDERS, routeId: ROUTES.plain, path: '/', method }).replace(
        /}$/,
        `,"body":${text}}`,
      );
      expect((await send({}, { body: undefined, raw })).status).toBe(200);
    }
    expect(upstream.requests.map(({ body }) => body)).toEqual(texts);
    for (const { headers } of upstream.requests) expect(headers['content-type']).toBe('application/json');
  });

  it('forwards a path of 1,000 characters, whatever they are, beside a credential', async () => {
    const path = `/${'\u{1F600}'.repeat(999)}`;
    const { body } = await send({ routeId: ROUTES.parameter, path });
    expect(body.gateway.upstream).toMatchObject({ status: 207, error: null });
    expect(decodeURIComponent(upstream.requests[0]?.path ?? '')).toContain(path);
  });

  it('takes a body of 200 KB, and forwards it whole', async () => {
    const frame = JSON.stringify({ ...READ_ORDERS, routeId: ROUTES.plain, method: 'POST', body: '' });
    const raw = frame.replace('"body":""', `"body":"${'\\"'.repeat(102_000 - frame.length)}"`);
    const whole = raw.padEnd(204_800);
    expect((await send({}, { body: undefined, raw: whole, headers: { 'idempotency-key': 'whole' } })).status).toBe(200);
    expect(upstream.requests[0]?.body.length).toBe(raw.length - frame.length + 2);
  });

  it('follows no redirect: that is the answer', async () => {
    const { body } = await send({ routeId: ROUTES.plain, path: '/redirects' });
    expect(body.gateway.upstream).toMatchObject({ status: 307, truncatedBody: 'there', error: null });
  });

  it('shows 2 KB of whole characters', async () => {
    const { body } = await send({ routeId: ROUTES.plain, path: '/long' });
    expect(body.gateway.upstream?.truncatedBody).toBe('é'.repeat(1_024));
  });

  it('marks the calls of a TEST key, and forwards them', async () => {
    const { body } = await send({ routeId: ROUTES.plain, path: '/' }, { key: TEST_KEY });
    expect(body).toMatchObject({ sandbox: true, gateway: { proxied: true, upstream: { status: 207 } } });
    const rows = await readRows(
      service.database,
      `SELECT sandbox, gateway_call->>'keyPrefix' AS key_prefix FROM svc.events WHERE id = $1`,
      [body.id],
    );
    expect(rows).toEqual([{ sandbox: true, key_prefix: TEST_KEY.slice(0, 16) }]);
  });
});

describe('a credential', () => {
  const { parameter, bearer, basic } = SECRETS;
  it.each([
    ['header', ROUTES.crm, { 'x-api-key': SECRETS.header }, '/v1/echo'],
    ['parameter', ROUTES.parameter, {}, `/v1/echo?api_key=${encodeURIComponent(parameter)}`],
    ['scheme', ROUTES.bearer, { authorization: `Bearer ${bearer}` }, '/v1/echo'],
    ['pair', ROUTES.basic, { authorization: `Basic ${Buffer.from(`ana:${basic}`).toString('base64')}` }, '/v1/echo'],
  ])('in a %s goes with the call and is never shown', async (_form, routeId, headers, path) => {
    const { body } = await send({ routeId, path: '/echo' });
    expect(upstream.requests[0]?.headers).toMatchObject(headers);
    expect(upstream.requests[0]?.path).toBe(path);
    expect(body.gateway.credentialId).toMatch(/^[0-9a-f-]{36}$/);
    const shown = JSON.stringify(body);
    expect(body.gateway.upstream?.truncatedBody).toContain('[REDACTED]');
    for (const secret of Object.values(SECRETS)) {
      expect(shown).not.toContain(secret);
      expect(shown).not.toContain(encodeURIComponent(secret));
      expect(shown).not.toContain(Buffer.from(`ana:${secret}`).toString('base64'));
    }
  });

  it("takes the place of the caller's parameter of the same name", async () => {
    await send({ routeId: ROUTES.parameter, path: '/x?api_key=mine&b=1' });
    expect(upstream.requests[0]?.path).toBe(`/v1/x?b=1&api_key=${encodeURIComponent(parameter)}`);
  });

  it('does not go to a host that is not allowed, though the call does', async () => {
    const { body } = await send({ routeId: ROUTES.elsewhere, path: '/echo' });
    expect(body.gateway).toMatchObject({ proxied: true, credentialId: null, upstream: { status: 200 } });
    expect(upstream.requests[0]?.path).toBe('/v1/echo');
  });
});

describe('a token', () => {
  it('is fetched once for any number of calls, kept, and never shown', async () => {
    tokens = [];
    const answers = await Promise.all(Array.from({ length: 10 }, () => send({ routeId: ROUTES.oauth, path: '/echo' })));
    await send({ routeId: ROUTES.oauth, path: '/echo' });
    expect(tokens).toEqual(['tok-1.abc']);
    const calls = upstream.requests.filter(({ path }) => path === '/v1/echo');
    expect(calls).toHaveLength(11);
    for (const { headers } of calls) expect(headers.authorization).toBe('Bearer tok-1.abc');
    for (const { body } of answers) expect(JSON.stringify(body)).not.toMatch(/tok-1/);
  });

  it('that the upstream refuses is dropped; the call is not sent again', async () => {
    takesTokens = false;
    const { body } = await send({ routeId: ROUTES.oauth, path: '/refused' });
    expect(body.gateway.upstream).toMatchObject({ status: 401, error: null });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/refused']);
    takesTokens = true;
    await send({ routeId: ROUTES.oauth, path: '/again' });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/v1/refused', '/token', '/v1/again']);
    expect(upstream.requests.at(-1)?.headers.authorization).toBe('Bearer tok-2.abc');
  });

  it('is asked for by body where the address knows no Basic, and refused is a failed call', async () => {
    takesTokens = false;
    await send({ routeId: ROUTES.oauth, path: '/drop' });
    takesTokens = true;
    tokenAuthentication = 'body';
    const { body } = await send({ routeId: ROUTES.oauth, path: '/by-body' });
    expect(body.gateway.upstream).toMatchObject({ status: 207 });
    takesTokens = false;
    await send({ routeId: ROUTES.oauth, path: '/drop' });
    takesTokens = true;
    upstream.requests.length = 0;
    await send({ routeId: ROUTES.oauth, path: '/by-body-at-once' });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/token', '/v1/by-body-at-once']);
  });
});

describe('an upstream that cannot be had', () => {
  it.each([
    [ROUTES.inside, 'egress refused: the address is not public and SVC_EGRESS_ALLOW does not name it'],
    [ROUTES.away, 'connection refused'],
    [ROUTES.hasty, 'time-out'],
  ])('%s is an answer that says why', async (routeId, error) => {
    const { status, body } = await send({ routeId, path: '/' });
    expect(status).toBe(200);
    expect(body.gateway).toMatchObject({ proxied: true, upstream: { status: null, truncatedBody: '', error } });
  });
});

describe('without an ALLOW', () => {
  it.each([
    ['REVIEW', { resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' }],
    ['BLOCK', { resource: 'customers', action: 'DELETE_DATA' }],
    ['BLOCK', { agent: 'paused-bot' }],
  ])('forwards nothing: %s', async (decision, body) => {
    const answer = await send({ ...body, routeId: ROUTES.crm, path: '/x' });
    expect(answer.body).toMatchObject({ decision, gateway: { proxied: false, credentialId: null, upstream: null } });
    expect(upstream.requests).toEqual([]);
  });
});

describe('the record', () => {
  it('names the gateway in the decision, and each forwarded call has an entry; neither holds body, path or secret', async () => {
    const secretBody = 'planted-7f3a';
    const { body } = await send({ routeId: ROUTES.crm, path: `/p-${secretBody}`, method: 'POST', body: secretBody });
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === body.id);
    expect(entries.map(({ kind }) => kind)).toEqual(['decision.recorded', 'gateway.called']);
    expect(entries[0]?.metadata.gateway).toEqual({ method: 'POST', protocol: 'HTTP', routeId: ROUTES.crm, tool: null });
    expect(entries[1]).toMatchObject({
      actor: { type: 'key' },
      metadata: {
        credentialId: body.gateway.credentialId,
        error: null,
        keyPrefix: LIVE_KEY.slice(0, 16),
        latencyMs: body.gateway.upstream?.latencyMs,
        method: 'POST',
        protocol: 'HTTP',
        routeId: ROUTES.crm,
        sandbox: false,
        status: 207,
      },
    });
    const [row] = await readRows(service.database, `SELECT * FROM svc.events WHERE id = $1`, [body.id]);
    expect(row).toMatchObject({
      agent_id: IDS.billingBot,
      decision: 'ALLOW',
      gateway_call: { protocol: 'HTTP', routeName: 'crm', method: 'POST' },
    });
    expect(JSON.stringify([row, entries])).not.toContain(secretBody);
    expect(service.logged()).not.toContain(secretBody);
    for (const secret of Object.values(SECRETS)) {
      expect(JSON.stringify([row, entries])).not.toContain(secret);
      expect(service.logged()).not.toContain(secret);
    }
  });
});
