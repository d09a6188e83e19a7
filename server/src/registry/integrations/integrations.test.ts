// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a credential goes only to the hosts that were named, and no answer or entry shows its secret. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme, mailOf } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createHttpRoute } from '../gateway-routes/index.ts';
import { createIntegration, deleteIntegration, updateIntegration } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

const create = (values: Parameters<typeof createIntegration>[3]) =>
  createIntegration(stage.pool, stage, stage.owner, values);
const update = (id: string, change: Parameters<typeof updateIntegration>[4]) =>
  updateIntegration(stage.pool, stage, { ...stage.owner, isRecent: true }, id, change);
const remove = (id: string) => deleteIntegration(stage.pool, stage.vault, stage.owner, id);

const SECRET = 'first-secret-value';
const BASIC = { type: 'BASIC', username: mailOf('olivia', 'acme'), secret: SECRET } as const;

it('keeps the secret sealed, and neither it nor a user name in the chain', async () => {
  const made = await create({ name: 'crm', kind: 'HTTP', allowedHosts: ['*.CRM.example'], credential: BASIC });
  expect(made).toMatchObject({ allowedHosts: ['*.crm.example'], hasSecret: true });
  const stored = async () => (await readRows(stage.service.database, 'SELECT secret FROM svc.integrations'))[0]?.secret;
  const first = await stored();
  expect(await stage.entriesOf(() => update(made.id, { allowedHosts: ['api.crm.example'] }))).toMatchObject([
    {
      kind: 'integration.updated',
      metadata: { before: { allowedHosts: ['*.crm.example'] }, after: { allowedHosts: ['api.crm.example'] } },
    },
  ]);
  expect(await stored()).toBe(first);
  const changed = await stage.entriesOf(() => update(made.id, { credential: { ...BASIC, secret: 'second-value' } }));
  expect(changed).toMatchObject([
    { metadata: { changedFields: ['secret'], before: { secret: 'changed' }, after: { secret: 'changed' } } },
  ]);
  const binding = { organizationId: stage.owner.organizationId, table: 'integrations', column: 'secret' };
  expect(stage.vault.openText(await stored(), { ...binding, rowId: made.id })).toBe('second-value');
  const kept = JSON.stringify([
    await stage.entries(),
    await readRows(stage.service.database, 'SELECT * FROM svc.integrations'),
  ]);
  for (const secret of [SECRET, 'second-value']) expect(kept).not.toContain(secret);
  expect(JSON.stringify(await stage.entries())).not.toContain(mailOf('olivia', 'acme'));
});

const SLACK = { kind: 'CHAT_WEBHOOK', provider: 'SLACK', botToken: 'xoxb-1', signingSecret: 'signs-1' } as const;
const INCOMING = {
  kind: 'CHAT_WEBHOOK',
  provider: 'INCOMING_WEBHOOK',
  url: 'https://chat.example/hook/s3cret',
} as const;
const TICKET = {
  kind: 'TICKET',
  url: 'https://tickets.example/new?project=a',
  bodyTemplate: '{ "title": "{{agent}}" }',
} as const;

const openedSecret = async (id: string) => {
  const [row] = await readRows(stage.service.database, 'SELECT secret FROM svc.integrations WHERE id = $1', [id]);
  if (row?.secret === null) return null;
  const binding = { organizationId: stage.owner.organizationId, table: 'integrations', column: 'secret', rowId: id };
  return JSON.parse(stage.vault.openText(row?.secret, binding));
};

it('keeps what a chat needs, each secret by itself', async () => {
  const made = await create({ name: 'reviews', ...SLACK, channel: '#a' });
  expect(made).toMatchObject({ provider: 'SLACK', channel: '#a', hasSecret: true, url: null });
  await update(made.id, { botToken: 'xoxb-2' });
  expect(await openedSecret(made.id)).toEqual({ botToken: 'xoxb-2', signingSecret: 'signs-1' });
  expect(await update(made.id, { channel: '#b' })).toMatchObject({ channel: '#b', hasSecret: true });
  expect(await openedSecret(made.id)).toEqual({ botToken: 'xoxb-2', signingSecret: 'signs-1' });
  const chat = await create({ name: 'chat', ...INCOMING });
  expect(chat.url).toBe('https://chat.example/…');
  expect(await openedSecret(chat.id)).toEqual({ url: INCOMING.url });
  const entries = JSON.stringify(await stage.entries());
  for (const secret of ['xoxb-', 'signs-1', 's3cret']) expect(entries).not.toContain(secret);
});

it('keeps a ticket system, whose headers are replaced all at once', async () => {
  const headers = [{ name: 'X-Token', value: 'secret-1' }];
  const made = await create({ name: 'tickets', ...TICKET, headers });
  expect(made).toMatchObject({ ...TICKET, method: 'POST', updateUrl: null, headerNames: ['X-Token'], hasSecret: true });
  const changed = { method: 'PUT', updateUrl: 'https://tickets.example/done' } as const;
  expect(await update(made.id, changed)).toMatchObject({ ...changed, url: TICKET.url, headerNames: ['X-Token'] });
  expect(await openedSecret(made.id)).toEqual({ headers });
  expect(await update(made.id, { headers: [], updateUrl: null })).toMatchObject({
    headerNames: [],
    hasSecret: false,
    updateUrl: null,
  });
  expect(JSON.stringify(await stage.entries())).not.toContain('secret-1');
});

