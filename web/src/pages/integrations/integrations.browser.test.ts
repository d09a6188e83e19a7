// SPDX-License-Identifier: Apache-2.0
/** Integrations: secrets go in and are never shown, each kind has its fields, and one is tried at a press. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as registry } from '../../registry/words-en.ts';
import {
  address,
  changing,
  click,
  dialog,
  drawer,
  gone,
  idOf,
  keys,
  NOW,
  openApp,
  pressInDialog,
  refused,
  rows,
  seen,
} from '../../stand-in/index.ts';
import { TICKET_VALUES } from './ticket-systems.ts';
import { words } from './words-en.ts';

const HOSTS = ['api.crm.example', '*.crm.example'];
const CRM = {
  id: idOf(1),
  name: 'crm',
  kind: 'HTTP',
  allowedHosts: HOSTS,
  credential: { type: 'API_KEY_HEADER', header: 'X-Api-Key' },
  hasSecret: true,
} as const;
const SLACK = {
  id: idOf(2),
  name: 'team-chat',
  kind: 'CHAT_WEBHOOK',
  provider: 'SLACK',
  channel: '#agent-reviews',
  hasSecret: true,
} as const;
const TICKETS = {
  id: idOf(3),
  name: 'tickets',
  kind: 'TICKET',
  url: 'https://tickets.example/new',
  method: 'POST',
  headerNames: ['X-Token'],
  bodyTemplate: '{}',
  hasSecret: true,
} as const;

const FOUND = { host: 'slack.com', status: 200 } as const;
const field = (name: string) => dialog().getByLabelText(name, { exact: true });
/** One of the tiles that a new integration begins with. */
const choose = (name: string) => click(dialog().getByRole('button', { name: new RegExp(`^${name} `) }));
const listed = (integration: object) => ({
  listIntegrations: { items: [integration] },
  readIntegration: integration,
});
const added = (integration: object) => changing(integration, listed(integration));

it('adds a credential for routes, which asks for its secret', async () => {
  const service = await openApp('/integrations', { listIntegrations: {}, createIntegration: added(CRM) });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await keys('c');
  await choose(words.kinds.HTTP);
  await field(registry.name).fill(CRM.name);
  await field(registry.optional(words.hosts)).fill(HOSTS.join('\n'));
  await pressInDialog(words.addAct);
  await seen(dialog().getByText(words.missingSecret));
  expect(service.calls('createIntegration')).toEqual([]);
  await field(words.secret).fill('s3cret');
  await pressInDialog(words.addAct);
  await seen(drawer().getByText(words.stored));
  await seen(drawer().getByText(CRM.credential.header));
  const { name, kind, credential } = CRM;
  const body = { name, kind, allowedHosts: HOSTS, credential: { ...credential, secret: 's3cret' } };
  expect(service.last('createIntegration')?.body).toEqual(body);
  const row = rows()[0]?.innerText;
  for (const told of [words.moreHosts(HOSTS[0] ?? '', 1), words.credentials.API_KEY_HEADER, words.unused]) {
    expect(row).toContain(told);
  }
});

it('keeps a credential until another takes its place, whose faults stand at their fields', async () => {
  const tokenUrl = 'https://login.crm.example/token';
  const fault = 'the host of tokenUrl must be one of allowedHosts';
  const changed = { ...CRM, credential: { type: 'OAUTH2_CLIENT_CREDENTIALS', tokenUrl, clientId: 'svc' } } as const;
  const service = await openApp(`/integrations?open=${CRM.id}`, {
    ...listed(CRM),
    updateIntegration: refused('validation_error', { fields: { 'credential.tokenUrl': fault } }),
  });
  await click(drawer().getByRole('button', { name: registry.edit }));
  await expect.element(field(words.credential)).toHaveValue('KEEP');
  await field(words.credential).selectOptions(words.credentials.OAUTH2_CLIENT_CREDENTIALS);
  await field(words.tokenUrl).fill('https://login.elsewhere.example/token');
  await field(words.clientId).fill('svc');
  await field(words.secret).fill('s3cret');
  await pressInDialog(registry.save);
  await expect.element(field(words.tokenUrl)).toHaveAttribute('aria-invalid', 'true');
  await seen(dialog().getByText(new RegExp(fault, 'i')));
  service.answer({ updateIntegration: added(changed) });
  await field(words.tokenUrl).fill(tokenUrl);
  await pressInDialog(registry.save);
  await seen(drawer().getByText(tokenUrl));
  const { credential } = changed;
  const body = { allowedHosts: HOSTS, credential: { ...credential, scope: null, secret: 's3cret' }, updatedAt: NOW };
  expect(service.last('updateIntegration')?.body).toEqual({ name: CRM.name, ...body });
});

