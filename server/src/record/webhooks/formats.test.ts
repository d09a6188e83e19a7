// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the published libraries of Standard Webhooks and CloudEvents read what an endpoint asked for. */
import { randomBytes } from 'node:crypto';
import type { CreatedWebhook, DeliveryList, SecretRotation, Webhook, WebhookFormat } from '@svc/contract';
import { signDelivery, verifyDelivery } from '@svc/core/signature';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { BLOCKED, decide, makeDue, type Receiver, startReceiver } from '#harness/webhooks';
import { cloudEvents, standardWebhooks } from '../../../../test/beside/index.ts';

const { Webhook: Verifier } = standardWebhooks();
const { HTTP } = cloudEvents();

let receiver: Receiver;
let service: TestService;
let admin: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: acmeWithPeople });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});
beforeEach(() => {
  receiver.answers.length = 0;
});

let made = 0;
const add = async (body: object) => {
  made += 1;
  return await admin.call<CreatedWebhook>('/webhooks', { body: { url: `${receiver.url}/${made}`, ...body } });
};
const change = (id: string, body: object) => admin.call<Webhook>(`/webhooks/${id}`, { method: 'PATCH', body });
/** The requests about an event to the endpoint that was added last. */
const received = async (eventId: string, attempts = 1) => {
  const own = () => receiver.requests.filter(({ path, body }) => path === `/${made}` && body.includes(eventId));
  await vi.waitFor(() => expect(own()).toHaveLength(attempts), PATIENTLY);
  return own().map(({ body, headers }) => ({ body, headers: headers as Record<string, string> }));
};
const deliveryOf = async (webhookId: string) =>
  (await admin.call<DeliveryList>(`/webhooks/${webhookId}/deliveries`)).body.items[0];

it('the library of Standard Webhooks verifies a delivery, whose own headers stay', async () => {
  const { secret } = (await add({ format: 'STANDARD_WEBHOOKS' })).body;
  const eventId = await decide(service, BLOCKED);
  const [{ body, headers } = { body: '', headers: {} }] = await received(eventId);
  expect(new Verifier(secret).verify(body, headers)).toMatchObject({ eventId, type: 'BLOCK' });
  expect(() => new Verifier(secret).verify(`${body} `, headers)).toThrow();
  const other = `whsec_${randomBytes(32).toString('base64')}`;
  expect(() => new Verifier(other).verify(body, headers)).toThrow();
  expect(headers['webhook-id']).toBe(headers['x-svc-delivery']);
  const header = headers['x-svc-signature'] ?? '';
  expect(verifyDelivery({ secret, header, rawBody: body, nowSeconds: Date.now() / 1_000 })).toBe(true);
  expect(header).toBe(signDelivery(secret, Number(headers['webhook-timestamp']), body));
});

it('the library of CloudEvents reads a delivery, which is signed over the bytes that are sent', async () => {
  const { id, secret } = (await add({ format: 'CLOUDEVENTS' })).body;
  const eventId = await decide(service, BLOCKED);
  const [{ body, headers } = { body: '', headers: {} }] = await received(eventId);
  expect(headers['content-type']).toBe('application/cloudevents+json');
  expect(headers['webhook-signature']).toBeUndefined();
  const event = HTTP.toEvent({ headers, body });
  expect(event.validate()).toBe(true);
  expect(event).toMatchObject({
    id: headers['x-svc-delivery'],
    source: expect.stringMatching(/^\/organizations\/[0-9a-f-]{36}$/),
    type: 'svc.block',
    subject: eventId,
    datacontenttype: 'application/json',
    svctypes: 'BLOCK',
    data: { id: eventId, decision: 'BLOCK', finalDecision: 'BLOCK', agent: 'billing-bot' },
  });
  expect(event.time).toBe((await deliveryOf(id))?.createdAt);
  const header = headers['x-svc-signature'] ?? '';
  expect(verifyDelivery({ secret, header, rawBody: body, nowSeconds: Date.now() / 1_000 })).toBe(true);
  expect((await deliveryOf(id))?.body).toBe(body);
});

