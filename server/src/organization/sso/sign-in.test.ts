// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a person of the directory enters the organization of the directory, with the role of their groups, and no other. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Company, openCompany } from '#harness/directory/company.ts';
import { ACME, openOrganization, PEOPLE } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, signIn } from '#harness/service/sessions.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

it('makes an account for a new person of a verified domain, with the highest role of their groups', async () => {
  const email = `nina@${company.domain}`;
  const { status, body, browser } = await company.enter({
    sub: 'nina',
    email,
    name: 'Nina',
    groups: ['people', 'admins'],
  });
  expect([status, body.user?.email, body.organization]).toEqual([
    200,
    email,
    { id: company.organizationId, name: ACME, role: 'ADMIN' },
  ]);
  const me = await browser.call<Record<string, unknown>>('/me');
  expect(me.body).toMatchObject({
    directory: true,
    verified: true,
    needs: [],
    memberships: [{ needsDirectory: false }],
  });
});

it('finds a person again by issuer and subject, whatever their address has become', async () => {
  const first = await company.enter({ sub: 'otto', email: `otto@${company.domain}`, groups: ['people'] });
  const again = await company.enter({ sub: 'otto', email: 'otto@elsewhere.test', groups: ['admins'] });
  expect(again.body.user?.id).toBe(first.body.user?.id);
  expect(again.body.organization?.role).toBe('ADMIN');
});

it('links the account of a verified address', async () => {
  const member = await signIn(company.service.baseUrl, PEOPLE.member);
  const { body: me } = await member.call<{ user: { id: string } }>('/me');
  const { body } = await company.enter({ sub: 'member', email: PEOPLE.member, groups: ['people'] });
  expect(body.user?.id).toBe(me.user.id);
  const rows = await readRows(
    company.service.database,
    `SELECT subject FROM svc.sso_identities WHERE account_id = '${me.user.id}'`,
  );
  expect(rows).toEqual([{ subject: 'member' }]);
});
