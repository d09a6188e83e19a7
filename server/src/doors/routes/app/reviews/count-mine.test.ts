// SPDX-License-Identifier: Apache-2.0
/** GET /me/reviews counts what the person may resolve, in each organization, and nothing of others. */
import type { Me, WaitingReviews } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, call, GLOBEX, GLOBEX_KEY, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };

let service: TestService;
beforeAll(async () => {
  const globexPeople = `
      - { email: ${PEOPLE.stranger}, name: Stella Stranger, password: "correct horse battery", role: OWNER }
      - { email: ${PEOPLE.member}, role: MEMBER }`;
  service = await openOrganization({ provisioning: () => acmeWithPeople({ globexPeople }) });
  for (let count = 0; count < 3; count += 1) {
    expect((await call(service.baseUrl, '/v1/events', { body: REVIEWED })).body.decision).toBe('REVIEW');
  }
  await call(service.baseUrl, '/v1/events', { body: REVIEWED, key: GLOBEX_KEY });
});
afterAll(() => service.stop());

async function waitingFor(email: string): Promise<Record<string, number>> {
  const browser = await signIn(service.baseUrl, email);
  const names = new Map((await browser.call<Me>('/me')).body.memberships.map(({ id, name }) => [id, name]));
  const { status, body } = await browser.call<WaitingReviews>('/me/reviews');
  expect(status).toBe(200);
  return Object.fromEntries(body.items.map(({ organizationId, waiting }) => [names.get(organizationId), waiting]));
}

it('counts by the role of the person in each organization', async () => {
  // The policy of these reviews names members alone.
  expect(await waitingFor(PEOPLE.member)).toEqual({ [ACME]: 3, [GLOBEX]: 0 });
  expect(await waitingFor(PEOPLE.admin)).toEqual({ [ACME]: 0 });
});

it('leaves out what is over, and organizations that wait for a second factor', async () => {
  await readRows(
    service.database,
    `UPDATE svc.reviews SET expires_at = created_at WHERE event_id = (SELECT event_id FROM svc.reviews r
     JOIN svc.organizations o USING (organization_id) WHERE o.name = '${ACME}' LIMIT 1)`,
  );
  expect(await waitingFor(PEOPLE.member)).toEqual({ [ACME]: 2, [GLOBEX]: 0 });
  await readRows(service.database, `UPDATE svc.organizations SET require_mfa = true WHERE name = '${GLOBEX}'`);
  expect(await waitingFor(PEOPLE.member)).toEqual({ [ACME]: 2 });
});
