// SPDX-License-Identifier: Apache-2.0
/** Members through the routes: who may change whom, that an owner remains, and that a change counts at once. */
import type { Me, Member, MemberList, Role } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { setUpCodes } from '#harness/people/codes.ts';
import {
  ACME,
  type Answer,
  call,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
});
afterEach(() => service.stop());

const open = (email: string, at = service) => signIn(at.baseUrl, email);
const members = async (browser: Browser, query = '') => (await browser.call<MemberList>(`/members${query}`)).body.items;
const idOf = async (browser: Browser, email: string) =>
  (await members(browser)).find((member) => member.email === email)?.id ?? '';
const setRole = async (browser: Browser, id: string, role: Role) =>
  await browser.call<Member>(`/members/${id}`, { method: 'PATCH', body: { role } });
const remove = async (browser: Browser, id: string) => await browser.call(`/members/${id}`, { method: 'DELETE' });
const memberEntries = async () =>
  (await readAuditEntries(service.database, ACME))
    .filter(({ kind, actor }) => kind.startsWith('member.') && actor.type === 'user')
    .map(({ kind, subject, metadata }) => [kind, subject.id, metadata]);

describe('the list', () => {
  it('tells every member the others, a page at a time', async () => {
    const member = await open(PEOPLE.member);
    const all = await members(member);
    expect(all.map(({ email, role }) => [email, role]).sort()).toEqual([
      [PEOPLE.admin, 'ADMIN'],
      [PEOPLE.member, 'MEMBER'],
      [PEOPLE.owner, 'OWNER'],
    ]);
    expect(all.filter(({ lastSeenAt }) => lastSeenAt !== null).map(({ email }) => email)).toEqual([PEOPLE.member]);
    const seen: string[] = [];
    let cursor: string | null = '';
    while (cursor !== null) {
      const path: string = `/members?limit=1${cursor && `&cursor=${cursor}`}`;
      const { body }: Answer<MemberList> = await member.call(path);
      seen.push(...body.items.map(({ id }) => id));
      cursor = body.nextCursor;
    }
    expect(seen).toEqual(all.map(({ id }) => id));
  });

  it('says who has a second factor, to owners and admins, and how many reviews each has answered', async () => {
    const [admin, member] = [await open(PEOPLE.admin), await open(PEOPLE.member)];
    await setUpCodes(admin);
    await readRows(
      service.database,
      `INSERT INTO svc.reviews (organization_id, event_id, status, created_at, expires_at, approver_roles, decided_by,
         decided_at, sandbox)
       SELECT organization_id, gen_random_uuid(), 'APPROVED', now(), now(), '{}', account_id, now(), false
       FROM svc.memberships JOIN svc.accounts a ON a.id = account_id, generate_series(1, 3) WHERE email = $1`,
      [PEOPLE.admin],
    );
    const seenBy = async (browser: Browser) =>
      (await members(browser)).map(({ role, secondFactor, reviewsAnswered }) => [role, secondFactor, reviewsAnswered]);
    expect((await seenBy(admin)).sort()).toEqual([
      ['ADMIN', true, 3],
      ['MEMBER', false, 0],
      ['OWNER', false, 0],
    ]);
    expect((await seenBy(member)).map(([, factor]) => factor)).toEqual([null, null, null]);
  });

  it('is searched by name, address and role; wildcards are letters', async () => {
    const owner = await open(PEOPLE.owner);
    expect((await members(owner, '?q=ADMIN@')).map(({ email }) => email)).toEqual([PEOPLE.admin]);
    expect((await members(owner, '?q=member%20PERSON')).map(({ email }) => email)).toEqual([PEOPLE.member]);
    expect((await members(owner, '?role=OWNER')).map(({ email }) => email)).toEqual([PEOPLE.owner]);
    expect(await members(owner, '?q=%25')).toEqual([]);
  });
});

