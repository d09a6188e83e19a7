// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a sign-in by the directory finds the person whom it named by SCIM, and changes nothing of what it said. */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openProvisioned, type ProvisionedCompany, patch } from '#harness/scim';
import { openOrganization } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';

let company: ProvisionedCompany;
beforeAll(async () => {
  company = await openProvisioned(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const entered = async (sub: string, email: string, groups: string[] = []) => {
  const { status, body } = await company.enter({ sub, email, groups });
  return status === 200 ? [body.user?.email, body.organization?.role] : body.reason;
};

it('finds a person by their address, without any group', async () => {
  await company.provision('first', { roles: [{ value: 'ADMIN' }] });
  const email = `first@${company.domain}`;
  expect(await entered('sub-1', email)).toEqual([email, 'ADMIN']);
  expect(await entered('sub-1', email, ['people'])).toEqual([email, 'ADMIN']);
});

it('finds a person by their id in the directory, whatever the address became', async () => {
  const { id } = await company.provision('before', { externalId: 'sub-2' });
  const after = `after@${company.domain}`;
  await company.scim(`/Users/${id}`, patch({ op: 'replace', path: 'emails[type eq "work"].value', value: after }));
  expect(await entered('sub-2', after)).toEqual([`before@${company.domain}`, 'MEMBER']);
});

it('lets nobody in whom the directory took out, by whichever name', async () => {
  const { id } = await company.provision('out', { externalId: 'sub-3' });
  const email = `out@${company.domain}`;
  const { browser } = await company.enter({ sub: 'sub-3', email, groups: ['owners'] });
  expect((await browser.call<Me>('/me')).body.organization.role).toBe('MEMBER');
  await company.scim(`/Users/${id}`, patch({ op: 'replace', value: { active: false } }));
  expect((await browser.call('/me')).status).toBe(401);
  expect(await entered('sub-3', email, ['owners'])).toBe('NO_ROLE');
  expect(await entered('another', email, ['owners'])).toBe('NO_ROLE');
  await company.scim(`/Users/${id}`, patch({ op: 'replace', value: { active: true } }));
  expect(await entered('sub-3', email)).toEqual([email, 'MEMBER']);
});

it('goes by groups for people whom SCIM does not name', async () => {
  const email = `other@${company.domain}`;
  expect(await entered('sub-4', email)).toBe('NO_ROLE');
  expect(await entered('sub-4', email, ['admins'])).toEqual([email, 'ADMIN']);
});
