// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a route refers only to what is there, and a person is warned of what it lets out. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme, IDS } from '#harness/service';
import { createIntegration } from '../integrations/index.ts';
import {
  createHttpRoute,
  createMcpRoute,
  deleteHttpRoute,
  deleteMcpRoute,
  updateHttpRoute,
  updateMcpRoute,
} from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
  const { pool, owner } = stage;
  const credential = { type: 'API_KEY_HEADER', header: 'X-Key', secret: 's' } as const;
  await createIntegration(pool, stage, owner, { name: 'crm', kind: 'HTTP', allowedHosts: ['a.example'], credential });
  await createIntegration(pool, stage, owner, {
    name: 'chat',
    kind: 'CHAT_WEBHOOK',
    provider: 'INCOMING_WEBHOOK',
    url: 'https://chat.example/hook',
  });
});
afterEach(() => stage.stop());

const BASE = { name: 'crm', baseUrl: 'https://a.example/v1' };
const create = (values: Partial<Parameters<typeof createHttpRoute>[3]> = {}) =>
  createHttpRoute(stage.pool, stage, stage.owner, { ...BASE, ...values });
const update = (id: string, change: Parameters<typeof updateHttpRoute>[4]) =>
  updateHttpRoute(stage.pool, stage, stage.owner, id, change);

it('of the HTTP gateway is made with the ids of what it names, changed field by field, and deleted', async () => {
  const terms = { integration: 'crm', resource: 'customers', agents: ['billing-bot', IDS.supportBot] };
  const route = await create({ ...terms, methods: ['GET'] });
  expect(route.warnings).toEqual([]);
  expect(route).toMatchObject({
    integration: { name: 'crm' },
    resource: { id: IDS.customers, name: 'customers', classification: 'CUSTOMER_PII' },
    agents: [
      { id: IDS.billingBot, name: 'billing-bot' },
      { id: IDS.supportBot, name: 'support-bot' },
    ],
    actions: null,
    methods: ['GET'],
    timeoutMs: 30_000,
  });
  expect(await stage.entriesOf(() => update(route.id, { name: 'crm-2', agents: null, scanBody: true }))).toMatchObject([
    {
      kind: 'http_route.updated',
      metadata: {
        changedFields: ['name', 'agentIds', 'scanBody'],
        before: { name: 'crm', agentIds: [IDS.billingBot, IDS.supportBot], scanBody: false },
        after: { name: 'crm-2', agentIds: null, scanBody: true },
      },
    },
  ]);
  expect(await stage.entriesOf(() => update(route.id, {}))).toEqual([]);
  expect(await stage.entriesOf(() => deleteHttpRoute(stage.pool, stage.owner, route.id))).toMatchObject([
    { kind: 'http_route.deleted', metadata: { before: { resourceId: IDS.customers } } },
  ]);
  await expect(update(route.id, {})).rejects.toMatchObject({ code: 'not_found' });
});

it('warns of a credential that goes out unrestricted, and of one that never does', async () => {
  const route = await create({ integration: 'crm' });
  expect(route.warnings).toEqual([
    { code: 'CREDENTIAL_UNRESTRICTED', field: null, message: expect.stringContaining('restricts nothing') },
  ]);
  const restricted = await update(route.id, { methods: ['GET'], baseUrl: 'https://b.example' });
  expect(restricted.warnings).toEqual([
    { code: 'HOST_NOT_ALLOWED', field: 'baseUrl', message: expect.stringContaining('never sent there') },
  ]);
});

it.each([
  [{ name: ' crm' }, 'name'],
  [{ baseUrl: 'ftp://a.example' }, 'baseUrl'],
  [{ baseUrl: 'https://a.example/?q=1' }, 'baseUrl'],
  [{ integration: 'chat' }, 'integration'],
  [{ integration: 'none' }, 'integration'],
  [{ resource: 'none' }, 'resource'],
  [{ agents: ['billing-bot', 'none'] }, 'agents[1]'],
  [{ agents: [] }, 'agents'],
  [{ methods: [] }, 'methods'],
])('of the HTTP gateway is refused with %j', async (values, field) => {
  const error = { code: 'validation_error', fields: { [field]: expect.any(String) } };
  await expect(create(values)).rejects.toMatchObject(error);
  const route = await create();
  await expect(update(route.id, values)).rejects.toMatchObject(error);
});

it('has a name of its own', async () => {
  const route = await create();
  await expect(create()).rejects.toMatchObject({ code: 'conflict' });
  await create({ name: 'other' });
  await expect(update(route.id, { name: 'other' })).rejects.toMatchObject({ code: 'conflict' });
});

it('of the MCP gateway is made, changed and deleted', async () => {
  const { pool, owner } = stage;
  const { id, agent } = await createMcpRoute(pool, owner, { name: 'tools', agent: 'billing-bot' });
  expect(agent?.id).toBe(IDS.billingBot);
  await expect(createMcpRoute(pool, owner, { name: 'tools' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(updateMcpRoute(pool, owner, id, { resource: 'none' })).rejects.toMatchObject({
    fields: { resource: expect.any(String) },
  });
  expect(
    await stage.entriesOf(() => updateMcpRoute(pool, owner, id, { agent: null, resource: 'orders', scanBody: true })),
  ).toMatchObject([
    {
      kind: 'mcp_route.updated',
      metadata: {
        before: { agentId: IDS.billingBot, resourceId: null },
        after: { agentId: null, resourceId: IDS.orders, scanBody: true },
      },
    },
  ]);
  expect(await stage.entriesOf(() => deleteMcpRoute(pool, owner, id))).toMatchObject([{ kind: 'mcp_route.deleted' }]);
  await expect(deleteMcpRoute(pool, owner, id)).rejects.toMatchObject({ code: 'not_found' });
});