it('takes an address in any spelling that clients read, and keeps the one that calls take', async () => {
  const given = 'https://BÜCHER.example/a b';
  const kept = 'https://xn--bcher-kva.example/a%20b';
  const ticket = await create({ name: 'ticket', ...TICKET, url: given, updateUrl: given });
  expect(ticket).toMatchObject({ url: kept, updateUrl: kept });
  expect(await create({ name: 'chat', ...INCOMING, url: given })).toMatchObject({ provider: 'INCOMING_WEBHOOK' });
  const credential = { type: 'OAUTH2_CLIENT_CREDENTIALS', tokenUrl: given, clientId: 'c', secret: 's' } as const;
  const http = await create({ name: 'http', kind: 'HTTP', allowedHosts: ['bücher.example'], credential });
  expect(http.credential).toMatchObject({ tokenUrl: kept });
});

it.each<[string, object, string]>([
  ['a chat without its provider', { kind: 'CHAT_WEBHOOK', url: 'https://chat.example' }, 'provider'],
  ['Slack without its channel', SLACK, 'channel'],
  ['Slack with an address', { ...SLACK, channel: '#a', url: 'https://chat.example' }, 'url'],
  ['a token with a line break', { ...SLACK, channel: '#a', botToken: 'a\nb' }, 'botToken'],
  ['a chat at no address', { ...INCOMING, url: 'chat.example' }, 'url'],
  ['a chat within the network', { ...INCOMING, url: 'http://169.254.169.254/latest' }, 'url'],
  ['a ticket system within the network', { ...TICKET, updateUrl: 'http://169.254.169.254/' }, 'updateUrl'],
  ['a ticket system with a credential', { ...TICKET, credential: BASIC }, 'credential'],
  ['a ticket system with hosts', { ...TICKET, allowedHosts: ['a.example'] }, 'allowedHosts'],
  ['a body with many values', { ...TICKET, bodyTemplate: `{ "title": "${'{{agent}}'.repeat(51)}" }` }, 'bodyTemplate'],
  ['a body that is no JSON', { ...TICKET, bodyTemplate: '{ "title": {{agent}} }' }, 'bodyTemplate'],
  [
    'a header twice',
    {
      ...TICKET,
      headers: [
        { name: 'A', value: '1' },
        { name: 'a', value: '2' },
      ],
    },
    'headers[1].name',
  ],
  ['a header of the message', { ...TICKET, headers: [{ name: 'Host', value: '1' }] }, 'headers[0].name'],
  ['a header that begins another', { ...TICKET, headers: [{ name: 'A', value: '1\r\nB: 2' }] }, 'headers[0].value'],
])('%s is refused', async (_what, values, field) => {
  await expect(create({ name: 'x', ...values } as never)).rejects.toMatchObject({
    fields: { [field]: expect.any(String) },
  });
});

it.each<[Partial<Parameters<typeof create>[0]>, string]>([
  [{ allowedHosts: ['https://crm.example'] }, 'allowedHosts[0]'],
  [{ allowedHosts: ['*.10.0.0.1'] }, 'allowedHosts[0]'],
  [{ credential: { type: 'API_KEY_HEADER', header: 'Host', secret: 's' } }, 'credential.header'],
  [{ credential: { type: 'AUTHORIZATION', secret: 'a\nb' } }, 'credential.secret'],
  [{ credential: { type: 'BASIC', secret: 's' } }, 'credential.username'],
  [{ credential: { type: 'BASIC', username: 'u', header: 'X', secret: 's' } }, 'credential.header'],
  [{ botToken: 'xoxb' }, 'botToken'],
  [{ provider: 'SLACK' }, 'provider'],
  [
    {
      allowedHosts: ['api.crm.example'],
      credential: {
        type: 'OAUTH2_CLIENT_CREDENTIALS',
        tokenUrl: 'https://elsewhere.example/token',
        clientId: 'c',
        secret: 's',
      },
    },
    'credential',
  ],
])('is refused with %j', async (values, field) => {
  await expect(create({ name: 'crm', kind: 'HTTP', ...values })).rejects.toMatchObject({
    code: 'validation_error',
    fields: { [field]: expect.any(String) },
  });
});

it('keeps the hosts at its token address, and stays while a route sends its credential', async () => {
  const credential = {
    type: 'OAUTH2_CLIENT_CREDENTIALS',
    tokenUrl: 'https://login.crm.example/token',
    clientId: 'c',
    secret: 's',
  } as const;
  const { id } = await create({ name: 'crm', kind: 'HTTP', allowedHosts: ['*.crm.example'], credential });
  await expect(create({ name: 'crm', kind: 'HTTP' })).rejects.toMatchObject({ code: 'conflict' });
  await expect(update(id, { allowedHosts: ['api.crm.example'] })).rejects.toMatchObject({
    code: 'validation_error',
    fields: { allowedHosts: expect.any(String) },
  });
  await createHttpRoute(stage.pool, stage, stage.owner, {
    name: 'crm',
    baseUrl: 'https://api.crm.example/v1',
    integration: 'crm',
    resource: 'customers',
  });
  await expect(remove(id)).rejects.toMatchObject({
    code: 'conflict',
    message: expect.stringContaining('the HTTP route crm'),
  });
  const { id: unused } = await create({ name: 'unused', ...INCOMING });
  expect(await stage.entriesOf(() => remove(unused))).toMatchObject([
    { kind: 'integration.deleted', metadata: { before: { kind: 'CHAT_WEBHOOK' } } },
  ]);
  await expect(update(unused, {})).rejects.toMatchObject({ code: 'not_found' });
});
