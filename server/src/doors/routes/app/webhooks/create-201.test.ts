// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks: the new endpoint gets the next decision; its secret is shown once and stored encrypted. */
import type { CreatedWebhook, WebhookDetail, WebhookList } from '@svc/contract';
import { verifyDelivery } from '@svc/core/signature';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { BLOCKED, decide, type Receiver, startReceiver, untilDelivery } from '#harness/webhooks';

const GIVEN = `whsec_${'Z2l2ZW4'.repeat(5)}`;

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

const create = async (body: object) => {
  const answer = await admin.call<CreatedWebhook>('/webhooks', { body });
  expect(answer.status).toBe(201);
  return answer.body;
};

it('tells the endpoint of the next decision, signed with the secret of the answer', async () => {
  // A decision comes first, so that this process has the organization's earlier rules in its cache.
  await decide(service, BLOCKED);
  const made = await create({ url: `${receiver.url}/made`, description: 'SIEM' });
  expect(made).toMatchObject({
    url: `${receiver.url}/made`,
    description: 'SIEM',
    disabledAt: null,
    failingSince: null,
  });
  expect(made.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  const eventId = await decide(service, BLOCKED);
  await untilDelivery(service, eventId, { status: 'DELIVERED', endpoint_id: made.id });
  const [{ body: rawBody = '', signature: header = '' } = {}] = receiver.deliveriesOf(eventId);
  const nowSeconds = Date.now() / 1_000;
  expect(verifyDelivery({ secret: made.secret, header, rawBody, nowSeconds })).toBe(true);
});

it('keeps what was given, shows no secret again, and says in the chain who made it', async () => {
  const made = await create({ url: 'HTTPS://siem.example:443/a b', secret: GIVEN });
  expect(made).toMatchObject({ url: 'https://siem.example/a%20b', description: null, secret: GIVEN });
  const { secret: _shown, ...webhook } = made;
  expect((await admin.call<WebhookDetail>(`/webhooks/${made.id}`)).body).toEqual({ ...webhook, recoveries: [] });
  const listed = await admin.call<WebhookList>('/webhooks');
  expect(listed.body.items[0]).toEqual(webhook);
  const [owner] = await readRows(service.database, `SELECT id FROM svc.accounts WHERE email_key = '${PEOPLE.admin}'`);
  const entries = await readAuditEntries(service.database, ACME);
  expect(entries.at(-1)).toMatchObject({
    kind: 'webhook.created',
    actor: { type: 'user', id: owner?.id },
    subject: { type: 'webhook', id: made.id },
    metadata: { source: 'app', after: { url: 'changed', secret: 'changed' } },
  });
  const kept = await readRows(service.database, 'SELECT * FROM svc.webhook_endpoints');
  expect(JSON.stringify([kept, entries, listed.body]) + service.logged()).not.toContain(GIVEN);
});

it('is the endpoint that a provisioning file means by the same address', async () => {
  const { id, description } = await create({ url: 'https://siem.example/both', description: 'of the app' });
  expect(description).toBe('of the app');
  const webhooks = '    webhooks:\n      - { url: "https://SIEM.example/both", description: of the file }';
  await service.provision(acmeWithPeople({ extra: webhooks }));
  const { body } = await admin.call<WebhookDetail>(`/webhooks/${id}`);
  expect(body).toMatchObject({ url: 'https://siem.example/both', description: 'of the file' });
});
