// SPDX-License-Identifier: Apache-2.0
/** PATCH /organization refuses what cannot be, with the field that is wrong. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterAll(() => service.stop());

it.each([
  ['name', { name: '' }],
  ['name', { name: ' Acme' }],
  ['name', { name: 'Acme\nCorp' }],
  ['name', { name: 'a'.repeat(101) }],
  ['timeZone', { timeZone: 'Mars/Olympus' }],
  ['timeZone', { timeZone: '' }],
  ['enforcement', { enforcement: 'monitor' }],
  ['reviewExpiryMinutes', { reviewExpiryMinutes: 4 }],
  ['reviewExpiryMinutes', { reviewExpiryMinutes: 43_201 }],
  ['reviewExpiryMinutes', { reviewExpiryMinutes: 30.5 }],
  ['riskReviewAt', { riskReviewAt: 95 }],
  ['riskReviewAt', { riskBlockAt: 10 }],
  ['riskBlockAt', { riskBlockAt: 101 }],
  ['riskBlockAt', { riskBlockAt: '90' }],
  ['checkpointUrl', { checkpointUrl: 'ftp://example.com/' }],
  ['checkpointUrl', { checkpointUrl: 'https://user:password@example.com/' }],
  ['checkpointUrl', { checkpointUrl: 'not an address' }],
  ['plan', { plan: 'ENTERPRISE' }],
  ['eventsPerMonth', { eventsPerMonth: null }],
])('%s: %j', async (field, body) => {
  const answer = await owner.call<{ error: string; fields: Record<string, string> }>('/organization', {
    method: 'PATCH',
    body,
  });
  expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  expect(Object.keys(answer.body.fields)).toEqual([field]);
});
