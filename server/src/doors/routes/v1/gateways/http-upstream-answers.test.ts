// SPDX-License-Identifier: Apache-2.0
/** The effect of an upstream, its token address or a fault of ours on an allowed call. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { acmeWithRoutes, callHttp, ROUTES, SECRETS } from '#harness/service/gateways.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

const TOKEN_AFTER_MS = 1_500;
const ROUTE_TIMEOUT_MS = 2_000;

/** Answers in other character sets: the media type, the bytes and the text in them. */
const DECLARED: Record<string, [type: string, hex: string, text: string]> = {
  'latin-1': ['text/plain; charset=iso-8859-1', '4a6fe36f2041e7e36f', 'João Ação'],
  windows: ['text/html; charset=windows-1252', '8020934a6fe36f94', '€ “João”'],
  xml: [
    'text/xml',
    '3c3f786d6c2076657273696f6e3d22312e302220656e636f64696e673d2249534f2d383835392d31223f3e3c6e3e4a6fe36f3c2f6e3e',
    '<?xml version="1.0" encoding="ISO-8859-1"?><n>João</n>',
  ],
  wide: ['text/csv; charset=utf-16', 'fffe6e006f006d0065003b004a006f00e3006f00', 'nome;João'],
  quoted: ['text/plain; charset="ISO-8859-1"', '41e7e36f', 'Ação'],
};

let upstream: Upstream;
let service: TestService;
/** The promise that the token address waits for; null waits for ever. */
let tokenAfterMs: number | null = 0;

beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply, socket) => {
    if (path === '/token') {
      const answer = () => reply.end('{"access_token":"token-4f9a77","expires_in":0}');
      if (tokenAfterMs !== null) setTimeout(answer, tokenAfterMs);
      return;
    }
    if (path.endsWith('/hangs')) return;
    if (path.endsWith('/packed')) {
      return void reply.writeHead(200, { 'content-type': 'text/plain', 'content-encoding': 'gzip' }).end('packed');
    }
    if (path.endsWith('/breaks-off')) {
      reply.writeHead(200, { 'content-length': '100' }).write(`the key is ${SECRETS.header.slice(0, 9)}`);
      return void setImmediate(() => socket.destroy());
    }
    if (path.endsWith('/picture')) {
      return void reply.writeHead(200, { 'content-type': `image/X-${SECRETS.header}` }).write(Buffer.alloc(8_192));
    }
    const declared = DECLARED[path.slice(path.lastIndexOf('/') + 1)];
    if (declared !== undefined) {
      const [type, hex] = declared;
      return void reply.writeHead(200, { 'content-type': type }).end(Buffer.from(hex, 'hex'));
    }
    if (path.endsWith('/more-than-shown')) return void reply.writeHead(200).write('x'.repeat(8_192));
    reply.end(`answer ${path}`);
  });
  const provisioning = acmeWithRoutes(upstream)
    .replace('http://169.254.169.254/latest', 'http://unknown.crm.test/')
    .replace('http://127.0.0.1:1/', `https://127.0.0.1:${upstream.port}/`)
    .replace('name: oauth, baseUrl', `name: oauth, timeoutMs: ${ROUTE_TIMEOUT_MS}, baseUrl`)
    .replace('name: parameter, baseUrl: "http://a.b.crm.test', 'name: parameter, baseUrl: "http://public.crm.test')
    .replace(
      '    policies:',
      '    policies:\n      - { name: Watch reading orders, action: READ, resource: INTERNAL, decision: BLOCK, mode: MONITOR }',
    );
  service = await openOrganization({ provisioning: () => provisioning });
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
beforeEach(() => {
  upstream.requests.length = 0;
  tokenAfterMs = 0;
});

const send = async (body: Record<string, unknown>, headers: Record<string, string> = {}) =>
  (await callHttp(service.baseUrl, body, { headers })).body;

/** Only a fault could leave the rows like this: no file and no route of the app makes them. */
async function damage(change: string): Promise<void> {
  await readRows(service.database, `UPDATE svc.integrations SET ${change} WHERE name = 'bearer'`);
  await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
}

describe('an answer', () => {
  it.each(Object.entries(DECLARED))('in the character set of %s is shown in UTF-8', async (path, [, , text]) => {
    const { gateway } = await send({ routeId: ROUTES.plain, path: `/${path}` });
    expect(gateway.upstream).toMatchObject({ status: 200, truncatedBody: text, error: null });
  });

  it('that is packed is described', async () => {
    const { gateway } = await send({ routeId: ROUTES.plain, path: '/packed' });
    expect(gateway.upstream?.truncatedBody).toBe('[binary answer: text/plain, compressed, 6 bytes]');
  });

  it('that is no text and goes on is described, and its type does not tell the secret', async () => {
    const { gateway } = await send({ routeId: ROUTES.crm, path: '/picture' });
    expect(gateway.upstream).toMatchObject({
      status: 200,
      truncatedBody: '[binary answer: image/x-[REDACTED], more than 2048 bytes]',
      error: null,
    });
  });

  it.each([
    ['a name that is not known', ROUTES.inside, 'DNS failure'],
    ['a server without TLS', ROUTES.away, 'TLS failure'],
  ])('that cannot be had of %s is a failure in one sentence', async (_what, routeId, error) => {
    const { gateway } = await send({ routeId, path: '/x' });
    expect(gateway).toMatchObject({ proxied: true, upstream: { status: null, truncatedBody: '', error } });
  });

  it('that breaks off in a secret shows nothing of it, and says what broke it off', async () => {
    const { gateway } = await send({ routeId: ROUTES.crm, path: '/breaks-off' });
    expect(gateway.upstream).toMatchObject({
      status: 200,
      truncatedBody: 'the key is ',
      error: 'connection reset',
    });
  });

  it('is not waited for beyond what is shown of it', async () => {
    const { gateway } = await send({ routeId: ROUTES.plain, path: '/more-than-shown' });
    expect(gateway.upstream).toMatchObject({ status: 200, truncatedBody: 'x'.repeat(2_048), error: null });
  });
});