describe('a role', () => {
  it('counts from the next request on, and stands in the chain', async () => {
    const [owner, member] = [await open(PEOPLE.owner), await open(PEOPLE.member)];
    const id = await idOf(owner, PEOPLE.member);
    expect((await setRole(member, id, 'ADMIN')).status).toBe(403);
    const { status, body } = await setRole(owner, id, 'ADMIN');
    expect([status, body.role]).toEqual([200, 'ADMIN']);
    expect((await member.call<Me>('/me')).body.organization.role).toBe('ADMIN');
    // The same role again changes nothing.
    await setRole(owner, id, 'ADMIN');
    expect(await memberEntries()).toEqual([
      [
        'member.role_changed',
        id,
        { role: 'ADMIN', before: { role: 'MEMBER' }, after: { role: 'ADMIN' }, source: 'app', actorRole: 'OWNER' },
      ],
    ]);
  });

  it('of an owner is for owners alone', async () => {
    const admin = await open(PEOPLE.admin);
    const [ownerId, adminId] = [await idOf(admin, PEOPLE.owner), await idOf(admin, PEOPLE.admin)];
    for (const [id, role] of [
      [ownerId, 'MEMBER'],
      [adminId, 'OWNER'],
    ] as const) {
      const { status, body } = await setRole(admin, id, role);
      expect([status, (body as unknown as { message: string }).message]).toEqual([
        403,
        'Only an owner makes, changes or removes an owner; ask one.',
      ]);
    }
    expect((await remove(admin, ownerId)).status).toBe(403);
    expect(await memberEntries()).toEqual([]);
  });

  it('of the last owner stays', async () => {
    const owner = await open(PEOPLE.owner);
    const id = await idOf(owner, PEOPLE.owner);
    expect((await setRole(owner, id, 'ADMIN')).status).toBe(409);
    expect((await remove(owner, id)).status).toBe(409);
  });

  it.each([
    ['no role', {}],
    ['another word', { role: 'owner' }],
    ['a further field', { role: 'MEMBER', name: 'x' }],
  ])('is refused as %s', async (_case, body) => {
    const owner = await open(PEOPLE.owner);
    const answer = await owner.call(`/members/${await idOf(owner, PEOPLE.member)}`, { method: 'PATCH', body });
    expect([answer.status, answer.body.error]).toEqual([400, 'validation_error']);
  });
});

describe('two owners who go at once', () => {
  it.each([0, 1, 2, 3, 4])('leave one, on two processes (round %i)', async () => {
    const other = await otherProcess(service);
    try {
      const owner = await open(PEOPLE.owner);
      const adminId = await idOf(owner, PEOPLE.admin);
      await setRole(owner, adminId, 'OWNER');
      const second = await open(PEOPLE.admin, other);
      const ownerId = await idOf(owner, PEOPLE.owner);
      const answers = await Promise.all([remove(owner, ownerId), setRole(second, adminId, 'MEMBER')]);
      expect(answers.map(({ status }) => status).sort()).toEqual([expect.toSatisfy((one) => one < 300), 409]);
    } finally {
      await other.stop();
    }
  });
});

describe('a removed member', () => {
  it('is out at once, in every session; a review that waits is no longer theirs', async () => {
    const [owner, admin] = [await open(PEOPLE.owner), await open(PEOPLE.admin)];
    const action = { ...PLAIN_ACTION, action: 'EXPORT_DATA', destination: 'EXTERNAL_API', recordsAffected: 5_000 };
    const { body: decided } = await call(service.baseUrl, '/v1/events', { body: action });
    expect(decided.decision).toBe('REVIEW');
    const id = await idOf(owner, PEOPLE.admin);
    expect((await remove(owner, id)).status).toBe(204);
    expect((await admin.call('/me')).status).toBe(401);
    expect((await admin.call(`/reviews/${decided.id}/approve`, { body: {} })).status).toBe(401);
    expect((await admin.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
    expect((await remove(owner, id)).status).toBe(404);
    expect(await memberEntries()).toEqual([
      ['member.removed', id, { role: 'ADMIN', before: { role: 'ADMIN' }, source: 'app', actorRole: 'OWNER' }],
    ]);
  });

  it('may be the caller, whatever the role', async () => {
    const member = await open(PEOPLE.member);
    const [id, adminId] = [await idOf(member, PEOPLE.member), await idOf(member, PEOPLE.admin)];
    expect((await remove(member, adminId)).status).toBe(403);
    expect((await remove(member, id)).status).toBe(204);
    expect((await member.call('/me')).status).toBe(401);
    expect((await memberEntries()).map(([kind]) => kind)).toEqual(['member.left']);
  });

  it('is nobody of another organization', async () => {
    const stranger = await open(PEOPLE.stranger);
    const id = await idOf(await open(PEOPLE.owner), PEOPLE.member);
    expect((await remove(stranger, id)).status).toBe(404);
    expect((await setRole(stranger, id, 'ADMIN')).status).toBe(404);
    expect(await memberEntries()).toEqual([]);
  });
});