it('a changed format leaves a delivery that was tried as it was', async () => {
  const { id } = (await add({})).body;
  receiver.answers.push(...Array.from({ length: made }, () => 503));
  const eventId = await decide(service, BLOCKED);
  await received(eventId);
  expect((await change(id, { format: 'CLOUDEVENTS' })).body.format).toBe('CLOUDEVENTS');
  await vi.waitFor(async () => expect((await deliveryOf(id))?.nextAttemptAt).not.toBeNull(), PATIENTLY);
  await makeDue(service, (await deliveryOf(id))?.id ?? '');
  const [first, second] = await received(eventId, 2);
  expect(second?.body).toBe(first?.body);
  expect(second?.headers['content-type']).toBe('application/json');
  receiver.answers.length = 0;
  const [next] = await received(await decide(service, BLOCKED));
  expect(JSON.parse(next?.body ?? '')).toMatchObject({ specversion: '1.0' });
});

const URL_SAFE = `whsec_${'ab_-'.repeat(8)}`;
const TOO_LONG = `whsec_${Buffer.alloc(65, 7).toString('base64')}`;

it.each([URL_SAFE, TOO_LONG, `whsec_${'a'.repeat(43)}`])(
  'the secret %s is refused for Standard Webhooks',
  async (secret) => {
    const body = { url: 'https://siem.example/refused', format: 'STANDARD_WEBHOOKS', secret };
    const refused = await admin.call('/webhooks', { body });
    expect([refused.status, Object.keys(refused.body.fields ?? {})]).toEqual([400, ['format']]);
    expect(() => new Verifier(URL_SAFE)).toThrow();
  },
);

it('an older secret is refused with what to do, and a new one is taken', async () => {
  const { id } = (await add({ secret: URL_SAFE })).body;
  const refused = await admin.call(`/webhooks/${id}`, { method: 'PATCH', body: { format: 'STANDARD_WEBHOOKS' } });
  expect(refused.status).toBe(400);
  expect(refused.body.fields?.format).toMatch(/make a new secret first/);
  const rotated = await admin.call<SecretRotation>(`/webhooks/${id}/rotate-secret`, { body: { now: true } });
  expect((await change(id, { format: 'STANDARD_WEBHOOKS' })).status).toBe(200);
  const [request] = await received(await decide(service, BLOCKED));
  expect(new Verifier(rotated.body.secret).verify(request?.body ?? '', request?.headers ?? {})).toBeTruthy();
});

it('nothing is sent with a secret that cannot sign, and the log says what to do', async () => {
  const { id } = (await add({ secret: URL_SAFE })).body;
  const format: WebhookFormat = 'STANDARD_WEBHOOKS';
  await readRows(service.database, 'UPDATE svc.webhook_endpoints SET format = $2 WHERE id = $1', [id, format]);
  const eventId = await decide(service, BLOCKED);
  await vi.waitFor(async () => {
    expect((await deliveryOf(id))?.log[0]?.error).toBe('the secret is not base64: make a new one');
  }, PATIENTLY);
  expect(receiver.requests.filter(({ path, body }) => path === `/${made}` && body.includes(eventId))).toEqual([]);
});

it('a provisioning file says the format, and one whose secret does not fit is refused', async () => {
  const file = (more: string) =>
    acmeWithPeople({ extra: `    webhooks:\n      - { url: "https://siem.example/file"${more} }` });
  const other = await openOrganization({ provisioning: () => file(', format: CLOUDEVENTS') });
  const owner = await signIn(other.baseUrl, PEOPLE.owner);
  expect((await owner.call<{ items: Webhook[] }>('/webhooks')).body.items).toMatchObject([{ format: 'CLOUDEVENTS' }]);
  await other.stop();
  const bad = file(`, format: STANDARD_WEBHOOKS, secret: ${URL_SAFE}`);
  await expect(openOrganization({ provisioning: () => bad })).rejects.toThrow(/make a new secret first/);
});
