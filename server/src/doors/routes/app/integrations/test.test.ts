// SPDX-License-Identifier: Apache-2.0
/** A chat and a ticket system are tried by one call or one test message, and the answer says what to mend. */
import type { AppErrorBody, AuditList, Integration, UpstreamCheck } from '@svc/contract';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { answerAsSlack, sharedSlack } from '#harness/slack/workspace.ts';
import type { Upstream } from '#harness/upstream';

const SECRET = 'hush-4f9a77c1d0';

let upstream: Upstream;
let service: TestService;
let publicUrl: string;
let owner: Browser;
/** Answers of Slack by method. The status holds for every address. */
let slack: Record<string, object>;
let status: number;
beforeAll(async () => {
  upstream = await sharedSlack();
  answerAsSlack(({ path }, reply) => {
    const [, method] = /^\/api\/(.*)$/.exec(path) ?? [];
    if (method === undefined) return reply.writeHead(status).end(`the body says ${SECRET}`);
    return reply.writeHead(status).end(JSON.stringify(slack[method] ?? { ok: true }));
  });
  const provisioning = () => acmeWithPeople({ settings: ['privateNetworks: true'] });
  const shared = await openOrganization({ provisioning });
  publicUrl = shared.baseUrl;
  service = await otherProcess(shared);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
beforeEach(async () => {
  upstream.requests.length = 0;
  slack = {};
  status = 200;
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  await readRows(service.database, `UPDATE svc.accounts SET language = 'en'`);
});

let made = 0;
async function add(body: object): Promise<string> {
  made += 1;
  const answer = await owner.call<Integration>('/integrations', { body: { name: `one-${made}`, ...body } });
  expect(answer.status).toBe(201);
  return answer.body.id;
}
const addSlack = (channel = 'C123ABC456') =>
  add({ kind: 'CHAT_WEBHOOK', provider: 'SLACK', botToken: SECRET, signingSecret: 's', channel });
const addChat = () =>
  add({ kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url: `${upstream.url}/hook/${SECRET}` });
const check = async (id: string) => (await owner.call<UpstreamCheck>(`/integrations/${id}/check`)).body;
const test = async (id: string) =>
  (await owner.call<UpstreamCheck>(`/integrations/${id}/test`, { method: 'POST' })).body;
const GOOD = { reachable: true, status: 200, fault: null, messageFault: null, withCredential: true };

it('Slack is asked for the token and the channel, and for no message that was written', async () => {
  const id = await addSlack();
  expect(await check(id)).toMatchObject({ ...GOOD, host: `127.0.0.1:${upstream.port}` });
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/api/auth.test', '/api/conversations.history']);
  expect(upstream.requests[0]?.headers.authorization).toBe(`Bearer ${SECRET}`);
  const { channel, oldest, limit } = JSON.parse(upstream.requests[1]?.body ?? '');
  expect([channel, limit]).toEqual(['C123ABC456', 1]);
  expect(Number(oldest) * 1_000).toBeGreaterThan(service.clock.nowMs());
});

it('Slack is not asked for a channel by its name, which it does not find', async () => {
  expect(await check(await addSlack('#reviews'))).toMatchObject(GOOD);
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/api/auth.test']);
});

it.each([
  ['auth.test', 'invalid_auth', 'TOKEN_REFUSED'],
  ['auth.test', 'not_allowed_token_type', 'WRONG_TOKEN'],
  ['auth.test', 'internal_error', 'NOT_DELIVERED'],
  ['conversations.history', 'channel_not_found', 'CHANNEL_UNKNOWN'],
  ['conversations.history', 'not_in_channel', 'NOT_IN_CHANNEL'],
  ['conversations.history', 'missing_scope', 'SCOPE_MISSING'],
])('%s of Slack refused with %s is %s', async (method, error, messageFault) => {
  slack = { [method]: { ok: false, error } };
  expect(await check(await addSlack())).toMatchObject({ ...GOOD, messageFault });
});

it('Slack that answers in no form of its own is not trusted', async () => {
  slack = { 'auth.test': [] };
  expect(await check(await addSlack())).toMatchObject({ ...GOOD, fault: 'INVALID_RESPONSE' });
});

it('a test in Slack is one message to the channel', async () => {
  const id = await addSlack();
  expect(await test(id)).toMatchObject(GOOD);
  expect(upstream.requests.map(({ path }) => path)).toEqual(['/api/chat.postMessage']);
  expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
    channel: 'C123ABC456',
    text: `This is a test of svc: reviews will arrive here. There is nothing to do.\n${publicUrl}/app/integrations`,
  });
  slack = { 'chat.postMessage': { ok: false, error: 'is_archived' } };
  expect(await test(id)).toMatchObject({ ...GOOD, messageFault: 'CHANNEL_UNKNOWN' });
});

