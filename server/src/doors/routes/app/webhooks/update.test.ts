// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { Webhook, WebhookChange, WebhookList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import {
  acmeWithWebhooks,
  BLOCKED,
  decide,
  makeDue,
  type Receiver,
  readDeliveries,
  startReceiver,
  untilDelivery,
} from '#harness/webhooks';

/**
 * PATCH /webhooks/{id}: address, description, and whether anything is sent. A change is in the chain and takes effect
 * at once.
 */
describe('200', () => {
  let receiver: Receiver;
  let service: TestService;
  let admin: Browser;
  let webhook: Webhook;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await openOrganization({ provisioning: () => acmeWithWebhooks([`${receiver.url}/first`]) });
    admin = await signIn(service.baseUrl, PEOPLE.admin);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });
  beforeEach(async () => {
    receiver.answers.length = 0;
    webhook = (await admin.call<WebhookList>('/webhooks')).body.items[0] as Webhook;
  });

  const change = async (body: WebhookChange) => {
    const answer = await admin.call<Webhook>(`/webhooks/${webhook.id}`, { method: 'PATCH', body });
    expect(answer.status).toBe(200);
    return answer.body;
  };
  const entries = async () =>
    (await readAuditEntries(service.database, ACME)).map(({ kind, metadata }) => [kind, metadata]);
  const generation = async () =>
    (
      await readRows<{ generation: string }>(
        service.database,
        `SELECT generation::text FROM svc.organization_heads JOIN svc.organizations USING (organization_id)
       WHERE name = '${ACME}'`,
      )
    )[0]?.generation;

  it('sends what waits to the new address, with its id, body and secret', async () => {
    receiver.answers.push(503);
    const eventId = await decide(service, BLOCKED);
    const { id } = await untilDelivery(service, eventId, { status: 'WAITING', attempts: 1, is_claimed: false });
    await vi.waitFor(async () =>
      expect((await admin.call<Webhook>(`/webhooks/${webhook.id}`)).body.failingSince).not.toBeNull(),
    );
    const before = await generation();
    const changed = await change({ url: `${receiver.url}/second`, description: 'SIEM' });
    expect(changed).toMatchObject({
      id: webhook.id,
      url: `${receiver.url}/second`,
      description: 'SIEM',
      failingSince: null,
    });
    expect(Date.parse(changed.updatedAt)).toBeGreaterThan(Date.parse(webhook.updatedAt));
    expect((await entries()).at(-1)).toEqual([
      'webhook.updated',
      {
        changedFields: ['url', 'description'],
        before: { url: 'changed', description: null },
        after: { url: 'changed', description: 'SIEM' },
        source: 'app',
        actorRole: 'ADMIN',
      },
    ]);
    expect(await generation()).not.toBe(before);
    await makeDue(service, id);
    await untilDelivery(service, eventId, { status: 'DELIVERED', attempts: 2 });
    expect(receiver.requests.slice(-2).map(({ path }) => path)).toEqual(['/first', '/second']);
    expect(receiver.deliveriesOf(eventId)[1]).toMatchObject({ id, body: receiver.deliveriesOf(eventId)[0]?.body });
  });

  it('tells a disabled endpoint of nothing, and of decisions again once it is enabled', async () => {
    const disabled = await change({ enabled: false });
    expect(disabled).toMatchObject({ disabledAt: expect.any(String), disabledReason: 'manual' });
    expect((await entries()).at(-1)).toEqual([
      'webhook.disabled',
      { reason: 'manual', source: 'app', actorRole: 'ADMIN' },
    ]);
    expect(await readDeliveries(service, await decide(service, BLOCKED))).toEqual([]);
    const enabled = await change({ enabled: true });
    expect(enabled).toMatchObject({ disabledAt: null, disabledReason: null, failingSince: null });
    expect((await entries()).at(-1)).toEqual(['webhook.enabled', { source: 'app', actorRole: 'ADMIN' }]);
    await untilDelivery(service, await decide(service, BLOCKED), { status: 'DELIVERED' });
  });

  it('begins anew with one that was disabled for its failures', async () => {
    await readRows(
      service.database,
      `UPDATE svc.webhook_endpoints SET disabled_at = created_at, disabled_reason = 'failing',
       failing_since = created_at, last_failed_at = created_at`,
    );
    expect(await change({ enabled: false })).toMatchObject({ disabledReason: 'failing' });
    expect(await change({ description: null, enabled: true })).toMatchObject({ description: null, failingSince: null });
    expect((await entries()).slice(-2).map(([kind]) => kind)).toEqual(['webhook.updated', 'webhook.enabled']);
    receiver.answers.push(500);
    const eventId = await decide(service, BLOCKED);
    await untilDelivery(service, eventId, { status: 'WAITING', attempts: 1, is_claimed: false });
    const failing = await vi.waitFor(async () => {
      const { body } = await admin.call<Webhook>(`/webhooks/${webhook.id}`);
      expect(body.failingSince).not.toBeNull();
      return body;
    });
    expect(failing.disabledAt).toBeNull();
  });

  it('writes nothing where nothing changes', async () => {
    const before = [await generation(), await entries()];
    const { url, description } = webhook;
    for (const same of [{}, { url }, { description }, { enabled: true }, { url, description, enabled: true }]) {
      expect((await change(same)).updatedAt).toBe(webhook.updatedAt);
    }
    expect([await generation(), await entries()]).toEqual(before);
  });

  it('leaves one of two people who change at once a state that both wrote down', async () => {
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    const path = `/webhooks/${webhook.id}`;
    const before = (await entries()).length;
    const answers = await Promise.all(
      [admin, owner, admin, owner].map((browser, index) =>
        browser.call<Webhook>(path, { method: 'PATCH', body: { enabled: index % 2 === 0 } }),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const told = (await entries()).slice(before).map(([kind]) => kind);
    // They alternate, because a disabled endpoint cannot be disabled.
    expect(told[0]).toBe('webhook.disabled');
    expect(told.every((kind, index) => kind !== told[index + 1])).toBe(true);
    const { body } = await admin.call<Webhook>(path);
    expect(body.disabledAt === null).toBe(told.at(-1) === 'webhook.enabled');
    await change({ enabled: true });
  });
});

/** PATCH /webhooks/{id}: no endpoint takes the address of another one. */
describe('409', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization({
      provisioning: () => acmeWithWebhooks(['https://siem.example/a', 'https://siem.example/b']),
    });
  });
  afterAll(() => service.stop());

  it('refuses an address that another endpoint has, and changes nothing', async () => {
    const admin = await signIn(service.baseUrl, PEOPLE.admin);
    const { body: before } = await admin.call<WebhookList>('/webhooks');
    const entries = await readAuditEntries(service.database, ACME);
    const [{ id, url } = { id: '', url: '' }] = before.items;
    const taken = url.endsWith('/a') ? 'https://SIEM.example/b' : 'https://SIEM.example/a';
    const change = (body: object) => admin.call(`/webhooks/${id}`, { method: 'PATCH', body });
    const { status, body } = await change({ url: taken, description: 'of two', enabled: false });
    expect([status, body.error]).toEqual([409, 'conflict']);
    expect((await admin.call<WebhookList>('/webhooks')).body).toEqual(before);
    expect(await readAuditEntries(service.database, ACME)).toEqual(entries);
    expect((await change({ url: url.replace('siem', 'SIEM') })).status).toBe(200);
  });
});
