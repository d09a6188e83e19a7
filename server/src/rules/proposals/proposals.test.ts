// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: where an organization asks for two, no person and no key alone makes a change that lets more through. It
 * is made as it was asked for, and only while it lets through what the second person has seen.
 */
import type { Proposal, ProposalList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, call, LIVE_KEY, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let admin: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  await signInAll();
});
afterAll(() => service.stop());

async function signInAll(): Promise<void> {
  [owner, admin, member] = await Promise.all([
    signIn(service.baseUrl, PEOPLE.owner),
    signIn(service.baseUrl, PEOPLE.admin),
    signIn(service.baseUrl, PEOPLE.member),
  ]);
}

const STRICT = { name: 'Block exports', action: 'EXPORT', decision: 'BLOCK' } as const;
const LOOSE = { ...STRICT, decision: 'ALLOW' } as const;
const apply = (policies: object[]) =>
  call<Waits & { changes: object[] }>(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });

interface Waits {
  error: string;
  proposal: { id: string; path: string };
}

const settings = (by: Browser, change: object) =>
  by.call<Waits & Record<string, unknown>>('/organization', { method: 'PATCH', body: change });
const answer = (by: Browser, id: string, how: string) =>
  by.call<Proposal>(`/proposals/${id}/${how}`, { method: 'POST', body: {} });
const policies = async () => {
  const { body } = await call<{ policies: { name: string; decision: string }[] }>(service.baseUrl, '/v1/policies');
  return body.policies.map(({ name, decision }) => `${name}: ${decision}`);
};
const kinds = async () =>
  (await readAuditEntries(service.database, ACME)).map(({ kind }) => kind).filter((kind) => /^(prop|pol)/.test(kind));

/** The strict set, and two persons for what loosens it. */
beforeEach(async () => {
  await readRows(
    service.database,
    'UPDATE svc.organizations SET loosen_needs_two = false, risk_review_at = 60, risk_block_at = 90',
  );
  await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
  await readRows(service.database, 'DELETE FROM svc.proposals');
  await apply([STRICT]);
  expect((await settings(owner, { loosenNeedsTwo: true })).status).toBe(200);
});

const waiting = async (refused: Promise<{ status: number; body: unknown }>): Promise<string> => {
  const { status, body } = await refused;
  expect([status, body]).toMatchObject([409, { error: 'needs_second_person', proposal: { id: expect.any(String) } }]);
  return (body as Waits).proposal.id;
};

describe('an apply by a key', () => {
  it('waits when it loosens, and is made when another person accepts it', async () => {
    const before = (await kinds()).length;
    const id = await waiting(apply([LOOSE]));
    expect(await policies()).toEqual(['Block exports: BLOCK']);
    // Asked once more it is the same one.
    expect(await waiting(apply([LOOSE]))).toBe(id);
    const { body: read } = await admin.call<Proposal>(`/proposals/${id}`);
    expect(read).toMatchObject({ kind: 'applyPolicies', status: 'PENDING', mayAnswer: true, author: { type: 'key' } });
    expect(read.looser.policies?.changes[0]).toMatchObject({ from: { decision: 'BLOCK' }, to: { decision: 'ALLOW' } });
    expect(await answer(admin, id, 'accept')).toMatchObject({ status: 200, body: { status: 'ACCEPTED' } });
    expect(await policies()).toEqual(['Block exports: ALLOW']);
    expect((await kinds()).slice(before)).toEqual(['proposal.made', 'policy.updated', 'proposal.accepted']);
    expect((await answer(admin, id, 'accept')).status).toBe(409);
  });

  it('does not wait when it tightens, or is only planned', async () => {
    const body = { policies: [LOOSE], dryRun: true };
    expect((await call(service.baseUrl, '/v1/policies/apply', { key: LIVE_KEY, body })).status).toBe(200);
    const another = { name: 'Block deletions', action: 'DELETE', decision: 'BLOCK' };
    expect((await apply([STRICT, another])).status).toBe(200);
  });
});

