// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a person sends a bounded number of invitations, over all organizations, and an address gets few of them. */
import { type Invitation, type Organization, STRANGERS_MAILS_PER_HOUR } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  owner = await signIn(service.baseUrl, PEOPLE.owner);
});
afterEach(() => service.stop());

const invite = (email: string, browser = owner) =>
  browser.call<Invitation & { message: string }>('/invitations', { body: { email, role: 'MEMBER' } });

async function another(name: string): Promise<void> {
  const { body } = await owner.call<Organization>('/organizations', { body: { name } });
  await owner.call('/me/organization', { body: { organizationId: body.id } });
}

it('one address gets few, from all organizations together; sending again counts', async () => {
  const { body } = await invite(mailOf('victim'));
  const again = () => owner.call<{ message: string }>(`/invitations/${body.id}/resend`, { method: 'POST' });
  for (let mail = 1; mail < STRANGERS_MAILS_PER_HOUR - 1; mail += 1) expect((await again()).status).toBe(200);
  await another('Second');
  expect((await invite(mailOf('victim'))).status).toBe(201);
  await another('Third');
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  for (const browser of [owner, stranger]) {
    const refused = await invite(mailOf('VICTIM'), browser);
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'This address has got enough mails for now; wait as long as `Retry-After` says.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3_000);
  }
  service.clock.move('1h');
  expect((await invite(mailOf('victim'), await signIn(service.baseUrl, PEOPLE.stranger))).status).toBe(201);
});

it('one person sends sixty an hour, over all organizations', async () => {
  for (let mail = 0; mail < 60; mail += 1) {
    if (mail === 30) await another('Second');
    expect((await invite(mailOf(`guest${mail}`))).status).toBe(201);
  }
  await another('Third');
  const refused = await invite(mailOf('one-more'));
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'You have sent enough mails for now; wait as long as `Retry-After` says.',
  ]);
});
