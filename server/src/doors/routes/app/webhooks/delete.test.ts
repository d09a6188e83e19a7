// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { CreatedWebhook, WebhookList } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
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
import { deleteWebhook } from '../../../../record/webhooks/index.ts';

/** DELETE /webhooks/{id}: nothing more is sent to it, waiting deliveries have ended, and the chain names the author. */
describe('204', () => {
  let receiver: Receiver;
  let service: TestService;
  let admin: Browser;
  beforeAll(async () => {
    receiver = await startReceiver();
    service = await openOrganization({ provisioning: () => acmeWithWebhooks([receiver.url]) });
    admin = await signIn(service.baseUrl, PEOPLE.admin);
  });
  afterAll(async () => {
    await service.stop();
    await receiver.stop();
  });

  const idOf = async () => (await admin.call<WebhookList>('/webhooks')).body.items[0]?.id ?? '';
  const remove = (id: string) => admin.call(`/webhooks/${id}`, { method: 'DELETE' });
  const waiting = async (webhookId: string) =>
    (
      await readRows<{ n: number }>(
        service.database,
        'SELECT count(*)::int AS n FROM svc.webhook_outbox WHERE endpoint_id = $1',
        [webhookId],
      )
    )[0]?.n;

  it('ends what waits, thousands of it, and the recovery that was under way', async () => {
    const id = await idOf();
    receiver.answers.push(503);
    const eventId = await decide(service, BLOCKED);
    await untilDelivery(service, eventId, { status: 'WAITING', attempts: 1, is_claimed: false });
    await readRows(
      service.database,
      `WITH d AS (
       INSERT INTO svc.webhook_deliveries (organization_id, id, endpoint_id, event_id, types, created_at, data)
       SELECT organization_id, gen_random_uuid(), id, 'test-many', '{TEST}', $1, '{}'
       FROM svc.webhook_endpoints, generate_series(1, 2500) RETURNING id, organization_id, endpoint_id
     )
     INSERT INTO svc.webhook_outbox (delivery_id, organization_id, endpoint_id, due_at)
     SELECT id, organization_id, endpoint_id, $2 FROM d RETURNING 1`,
      [service.clock.now(), new Date(service.clock.nowMs() + 3_600_000)],
    );
    await readRows(
      service.database,
      `INSERT INTO svc.webhook_recoveries
       (id, organization_id, endpoint_id, from_at, to_at, created_at, finished_at, after_id)
     SELECT gen_random_uuid(), organization_id, id, now(), now(), now(), now(), gen_random_uuid()
     FROM svc.webhook_endpoints RETURNING 1`,
    );
    expect((await remove(id)).status).toBe(204);
    expect(await waiting(id)).toBe(0);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.webhook_recoveries')).toEqual([]);
    expect(await readDeliveries(service, eventId)).toMatchObject([{ status: 'FAILED', attempts: 1 }]);
    const many = await readDeliveries(service, 'test-many');
    expect(many.length).toBe(2_500);
    expect(many.every(({ status }) => status === 'FAILED')).toBe(true);
    expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
      kind: 'webhook.deleted',
      subject: { type: 'webhook', id },
      metadata: { source: 'app', before: { url: 'changed', secret: 'changed' } },
    });
    expect((await remove(id)).status).toBe(404);
    for (const path of [`/webhooks/${id}`, `/webhooks/${id}/deliveries`])
      expect((await admin.call(path)).status).toBe(404);
    expect(await readDeliveries(service, await decide(service, BLOCKED))).toEqual([]);
  });

  it('sends nothing a second time that was being sent; its address is free for a new one', async () => {
    const body = { url: receiver.url };
    const { id } = (await admin.call<CreatedWebhook>('/webhooks', { body })).body;
    receiver.answers.push('hang');
    const eventId = await decide(service, BLOCKED);
    const claimed = await untilDelivery(service, eventId, { is_claimed: true });
    expect((await remove(id)).status).toBe(204);
    const again = (await admin.call<CreatedWebhook>('/webhooks', { body })).body;
    expect(again.id).not.toBe(id);
    await makeDue(service, claimed.id);
    await untilDelivery(service, eventId, { status: 'FAILED', step: null });
    expect(receiver.deliveriesOf(eventId)).toHaveLength(1);
    const next = await decide(service, BLOCKED);
    await untilDelivery(service, next, { status: 'DELIVERED', endpoint_id: again.id });
  });
});

/** POST, PATCH and DELETE of webhooks: a member only reads, and so does an admin who loses the role at that moment. */
describe('403', () => {
  let service: TestService;
  let member: Browser;
  let id: string;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithWebhooks(['https://siem.example/hook']) });
    member = await signIn(service.baseUrl, PEOPLE.member);
    id = (await member.call<WebhookList>('/webhooks')).body.items[0]?.id ?? '';
  });
  afterAll(() => service.stop());

  it.each([
    ['POST', '/webhooks', { url: 'https://siem.example/other' }],
    ['PATCH', '/webhooks/{id}', { enabled: false }],
    ['DELETE', '/webhooks/{id}', undefined],
  ])('%s %s', async (method, path, body) => {
    const options = { method, ...(body !== undefined && { body }) };
    const answer = await member.call(path.replace('{id}', id), options);
    expect([answer.status, answer.body.error]).toEqual([403, 'forbidden']);
  });

  it('holds for who was let in as an admin and is none any more when the change is made', async () => {
    const [row] = await readRows<{ account_id: string; organization_id: string }>(
      service.database,
      `SELECT m.account_id, m.organization_id FROM svc.memberships m JOIN svc.accounts a ON a.id = m.account_id
     WHERE a.email_key = $1`,
      [PEOPLE.member],
    );
    const changer = { accountId: row?.account_id ?? '', organizationId: row?.organization_id ?? '' };
    await expect(deleteWebhook(service.app.pool, changer, id)).rejects.toMatchObject({ code: 'forbidden' });
    expect((await member.call(`/webhooks/${id}`)).status).toBe(200);
  });
});

/** PATCH and DELETE /webhooks/{id}: an endpoint of another organization is unknown, and stays unchanged. */
describe('404', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: () => acmeWithWebhooks(['https://siem.example/hook']) });
  });
  afterAll(() => service.stop());

  it('is all that a stranger learns', async () => {
    const owner = await signIn(service.baseUrl, PEOPLE.owner);
    const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
    const { body: before } = await owner.call<WebhookList>('/webhooks');
    const path = `/webhooks/${before.items[0]?.id}`;
    for (const body of [{}, { enabled: false }, { url: 'https://siem.example/hook' }]) {
      expect((await stranger.call(path, { method: 'PATCH', body })).status).toBe(404);
    }
    expect((await stranger.call(path, { method: 'DELETE' })).status).toBe(404);
    expect((await owner.call<WebhookList>('/webhooks')).body).toEqual(before);
  });
});
