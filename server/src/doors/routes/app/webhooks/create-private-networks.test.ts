// SPDX-License-Identifier: Apache-2.0
/**
 * Ranges that the operator opened. Organizations of the provisioning file may reach them unless it says otherwise.
 * Nothing of what a receiver there answers is kept.
 */
import type { CreatedWebhook, Delivery, DeliveryList, SignedIn } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME, GLOBEX, mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { type Receiver, startReceiver } from '#harness/webhooks';

let service: TestService;
let receiver: Receiver;
let owner: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
beforeEach(async () => {
  await service.provision(acmeWithPeople({ settings: ['privateNetworks: true'] }));
  await readRows(service.database, 'DELETE FROM svc.webhook_endpoints');
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
});

const create = async (url: string) => await owner.call<CreatedWebhook>('/webhooks', { body: { url } });
const mayReach = async (name: string) =>
  (await readRows(service.database, 'SELECT private_networks FROM svc.organizations WHERE name = $1', [name]))[0]
    ?.private_networks;

async function tested(webhookId: string): Promise<Delivery> {
  await owner.call(`/webhooks/${webhookId}/test`, { method: 'POST' });
  let latest: Delivery | undefined;
  const log = async () => {
    const { body } = await owner.call<DeliveryList>(`/webhooks/${webhookId}/deliveries`);
    latest = body.items[0];
    return latest?.log.length;
  };
  await expect.poll(log).toBe(1);
  return latest as Delivery;
}

it('calls a receiver in an opened range, and keeps its status without its answer', async () => {
  expect(await mayReach(GLOBEX)).toBe(true);
  receiver.answers.push(400);
  const { status, body } = await create(`${receiver.url}/internal`);
  expect(status).toBe(201);
  const { log } = await tested(body.id);
  expect(log).toEqual([expect.objectContaining({ status: 400, error: null, answer: null })]);
});

it('refuses both, registering and calling, to an organization that may not reach them', async () => {
  const made = await create(`${receiver.url}/internal`);
  await service.provision(acmeWithPeople({ settings: ['privateNetworks: false'] }));
  await service.provision(acmeWithPeople());
  expect(await mayReach(ACME)).toBe(false);
  const arrived = receiver.requests.length;
  const { log } = await tested(made.body.id);
  expect(log[0]).toMatchObject({ status: null, answer: null });
  expect(log[0]?.error).toMatch(/^egress refused/);
  expect(receiver.requests.length).toBe(arrived);
  const refused = await owner.call('/webhooks', { body: { url: `${receiver.url}/other` } });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['url']]);
  expect(refused.body.message).toBe(
    'url: must be a public address; the operator opened this one to other organizations only',
  );
});

it('gives nothing to an organization that made itself', async () => {
  const person = { name: 'Nina', email: mailOf('nina'), password: 'a password of nobody else' };
  const browser = openBrowser(service.baseUrl);
  const made = await browser.call<SignedIn>('/auth/signup', { body: { ...person, organizationName: 'New' } });
  expect(made.body.organization.name).toBe('New');
  expect(await mayReach('New')).toBe(false);
  const refused = await browser.call('/webhooks', { body: { url: `${receiver.url}/internal` } });
  expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['url']]);
  const closed = await browser.call('/webhooks', { body: { url: 'http://10.0.0.9/' } });
  expect(closed.body.message).toBe('url: must be a public address; the service refuses to call this one');
});

it.each([
  'http://10.0.0.9/',
  'http://169.254.169.254/latest',
  'http://[fd00::1]/hook',
  'http://0x0a.0.0.9/',
  'http://metadata.google.internal/',
  'http://[::1]:4000/',
])('refuses %s at once, in POST and PATCH, and as the address of checkpoints', async (url) => {
  const made = await create('https://siem.example/hook');
  const refusals = [
    await owner.call('/webhooks', { body: { url } }),
    await owner.call(`/webhooks/${made.body.id}`, { method: 'PATCH', body: { url } }),
    await owner.call('/organization', { method: 'PATCH', body: { checkpointUrl: url } }),
  ];
  expect(refusals.map(({ status, body }) => [status, Object.keys(body.fields ?? {})])).toEqual([
    [400, ['url']],
    [400, ['url']],
    [400, ['checkpointUrl']],
  ]);
  // Its operator could open it: the file gives it what they open.
  for (const { body } of refusals)
    expect(body.message).toContain('or one that the operator opens with SVC_EGRESS_ALLOW');
});
