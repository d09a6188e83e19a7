// SPDX-License-Identifier: Apache-2.0
/** Guarantee: each known system takes its own fields alone, in their form, and its secret stays where it was given for. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type RegistryStage, startRegistryStage } from '#harness/registry';
import { acme } from '#harness/service';
import { createIntegration, updateIntegration } from './index.ts';

let stage: RegistryStage;
beforeEach(async () => {
  stage = await startRegistryStage(acme);
});
afterEach(() => stage.stop());

type Values = Parameters<typeof createIntegration>[3];
const create = (values: object) =>
  createIntegration(stage.pool, stage, stage.owner, { name: 'x', ...values } as Values);
const update = (id: string, change: Parameters<typeof updateIntegration>[4], isRecent = true) =>
  updateIntegration(stage.pool, stage, { ...stage.owner, isRecent }, id, change);
const faultAt = (field: string) => ({ code: 'validation_error', fields: { [field]: expect.any(String) } });

const ID = '6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b11';
const CHANNEL = '19:ab@thread.tacv2';
const TEAMS = { kind: 'CHAT_WEBHOOK', provider: 'TEAMS', appId: ID, tenantId: ID, clientSecret: 's', channel: CHANNEL };
const AT = { url: 'https://desk.example', username: 'u', token: 's' };
const JIRA = { kind: 'TICKET', provider: 'JIRA', project: 'OPS', ...AT };
const SNOW = { kind: 'TICKET', provider: 'SERVICENOW', ...AT };
const GITHUB = { kind: 'TICKET', provider: 'GITHUB', repository: 'acme/reviews', token: 's' };
const PAGER = { kind: 'INCIDENT', provider: 'PAGERDUTY', routingKey: 's' };

it.each([
  [{ ...TEAMS, channel: 'general' }, 'channel'],
  [{ ...TEAMS, channel: 'https://teams.microsoft.com/l/channel/%E0%A4%A/x' }, 'channel'],
  [{ ...TEAMS, channel: '19:../../x@thread.tacv2' }, 'channel'],
  [{ ...TEAMS, botToken: 'xoxb' }, 'botToken'],
  [{ ...TEAMS, clientSecret: undefined }, 'clientSecret'],
  [{ ...TEAMS, kind: 'TICKET' }, 'provider'],
  [{ ...JIRA, project: 'OPS" OR project = "HR' }, 'project'],
  [{ ...JIRA, username: 'a:b' }, 'username'],
  [{ ...JIRA, url: 'https://desk.example/?a=1' }, 'url'],
  [{ ...JIRA, url: 'ftp://desk.example' }, 'url'],
  [{ ...JIRA, bodyTemplate: '{}' }, 'bodyTemplate'],
  [{ ...SNOW, table: 'incident/../sys_user' }, 'table'],
  [{ ...SNOW, repository: 'a/b' }, 'repository'],
  [{ ...GITHUB, repository: '../..' }, 'repository'],
  [{ ...GITHUB, repository: 'a/b/c' }, 'repository'],
  [{ ...GITHUB, token: 'a\nb' }, 'token'],
  [{ ...PAGER, provider: undefined }, 'provider'],
  [{ ...PAGER, kind: 'HTTP' }, 'provider'],
])('%j is refused', async (values, field) => {
  await expect(create(values)).rejects.toMatchObject(faultAt(field));
});

it.each([
  [JIRA, 'token'],
  [SNOW, 'token'],
  [{ ...GITHUB, url: 'https://desk.example' }, 'token'],
  [{ ...PAGER, url: 'https://desk.example' }, 'routingKey'],
])('the secret of %j goes elsewhere only when it is given again', async (values, field) => {
  const { id } = await create(values);
  await update(id, { url: 'https://desk.example/below' });
  await expect(update(id, { url: 'https://evil.example' })).rejects.toMatchObject(faultAt(field));
  const { url } = await update(id, { url: 'https://evil.example', [field]: 's2' });
  expect(url).toBe('https://evil.example');
});

it('another bot, and another secret of it, want a recent sign-in; another channel does not', async () => {
  const { id } = await create(TEAMS);
  const other = ID.replace('6f', '7f');
  for (const change of [{ appId: other }, { tenantId: other }, { clientSecret: 'other' }]) {
    await expect(update(id, change, false)).rejects.toMatchObject({ code: 'reauthentication_required' });
  }
  expect(await update(id, { channel: '19:cd@thread.tacv2' }, false)).toMatchObject({ channel: '19:cd@thread.tacv2' });
});