describe('a person', () => {
  const idOf = async () => {
    const { body } = await owner.call<{ items: { id: string; updatedAt: string }[] }>('/policies');
    return body.items[0] ?? expect.fail();
  };

  it('waits with an edit, a deletion and a restore, and never answers them', async () => {
    const { id, updatedAt } = await idOf();
    const edit = await waiting(
      owner.call(`/policies/${id}`, { method: 'PATCH', body: { updatedAt, decision: 'ALLOW', note: 'for May' } }),
    );
    const deletion = await waiting(owner.call(`/policies/${id}`, { method: 'DELETE', body: {} }));
    const creation = await waiting(owner.call('/policies', { body: { ...LOOSE, name: 'x', action: 'DELETE' } }));
    expect((await answer(owner, edit, 'accept')).status).toBe(403);
    expect((await answer(owner, edit, 'decline')).status).toBe(403);
    expect((await answer(member, edit, 'accept')).status).toBe(403);
    const { body } = await owner.call<ProposalList>('/proposals?status=PENDING');
    expect(body.pending).toBe(3);
    expect(body.items.map(({ kind, mayAnswer, mayWithdraw }) => [kind, mayAnswer, mayWithdraw])).toEqual([
      ['createPolicy', false, true],
      ['deletePolicy', false, true],
      ['updatePolicy', false, true],
    ]);
    expect((await answer(admin, creation, 'withdraw')).status).toBe(403);
    expect((await answer(owner, creation, 'withdraw')).body.status).toBe('WITHDRAWN');
    expect((await answer(admin, deletion, 'decline')).body.status).toBe('DECLINED');
    expect((await answer(admin, edit, 'accept')).body).toMatchObject({ status: 'ACCEPTED', note: 'for May' });
    expect(await policies()).toEqual(['Block exports: ALLOW']);
  });

  it('waits with a restore of a set that let more through', async () => {
    await readRows(service.database, 'UPDATE svc.organizations SET loosen_needs_two = false');
    await readRows(service.database, 'UPDATE svc.organization_heads SET generation = generation + 1');
    await apply([LOOSE]);
    const { body } = await owner.call<{ current: number }>('/policy-versions');
    await apply([STRICT]);
    await settings(owner, { loosenNeedsTwo: true });
    const id = await waiting(owner.call(`/policy-versions/${body.current}/restore`, { method: 'POST', body: {} }));
    expect(await policies()).toEqual(['Block exports: BLOCK']);
    expect((await answer(admin, id, 'accept')).body.status).toBe('ACCEPTED');
    expect(await policies()).toEqual(['Block exports: ALLOW']);
  });
});

describe('an answer', () => {
  it('is refused when the change lets other things through by now, and is compared anew', async () => {
    const id = await waiting(apply([LOOSE]));
    await apply([STRICT, { name: 'Block deletions', action: 'DELETE', decision: 'BLOCK' }]);
    // By now it also takes that one away.
    expect(await answer(admin, id, 'accept')).toMatchObject({ status: 409, body: { error: 'conflict' } });
    expect(await policies()).toEqual(['Block deletions: BLOCK', 'Block exports: BLOCK']);
    expect((await answer(admin, id, 'accept')).body.status).toBe('ACCEPTED');
    expect(await policies()).toEqual(['Block exports: ALLOW']);
  });

  it('comes too late after seven days', async () => {
    const id = await waiting(apply([LOOSE]));
    service.clock.move('169h');
    await signInAll();
    expect((await answer(admin, id, 'accept')).status).toBe(409);
    expect((await admin.call<Proposal>(`/proposals/${id}`)).body).toMatchObject({
      status: 'EXPIRED',
      mayAnswer: false,
    });
    expect(await policies()).toEqual(['Block exports: BLOCK']);
  });

  it('needs a recent sign-in to accept', async () => {
    const id = await waiting(apply([LOOSE]));
    service.clock.move('10m');
    expect((await answer(admin, id, 'accept')).body).toMatchObject({ error: 'reauthentication_required' });
    await signInAll();
  });
});

describe('settings', () => {
  it('wait when they loosen, the switch itself too, and do not when they tighten', async () => {
    expect((await settings(owner, { riskReviewAt: 50 })).body.riskReviewAt).toBe(50);
    const id = await waiting(settings(owner, { riskReviewAt: 70, riskBlockAt: 80 }));
    expect((await owner.call<Record<string, unknown>>('/organization')).body.riskReviewAt).toBe(50);
    expect((await admin.call<Proposal>(`/proposals/${id}`)).body.looser).toEqual({
      policies: null,
      settings: [{ field: 'riskReviewAt', before: 50, after: 70 }],
      records: [],
    });
    expect((await answer(admin, id, 'accept')).body.status).toBe('ACCEPTED');
    expect((await owner.call<Record<string, unknown>>('/organization')).body).toMatchObject({
      riskReviewAt: 70,
      riskBlockAt: 80,
    });
    const off = await waiting(settings(owner, { loosenNeedsTwo: false }));
    expect((await answer(admin, off, 'accept')).body.status).toBe('ACCEPTED');
    expect((await settings(owner, { riskReviewAt: 75 })).status).toBe(200);
  });

  it('hold the switch for owners with a recent sign-in, and keep secrets out of what waits', async () => {
    expect((await settings(admin, { loosenNeedsTwo: false })).status).toBe(403);
    const both = { riskReviewAt: 80, checkpointUrl: 'https://hooks.example/secret' };
    expect((await settings(owner, both)).body).toMatchObject({ fields: { checkpointUrl: expect.any(String) } });
    service.clock.move('10m');
    expect((await settings(owner, { loosenNeedsTwo: false })).body.error).toBe('reauthentication_required');
    await signInAll();
  });
});
