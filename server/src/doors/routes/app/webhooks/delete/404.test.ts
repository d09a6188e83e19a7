// SPDX-License-Identifier: Apache-2.0
/** PATCH and DELETE /webhooks/{id}: an endpoint of another organization is unknown, and stays unchanged. */
import type { WebhookList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks } from '#harness/webhooks';

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
