// SPDX-License-Identifier: Apache-2.0
/** GET /integrations/{id}/check: one call that writes nothing there, whatever the kind; its secret stays unseen. */
import type { AuditList, Integration, UpstreamCheck } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { startUpstream, type Upstream } from '#harness/upstream';

const SECRET = 'hush-4f9a77c1d0';

let upstream: Upstream;
let service: TestService;
let owner: Browser;
let tokenStatus: number;
beforeAll(async () => {
  upstream = await startUpstream(({ path }, reply) => {
    if (path === '/token') {
      reply.writeHead(tokenStatus).end(JSON.stringify({ access_token: 'token-1', expires_in: 3_600 }));
    } else reply.writeHead(path.startsWith('/chat') ? 405 : 200).end(`the body says ${SECRET}`);
  });
  // No name leads anywhere but here.
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await service.stop();
  await upstream.stop();
});
beforeEach(async () => {
  upstream.requests.length = 0;
  tokenStatus = 200;
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
});

let made = 0;
async function add(body: object): Promise<string> {
  made += 1;
  const answer = await owner.call<Integration>('/integrations', { body: { name: `one-${made}`, ...body } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const check = async (id: string) => (await owner.call<UpstreamCheck>(`/integrations/${id}/check`)).body;

const HTTP = { kind: 'HTTP', allowedHosts: ['127.0.0.1', 'id.example'] };

it('asks the address of a route that uses it, with its credential, and records it', async () => {
  const id = await add({ ...HTTP, name: 'crm', credential: { type: 'AUTHORIZATION', secret: SECRET } });
  await owner.call('/http-routes', {
    body: { name: 'elsewhere', baseUrl: 'https://other.example', integration: 'crm' },
  });
  await owner.call('/http-routes', {
    body: { name: 'first', baseUrl: `${upstream.url}/v1`, integration: 'crm', secret: SECRET },
  });
  const found = await check(id);
  const host = `127.0.0.1:${upstream.port}`;
  expect(found).toMatchObject({ reachable: true, host, withCredential: true, status: 200, fault: null });
  expect(upstream.requests).toMatchObject([
    { method: 'GET', path: '/v1', headers: { authorization: `Bearer ${SECRET}` } },
  ]);
  const { items } = (await owner.call<AuditList>('/audit?limit=1')).body;
  expect(items[0]).toMatchObject({
    kind: 'integration.checked',
    subject: { type: 'integration', id },
    metadata: { name: 'crm', host, status: 200, fault: null, withCredential: true },
  });
  expect(JSON.stringify([found, items[0]]) + service.logged()).not.toContain(SECRET);
});

it('asks its first host where no route uses it, and says when there is none', async () => {
  const bare = await add({ kind: 'HTTP', allowedHosts: ['*.crm.test', 'api.crm.test'] });
  expect(await check(bare)).toMatchObject({
    host: 'api.crm.test',
    withCredential: false,
    fault: 'CONNECTION_REFUSED',
  });
  const nowhere = await add({ kind: 'HTTP', allowedHosts: ['*.crm.example'] });
  expect(await check(nowhere)).toMatchObject({ reachable: false, host: null, fault: 'NO_ADDRESS' });
});

it('requests a token anew each time, and tells when it is refused', async () => {
  const credential = {
    type: 'OAUTH2_CLIENT_CREDENTIALS',
    tokenUrl: `${upstream.url}/token`,
    clientId: 'svc',
    secret: SECRET,
  };
  const id = await add({ ...HTTP, name: 'oauth', credential });
  await owner.call('/http-routes', {
    body: { name: 'oauth', baseUrl: `${upstream.url}/v2`, integration: 'oauth', secret: SECRET },
  });
  expect(await check(id)).toMatchObject({ status: 200, fault: null });
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/token', '/v2']);
  tokenStatus = 403;
  expect(await check(id)).toMatchObject({ reachable: false, status: null, fault: 'TOKEN_REFUSED' });
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/token', '/v2', '/token']);
});

it('reads the address of a chat, and sends no message', async () => {
  const url = `${upstream.url}/chat/${SECRET}`;
  const id = await add({ kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url });
  const found = await check(id);
  expect(found).toMatchObject({ reachable: true, status: 405, fault: null, withCredential: true });
  expect(upstream.requests).toMatchObject([{ method: 'GET', body: '' }]);
  expect(JSON.stringify(found)).not.toContain(SECRET);
});

it('reads the address of a ticket system with its headers', async () => {
  const ticket = { kind: 'TICKET', url: `${upstream.url}/tickets`, bodyTemplate: '{}' };
  const id = await add({ ...ticket, headers: [{ name: 'X-Token', value: SECRET }] });
  expect(await check(id)).toMatchObject({ reachable: true, status: 200, withCredential: true });
  expect(upstream.requests).toMatchObject([{ method: 'GET', path: '/tickets', headers: { 'x-token': SECRET } }]);
  await readRows(service.database, `UPDATE svc.integrations SET secret = 'gone' WHERE id = $1`, [id]);
  expect(await check(id)).toMatchObject({ reachable: false, fault: 'CREDENTIAL_LOST' });
});

it('asks Slack whether it takes the token', async () => {
  const slack = { kind: 'CHAT_WEBHOOK', provider: 'SLACK', botToken: SECRET, signingSecret: 's', channel: '#reviews' };
  const id = await add(slack);
  expect(await check(id)).toMatchObject({ host: 'slack.com', withCredential: true, fault: 'DNS_FAILURE' });
});

it('is not asked by HEAD, which would make a call too', async () => {
  const id = await add({ ...HTTP });
  expect((await owner.call(`/integrations/${id}/check`, { method: 'HEAD' })).status).toBe(404);
  expect(upstream.requests).toEqual([]);
});
