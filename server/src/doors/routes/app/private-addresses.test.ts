// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: no address within a network can be registered in any spelling, wherever a person gives an address, unless
 * the operator has opened it. A name that only its look-up leads inside is refused by the call: see `egress`.
 */
import type { CreatedWebhook, ErrorBody, HttpRoute, Integration } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { amount } from '#harness/amount';
import { ACME, type Answer, openOrganization, type TestService } from '#harness/service';
import { readRows, stateOf } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** A host as a URL has it; each stands for an address that no call may reach. */
const HOSTS = [
  '127.0.0.1',
  '127.1',
  '127.0.0.1.',
  '0x7f.0.0.1',
  '0x7f000001',
  '0177.0.0.1',
  '2130706433',
  '017700000001',
  '%31%32%37.0.0.1',
  '１２７.０.０.１',
  '127。0。0。1',
  '①②⑦.0.0.1',
  '0.0.0.0',
  '0',
  '10.0.0.9',
  '172.16.0.1',
  '192.168.1.1',
  '100.64.0.1',
  '169.254.169.254',
  '0xa9fea9fe',
  '2852039166',
  '169.254.43518',
  '192.0.2.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '[::1]',
  '[::]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::a9fe:a9fe]',
  '[2002:7f00:1::]',
  '[2001::1]',
  '[fd00:ec2::254]',
  '[fe80::1]',
  '[fec0::1]',
  '[ff02::1]',
  '[2001:db8::1]',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'api.localhost',
  'ⓛocalhost',
  'metadata.google.internal',
  'METADATA.google.internal',
  'metadata.google.internal.',
];

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  // This machine is open to other organizations of the service.
  service = await openOrganization({ provisioning: () => acmeWithPeople({ settings: ['privateNetworks: false'] }) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

const TICKET = { kind: 'TICKET', bodyTemplate: '{ "title": "{{agent}}" }' };
const tokensOf = (tokenUrl: string) => ({ type: 'OAUTH2_CLIENT_CREDENTIALS', tokenUrl, clientId: 'c', secret: 's' });

/** Each way to give an address. The first makes what the others change. */
async function ways(): Promise<Record<string, (url: string, name: string) => Promise<Answer<ErrorBody>>>> {
  const made = async <Body extends { id: string }>(path: string, body: object) => {
    const answer = await owner.call<Body>(path, { body });
    expect(answer.status).toBe(201);
    return answer.body.id;
  };
  const change = (path: string, id: string, body: object) => owner.call(`${path}/${id}`, { method: 'PATCH', body });
  const webhook = await made<CreatedWebhook>('/webhooks', { url: 'https://siem.example/in' });
  const route = await made<HttpRoute>('/http-routes', { name: 'route', baseUrl: 'https://api.example' });
  const ticket = await made<Integration>('/integrations', { name: 'ticket', url: 'https://jira.example', ...TICKET });
  const chat = { kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK' };
  const incoming = await made<Integration>('/integrations', { name: 'in', url: 'https://chat.example/in', ...chat });
  const http = await made<Integration>('/integrations', { name: 'http', kind: 'HTTP' });
  return {
    'a webhook': (url) => owner.call('/webhooks', { body: { url } }),
    'a changed webhook': (url) => change('/webhooks', webhook, { url }),
    'a route': (baseUrl, name) => owner.call('/http-routes', { body: { name, baseUrl } }),
    'a changed route': (baseUrl) => change('/http-routes', route, { baseUrl }),
    'a ticket system': (url, name) => owner.call('/integrations', { body: { name, url, ...TICKET } }),
    'a changed ticket system': (url) => change('/integrations', ticket, { url }),
    'an address for updates': (updateUrl) => change('/integrations', ticket, { updateUrl }),
    'a chat': (url, name) => owner.call('/integrations', { body: { name, url, ...chat } }),
    'a changed chat': (url) => change('/integrations', incoming, { url }),
    'an address of tokens': (url, name) =>
      owner.call('/integrations', { body: { name, kind: 'HTTP', credential: tokensOf(url) } }),
    'a changed address of tokens': (url) => change('/integrations', http, { credential: tokensOf(url) }),
    'copies of checkpoints': (checkpointUrl) =>
      owner.call('/organization', { method: 'PATCH', body: { checkpointUrl } }),
  };
}

const REFUSED =
  /^must be a public address; the (?:service refuses|operator opened)|^must have an IP address or a host name/;

it('is registered nowhere', async () => {
  const all = await ways();
  const before = await stateOf(service.database, ACME);
  const taken: unknown[] = [];
  for (const [index, host] of HOSTS.entries()) {
    await readRows(service.database, 'DELETE FROM svc.rate_windows');
    const tried = Object.entries(all).filter((_way, at) => (at + index) % amount(3, 1) === 0);
    for (const [what, give] of tried) {
      const scheme = index % 2 === 0 ? 'https' : 'http';
      const { status, body } = await give(`${scheme}://${host}/in`, `n${index}`);
      const [fault = ''] = Object.values(body.fields ?? {});
      if (status !== 400 || !REFUSED.test(fault)) taken.push({ what, host, status, fault });
    }
  }
  expect(taken).toEqual([]);
  expect(await stateOf(service.database, ACME)).toEqual(before);
});
