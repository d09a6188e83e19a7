// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a review that asks for several people is approved by so many who may, each once, and by none who asked. */
import type { ApiKeyRotation, Decision, ErrorBody, EventDetail } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ACME, call, IDS, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { escalateReviews } from './index.ts';

const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const TWO = { name: 'Two for exports', action: 'EXPORT', decision: 'REVIEW', approvals: { count: 2, notAsker: false } };

let service: TestService;
let [owner, admin, second, member]: Browser[] = [];
/** The stranger is the second admin here, and of no other organization. */
const provisioning = () => {
  const person = (email: string, role: string) => `
      - { email: ${email}, name: ${role.toLowerCase()} person, password: "${PASSWORD}", role: ${role} }`;
  const people = [person(PEOPLE.admin, 'ADMIN'), person(PEOPLE.stranger, 'ADMIN'), person(PEOPLE.member, 'MEMBER')];
  return acmeWithPeople({ policies: ' []', people: people.join(''), globexPeople: ' []' });
};
beforeEach(async () => {
  service = await openOrganization({ provisioning });
  const emails = [PEOPLE.owner, PEOPLE.admin, PEOPLE.stranger, PEOPLE.member];
  [owner, admin, second, member] = await Promise.all(emails.map((email) => signIn(service.baseUrl, email)));
  await apply([TWO]);
});
afterEach(() => service.stop());

const apply = async (policies: object[]) => {
  const answer = await call<{ warnings: object[] }>(service.baseUrl, '/v1/policies/apply', {
    body: { policies, prune: true },
  });
  expect(answer.status).toBe(200);
  return answer.body;
};
const ask = async (key?: string) =>
  (await call<Decision>(service.baseUrl, '/v1/events', { body: REVIEWED, ...(key && { key }) })).body;
const answer = async (by: Browser | undefined, word: 'approve' | 'deny', id: string, note?: string) =>
  await (by ?? expect.fail()).call<Decision & ErrorBody>(`/reviews/${id}/${word}`, { body: { ...(note && { note }) } });
const approve = (by: Browser | undefined, id: string, note?: string) => answer(by, 'approve', id, note);
const read = async (id: string) => (await call<Decision>(service.baseUrl, `/v1/events/${id}`)).body;
const detail = async (by: Browser | undefined, id: string) =>
  (await (by ?? expect.fail()).call<EventDetail>(`/events/${id}`)).body.review ?? expect.fail();
const entries = async () =>
  (await readAuditEntries(service.database, ACME)).filter(({ kind }) => kind.startsWith('review.'));
const sql = (text: string, values: unknown[] = []) => readRows(service.database, text, values);
const idOf = async (email: string) =>
  String((await sql('SELECT id FROM svc.accounts WHERE email = $1', [email]))[0]?.id);

describe('two approvals', () => {
  it('are the first, which leaves the review waiting, and the last, which approves it', async () => {
    const { id, review, actionDigest } = await ask();
    const stillFrom = ['OWNER', 'ADMIN'];
    expect(review?.approvals).toEqual({ needed: 2, given: 0, stillFrom });
    const first = await approve(owner, id, 'I have looked at it.');
    expect(first).toMatchObject({ status: 200, body: { finalDecision: 'REVIEW', review: { status: 'PENDING' } } });
    expect(first.body.review).toMatchObject({ note: null, approvals: { needed: 2, given: 1, stillFrom } });
    expect((await read(id)).review).toEqual(first.body.review);
    const last = await approve(admin, id, 'So have I.');
    expect(last.body).toMatchObject({ finalDecision: 'ALLOW', review: { status: 'APPROVED', note: 'So have I.' } });
    expect(last.body.review?.approvals).toEqual({ needed: 2, given: 2, stillFrom: [] });
    expect(last.body.redemption?.status).toBe('OPEN');
    const [ownerId, adminId] = [await idOf(PEOPLE.owner), await idOf(PEOPLE.admin)];
    const [added, approved] = await entries();
    const common = { channel: 'app', eventId: id, actionDigest, noteCommitment: expect.any(String) };
    expect(added).toMatchObject({ kind: 'review.approval_added', actor: { type: 'user', id: ownerId } });
    expect(added?.metadata).toEqual({ ...common, role: 'OWNER', accountId: ownerId, given: 1, needed: 2 });
    expect(approved).toMatchObject({ kind: 'review.approved', actor: { id: adminId } });
    const earlier = [{ accountId: ownerId, role: 'OWNER', channel: 'app', seq: added?.seq }];
    expect(approved?.metadata).toEqual({ ...common, role: 'ADMIN', earlier });
    expect(verifyEntries(await readAuditEntries(service.database, ACME))).toMatchObject({ isValid: true });
  });

  it('name their people in the app, and none in the API', async () => {
    const { id } = await ask();
    await approve(owner, id, 'I have looked at it.');
    const shown = await detail(admin, id);
    expect(shown).toMatchObject({ canResolve: true, mayNotApprove: null, status: 'PENDING' });
    expect(shown.approvals).toMatchObject({ needed: 2, given: 1, notAsker: false, validMinutes: null });
    const vote = { name: 'Olivia Owner', role: 'OWNER', channel: 'app', note: 'I have looked at it.', counts: true };
    expect(shown.approvals.by).toMatchObject([vote]);
    expect((await detail(owner, id)).mayNotApprove).toBe('COUNTED');
    expect(JSON.stringify(await read(id))).not.toContain('Olivia');
  });

  it('leave no one able to resolve who may not, and tell them nothing of the state', async () => {
    const { id } = await ask();
    await approve(owner, id);
    expect((await approve(member, id)).status).toBe(403);
    await approve(admin, id);
    expect((await approve(member, id)).status).toBe(403);
    expect(await entries()).toHaveLength(2);
  });

  it('hold no longer than the policy says', async () => {
    await apply([{ ...TWO, approvals: { count: 2, notAsker: false, validMinutes: 30 } }]);
    const { id } = await ask();
    await approve(owner, id);
    const { body } = await approve(admin, id);
    const span = Date.parse(body.redemption?.redeemableUntil ?? '') - Date.parse(body.review?.decidedAt ?? '');
    expect(span).toBe(30 * 60_000);
  });
});

