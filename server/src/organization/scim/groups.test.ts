// SPDX-License-Identifier: Apache-2.0
/** Guarantee: groups of the directory hold whom it names, by every form in which directories say so. */
import type { GroupList } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openProvisioned, type ProvisionedCompany, patch } from '#harness/scim';
import { openOrganization } from '#harness/service';
import { acmeWithPeople } from '#harness/service/sessions.ts';

let company: ProvisionedCompany;
let [ana, bia, caio]: string[] = [];
beforeAll(async () => {
  company = await openProvisioned(await openOrganization({ provisioning: acmeWithPeople }));
  [ana, bia, caio] = await Promise.all(['ana', 'bia', 'caio'].map(async (name) => (await company.provision(name)).id));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

let made = 0;
async function group(...members: (string | undefined)[]): Promise<string> {
  made += 1;
  const body = { displayName: `Group ${made}`, members: members.map((value) => ({ value })) };
  return (await company.scim('/Groups', { body })).body.id;
}
const idsOf = async (id: string) =>
  ((await company.scim(`/Groups/${id}`)).body.members as { value: string }[]).map(({ value }) => value);
const change = async (id: string, ...operations: object[]) => {
  const { status } = await company.scim(`/Groups/${id}`, patch(...operations));
  expect(status).toBe(200);
  return (await idsOf(id)).toSorted();
};
const sorted = (...ids: (string | undefined)[]) => ids.toSorted();

describe('a group', () => {
  it('is made, shown, renamed and deleted', async () => {
    const { status, body, headers } = await company.scim('/Groups', {
      body: { displayName: 'Finance', externalId: 'g-1', members: [{ value: ana, display: 'Ana' }] },
    });
    const location = headers.get('location');
    expect(status).toBe(201);
    expect(body).toEqual({
      schemas: ['urn:ietf:params:scim:schemas:core:2.0:Group'],
      id: body.id,
      externalId: 'g-1',
      displayName: 'Finance',
      members: [{ value: ana, $ref: `${company.service.baseUrl}/scim/v2/Users/${ana}`, type: 'User' }],
      meta: { ...body.meta, resourceType: 'Group', location },
    });
    // Okta sends the id beside the name.
    const renamed = await company.scim(
      `/Groups/${body.id}`,
      patch({ op: 'replace', value: { id: body.id, displayName: 'Treasury' } }),
    );
    expect(renamed.body).toMatchObject({ id: body.id, displayName: 'Treasury', members: [{ value: ana }] });
    const { items } = (await company.owner.call<GroupList>('/groups')).body;
    expect(items).toMatchObject([{ name: 'Treasury', source: 'SCIM', members: 1 }]);
    expect((await company.scim(`/Groups/${body.id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await company.scim(`/Groups/${body.id}`)).status).toBe(404);
  });

  it('has a name of its own, beside those of the app, which the directory does not see', async () => {
    const own = await company.owner.call<{ id: string }>('/groups', { body: { name: 'Of the app' } });
    expect((await company.scim(`/Groups/${own.body.id}`)).status).toBe(404);
    const { status, body } = await company.scim('/Groups', { body: { displayName: 'of the  app' } });
    expect([status, body.scimType]).toEqual([409, 'uniqueness']);
    const listed = await company.scim('/Groups?filter=displayName eq "Of the app"'.replaceAll(' ', '%20'));
    expect(listed.body).toMatchObject({ totalResults: 0, Resources: [] });
    for (const displayName of [undefined, '', 'x'.repeat(101), 'two\nlines', 7]) {
      expect((await company.scim('/Groups', { body: { displayName } })).status).toBe(400);
    }
  });

  it('has users of the organization alone', async () => {
    const id = await group(ana);
    const stranger = '01a00000-0000-7000-8000-00000000000a';
    for (const value of [stranger, 'no id', null]) {
      const { status, body } = await company.scim(
        `/Groups/${id}`,
        patch({ op: 'add', path: 'members', value: [{ value }] }),
      );
      expect([status, body.scimType]).toEqual([400, 'invalidValue']);
    }
    expect(await idsOf(id)).toEqual([ana]);
  });
});

describe('members', () => {
  it('come as Okta and Entra send them', async () => {
    const id = await group();
    expect(await change(id, { op: 'Add', path: 'members', value: [{ value: ana }, { value: bia }] })).toEqual(
      sorted(ana, bia),
    );
    expect(await change(id, { op: 'add', value: { members: [{ value: caio }] } })).toEqual(sorted(ana, bia, caio));
    expect(await change(id, { op: 'Add', path: 'members', value: [{ $ref: null, value: ana }] })).toEqual(
      sorted(ana, bia, caio),
    );
  });

  it('go as Okta and Entra send them', async () => {
    const id = await group(ana, bia, caio);
    expect(await change(id, { op: 'remove', path: `members[value eq "${ana}"]` })).toEqual(sorted(bia, caio));
    expect(await change(id, { op: 'Remove', path: 'members', value: [{ value: bia }] })).toEqual([caio]);
    expect(await change(id, { op: 'remove', path: `members[value eq "${ana}"]` })).toEqual([caio]);
    expect(await change(id, { op: 'remove', path: 'members' })).toEqual([]);
  });

  it('are replaced as a whole', async () => {
    const id = await group(ana);
    expect(await change(id, { op: 'replace', path: 'members', value: [{ value: bia }, { value: caio }] })).toEqual(
      sorted(bia, caio),
    );
    const put = await company.scim(`/Groups/${id}`, {
      method: 'PUT',
      body: { displayName: 'Put', members: [{ value: ana }] },
    });
    expect(put.body).toMatchObject({ displayName: 'Put', members: [{ value: ana }] });
    expect((await company.scim(`/Groups/${id}`, { method: 'PUT', body: { displayName: 'Put' } })).body.members).toEqual(
      [],
    );
  });

  it('come back with a person who was not active meanwhile, as the directory said last', async () => {
    const [kept, left, joined] = [await group(ana), await group(ana), await group()];
    const active = (value: boolean) => company.scim(`/Users/${ana}`, patch({ op: 'replace', path: 'active', value }));
    await active(false);
    expect([await idsOf(kept), await idsOf(left)]).toEqual([[], []]);
    await change(left, { op: 'remove', path: `members[value eq "${ana}"]` });
    await change(joined, { op: 'add', path: 'members', value: [{ value: ana }] });
    await active(true);
    expect([await idsOf(kept), await idsOf(left), await idsOf(joined)]).toEqual([[ana], [], [ana]]);
  });

  it('are left out where the directory wants none', async () => {
    const id = await group(ana);
    for (const query of ['?excludedAttributes=members', '?attributes=displayName']) {
      expect((await company.scim(`/Groups/${id}${query}`)).body.members).toBeUndefined();
    }
    const of = `/Groups?filter=${encodeURIComponent(`members[value eq "${ana}"] and displayName sw "group"`)}`;
    const ids = ((await company.scim(of)).body.Resources as { id: string }[]).map((one) => one.id);
    expect(ids).toContain(id);
  });
});
