// SPDX-License-Identifier: Apache-2.0
/** Systems of which the service knows the calls: each has its own fields, and is tried at a press. */
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { words as registry } from '../../registry/words-en.ts';
import {
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
  seen,
} from '../../stand-in/index.ts';
import { words } from './words-en.ts';

const FOUND = { host: 'known.example', status: 200 } as const;
const field = (name: string) => dialog().getByLabelText(name, { exact: true });
/** One of the tiles that a new integration begins with. */
const choose = (name: string) => click(dialog().getByRole('button', { name: new RegExp(`^${name} `) }));
const listed = (integration: object) => ({
  listIntegrations: { items: [integration] },
  readIntegration: integration,
});
const added = (integration: object) => changing(integration, listed(integration));

const { fields } = words;
const APP = '6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b11';
const CHANNEL = '19:ab@thread.tacv2';

it.each([
  {
    provider: 'TEAMS',
    kind: 'CHAT_WEBHOOK',
    tiles: [words.providers.TEAMS],
    given: { appId: APP, tenantId: APP, channel: CHANNEL, clientSecret: 's3cret' },
    labels: [fields.appId.label, fields.tenantId.label, fields.teamsChannel.label, fields.clientSecret.label],
    shown: CHANNEL,
  },
  {
    provider: 'JIRA',
    kind: 'TICKET',
    tiles: [words.kinds.TICKET, words.systems.JIRA],
    given: {
      ...{ url: 'https://aurora.atlassian.net', username: 'bot@aurora.example', token: 's3cret', project: 'OPS' },
      ...{ issueType: 'Bug', closeWith: 'Done' },
    },
    labels: [
      ...[words.url, fields.email.label, fields.apiToken.label, fields.project.label],
      ...[fields.issueType, registry.optional(fields.transition)],
    ],
    shown: 'OPS',
  },
  {
    provider: 'SERVICENOW',
    kind: 'TICKET',
    tiles: [words.kinds.TICKET, words.systems.SERVICENOW],
    given: {
      ...{ url: 'https://aurora.service-now.com', username: 'bot', token: 's3cret', table: 'incident' },
      closeWith: '6',
    },
    labels: [...[words.url, fields.user.label, fields.password.label, fields.table], registry.optional(fields.state)],
    shown: 'https://aurora.service-now.com',
  },
  {
    provider: 'GITHUB',
    kind: 'TICKET',
    tiles: [words.kinds.TICKET, words.systems.GITHUB],
    given: { repository: 'aurora/reviews', token: 's3cret', url: 'https://api.github.com' },
    labels: [fields.repository.label, fields.gitHubToken.label, words.url],
    shown: 'aurora/reviews',
  },
  {
    provider: 'PAGERDUTY',
    kind: 'INCIDENT',
    tiles: [words.providers.PAGERDUTY],
    given: { routingKey: 's3cret', url: 'https://events.pagerduty.com' },
    labels: [fields.routingKey.label, words.url],
    shown: 'https://events.pagerduty.com',
  },
] as const)('adds $provider by its own fields, and changes it without its secret', async (system) => {
  const { provider, kind, tiles, given, labels, shown } = system;
  const stored = { id: idOf(5), name: 'known', kind, provider, ...given, hasSecret: true };
  const service = await openApp('/integrations', {
    listIntegrations: {},
    createIntegration: added(stored),
    updateIntegration: added(stored),
  });
  await seen(page.getByRole('heading', { name: words.emptyTitle }));
  await keys('c');
  for (const tile of tiles) await choose(tile);
  await field(registry.name).fill('known');
  for (const [index, value] of Object.values(given).entries()) await field(labels[index] ?? '').fill(value);
  await pressInDialog(words.addAct);
  await seen(drawer().getByText(shown, { exact: true }));
  expect(service.last('createIntegration')?.body).toEqual({ name: 'known', kind, provider, ...given });
  await click(drawer().getByRole('button', { name: registry.edit }));
  await pressInDialog(registry.save);
  await gone(dialog());
  const { clientSecret: _c, token: _t, routingKey: _r, ...clear } = given as Record<string, string>;
  expect(service.last('updateIntegration')?.body).toEqual({ name: 'known', ...clear, updatedAt: NOW });
});

it.each([
  ['TEAMS', 'CHAT_WEBHOOK', 'TEAMS', 'TEAMS'],
  ['GITHUB', 'TICKET', 'KNOWN_TICKET', 'TICKET'],
  ['PAGERDUTY', 'INCIDENT', 'INCIDENT', 'INCIDENT'],
] as const)('tries %s, and says what is written to it first', async (provider, kind, lead, write) => {
  const stored = { id: idOf(6), name: 'known', kind, provider, url: 'https://known.example', hasSecret: true };
  await openApp(`/integrations?open=${stored.id}`, { ...listed(stored), testIntegration: { ...FOUND } });
  await seen(drawer().getByText(words.checkLead[lead]));
  await click(drawer().getByRole('button', { name: words.write[write] }));
  await seen(dialog().getByText(words.writeText[write]));
  await pressInDialog(words.write[write]);
  await seen(drawer().getByText(registry.check.reached));
});
