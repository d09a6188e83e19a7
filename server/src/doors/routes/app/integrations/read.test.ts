// SPDX-License-Identifier: Apache-2.0
/** Guarantee: no answer about an integration has one of its secrets, whatever is done with it. */
import type { Integration } from '@svc/contract';
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
});
afterAll(() => service?.stop());

const OAUTH = { type: 'OAUTH2_CLIENT_CREDENTIALS', tokenUrl: 'https://login.crm.example/token', clientId: 'svc' };

it.each([
  [
    'a credential of routes',
    { kind: 'HTTP', allowedHosts: ['*.crm.example'], credential: { type: 'API_KEY_HEADER', secret: 'hush-1' } },
    { credential: { ...OAUTH, secret: 'hush-2' } },
  ],
  [
    'Slack',
    { kind: 'CHAT_WEBHOOK', provider: 'SLACK', botToken: 'xoxb-hush-1', signingSecret: 'hush-2', channel: '#a' },
    { botToken: 'xoxb-hush-3' },
  ],
  [
    'another chat',
    { kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url: 'https://chat.example/hush-1' },
    { url: 'https://chat.example/hush-2' },
  ],
  [
    'a ticket system',
    {
      kind: 'TICKET',
      url: 'https://tickets.example/new',
      bodyTemplate: '{}',
      headers: [{ name: 'X-Token', value: 'hush-1' }],
    },
    { headers: [{ name: 'X-Token', value: 'hush-2' }] },
  ],
  [
    'Teams',
    {
      kind: 'CHAT_WEBHOOK',
      provider: 'TEAMS',
      appId: '6F2B1F39-4d0c-4c36-8d1a-0a3c1d1f5b11',
      tenantId: '6f2b1f39-4d0c-4c36-8d1a-0a3c1d1f5b12',
      clientSecret: 'hush-1',
      channel: 'https://teams.microsoft.com/l/channel/19%3Aab%40thread.tacv2/reviews?groupId=1&tenantId=2',
    },
    { clientSecret: 'hush-2' },
  ],
  [
    'Jira',
    { kind: 'TICKET', provider: 'JIRA', url: 'https://a.example/', username: 'u', token: 'hush-1', project: 'OPS' },
    { token: 'hush-2' },
  ],
  [
    'ServiceNow',
    { kind: 'TICKET', provider: 'SERVICENOW', url: 'https://a.example/', username: 'u', token: 'hush-1' },
    { token: 'hush-2' },
  ],
  ['GitHub', { kind: 'TICKET', provider: 'GITHUB', repository: 'a/b', token: 'hush-1' }, { token: 'hush-2' }],
  ['PagerDuty', { kind: 'INCIDENT', provider: 'PAGERDUTY', routingKey: 'hush-1' }, { routingKey: 'hush-2' }],
])('%s', async (name, made, change) => {
  const created = await owner.call<Integration>('/integrations', { body: { name, ...made } });
  const path = `/integrations/${created.body.id}`;
  const changed = await owner.call<Integration>(path, { method: 'PATCH', body: change });
  expect([created.status, changed.status]).toEqual([201, 200]);
  const read = await Promise.all([owner, member].flatMap((one) => [one.call(path), one.call('/integrations')]));
  for (const { status, body } of [created, changed, ...read]) {
    expect(status).toBeLessThan(300);
    expect(JSON.stringify(body)).toContain('"hasSecret":true');
    expect(JSON.stringify(body)).not.toContain('hush');
  }
});