it('adds a Slack channel, and changes it without its secrets', async () => {
  const changed = { ...SLACK, channel: '#reviews' };
  const service = await openApp('/integrations', {
    listIntegrations: {},
    createIntegration: added(SLACK),
    updateIntegration: added(changed),
  });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await keys('c');
  await choose(words.providers.SLACK);
  await field(registry.name).fill(SLACK.name);
  await field(words.botToken).fill('xoxb-s3cret');
  await field(words.signingSecret).fill('s3cret-signs');
  await field(words.channel).fill(SLACK.channel);
  await pressInDialog(words.addAct);
  await seen(drawer().getByText(SLACK.channel));
  const { name, kind, provider, channel } = SLACK;
  const secrets = { botToken: 'xoxb-s3cret', signingSecret: 's3cret-signs' };
  expect(service.last('createIntegration')?.body).toEqual({ name, kind, provider, channel, ...secrets });
  await click(drawer().getByRole('button', { name: registry.edit }));
  await field(words.channel).fill(changed.channel);
  await pressInDialog(registry.save);
  await seen(drawer().getByText(changed.channel, { exact: true }));
  expect(service.last('updateIntegration')?.body).toEqual({ name, channel: changed.channel, updatedAt: NOW });
});

it('adds a ticket system with headers, of which it shows the names', async () => {
  const service = await openApp('/integrations', { listIntegrations: {}, createIntegration: added(TICKETS) });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await keys('c');
  await choose(words.kinds.TICKET);
  await choose(words.systems.OTHER);
  await field(registry.name).fill(TICKETS.name);
  await field(words.url).fill(TICKETS.url);
  await field(registry.optional(words.headers)).fill('X-Token: s3cret');
  await pressInDialog(words.addAct);
  await seen(drawer().getByText('X-Token'));
  await seen(drawer().getByText(TICKETS.url));
  const { name, kind, url } = TICKETS;
  const headers = [{ name: 'X-Token', value: 's3cret' }];
  expect(service.last('createIntegration')?.body).toMatchObject({ name, kind, url, headers });
});

it('fills in what a ticket system wants, and does not take what stands for the own names', async () => {
  const service = await openApp('/integrations', { listIntegrations: {}, createIntegration: added(TICKETS) });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await keys('c');
  await choose(words.kinds.TICKET);
  await click(dialog().getByRole('button', { name: words.back, exact: true }));
  await choose(words.kinds.TICKET);
  await expect.element(dialog().getByRole('button', { name: new RegExp(`^${words.systems.JIRA} `) })).toHaveFocus();
  await choose(words.systems.ZENDESK);
  await expect.element(field(registry.name)).toHaveValue(words.systems.ZENDESK);
  await pressInDialog(words.addAct);
  await seen(dialog().getByText(words.placeholder));
  expect(service.calls('createIntegration')).toEqual([]);
  const url = 'https://aurora.zendesk.com/api/v2/tickets.json';
  await field(words.url).fill(url);
  await pressInDialog(words.addAct);
  await seen(drawer().getByText(TICKETS.url));
  const { bodyTemplate } = TICKET_VALUES.ZENDESK;
  expect(service.last('createIntegration')?.body).toMatchObject({ kind: 'TICKET', url, bodyTemplate });
});

it('says which route uses it when somebody deletes it, and leads there', async () => {
  const route = { type: 'http_route', id: idOf(7), name: 'customers' } as const;
  const answers = { listHttpRoutes: {}, listAgents: {}, listResources: {}, readHttpRoute: { name: route.name } };
  await openApp(`/integrations?open=${CRM.id}`, { ...listed({ ...CRM, usedBy: [route], usedByCount: 1 }), ...answers });
  await seen(drawer().getByRole('heading', { name: words.whereUsed }));
  await click(drawer().getByRole('button', { name: registry.remove }));
  await seen(dialog().getByText(registry.used.title(CRM.name)));
  await click(dialog().getByRole('link', { name: route.name }));
  await expect.poll(address).toBe(`/routes?open=${route.id}`);
});

