// SPDX-License-Identifier: Apache-2.0
/** PATCH /webhooks/{id}: no endpoint takes the address of another one. */
import type { WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks } from '#harness/webhooks';

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
