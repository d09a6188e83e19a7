// SPDX-License-Identifier: Apache-2.0
/** PATCH /organization: who requires a second factor of every member has one, or would be locked out. */
import type { Organization } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { setUpCodes } from '#harness/people/codes.ts';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
  expect((await admin.call<Organization>('/organization')).body).toMatchObject({ requireMfa: false, riskReviewAt: 60 });
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
