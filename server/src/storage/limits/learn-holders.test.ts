// SPDX-License-Identifier: Apache-2.0
/** Guarantee: all free organizations of one person count as one holder, and one that pays counts by itself. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { holderOf } from '../../platform/shares/index.ts';
import { learnHolders } from './index.ts';

let service: TestService;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
});
afterAll(() => service.stop());

/** The holder of the organizations of this id, as a process reads it. */
async function holdersOf(...ids: string[]): Promise<string[]> {
  await learnHolders(service.app.pool, ids);
  return ids.map((id) => holderOf(id).id);
}

it('whichever of them asks, and never for one that an operator made', async () => {
  const owner = await signIn(service.baseUrl, PEOPLE.owner);
  const made = async (name: string) =>
    (await owner.call<{ id: string }>('/organizations', { body: { name, timeZone: 'UTC' } })).body.id;
  const [first, second] = [await made('First'), await made('Second')];
  const [{ id: provisioned = '' } = {}] = await readRows<{ id: string }>(
    service.database,
    'SELECT organization_id AS id FROM svc.organizations WHERE holder IS NULL LIMIT 1',
  );
  const [one, other, theirs] = await holdersOf(first, second, provisioned);
  expect(one).toBe(other);
  expect(one).not.toBe(first);
  expect(theirs).toBe(provisioned);
});

it('of all who signed up from one address, an IPv6 address by its /48, and not of this machine', async () => {
  const { baseUrl } = await otherProcess(service);
  const signUp = async (name: string, address: string | null) => {
    const { body } = await call<{ organization: { id: string } }>(baseUrl, '/auth/signup', {
      key: null,
      headers: { origin: service.baseUrl, ...(address !== null && { 'x-forwarded-for': address }) },
      body: { name, email: mailOf(name, 'alone'), password: 'correct horse battery', organizationName: name },
    });
    return body.organization.id;
  };
  const ids = [
    await signUp('ana', '203.0.113.9'),
    await signUp('bia', '203.0.113.9'),
    await signUp('caio', '203.0.113.10'),
    await signUp('davi', '2001:db8:7:1::1'),
    await signUp('eva', '2001:db8:7:2::1'),
    await signUp('fabio', null),
    await signUp('gil', null),
  ];
  const [ana, bia, caio, davi, eva, fabio, gil] = await holdersOf(...ids);
  expect(bia).toBe(ana);
  expect(eva).toBe(davi);
  expect(new Set([ana, caio, davi, fabio, gil]).size).toBe(5);
});
