// SPDX-License-Identifier: Apache-2.0
/** Known systems are tried by the calls that tell them of reviews; asking alone writes nothing. */
import type { Integration, UpstreamCheck } from '@svc/contract';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { answerAsSlack, sharedSlack } from '#harness/slack/workspace.ts';
import type { Upstream } from '#harness/upstream';

const SECRET = 'hush-4f9a77c1d0';
const ID = '6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b11';
const CHANNEL = '19:ab@thread.tacv2';

let upstream: Upstream;
let service: TestService;
let owner: Browser;
/** By the beginning of method and path. */
let answers: Record<string, { status: number; body?: string }>;
beforeAll(async () => {
  upstream = await sharedSlack();
  answerAsSlack(({ method, path }, reply) => {
    const [, found] = Object.entries(answers).find(([start]) => `${method} ${path}`.startsWith(start)) ?? [];
    if (found !== undefined) return reply.writeHead(found.status).end(found.body ?? '');
    const token = path.startsWith('/login/') ? { access_token: 'bot', expires_in: 3_600 } : {};
    return reply.writeHead(200).end(JSON.stringify({ id: '7', number: 7, result: { sys_id: '7' }, ...token }));
  });
  const provisioning = () => acmeWithPeople({ settings: ['privateNetworks: true'] });
  service = await otherProcess(await openOrganization({ provisioning }));
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
beforeEach(async () => {
  upstream.requests.length = 0;
  answers = {};
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
const check = async (id: string) => (await owner.call<UpstreamCheck>(`/integrations/${id}/check`)).body;
const test = async (id: string) =>
  (await owner.call<UpstreamCheck>(`/integrations/${id}/test`, { method: 'POST' })).body;
const asked = () => upstream.requests.map(({ method, path }) => `${method} ${path.split('?')[0]}`);
const GOOD = { reachable: true, status: 200, fault: null, messageFault: null, withCredential: true };

const at = () => ({ url: upstream.url, username: 'u', token: SECRET });
const teams = () => ({
  ...{ kind: 'CHAT_WEBHOOK', provider: 'TEAMS', appId: ID, tenantId: ID, clientSecret: SECRET, channel: CHANNEL },
});
const SYSTEMS: [string, () => object, string[], string[]][] = [
  [
    'Teams',
    teams,
    [`POST /login/${ID}/oauth2/v2.0/token`, `GET /teams/v3/conversations/${encodeURIComponent(CHANNEL)}/pagedmembers`],
    [`POST /login/${ID}/oauth2/v2.0/token`, 'POST /teams/v3/conversations'],
  ],
  [
    'Jira',
    () => ({ kind: 'TICKET', provider: 'JIRA', project: 'OPS', ...at() }),
    ['GET /rest/api/3/project/OPS'],
    ['POST /rest/api/3/issue'],
  ],
  [
    'ServiceNow',
    () => ({ kind: 'TICKET', provider: 'SERVICENOW', ...at() }),
    ['GET /api/now/table/incident'],
    ['POST /api/now/table/incident'],
  ],
  [
    'GitHub',
    () => ({ kind: 'TICKET', provider: 'GITHUB', repository: 'a/b', url: upstream.url, token: SECRET }),
    ['GET /repos/a/b'],
    ['POST /repos/a/b/issues'],
  ],
  [
    'PagerDuty',
    () => ({ kind: 'INCIDENT', provider: 'PAGERDUTY', url: upstream.url, routingKey: SECRET }),
    ['GET /'],
    ['POST /v2/enqueue', 'POST /v2/enqueue'],
  ],
];

it.each(SYSTEMS)('%s is asked, and written to in a test alone', async (_, body, asking, writing) => {
  const id = await add(body());
  expect(await check(id)).toMatchObject({ ...GOOD, host: `127.0.0.1:${upstream.port}` });
  expect(asked()).toEqual(asking);
  upstream.requests.length = 0;
  expect(await test(id)).toMatchObject(GOOD);
  expect(asked()).toEqual(writing);
  expect(JSON.stringify(upstream.requests)).toContain('This is a test of svc');
  expect(service.logged()).not.toContain(SECRET);
});

it.each(SYSTEMS.slice(1, 4))('%s that refuses is told with what to mend', async (_, body) => {
  const id = await add(body());
  answers = { GET: { status: 401, body: `<html>${SECRET}` } };
  const found = await check(id);
  expect(found).toMatchObject({ ...GOOD, status: 401, messageFault: 'CREDENTIAL_REFUSED' });
  expect(JSON.stringify(found)).not.toContain(SECRET);
  answers = { GET: { status: 200, body: '<html>' } };
  expect(await check(id)).toMatchObject({ ...GOOD, fault: 'INVALID_RESPONSE' });
});

it('Teams tells a wrong secret from a bot that is not in the channel', async () => {
  const id = await add(teams());
  answers = { 'POST /login': { status: 401 } };
  expect(await check(id)).toMatchObject({ status: 401, messageFault: 'CREDENTIAL_REFUSED' });
  answers = { 'GET /teams': { status: 403 } };
  expect(await check(id)).toMatchObject({ status: 403, messageFault: 'NOT_IN_CHANNEL' });
  answers = { 'GET /teams': { status: 404 } };
  expect(await check(id)).toMatchObject({ status: 404, messageFault: 'CHANNEL_UNKNOWN' });
});

it('the address of PagerDuty is reached whatever it answers, and a test event tells whether it takes the key', async () => {
  const id = await add({ kind: 'INCIDENT', provider: 'PAGERDUTY', url: upstream.url, routingKey: SECRET });
  answers = { GET: { status: 404 }, POST: { status: 400 } };
  expect(await check(id)).toMatchObject({ ...GOOD, status: 404 });
  expect(await test(id)).toMatchObject({ status: 400, messageFault: 'MESSAGE_REFUSED' });
  expect(upstream.requests.filter(({ method }) => method === 'POST')).toHaveLength(1);
});