it('a test in another chat is one message in the language of the owners, and takes an earlier failure away', async () => {
  const id = await addChat();
  await readRows(service.database, `UPDATE svc.accounts SET language = 'pt-BR'`);
  const failed = `UPDATE svc.integrations SET message_fault = 'ADDRESS_GONE', message_fault_at = now() WHERE id = $1`;
  await readRows(service.database, failed, [id]);
  status = 404;
  expect(await test(id)).toMatchObject({ ...GOOD, status: 404, messageFault: 'ADDRESS_GONE' });
  expect((await owner.call<Integration>(`/integrations/${id}`)).body.lastFailure).toMatchObject({
    fault: 'ADDRESS_GONE',
  });
  status = 200;
  const found = await test(id);
  expect(found).toMatchObject(GOOD);
  expect((await owner.call<Integration>(`/integrations/${id}`)).body.lastFailure).toBeNull();
  expect(upstream.requests).toHaveLength(2);
  expect(upstream.requests[1]).toMatchObject({ method: 'POST', path: `/hook/${SECRET}` });
  expect(JSON.parse(upstream.requests[1]?.body ?? '').text).toContain('Este é um teste do svc');
  const { items } = (await owner.call<AuditList>('/audit?limit=1')).body;
  expect(items[0]).toMatchObject({ kind: 'integration.checked', metadata: { wrote: true, messageFault: null } });
  expect(JSON.stringify([found, items[0]]) + service.logged()).not.toContain(SECRET);
});

it('a test ticket is the filled template, sent once with the headers', async () => {
  const id = await add({
    kind: 'TICKET',
    url: `${upstream.url}/tickets`,
    method: 'PUT',
    headers: [{ name: 'X-Token', value: SECRET }],
    bodyTemplate: '{"title":"{{agent}}: {{reason}}","link":"{{link}}"}',
  });
  status = 201;
  expect(await test(id)).toMatchObject({ ...GOOD, status: 201 });
  expect(upstream.requests).toMatchObject([
    { method: 'PUT', path: '/tickets', headers: { 'x-token': SECRET, 'idempotency-key': expect.any(String) } },
  ]);
  expect(JSON.parse(upstream.requests[0]?.body ?? '')).toEqual({
    title: 'test: This is a test of svc: reviews will arrive here. There is nothing to do.',
    link: `${publicUrl}/app/integrations`,
  });
  await readRows(service.database, `UPDATE svc.integrations SET secret = 'gone' WHERE id = $1`, [id]);
  expect(await test(id)).toMatchObject({ reachable: false, fault: 'CREDENTIAL_LOST' });
});

it.each([
  [429, null],
  [302, 'NOT_DELIVERED'],
  [401, 'CREDENTIAL_REFUSED'],
  [422, 'MESSAGE_REFUSED'],
  [503, 'NOT_DELIVERED'],
])('a test that is answered %i has the fault %s', async (answered, messageFault) => {
  const id = await addChat();
  status = answered;
  expect(await test(id)).toMatchObject({ ...GOOD, status: answered, messageFault });
});

it('is refused for a credential of routes, and counted with all calls by hand', async () => {
  const id = await add({ kind: 'HTTP', allowedHosts: ['127.0.0.1'] });
  expect((await owner.call<AppErrorBody>(`/integrations/${id}/test`, { method: 'POST' })).status).toBe(400);
  const chat = await addChat();
  const statuses: number[] = [];
  for (let count = 0; count < 80 && statuses.at(-1) !== 429; count += 1) {
    statuses.push((await owner.call(`/integrations/${chat}/test`, { method: 'POST' })).status);
  }
  expect(statuses.at(-1)).toBe(429);
  expect(upstream.requests).toHaveLength(statuses.length - 1);
});
