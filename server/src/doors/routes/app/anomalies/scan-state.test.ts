// SPDX-License-Identifier: Apache-2.0
/** GET /anomalies/scan: an agent counts once it has the history that a comparison needs. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { recordPast } from '#harness/history';
import { openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople({ policies: ' []' }) });
});
afterAll(() => service.stop());

it('counts the agents that are compared, and no others', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const member = await signIn(service.baseUrl, PEOPLE.member);
  const compared = async () => (await member.call<{ agentsCompared: number }>('/anomalies/scan')).body.agentsCompared;
  expect(await compared()).toBe(0);
  const body = { agent: 'billing-bot', resource: 'orders', action: 'READ_DATA' };
  // Enough events on too few days, then enough days with too few events.
  await recordPast(service, { body, hoursAgo: [56, 32], eventsEach: 30 });
  await recordPast(service, { body: { ...body, agent: 'reader-bot' }, hoursAgo: [80, 56, 32], eventsEach: 16 });
  await owner.call('/anomalies/scan', { method: 'POST' });
  expect(await compared()).toBe(0);
  await recordPast(service, { body, hoursAgo: [80], eventsEach: 1 });
  await owner.call('/anomalies/scan', { method: 'POST' });
  expect(await compared()).toBe(1);
});
