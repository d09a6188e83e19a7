// SPDX-License-Identifier: Apache-2.0
/** GET /events/{id}: 400 for a malformed id, 401 without a session, 404 for an unknown or foreign event. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, PLAIN_ACTION, type TestService } from '#harness/service';
import { acmeWithPeople, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let id: string;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  id = (await call(service.baseUrl, '/v1/events', { body: PLAIN_ACTION })).body.id;
});
afterAll(() => service.stop());

it('answers each as it should', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  expect((await owner.call(`/events/${id}`)).status).toBe(200);
  const malformed = await owner.call('/events/abc');
  expect(malformed.status).toBe(400);
  expect(malformed.body).toMatchObject({ fields: { id: expect.any(String) } });
  expect((await owner.call('/events/00000000-0000-0000-0000-000000000000')).status).toBe(404);
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  const foreign = await stranger.call(`/events/${id}`);
  expect(foreign.status).toBe(404);
  expect(foreign.body.error).toBe('not_found');
  expect((await openBrowser(service.baseUrl).call(`/events/${id}`)).status).toBe(401);
});