it('case 19: lets one of an approval and the expiry win: a vote after it is 409 and adds nothing', async () => {
  const { id } = await ask();
  await approve(owner, id);
  await sql('UPDATE svc.reviews SET expires_at = now() WHERE event_id = $1', [id]);
  expect((await approve(admin, id)).status).toBe(409);
  expect((await read(id)).review).toMatchObject({
    status: 'EXPIRED',
    approvals: { needed: 2, given: 1, stillFrom: [] },
  });
  expect(await entries()).toHaveLength(1);
});

it('case 20: counts one person once, also where they approve twice at the same moment on two processes', async () => {
  const other = await otherProcess(service);
  try {
    const { id } = await ask();
    const there = openBrowser(other.baseUrl, owner?.cookies);
    const answers = await Promise.all([approve(owner, id), approve(there, id), approve(owner, id)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(answers.find(({ status }) => status === 409)?.body.error).toBe('conflict');
    expect((await read(id)).review).toMatchObject({ status: 'PENDING', approvals: { given: 1 } });
    expect(await entries()).toHaveLength(1);
  } finally {
    await other.stop();
  }
});

describe('case 21: a first approver who was removed or demoted before the second approves', () => {
  it.each([
    ['removed', async (id: string) => (await owner?.call(`/members/${id}`, { method: 'DELETE' }))?.status],
    [
      'demoted',
      async (id: string) =>
        (await owner?.call(`/members/${id}`, { method: 'PATCH', body: { role: 'MEMBER' } }))?.status,
    ],
  ])('and %s does not count, and the review says so', async (_title, end) => {
    const { id } = await ask();
    await approve(admin, id);
    expect((await read(id)).review?.approvals.given).toBe(1);
    expect(await end(await idOf(PEOPLE.admin))).toBeLessThan(300);
    expect((await read(id)).review?.approvals.given).toBe(0);
    expect((await detail(owner, id)).approvals.by).toMatchObject([{ role: 'ADMIN', counts: false }]);
    const { body } = await approve(second, id);
    expect(body.review).toMatchObject({ status: 'PENDING', approvals: { needed: 2, given: 1 } });
    const last = await approve(owner, id);
    expect(last.body.review?.status).toBe('APPROVED');
    const [, , approved] = await entries();
    expect(approved?.metadata.earlier).toMatchObject([{ accountId: await idOf(PEOPLE.stranger) }]);
  });

  it('approves again once they may, since the first approval has ended', async () => {
    const { id } = await ask();
    const adminId = await idOf(PEOPLE.admin);
    await approve(admin, id);
    const role = (word: string) => owner?.call(`/members/${adminId}`, { method: 'PATCH', body: { role: word } });
    await role('MEMBER');
    await approve(second, id);
    await role('ADMIN');
    expect((await read(id)).review?.approvals.given).toBe(1);
    const again = await signIn(service.baseUrl, PEOPLE.admin);
    expect((await approve(again, id)).body.review?.status).toBe('APPROVED');
  });
});

describe('case 22: the person who asked', () => {
  const madeBy = async (by: Browser | undefined) =>
    (
      await (by ?? expect.fail()).call<{ id: string; key: string }>('/api-keys', {
        body: { name: 'own', kind: 'LIVE' },
      })
    ).body;

  it('by a key they made and rotated may not approve, and their denial is taken', async () => {
    await apply([{ ...TWO, approvals: { notAsker: true } }]);
    const made = await madeBy(owner);
    const rotated = await second?.call<ApiKeyRotation>(`/api-keys/${made.id}/rotate`, { body: { graceHours: 1 } });
    const { id } = await ask(rotated?.body.key);
    for (const asker of [owner, second]) {
      const refused = await approve(asker, id);
      expect(refused).toMatchObject({ status: 403, body: { error: 'forbidden' } });
      expect(await detail(asker, id)).toMatchObject({ canResolve: true, mayNotApprove: 'ASKER' });
    }
    expect((await detail(admin, id)).mayNotApprove).toBeNull();
    expect((await answer(owner, 'deny', id)).body.review?.status).toBe('DENIED');
    const other = await ask(made.key);
    expect((await approve(second, other.id)).status).toBe(200);
    expect((await approve(owner, (await ask(made.key)).id)).status).toBe(403);
  });

  it('does not learn from the refusal whether the review is open', async () => {
    await apply([{ ...TWO, approvals: { notAsker: true } }]);
    const made = await madeBy(owner);
    const { id } = await ask(made.key);
    await approve(admin, id);
    expect((await approve(owner, id)).status).toBe(403);
  });

  it('may be anybody where a provisioned key asked', async () => {
    await apply([{ ...TWO, approvals: { notAsker: true } }]);
    const { id } = await ask();
    expect((await approve(owner, id)).body.review?.status).toBe('APPROVED');
  });
});

it('case 23: ends with one denial after one of two approvals; of a denial and the last approval one wins', async () => {
  const first = await ask();
  await approve(owner, first.id);
  expect((await answer(admin, 'deny', first.id, 'No.')).body.review?.status).toBe('DENIED');
  expect((await approve(second, first.id)).status).toBe(409);
  const { id } = await ask();
  await approve(owner, id);
  const answers = await Promise.all([approve(admin, id), answer(second, 'deny', id)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  const won = answers.find(({ status }) => status === 200)?.body.review?.status;
  expect((await read(id)).review?.status).toBe(won);
});

it.each([
  ['has a lower count', [{ ...TWO, approvals: { count: 1 } }]],
  ['is deleted', []],
])('case 24: stays as it was made where its policy %s while it waits', async (_title, policies) => {
  const { id } = await ask();
  await approve(owner, id);
  await apply(policies);
  expect((await read(id)).review).toMatchObject({ status: 'PENDING', approvals: { needed: 2, given: 1 } });
  expect((await approve(admin, id)).body.review?.status).toBe('APPROVED');
});

it('case 25: warns where one member has the role that two need, and waits until escalation widens it', async () => {
  const alone = { ...TWO, approverRoles: ['OWNER'] };
  expect((await apply([alone])).warnings).toMatchObject([{ path: 'policies[0].approvals.count' }]);
  const { id } = await ask();
  await approve(owner, id);
  await detail(owner, id);
  expect((await approve(admin, id)).status).toBe(403);
  const escalation = { afterPercent: 25, roles: ['ADMIN'], chatIntegrationId: null };
  await sql(`UPDATE svc.reviews SET created_at = now() - interval '12 hours' WHERE event_id = $1`, [id]);
  expect((await owner?.call('/notifications', { method: 'PATCH', body: { escalation } }))?.status).toBe(200);
  await sql(`UPDATE svc.notice_settings SET escalate_set_at = now() - interval '1 day'`);
  await escalateReviews(service.app.pool, new AbortController().signal);
  const { review } = await read(id);
  expect(review?.approvals).toEqual({ needed: 2, given: 1, stillFrom: ['OWNER', 'ADMIN'] });
  expect((await approve(admin, id)).body.review?.status).toBe('APPROVED');
});

it('asks for as many as the organization says where no policy asked', async () => {
  await apply([]);
  const set = { riskReviewAt: 10, reviewDefaults: { count: 2, notAsker: false } };
  expect((await owner?.call('/organization', { method: 'PATCH', body: set }))?.status).toBe(200);
  const { id, review } = await ask();
  expect(review?.approvals.needed).toBe(2);
  await approve(owner, id);
  expect((await approve(admin, id)).body.review?.status).toBe('APPROVED');
});

it('erases the note of one approval, and leaves the others and the chain', async () => {
  const { id } = await ask();
  const ownerId = await idOf(PEOPLE.owner);
  await approve(owner, id, 'The first note.');
  await approve(admin, id, 'The last note.');
  const erase = (query: string) => owner?.call(`/reviews/${id}/erase-note${query}`, { method: 'POST' });
  expect((await erase(`?accountId=${IDS.customers}`))?.status).toBe(404);
  expect((await erase(`?accountId=${ownerId}`))?.status).toBe(204);
  expect((await erase(`?accountId=${ownerId}`))?.status).toBe(409);
  const shown = await detail(owner, id);
  expect([shown.approvals.by[0]?.note, shown.note]).toEqual([null, 'The last note.']);
  expect(await sql('SELECT note_salt FROM svc.review_votes')).toEqual([{ note_salt: null }]);
  expect((await entries()).at(-1)).toMatchObject({ kind: 'review.note_erased', metadata: { accountId: ownerId } });
  expect(verifyEntries(await readAuditEntries(service.database, ACME))).toMatchObject({ isValid: true });
});
