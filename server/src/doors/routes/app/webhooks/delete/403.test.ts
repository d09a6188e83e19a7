// SPDX-License-Identifier: Apache-2.0
/** POST, PATCH and DELETE of webhooks: a member only reads, and so does an admin who loses the role at that moment. */
import type { WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks } from '#harness/webhooks';
import { deleteWebhook } from '../../../../../record/webhooks/index.ts';

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