it('shows a member no act', async () => {
  await openApp(`/integrations?open=${CRM.id}`, listed(CRM), { role: 'MEMBER' });
  await seen(drawer().getByText(words.stored));
  for (const name of [registry.edit, registry.remove, words.add, registry.check.act]) {
    expect(page.getByRole('button', { name }).elements()).toEqual([]);
  }
});

it('marks one whose message was refused for good, and says how to mend it', async () => {
  await openApp('/integrations', listed({ ...SLACK, lastFailure: { fault: 'NOT_IN_CHANNEL', at: NOW } }));
  await seen(page.getByText(words.failing));
  await click(page.getByRole('link', { name: SLACK.name }));
  await seen(drawer().getByText(words.lastFailed('').slice(0, -1), { exact: false }));
  await seen(drawer().getByText(registry.mend.NOT_IN_CHANNEL));
});

it('tries a chat at a press, which says how to mend it, and writes to it after a question', async () => {
  const service = await openApp(`/integrations?open=${SLACK.id}`, {
    ...listed(SLACK),
    checkIntegration: FOUND,
    testIntegration: FOUND,
  });
  const test = drawer().getByRole('button', { name: words.testConnection });
  await click(test);
  await seen(drawer().getByText(registry.check.reached));
  service.answer({ checkIntegration: { ...FOUND, messageFault: 'CHANNEL_UNKNOWN' } });
  await click(test);
  await seen(drawer().getByText(registry.mend.CHANNEL_UNKNOWN));
  await click(drawer().getByRole('button', { name: words.write.SLACK }));
  await seen(dialog().getByText(words.writeText.SLACK));
  expect(service.calls('testIntegration')).toEqual([]);
  await pressInDialog(words.write.SLACK);
  await seen(drawer().getByText(registry.check.reached));
  expect(service.calls('testIntegration')).toHaveLength(1);
});

it('opens a test ticket after a question, and says that nothing takes it', async () => {
  await openApp(`/integrations?open=${TICKETS.id}`, {
    ...listed(TICKETS),
    testIntegration: { host: 'tickets.example', status: 404, messageFault: 'ADDRESS_GONE' },
  });
  await click(drawer().getByRole('button', { name: words.write.TICKET }));
  await pressInDialog(words.write.TICKET);
  await seen(drawer().getByText(registry.mend.ADDRESS_GONE));
});

it('asks for a stored secret again where it would go further', async () => {
  const service = await openApp(`/integrations?open=${CRM.id}`, { ...listed(CRM), updateIntegration: added(CRM) });
  await click(drawer().getByRole('button', { name: registry.edit }));
  await expect.element(field(words.credential)).toHaveValue('KEEP');
  await gone(field(words.secret));
  await field(registry.optional(words.hosts)).fill('x.crm.example');
  await gone(field(words.secret));
  const allowedHosts = [...HOSTS, 'crm.example'];
  await field(registry.optional(words.hosts)).fill(allowedHosts.join('\n'));
  await pressInDialog(registry.save);
  await seen(dialog().getByText(words.missingSecret));
  await field(words.secret).fill('s3cret');
  await pressInDialog(registry.save);
  await gone(dialog());
  const credential = { ...CRM.credential, secret: 's3cret' };
  expect(service.last('updateIntegration')?.body).toEqual({ name: CRM.name, allowedHosts, credential, updatedAt: NOW });

  const tickets = await openApp(`/integrations?open=${TICKETS.id}`, {
    ...listed(TICKETS),
    updateIntegration: added(TICKETS),
  });
  await click(drawer().getByRole('button', { name: registry.edit }));
  await gone(field(registry.optional(words.headers)));
  await field(words.url).fill('https://elsewhere.example/new');
  await field(registry.optional(words.headers)).fill('X-Token: s3cret');
  await pressInDialog(registry.save);
  await gone(dialog());
  const headers = [{ name: 'X-Token', value: 's3cret' }];
  expect(tickets.last('updateIntegration')?.body).toMatchObject({ url: 'https://elsewhere.example/new', headers });
});
