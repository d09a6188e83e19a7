// SPDX-License-Identifier: Apache-2.0
/** PATCH /organization: settings hold from the next decision on, on every process, and stand in the chain. */
import type { Organization } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { ACME, call, openOrganization, otherProcess, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let admin: Browser;
beforeEach(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  admin = await signIn(service.baseUrl, PEOPLE.admin);
});
afterEach(() => service.stop());

const patch = async (body: unknown) => await admin.call<Organization>('/organization', { method: 'PATCH', body });
const lastEntry = async (name = ACME) => (await readAuditEntries(service.database, name)).at(-1);

it('changes what is given and keeps the rest', async () => {
  const { body: before } = await admin.call<Organization>('/organization');
  const { status, body } = await patch({ timeZone: 'Europe/Lisbon', reviewExpiryMinutes: 30 });
  expect([status, body]).toEqual([200, { ...before, timeZone: 'Europe/Lisbon', reviewExpiryMinutes: 30 }]);
  expect(await lastEntry()).toMatchObject({
    kind: 'organization.updated',
    subject: { type: 'organization', id: before.id },
    metadata: {
      changedFields: ['timeZone', 'reviewExpiryMinutes'],
      before: { timeZone: before.timeZone, reviewExpiryMinutes: before.reviewExpiryMinutes },
      after: { timeZone: 'Europe/Lisbon', reviewExpiryMinutes: 30 },
    },
  });
});

it('decides by them at once on another process', async () => {
  const other = await otherProcess(service);
  try {
    const decide = async () => (await call(other.baseUrl, '/v1/events', { body: PLAIN_ACTION })).body.decision;
    expect(await decide()).toBe('ALLOW');
    await patch({ riskReviewAt: 0, riskBlockAt: 0 });
    expect(await decide()).toBe('BLOCK');
    await patch({ enforcement: 'MONITOR' });
    expect(await decide()).toBe('ALLOW');
  } finally {
    await other.stop();
  }
});

it('renames the organization that people see; the file that made it still finds it', async () => {
  expect((await patch({ name: 'Acme São Paulo' })).body.name).toBe('Acme São Paulo');
  expect((await lastEntry('Acme São Paulo'))?.metadata).toMatchObject({
    changedFields: ['name'],
    before: { name: ACME },
    after: { name: 'Acme São Paulo' },
  });
  await service.provision(acmeWithPeople());
  expect((await admin.call<Organization>('/organization')).body.name).toBe('Acme São Paulo');
});

it('shows where checkpoints go to owners and admins alone, and never in the chain', async () => {
  const checkpointUrl = 'https://transparency.example/push/topsecret';
  expect((await patch({ checkpointUrl })).body.checkpointUrl).toBe(checkpointUrl);
  expect(JSON.stringify(await readAuditEntries(service.database, ACME))).not.toContain('topsecret');
  const member = await signIn(service.baseUrl, PEOPLE.member);
  expect((await member.call<Organization>('/organization')).body.checkpointUrl).toBeNull();
  expect((await patch({ checkpointUrl: null })).body.checkpointUrl).toBeNull();
});

it('appends nothing when nothing differs', async () => {
  const before = await lastEntry();
  const { body } = await admin.call<Organization>('/organization');
  const { name, timeZone, enforcement, reviewExpiryMinutes, riskReviewAt, riskBlockAt, checkpointUrl } = body;
  await patch({ name, timeZone, enforcement, reviewExpiryMinutes, riskReviewAt, riskBlockAt, checkpointUrl });
  await patch({});
  expect(await lastEntry()).toEqual(before);
});
