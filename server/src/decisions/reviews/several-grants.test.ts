// SPDX-License-Identifier: Apache-2.0
/** Guarantee: where several people approve, they approve a grant too: the one that the first asks for and the app shows. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Granting, inHours, openGranting, POLICY } from '#harness/granting';
import { ACME, call } from '#harness/service';
import { PEOPLE } from '#harness/service/sessions.ts';
import { resolveReview } from './index.ts';

let granting: Granting;
beforeEach(async () => {
  granting = await openGranting();
});
afterEach(() => granting.service.stop());

const pending = async (id: string) => {
  const { body } = await call<{ review: { status: string } }>(granting.service.baseUrl, `/v1/events/${id}`);
  expect(body.review.status).toBe('PENDING');
  expect(await granting.grants()).toEqual([]);
};

describe('with two approvals', () => {
  const TWO = { ...POLICY, approvals: { count: 2, notAsker: false, grants: true } };

  it('is asked for by the first, shown to the others, and made after the last', async () => {
    await granting.apply([TWO]);
    const { owner, admin } = granting.people;
    const { id } = await granting.ask();
    const until = inHours(2);
    expect((await granting.approve(owner, id, { until, usesMax: 5 })).body.review?.status).toBe('PENDING');
    expect(await granting.grants()).toEqual([]);
    const shown = await admin.call<{ review: { approvals: { grant: unknown } } }>(`/events/${id}`);
    expect(shown.body.review.approvals.grant).toEqual({ until, usesMax: 5, recordsAffectedMax: 100, note: null });
    const [added] = await granting.entries('review.approval_added');
    expect(added?.metadata.grant).toMatchObject({ until, usesMax: 5, recordsAffectedMax: 100 });
    expect((await granting.approve(admin, id, { until: inHours(3) })).status).toBe(400);
    expect((await granting.approve(admin, id, null)).body.review?.status).toBe('APPROVED');
    const [grant] = await granting.grants();
    expect(grant).toMatchObject({ until, usesMax: 5, madeBy: { id: await granting.accountOf(PEOPLE.owner) } });
    expect((await granting.ask()).decision).toBe('ALLOW');
  });

  it('is asked for by nobody but the first', async () => {
    await granting.apply([TWO]);
    const { owner, admin } = granting.people;
    const { id } = await granting.ask();
    expect((await granting.approve(owner, id, null)).status).toBe(200);
    expect((await granting.approve(admin, id)).status).toBe(400);
    await pending(id);
  });

  it('is refused with the last one where a guardrail came between', async () => {
    await granting.apply([TWO]);
    const { owner, admin } = granting.people;
    const { id } = await granting.ask();
    await granting.approve(owner, id);
    const claim = { name: 'All asked', atLeast: 'REVIEW', when: { action: 'EXPORT' } };
    expect((await owner.call('/guardrails', { body: { claim } })).status).toBe(201);
    expect((await granting.approve(admin, id, null)).body.error).toBe('grant_not_allowed');
    await pending(id);
  });

  it('is not made by an approval in a chat, which does not show it; a denial is taken there', async () => {
    await granting.apply([TWO]);
    const { pool } = granting.service.app;
    const { id } = await granting.ask();
    await granting.approve(granting.people.owner, id);
    const [membership] = await granting.sql('SELECT organization_id AS id FROM svc.organizations WHERE name = $1', [
      ACME,
    ]);
    const accountId = await granting.accountOf(PEOPLE.admin);
    const inChat = {
      accountId,
      organizationId: String(membership?.id),
      channel: 'chat',
      roleMaxOf: async () => 'OWNER' as const,
    } as const;
    await expect(resolveReview(pool, inChat, id, 'approve', null)).rejects.toMatchObject({ code: 'forbidden' });
    await pending(id);
    expect((await resolveReview(pool, inChat, id, 'deny', null)).review?.status).toBe('DENIED');
  });
});
