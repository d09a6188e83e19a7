// SPDX-License-Identifier: Apache-2.0
/** GET and PATCH /notifications: who is told of what; every change stands in the audit chain. */
import type { NotificationSettings } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterAll(() => service.stop());

const patch = (body: unknown) => admin.call<NotificationSettings>('/notifications', { method: 'PATCH', body });

it('begins with defaults, changes what is given, and keeps the rest', async () => {
  const { body: before } = await admin.call<NotificationSettings>('/notifications');
  expect(before).toEqual({
    mails: {
      reviewPending: ['OWNER', 'ADMIN', 'MEMBER'],
      reviewExpiring: ['OWNER', 'ADMIN', 'MEMBER'],
      reviewEscalated: ['OWNER', 'ADMIN'],
      anomalyOpened: ['OWNER', 'ADMIN'],
      webhookDisabled: ['OWNER'],
      quotaReached: ['OWNER', 'ADMIN'],
      changeMade: ['OWNER'],
    },
    chatIntegrationId: null,
    ticketIntegrationId: null,
    quietHours: null,
    escalation: null,
    timeZone: 'America/Sao_Paulo',
    updatedAt: null,
  });
  const quietHours = { from: '22:00', until: '07:00' };
  const { status, body } = await patch({ mails: { anomalyOpened: ['ADMIN', 'OWNER', 'MEMBER'] }, quietHours });
  expect([status, body]).toEqual([
    200,
    {
      ...before,
      mails: { ...before.mails, anomalyOpened: ['OWNER', 'ADMIN', 'MEMBER'] },
      quietHours,
      updatedAt: expect.stringMatching(/Z$/),
    },
  ]);
  const [entry] = (await readAuditEntries(service.database, ACME)).slice(-1);
  expect(entry).toMatchObject({
    kind: 'notifications.updated',
    subject: { type: 'organization' },
    metadata: {
      changedFields: ['mails', 'quietHours'],
      before: { quietHours: null },
      after: { quietHours, mails: { anomalyOpened: ['OWNER', 'ADMIN', 'MEMBER'] } },
      actorRole: 'ADMIN',
    },
  });
  await patch({ quietHours, mails: { anomalyOpened: ['MEMBER', 'OWNER', 'ADMIN'] } });
  expect((await readAuditEntries(service.database, ACME)).at(-1)).toEqual(entry);
});

it('takes a chat and a ticket system of the organization; they go with their integration', async () => {
  const [chat, ticket] = await readRows<{ id: string }>(
    service.database,
    `INSERT INTO svc.integrations (organization_id, id, name, kind, allowed_hosts, created_at, updated_at)
     SELECT organization_id, gen_random_uuid(), kind, kind, '{}', now(), now()
     FROM svc.organizations, unnest(ARRAY['CHAT_WEBHOOK', 'TICKET']) AS kind WHERE name = '${ACME}'
     RETURNING id`,
  );
  const { body } = await patch({ chatIntegrationId: chat?.id, ticketIntegrationId: ticket?.id });
  expect(body).toMatchObject({ chatIntegrationId: chat?.id, ticketIntegrationId: ticket?.id });
  const swapped = await patch({ chatIntegrationId: ticket?.id });
  expect([swapped.status, swapped.body]).toMatchObject([400, { fields: { chatIntegrationId: expect.any(String) } }]);
  expect((await admin.call(`/integrations/${chat?.id}`, { method: 'DELETE' })).status).toBe(204);
  const { body: after } = await admin.call<NotificationSettings>('/notifications');
  expect(after).toMatchObject({ chatIntegrationId: null, ticketIntegrationId: ticket?.id });
});

it.each([
  [{ mails: { reviewPending: ['ROOT'] } }],
  [{ mails: { reviewPending: ['OWNER', 'OWNER'] } }],
  [{ mails: { reviewPending: null } }],
  [{ mails: { securityChanged: [] } }],
  [{ quietHours: { from: '24:00', until: '07:00' } }],
  [{ quietHours: { from: '22:00', until: '22:00' } }],
  [{ quietHours: { from: '22:00' } }],
  [{ quietHours: '22-7' }],
  [{ chatIntegrationId: '018f0000-0000-7000-8000-00000000ffff' }],
  [{ chatIntegrationId: 'chat' }],
  [{ timeZone: 'UTC' }],
])('refuses %j', async (body) => {
  const answer = await patch(body);
  expect([answer.status, answer.body]).toMatchObject([400, { error: 'validation_error' }]);
});
