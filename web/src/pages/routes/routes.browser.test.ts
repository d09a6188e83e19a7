// SPDX-License-Identifier: Apache-2.0
/** Routes of both gateways: their restrictions, what they warn of, what a try of one found, and how they are called. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as registry } from '../../registry/words-en.ts';
import {
  changing,
  choose,
  click,
  dialog,
  drawer,
  gone,
  idOf,
  keys,
  NOW,
  named,
  openApp,
  pressInDialog,
  refused,
  seen,
} from '../../stand-in/index.ts';
import { words as ui } from '../../ui/words-en.ts';
import { words } from './words-en.ts';

const CRM = {
  id: idOf(7),
  name: 'crm',
  baseUrl: 'https://crm.example/v1',
  integration: { id: idOf(8), name: 'crm' },
  timeoutMs: 30_000,
} as const;
const edit = () => drawer().getByRole('button', { name: registry.edit });
const nameField = () => dialog().getByRole('textbox', { name: registry.name });

it('begins with what to do; adds a route, which warns while nothing restricts its credential', async () => {
  const open = { ...CRM, warnings: [{ code: 'CREDENTIAL_UNRESTRICTED' }] } as const;
  const restricted = { ...CRM, methods: ['GET'] } as const;
  const service = await openApp('/routes', {
    listHttpRoutes: {},
    listIntegrations: named(['crm']),
    listAgents: {},
    listResources: {},
    createHttpRoute: changing(open, { listHttpRoutes: { items: [open] }, readHttpRoute: open }),
    updateHttpRoute: changing(restricted, { listHttpRoutes: { items: [restricted] }, readHttpRoute: restricted }),
  });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await keys('c');
  await nameField().fill(CRM.name);
  await dialog().getByRole('textbox', { name: words.baseUrl }).fill(CRM.baseUrl);
  await choose(dialog().getByRole('combobox', { name: registry.optional(words.integration) }), 'crm');
  await pressInDialog(words.addAct);
  await seen(drawer().getByText(words.warnings.CREDENTIAL_UNRESTRICTED));
  await seen(drawer().getByRole('button', { name: ui.copyOf(words.id) }));
  expect(service.last('createHttpRoute')?.body).toMatchObject({
    name: CRM.name,
    baseUrl: CRM.baseUrl,
    integration: 'crm',
    methods: null,
  });
  // A chat and a ticket system go with no call.
  expect(service.last('listIntegrations')?.query.kind).toBe('HTTP');
  await click(edit());
  const methods = dialog().getByRole('group', { name: words.methods }).first();
  await click(methods.getByText(registry.scope.some));
  await click(methods.getByRole('checkbox', { name: 'GET' }));
  await pressInDialog(registry.save);
  await gone(nameField());
  await seen(edit());
  await gone(drawer().getByText(words.warnings.CREDENTIAL_UNRESTRICTED));
  expect(service.last('updateHttpRoute')?.body).toMatchObject({ methods: ['GET'], updatedAt: NOW });
  await keys('{Escape}');
  await gone(edit());
  await seen(page.getByRole('row', { name: /crm.*GET/ }));
});

it('tries the upstream of a route, and says in words what was found', async () => {
  const host = '127.0.0.1:4242';
  const service = await openApp(`/routes?open=${CRM.id}`, {
    listHttpRoutes: { items: [CRM] },
    readHttpRoute: CRM,
    checkHttpRoute: { reachable: true, host, status: 204, latencyMs: 3 },
  });
  const part = drawer().getByRole('region', { name: registry.check.title });
  const path = part.getByRole('textbox', { name: registry.optional(words.path) });
  const check = async () => await click(part.getByRole('button', { name: registry.check.act }));
  await check();
  await seen(part.getByText(registry.check.answered(host, 204, '3')));
  expect(service.last('checkHttpRoute')).toMatchObject({ params: { id: CRM.id }, body: { method: 'GET' } });

  service.answer({ checkHttpRoute: { reachable: true, host, status: 403, latencyMs: 3 } });
  await path.fill('/locked');
  await click(part.getByRole('combobox', { name: words.method }));
  await click(page.getByRole('option', { name: 'DELETE' }));
  await check();
  await seen(part.getByText(registry.check.wantsCredential));
  expect(service.last('checkHttpRoute')?.body).toEqual({ method: 'DELETE', path: '/locked' });

  service.answer({ checkHttpRoute: refused('validation_error', { fields: { path: 'It starts with a slash.' } }) });
  await path.fill('locked');
  await check();
  await expect.element(path).toHaveAttribute('aria-invalid', 'true');
  service.answer({ checkHttpRoute: { host, fault: 'CONNECTION_REFUSED' } });
  await path.fill('');
  await check();
  await seen(part.getByText(registry.check.faults.CONNECTION_REFUSED));
});

it('adds an MCP route, and shows how a tool call names it', async () => {
  const tools = { id: idOf(9), name: 'crm-tools', agent: { id: idOf(1), name: 'support-bot' } } as const;
  const service = await openApp('/routes', {
    listHttpRoutes: {},
    listMcpRoutes: {},
    listAgents: named(['support-bot']),
    listResources: {},
    createMcpRoute: changing(tools, { listMcpRoutes: { items: [tools] }, readMcpRoute: tools }),
  });
  await click(page.getByRole('link', { name: words.mcp, exact: true }));
  await seen(page.getByRole('heading', { name: words.mcpTitle, level: 1 }));
  await keys('c');
  await nameField().fill(tools.name);
  await choose(dialog().getByRole('combobox', { name: registry.optional(words.agent) }), 'support-bot');
  await pressInDialog(words.addAct);
  await seen(drawer().getByText(/"tool":"get_customer"/));
  await seen(page.getByRole('row', { name: /crm-tools.*support-bot/ }));
  expect(service.last('createMcpRoute')?.body).toMatchObject({ name: 'crm-tools', agent: 'support-bot' });
});

it('registers the tools of a server from its list, with what changes, and ends their comparison', async () => {
  const get = { name: 'get', description: 'Gets' };
  const route = { id: idOf(9), name: 'crm-tools', tools: [{ name: 'old', digest: `sha256:${'0'.repeat(64)}` }] };
  const registered = { ...route, tools: [{ name: 'get', digest: `sha256:${'1'.repeat(64)}` }] };
  const service = await openApp(`/routes/mcp?open=${route.id}`, {
    listMcpRoutes: { items: [route] },
    readMcpRoute: route,
    updateMcpRoute: changing(registered, { readMcpRoute: registered }),
  });
  await seen(drawer().getByText(words.compared('1', true)));
  await click(drawer().getByRole('button', { name: words.changeTools }));
  await pressInDialog(registry.save);
  await seen(dialog().getByText(words.listMissing));
  const list = dialog().getByRole('textbox', { name: words.listAnswer });
  await list.fill('[{}]');
  await seen(dialog().getByText(words.noToolName('1')));
  await list.fill(JSON.stringify({ result: { tools: [get], nextCursor: 'x' } }));
  await seen(dialog().getByRole('region', { name: words.newTools }).getByText('get'));
  await seen(dialog().getByRole('region', { name: words.goneTools }).getByText('old'));
  await seen(dialog().getByText(words.moreFollow));
  await pressInDialog(registry.save);
  await seen(drawer().getByText('get'));
  expect(service.last('updateMcpRoute')?.body).toMatchObject({ tools: [get] });
  await click(drawer().getByRole('button', { name: words.changeTools }));
  await dialog()
    .getByRole('textbox', { name: words.listAnswer })
    .fill(JSON.stringify([{ ...get, title: 'Get' }]));
  await seen(dialog().getByRole('region', { name: words.changedTools }).getByText('get'));
  service.answer({ updateMcpRoute: changing(route, { readMcpRoute: { ...route, tools: null } }) });
  await dialog().getByRole('combobox', { name: words.comparison }).selectOptions(words.doNotCompare);
  await pressInDialog(registry.save);
  await seen(drawer().getByText(words.notCompared));
  expect(service.last('updateMcpRoute')?.body).toMatchObject({ tools: null });
});

it('asks for the secret of the credential where it would go to another scheme or port', async () => {
  const service = await openApp(`/routes?open=${CRM.id}`, {
    listHttpRoutes: { items: [CRM] },
    readHttpRoute: CRM,
    listIntegrations: named(['crm']),
    listAgents: {},
    listResources: {},
    updateHttpRoute: changing(CRM, {}),
  });
  await click(edit());
  const secret = dialog().getByLabelText(words.secret, { exact: true });
  await gone(secret);
  await dialog().getByRole('textbox', { name: words.baseUrl }).fill('https://other.crm.example/v1');
  await gone(secret);
  const baseUrl = 'https://api.crm.example:8443/v1';
  await dialog().getByRole('textbox', { name: words.baseUrl }).fill(baseUrl);
  await secret.fill('s3cret');
  await pressInDialog(registry.save);
  await gone(nameField());
  expect(service.last('updateHttpRoute')?.body).toMatchObject({ baseUrl, secret: 's3cret' });
});