describe('the time of a route', () => {
  it('holds for the token and the call together', async () => {
    tokenAfterMs = TOKEN_AFTER_MS;
    const { gateway } = await send({ routeId: ROUTES.oauth, path: '/hangs' });
    expect(gateway.upstream).toMatchObject({ status: null, error: 'time-out' });
    expect(gateway.upstream?.latencyMs).toBeLessThan(ROUTE_TIMEOUT_MS + TOKEN_AFTER_MS);
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/token', '/v1/hangs']);
  });

  it('ends the wait for a token that does not come, and nothing is sent without it', async () => {
    tokenAfterMs = null;
    const { gateway } = await send({ routeId: ROUTES.oauth, path: '/x' });
    expect(gateway.upstream).toMatchObject({ status: null, error: 'time-out' });
    expect(upstream.requests.map(({ path }) => path)).toEqual(['/token']);
  });
});

it('sends no credential without TLS to an address that the operator did not open', async () => {
  const { gateway } = await send({ routeId: ROUTES.parameter, path: '/x' });
  expect(gateway.upstream?.error).toBe('egress refused: a credential travels over https only');
});

it('forwards what is decided, not what full enforcement would have decided', async () => {
  const body = await send({ routeId: ROUTES.crm.toUpperCase(), path: '/x' });
  expect(body).toMatchObject({ decision: 'ALLOW', evaluatedDecision: 'BLOCK', monitored: true });
  expect(body.gateway).toMatchObject({ routeId: ROUTES.crm, proxied: true, upstream: { status: 200 } });
});

it('scans the content and nothing that is forwarded', async () => {
  const cpf = 'cpf 529.982.247-25';
  const call = { routeId: ROUTES.plain, path: `/${encodeURIComponent(cpf)}`, method: 'POST', body: { text: cpf } };
  expect((await send(call)).dlpFindings).toEqual([]);
  expect((await send({ ...call, content: cpf })).dlpFindings).toEqual(['CPF']);
});

it('names the credential of a call in its replay too', async () => {
  const call = { routeId: ROUTES.crm, path: '/x' };
  const headers = { 'idempotency-key': 'with-credential' };
  const { gateway } = await send(call, headers);
  expect(gateway.credentialId).toMatch(/^[0-9a-f-]{36}$/);
  expect((await send(call, headers)).gateway).toEqual({
    ...gateway,
    upstream: { ...gateway.upstream, truncatedBody: '' },
  });
});

describe('a credential that cannot be sent', () => {
  it('because no key opens it makes the call fail: it is not sent without', async () => {
    const sql = `SELECT secret FROM svc.integrations WHERE name = 'header'`;
    const [other] = await readRows<{ secret: string }>(service.database, sql);
    await damage(`secret = '${other?.secret}'`);
    const { gateway } = await send({ routeId: ROUTES.bearer, path: '/x' });
    expect(gateway).toMatchObject({ proxied: true, upstream: { status: null, error: 'credential not available' } });
    expect(upstream.requests).toEqual([]);
  });

  it('because it is in no form that is known is a fault of ours, which is recorded and answered', async () => {
    await service.provision(acmeWithRoutes(upstream));
    await damage(`credential = '{"type":"NONE"}'`);
    const { id, gateway } = await send({ routeId: ROUTES.bearer, path: '/x' });
    expect(gateway).toMatchObject({ proxied: true, upstream: { status: null, error: 'internal error' } });
    expect(upstream.requests).toEqual([]);
    const entries = (await readAuditEntries(service.database, ACME)).filter(({ subject }) => subject.id === id);
    expect(entries.map(({ kind, metadata }) => [kind, metadata.error])).toEqual([
      ['decision.recorded', undefined],
      ['gateway.called', 'internal error'],
    ]);
  });

  it('because its integration is no longer of kind HTTP does not go with the call', async () => {
    await damage(`kind = 'TICKET'`);
    const { gateway } = await send({ routeId: ROUTES.bearer, path: '/x' });
    expect(gateway).toMatchObject({ credentialId: null, upstream: { status: 200 } });
    expect(upstream.requests[0]?.headers.authorization).toBeUndefined();
  });
});
