// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a group that a policy names may answer its reviews, for as long as a person is in it. */
import type { BudgetDetail, Group, ReviewList, WaitingReviews } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Granting, openGranting, POLICY } from '#harness/granting';
import { ACME } from '#harness/service';
import { readAuditEntries } from '#harness/service/rows.ts';
import { PEOPLE } from '#harness/service/sessions.ts';

let granting: Granting;
let group: Group;
let memberId: string;
beforeEach(async () => {
  granting = await openGranting();
  group = (await granting.people.owner.call<Group>('/groups', { body: { name: 'dpo' } })).body;
  memberId = await granting.accountOf(PEOPLE.member);
});
afterEach(() => granting.service.stop());

const change = async (body: object) =>
  await granting.people.owner.call<Group>(`/groups/${group.id}`, { method: 'PATCH', body });
const asking = async (policy: object = {}) => {
  await granting.apply([{ ...POLICY, approverGroups: ['dpo'], ...policy }]);
  return (await granting.ask()).id;
};
const approve = (id: string, by = granting.people.member) => granting.approve(by, id, null);
const reviewOf = async (by = granting.people.member) =>
  (await by.call<ReviewList>('/reviews?status=PENDING')).body.items[0];

describe('a review that asks a group alone', () => {
  it('is answered by a member of the group, and told as such', async () => {
    await change({ add: [memberId] });
    const id = await asking();
    expect(await reviewOf()).toMatchObject({
      approverRoles: [],
      approverGroups: ['dpo'],
      canResolve: true,
      approvals: { stillFrom: [], stillFromGroups: ['dpo'] },
    });
    expect((await granting.people.member.call<WaitingReviews>('/me/reviews')).body.items[0]?.waiting).toBe(1);
    expect((await granting.people.owner.call<WaitingReviews>('/me/reviews')).body.items[0]?.waiting).toBe(0);
    expect((await approve(id, granting.people.owner)).status).toBe(403);
    expect((await approve(id)).body).toMatchObject({ finalDecision: 'ALLOW' });
    const [entry] = await granting.entries('review.approved');
    expect(entry?.metadata).toMatchObject({ role: 'MEMBER', group: 'dpo' });
    expect(verifyEntries(await readAuditEntries(granting.service.database, ACME))).toMatchObject({ isValid: true });
  });

  it.each([
    ['was never in it', async () => undefined],
    ['was taken out of it', async () => await change({ remove: [memberId] })],
    ['was in it under another name', async () => await change({ name: 'privacy' })],
    [
      'was in it before it was deleted',
      async () => await granting.people.owner.call(`/groups/${group.id}`, { method: 'DELETE' }),
    ],
  ])('is refused to a person who %s', async (title, end) => {
    if (!title.includes('never')) await change({ add: [memberId] });
    const id = await asking();
    await end();
    expect(await reviewOf()).toMatchObject({ canResolve: false });
    expect((await approve(id)).status).toBe(403);
  });

  it('is answered by whoever is in a group that was renamed to it', async () => {
    const id = await asking({ approverGroups: ['privacy'] });
    await change({ add: [memberId] });
    expect((await approve(id)).status).toBe(403);
    await change({ name: 'privacy' });
    expect((await approve(id)).status).toBe(200);
  });
});

describe('a review that asks two of a role or a group', () => {
  it('counts both, and an approval no more once its person has left the group', async () => {
    await change({ add: [memberId] });
    const two = { approverRoles: ['OWNER', 'ADMIN'], approvals: { count: 2, notAsker: false } };
    const id = await asking(two);
    expect((await approve(id)).body.review?.approvals).toMatchObject({ needed: 2, given: 1 });
    expect((await approve(id)).status).toBe(409);
    await change({ remove: [memberId] });
    expect((await approve(id, granting.people.owner)).body.review?.approvals).toMatchObject({
      needed: 2,
      given: 1,
      stillFrom: ['OWNER', 'ADMIN'],
      stillFromGroups: ['dpo'],
    });
    await change({ add: [memberId] });
    expect((await approve(id)).body).toMatchObject({ finalDecision: 'ALLOW' });
  });
});

describe('a grant', () => {
  it('of a person who approves by a group ends when they leave the group', async () => {
    await change({ add: [memberId] });
    const id = await asking();
    expect((await granting.approve(granting.people.member, id)).status).toBe(200);
    expect(await granting.ask()).toMatchObject({ decision: 'ALLOW', cause: { by: 'GRANT' } });
    await change({ remove: [memberId] });
    expect(await granting.ask()).toMatchObject({ decision: 'REVIEW' });
    expect((await granting.entries('grant.ended')).map(({ metadata }) => metadata.reason)).toEqual(['MAKER']);
  });
});

describe('a budget', () => {
  it('asks a group as a policy does, and warns of one that has no members', async () => {
    await granting.apply([]);
    const budget = {
      name: 'Exports',
      measure: 'COUNT',
      limit: 1,
      window: 'DAY',
      per: 'ORGANIZATION',
      action: 'EXPORT',
    };
    const body = { ...budget, onExceed: 'REVIEW', approverGroups: ['legal', 'dpo'] };
    await change({ add: [memberId] });
    const made = await granting.people.owner.call<BudgetDetail>('/budgets', { body });
    expect(made).toMatchObject({
      status: 201,
      body: { approverRoles: [], approverGroups: ['dpo', 'legal'], warnings: [{ code: 'EMPTY_GROUP' }] },
    });
    const [kept, held] = [await granting.ask(), await granting.ask()];
    expect([kept.decision, held.decision]).toEqual(['ALLOW', 'REVIEW']);
    expect(await reviewOf()).toMatchObject({ approverRoles: [], approverGroups: ['dpo', 'legal'], canResolve: true });
    expect((await approve(held.id, granting.people.owner)).status).toBe(403);
    expect((await approve(held.id)).body).toMatchObject({ finalDecision: 'ALLOW' });
    const [entry] = await granting.entries('budget.created');
    expect(entry?.metadata).toMatchObject({ after: { approverGroups: ['dpo', 'legal'] } });
    const path = `/budgets/${made.body.id}`;
    const cleared = await granting.people.owner.call<BudgetDetail>(path, {
      method: 'PATCH',
      body: { approverGroups: [] },
    });
    expect([cleared.status, cleared.body.approverGroups]).toEqual([200, undefined]);
  });
});

describe('a policy', () => {
  it('warns of a group that has no members', async () => {
    const body = { policy: { ...POLICY, name: 'Others', approverGroups: ['dpo', 'legal'] } };
    const check = async () =>
      (await granting.people.owner.call<{ warnings: { code: string; path: string }[] }>('/policies/check', { body }))
        .body.warnings;
    expect(await check()).toMatchObject([
      { code: 'EMPTY_GROUP', path: 'approverGroups[0]' },
      { code: 'EMPTY_GROUP', path: 'approverGroups[1]' },
    ]);
    await change({ add: [memberId] });
    expect(await check()).toMatchObject([{ code: 'EMPTY_GROUP', path: 'approverGroups[1]' }]);
  });

  it.each([
    ['an empty name', { approverGroups: [''] }],
    ['a name twice', { approverGroups: ['a', 'a'] }],
    ['too many', { approverGroups: Array.from({ length: 11 }, (_, index) => `g${index}`) }],
    ['a name of two lines', { approverGroups: ['a\nb'] }],
  ])('is refused with %s', async (_title, over) => {
    const body = { policy: { ...POLICY, ...over } };
    const answer = await granting.people.owner.call<{ errors: object[] }>('/policies/check', { body });
    expect(answer.status === 400 || answer.body.errors.length > 0).toBe(true);
  });
});
