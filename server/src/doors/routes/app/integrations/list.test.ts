// SPDX-License-Identifier: Apache-2.0
/** GET /integrations: pages, search, kinds and users, without any secret; and what an update and a deletion answer. */
import type { AppErrorBody, Integration, IntegrationItem, IntegrationList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  member = await signIn(service.baseUrl, PEOPLE.member);
  await create({ name: 'crm', kind: 'HTTP', allowedHosts: ['api.crm.example'], credential: HEADER });
  await create({ name: 'Billing', kind: 'HTTP', allowedHosts: ['*.billing.example'] });
  await create({
    name: 'chat',
    kind: 'CHAT_WEBHOOK',
    provider: 'INCOMING_WEBHOOK',
    url: 'https://chat.example/h/hush',
  });
  await owner.call('/http-routes', {
    body: { name: 'customers', baseUrl: 'https://api.crm.example', integration: 'crm' },
  });
});
afterAll(() => service.stop());

const HEADER = { type: 'API_KEY_HEADER', secret: 'hush' };
const create = (body: object) => owner.call<Integration & AppErrorBody>('/integrations', { body });
const list = async (query = '') => (await member.call<IntegrationList>(`/integrations${query}`)).body;

it('gives every member the integrations by name, with the routes that use them', async () => {
  const { items, total } = await list();
  expect(items.map(({ name, usedByCount }) => [name, usedByCount])).toEqual([
    ['Billing', 0],
    ['chat', 0],
    ['crm', 1],
  ]);
  expect(total).toBe(3);
  expect(items[2]?.usedBy).toEqual([expect.objectContaining({ type: 'http_route', name: 'customers' })]);
  expect(JSON.stringify(items)).not.toContain('hush');
});

it.each([
  ['?q=CRM.example', ['crm']],
  ['?q=chat.ex', ['chat']],
  ['?q=hush', []],
  ['?q=%25', []],
  ['?kind=CHAT_WEBHOOK', ['chat']],
  ['?sort=-name&limit=2', ['crm', 'chat']],
  ['?sort=kind', ['chat', 'Billing', 'crm']],
])('%s gives %j', async (query, names) => {
  const { items } = await list(query);
  expect(items.map(({ name }) => name)).toEqual(query.includes('sort=kind') ? expect.arrayContaining(names) : names);
});

it('continues from its cursor, and is empty for another organization', async () => {
  const first = await list('?limit=2');
  const second = await list(`?limit=2&cursor=${first.nextCursor}`);
  expect(second.items.map(({ name }) => name)).toEqual(['crm']);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await stranger.call<IntegrationList>('/integrations')).body).toMatchObject({ items: [], total: 0 });
});

it('answers 409 for a name that is taken, a stale change, and a deletion while a route uses it', async () => {
  expect((await create({ name: 'CRM', kind: 'HTTP' })).status).toBe(409);
  const crm = (await list('?q=crm.example')).items[0] as IntegrationItem;
  const path = `/integrations/${crm.id}`;
  const stale = { updatedAt: '2026-01-01T00:00:00.000Z', allowedHosts: [] };
  const refused = await owner.call<AppErrorBody>(path, { method: 'PATCH', body: stale });
  expect([refused.status, refused.body.conflict?.current]).toEqual([409, expect.objectContaining({ id: crm.id })]);
  const deletion = await owner.call<AppErrorBody>(path, { method: 'DELETE' });
  expect([deletion.status, deletion.body.conflict?.usedBy]).toEqual([
    409,
    [expect.objectContaining({ name: 'customers' })],
  ]);
  const read = await member.call<IntegrationItem>(path);
  expect(read.body).toMatchObject({ hasSecret: true, credential: { type: 'API_KEY_HEADER', header: 'X-Api-Key' } });
});
