// SPDX-License-Identifier: Apache-2.0
/** Guarantee: owners and admins read what the organization holds about a member, by category, and nothing beyond it. */
import type { HeldData } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, mailOf, openOrganization, type TestService } from '#harness/service';
import { expectFormat } from '#harness/service/export-formats.ts';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let owner: Browser;
let admin: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());

async function idOf(email: string): Promise<string> {
  const [row] = await readRows<{ id: string }>(service.database, 'SELECT id FROM svc.accounts WHERE email = $1', [
    email,
  ]);
  return String(row?.id);
}

const held = async (asker: Browser, email: string) => await asker.call<HeldData>(`/members/${await idOf(email)}/held`);

it('by category: facts, changes with their entries, invitations, exports, and how long each is kept', async () => {
  await admin.call('/invitations', { body: { email: mailOf('rui'), role: 'MEMBER' } });
  await admin.call('/organization/export');
  const { status, body } = await held(owner, PEOPLE.admin);
  expect(status).toBe(200);
  expectFormat('held-data', body);
  expect(body).toMatchObject({ format: 'svc.held-data/v1', organization: { name: ACME } });
  expect(body.person).toMatchObject({ isMember: true, email: PEOPLE.admin, role: 'ADMIN', secondFactor: false });
  expect(body.roleChanges.items.map(({ kind, role }) => [kind, role])).toContainEqual(['member.added', 'ADMIN']);
  expect(body.sessions).toMatchObject({ total: 1, kept: { until: 'SESSION_ENDS', days: 30 } });
  expect(Object.keys(body.sessions.items[0] ?? {}).sort()).toEqual(['createdAt', 'lastUsedAt']);
  expect(body.invitations.items).toMatchObject([{ email: mailOf('rui'), role: 'MEMBER' }]);
  expect(body.exports.items).toMatchObject([{ kind: 'organization.exported' }]);
  expect(body.changeKinds).toEqual([
    { kind: 'member.invited', count: 1 },
    { kind: 'organization.exported', count: 1 },
  ]);
  expect(body.changes).toMatchObject({ total: 2, kept: { until: 'ORGANIZATION_DELETED', days: null } });
  // The days of the organization's plan.
  expect(body.reviews).toEqual({ total: 0, items: [], kept: { until: 'EVENT_EXPIRES', days: 365 } });
  expect([body.pauses.total, body.connectedApps.total, body.chatUsers.total, body.mails.total]).toEqual([0, 0, 0, 0]);
});

it('by category: reviews with notes, pauses with reasons, anomalies, keys, impacts, apps, chat users and mails', async () => {
  const of = [await idOf(PEOPLE.member)];
  const M = `(SELECT organization_id, account_id FROM svc.memberships WHERE account_id = $1) m`;
  await readRows(
    service.database,
    `INSERT INTO svc.reviews (organization_id, event_id, status, created_at, expires_at, decided_at, note, note_salt,
       approver_roles, decided_by, decided_role, channel, sandbox)
     SELECT m.organization_id, gen_random_uuid(), 'APPROVED', now(), now(), now(), 'known to me', sha256('s'),
       '{}', m.account_id, 'MEMBER', 'app', false FROM ${M}, generate_series(1, 51)`,
    of,
  );
  await readRows(
    service.database,
    `INSERT INTO svc.waiting_notices (account_id, organization_id, kind, subject_ids, more, since, not_before)
     SELECT m.account_id, m.organization_id, 'REVIEWS', '{}', 1, now(), now() + interval '1 day' FROM ${M}`,
    of,
  );
  await readRows(
    service.database,
    `INSERT INTO svc.oauth_grants (id, organization_id, account_id, role, client_id, client_name, client_host, scopes,
       created_at)
     SELECT gen_random_uuid(), m.organization_id, m.account_id, 'MEMBER', 'c', 'Claude', 'claude.example', '{}', now()
     FROM ${M}`,
    of,
  );
  await readRows(
    service.database,
    `INSERT INTO svc.agent_status_changes (organization_id, agent_id, id, status, changed_at, changed_by, reason,
       reason_salt)
     SELECT a.organization_id, a.id, gen_random_uuid(), 'PAUSED', now(), m.account_id, 'too eager', sha256('s')
     FROM ${M} JOIN svc.agents a ON a.organization_id = m.organization_id LIMIT 1 RETURNING 1`,
    of,
  );
  const { body } = await held(admin, PEOPLE.member);
  expectFormat('held-data', body);
  expect(body.reviews.total).toBe(51);
  expect(body.reviews.items).toHaveLength(50);
  expect(body.reviews.items[0]).toMatchObject({ status: 'APPROVED', role: 'MEMBER', note: 'known to me' });
  expect(body.mails.items).toMatchObject([{ kind: 'REVIEWS', endedAt: null }]);
  expect(body.connectedApps.items).toMatchObject([{ name: 'Claude', host: 'claude.example', endedAt: null }]);
  expect(body.pauses.items).toMatchObject([{ status: 'PAUSED', reason: 'too eager' }]);
});

it('says the days of the contract where the organization has one', async () => {
  await readRows(service.database, `UPDATE svc.organizations SET retention_days = 90 WHERE name = '${ACME}'`);
  expect((await held(owner, PEOPLE.member)).body.reviews.kept).toEqual({ until: 'EVENT_EXPIRES', days: 90 });
});

it('holds no secret and no digest, no browser or address, and nothing of other members', async () => {
  const text = JSON.stringify((await held(owner, PEOPLE.admin)).body);
  for (const token of [...admin.cookies.values(), '127.0.0.', 'hash', 'salt', PEOPLE.owner, PEOPLE.member]) {
    expect(text).not.toContain(token);
  }
});

it('is for owners and admins, of members of their organization alone', async () => {
  expect((await held(member, PEOPLE.member)).status).toBe(403);
  expect((await held(owner, PEOPLE.stranger)).status).toBe(404);
  expect((await owner.call('/members/nonsense/held')).status).toBe(400);
});

it('of one who left: the entries and what they decided, without name and address', async () => {
  const id = await idOf(PEOPLE.member);
  expect((await owner.call(`/members/${id}`, { method: 'DELETE' })).status).toBe(204);
  const { status, body } = await held(owner, PEOPLE.member);
  expect(status).toBe(200);
  expectFormat('held-data', body);
  expect(body.person).toMatchObject({ isMember: false, name: null, email: null, role: null, notifications: null });
  expect(body.roleChanges.items[0]).toMatchObject({ kind: 'member.removed' });
  expect(body.reviews.total).toBe(51);
  expect(JSON.stringify(body)).not.toContain(PEOPLE.member);
});

it('is refused after sixty in an hour', async () => {
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  for (let count = 0; count < 60; count += 1) expect((await held(admin, PEOPLE.owner)).status).toBe(200);
  expect((await held(admin, PEOPLE.owner)).status).toBe(429);
});
