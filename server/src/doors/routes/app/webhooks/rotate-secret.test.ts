// SPDX-License-Identifier: Apache-2.0
/** POST /webhooks/{id}/rotate-secret: shown once, signing from a day later or at once, and never undone by a file. */
import type { SecretRotation, WebhookDetail, WebhookList } from '@svc/contract';
import { verifyDelivery } from '@svc/core/signature';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  acmeWithWebhooks,
  BLOCKED,
  decide,
  type Receiver,
  startReceiver,
  untilDelivery,
  WEBHOOK_SECRET,
} from '#harness/webhooks';

const DAY_MS = 86_400_000;

let receiver: Receiver;
let service: TestService;
let owner: Browser;
let id: string | undefined;
beforeAll(async () => {
  receiver = await startReceiver();
  service = await openOrganization({ provisioning: () => acmeWithWebhooks([receiver.url]) });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  id = (await owner.call<WebhookList>('/webhooks')).body.items[0]?.id;
});
afterAll(async () => {
  await service.stop();
  await receiver.stop();
});

const rotate = async (body: object) => {
  const answer = await owner.call<SecretRotation>(`/webhooks/${id}/rotate-secret`, { body });
  expect(answer.status).toBe(200);
  expect(answer.body.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  return answer.body;
};
/** Returns which of these secrets signs now. */
async function signer(...secrets: string[]): Promise<number> {
  const eventId = await decide(service, BLOCKED);
  await untilDelivery(service, eventId, { status: 'DELIVERED' });
  const [{ body: rawBody = '', signature: header = '' } = {}] = receiver.deliveriesOf(eventId);
  expect(header.match(/v1=/g)).toHaveLength(1);
  const nowSeconds = service.clock.nowMs() / 1_000;
  return secrets.findIndex((secret) => verifyDelivery({ secret, header, rawBody, nowSeconds }));
}
async function letADayPass(): Promise<void> {
  service.clock.move('1d');
  owner = await signIn(service.baseUrl, PEOPLE.owner);
}

it('makes a secret that signs from a day later, or at once, and takes the place of one that waits', async () => {
  const first = await rotate({});
  const { nextSecretAt, updatedAt } = (await owner.call<WebhookDetail>(`/webhooks/${id}`)).body;
  expect(nextSecretAt).toBe(first.signsFrom);
  expect(Date.parse(first.signsFrom) - Date.parse(updatedAt)).toBe(DAY_MS);
  expect(await signer(WEBHOOK_SECRET, first.secret)).toBe(0);
  const second = await rotate({});
  await letADayPass();
  expect(await signer(WEBHOOK_SECRET, first.secret, second.secret)).toBe(2);
  expect((await owner.call<WebhookDetail>(`/webhooks/${id}`)).body.nextSecretAt).toBeNull();

  const third = await rotate({});
  expect(await signer(WEBHOOK_SECRET, second.secret, third.secret)).toBe(1);
  const fourth = await rotate({ now: true });
  expect(await signer(second.secret, third.secret, fourth.secret)).toBe(2);
  const kept = await readRows(service.database, 'SELECT * FROM svc.webhook_endpoints');
  const entries = await readAuditEntries(service.database, ACME);
  const rotations = entries.filter(({ kind }) => kind === 'webhook.secret_rotated');
  expect(rotations.map(({ subject }) => subject)).toEqual(Array(4).fill({ type: 'webhook', id }));
  expect(rotations.map(({ metadata }) => metadata.signsFrom)).toEqual(
    [first, second, third, fourth].map(({ signsFrom }) => signsFrom),
  );
  for (const { secret } of [first, second, third, fourth]) {
    expect(JSON.stringify([kept, entries]) + service.logged()).not.toContain(secret);
  }

  await service.provision(acmeWithWebhooks([receiver.url]));
  expect(await signer(WEBHOOK_SECRET, fourth.secret)).toBe(1);
});

it('gives way to another secret in the provisioning file, which signs at once', async () => {
  await rotate({});
  const another = `whsec_${'YW5vdGhlcg'.repeat(5)}`;
  await service.provision(acmeWithWebhooks([receiver.url]).replaceAll(WEBHOOK_SECRET, another));
  expect(await signer(WEBHOOK_SECRET, another)).toBe(1);
});
