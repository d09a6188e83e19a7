// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { Organization } from '@svc/contract';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpCodes } from '#harness/people/codes.ts';
import { ACME, call, openOrganization, otherProcess, PLAIN_ACTION, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** PATCH /organization: settings hold from the next decision on, on every process, and stand in the chain. */
describe('200', () => {
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
});

/** PATCH /organization refuses what cannot be, with the field that is wrong. */
describe('400', () => {
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
});

/** PATCH /organization: who requires a second factor of every member has one, or would be locked out. */
describe('409', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
  });
  afterAll(() => service.stop());

  it('refuses it before the own factor, takes it after, and holds for the others at once', async () => {
    const admin = await signIn(service.baseUrl, PEOPLE.admin);
    const member = await signIn(service.baseUrl, PEOPLE.member);
    const require = (requireMfa: boolean) =>
      admin.call<Organization & { error: string; message: string }>('/organization', {
        method: 'PATCH',
        body: { requireMfa, riskReviewAt: 40 },
      });
    const refused = await require(true);
    expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
    expect(refused.body.message).toContain('Set up a second factor of your own first');
    expect((await admin.call<Organization>('/organization')).body).toMatchObject({
      requireMfa: false,
      riskReviewAt: 60,
    });
    await setUpCodes(admin);
    expect((await require(true)).body).toMatchObject({ requireMfa: true, riskReviewAt: 40 });
    expect((await readAuditEntries(service.database, ACME)).at(-1)).toMatchObject({
      kind: 'organization.updated',
      metadata: {
        changedFields: ['riskReviewAt', 'requireMfa'],
        before: { requireMfa: false },
        after: { requireMfa: true },
      },
    });
    const shut = await member.call('/organization');
    expect([shut.status, shut.body.error]).toEqual([403, 'mfa_setup_required']);
    expect((await admin.call('/organization')).status).toBe(200);
    expect((await require(false)).body.requireMfa).toBe(false);
    expect((await member.call('/organization')).status).toBe(200);
  });
});
