// SPDX-License-Identifier: Apache-2.0
/** Guarantee: the people of a group are those that owners, admins or the directory put in it. */
import type { Group, GroupList, Member, MemberList } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Granting, openGranting } from '#harness/granting';
import { PEOPLE } from '#harness/service/sessions.ts';

let granting: Granting;
beforeEach(async () => {
  granting = await openGranting();
});
afterEach(() => granting.service.stop());

const create = async (body: object, by = granting.people.owner) =>
  await by.call<Group>('/groups', { method: 'POST', body });
const change = async (id: string, body: object, by = granting.people.owner) =>
  await by.call<Group>(`/groups/${id}`, { method: 'PATCH', body });

describe('a group', () => {
  it('has members of the organization, and tells each change once', async () => {
    const { body: made, status } = await create({ name: 'dpo' });
    expect(status).toBe(201);
    expect(made).toMatchObject({ name: 'dpo', source: 'APP', claimValue: null, members: 0 });
    const member = await granting.accountOf(PEOPLE.member);
    expect((await change(made.id, { add: [member, member] })).body.members).toBe(1);
    expect((await change(made.id, { add: [member] }, granting.people.admin)).body.members).toBe(1);
    const listed = await granting.people.member.call<GroupList>('/groups?q=DP');
    expect(listed.body.items).toMatchObject([{ id: made.id, members: 1 }]);
    expect((await granting.people.member.call<GroupList>('/groups?q=legal')).body.items).toEqual([]);
    expect((await change(made.id, { name: 'Privacy', remove: [member] })).body).toMatchObject({ members: 0 });
    const kinds = await Promise.all(
      ['group.created', 'group.members_changed', 'group.updated'].map((kind) => granting.entries(kind)),
    );
    expect(kinds.map((entries) => entries.map(({ metadata }) => metadata))).toMatchObject([
      [{ name: 'dpo', after: { name: 'dpo', source: 'APP', claimValue: null } }],
      [
        { name: 'dpo', added: [member], removed: [] },
        { name: 'Privacy', added: [], removed: [member] },
      ],
      [{ changedFields: ['name'], before: { name: 'dpo' }, after: { name: 'Privacy' } }],
    ]);
  });

  it('loses a person with their membership', async () => {
    const { body } = await create({ name: 'dpo' });
    const member = await granting.accountOf(PEOPLE.member);
    await change(body.id, { add: [member] });
    const before = await granting.people.owner.call<MemberList>(`/members?group=dpo`);
    expect(before.body.items).toMatchObject([{ id: member, groups: ['dpo'] } satisfies Partial<Member>]);
    await granting.people.owner.call(`/members/${member}`, { method: 'DELETE' });
    expect((await granting.people.owner.call<GroupList>('/groups')).body.items).toMatchObject([{ members: 0 }]);
  });

  it('is deleted once', async () => {
    const { body } = await create({ name: 'dpo' });
    const end = () => granting.people.owner.call(`/groups/${body.id}`, { method: 'DELETE' });
    expect((await end()).status).toBe(204);
    expect((await end()).status).toBe(404);
    expect((await granting.entries('group.deleted')).length).toBe(1);
  });
});

describe('409', () => {
  it.each([['DPO'], [' dpo'.trim()], ['ｄｐｏ']])('for a name that looks like another: %s', async (name) => {
    await create({ name: 'dpo' });
    expect((await create({ name })).status).toBe(409);
  });

  it('for people of a group that follows the directory', async () => {
    const { body } = await create({ name: 'dpo', claimValue: '/dpo' });
    expect(body).toMatchObject({ source: 'CLAIM', claimValue: '/dpo' });
    const member = await granting.accountOf(PEOPLE.member);
    expect((await change(body.id, { add: [member] })).status).toBe(409);
    expect((await change(body.id, { claimValue: '/privacy' })).body.claimValue).toBe('/privacy');
    expect((await create({ name: 'other', claimValue: '/privacy' })).status).toBe(409);
  });
});

describe('400', () => {
  it.each([
    ['no name', {}],
    ['an empty name', { name: '' }],
    ['a name of two lines', { name: 'a\nb' }],
    ['a long name', { name: 'x'.repeat(101) }],
    ['a field that is unknown', { name: 'x', members: [] }],
  ])('for %s', async (_title, body) => {
    expect((await create(body)).status).toBe(400);
  });

  it('for a person who is no member', async () => {
    const { body } = await create({ name: 'dpo' });
    const add = ['00000000-0000-4000-8000-000000000000'];
    expect((await change(body.id, { add })).status).toBe(400);
    expect((await change(body.id, { add: ['x'] })).status).toBe(400);
  });
});
