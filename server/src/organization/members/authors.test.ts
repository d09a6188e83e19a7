// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an invitation gives no more than its author may give now; keys and webhooks of a member are named. */
import type { CreatedApiKey, CreatedWebhook, Invitation, MadeByMember, Member, MemberList, Role } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openPost, type Post } from '#harness/people';
import { ACME, mailOf, openOrganization, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';

let service: TestService;
let post: Post;
let owner: Browser;
let admin: Browser;
beforeAll(async () => {
  service = await openOrganization({ provisioning: () => acmeWithPeople() });
  post = await openPost(service);
});
afterAll(async () => {
  await post.stop();
  await service.stop();
});
beforeEach(async () => {
  await readRows(service.database, 'DELETE FROM svc.invitations');
  await readRows(service.database, 'DELETE FROM svc.rate_windows');
  await service.provision(acmeWithPeople());
  [owner, admin] = [await signIn(service.baseUrl, PEOPLE.owner), await signIn(service.baseUrl, PEOPLE.admin)];
  await post.fetch();
});

const idOf = async (email: string) =>
  (await owner.call<MemberList>('/members')).body.items.find((member) => member.email === email)?.id ?? '';
const setRole = async (email: string, role: Role) =>
  await owner.call<Member>(`/members/${await idOf(email)}`, { method: 'PATCH', body: { role } });
/** The file gives the ADMIN another role. */
async function provisionAs(role: Role): Promise<number> {
  await service.provision(acmeWithPeople().replace(/(?<=role: )ADMIN(?= })/, role));
  return 200;
}
const invite = async (browser: Browser, email: string, role: Role) => {
  const { status, body } = await browser.call<Invitation>('/invitations', { body: { email, role } });
  expect(status).toBe(201);
  return { id: body.id, token: await post.token(email) };
};
const accept = async (token: string) =>
  (
    await openBrowser(service.baseUrl).call('/invitations/accept', {
      body: { token, name: 'A Friend', password: PASSWORD },
    })
  ).status;
const left = async () => (await owner.call<{ items: Invitation[] }>('/invitations')).body.items.map(({ id }) => id);
const lastEntries = async (count: number) =>
  (await readAuditEntries(service.database, ACME)).slice(-count).map(({ kind, subject }) => [kind, subject.id]);

describe('an open invitation', () => {
  it.each<[string, () => Promise<number>]>([
    ['is removed', async () => (await owner.call(`/members/${await idOf(PEOPLE.admin)}`, { method: 'DELETE' })).status],
    ['leaves', async () => (await admin.call(`/members/${await idOf(PEOPLE.admin)}`, { method: 'DELETE' })).status],
    ['becomes a MEMBER', async () => (await setRole(PEOPLE.admin, 'MEMBER')).status],
    ['becomes one by the provisioning file', async () => await provisionAs('MEMBER')],
  ])('ends in the transaction in which its author %s', async (how, end) => {
    const { id, token } = await invite(admin, mailOf('friend', how.toLowerCase().replaceAll(' ', '-')), 'ADMIN');
    expect(await end()).toBeLessThan(300);
    expect(await lastEntries(1)).toEqual([['invitation.revoked', id]]);
    expect([await accept(token), await left()]).toEqual([404, []]);
  });

  it.each<[string, () => Promise<unknown>]>([
    ['the app', () => setRole(PEOPLE.admin, 'ADMIN')],
    ['the provisioning file', () => provisionAs('ADMIN')],
  ])('to a role that its author may still give after a change by %s stays', async (by, demote) => {
    await provisionAs('OWNER');
    const at = by.replaceAll(' ', '-');
    const lost = await invite(admin, mailOf('lost', at), 'OWNER');
    const kept = await invite(admin, mailOf('kept', at), 'ADMIN');
    await demote();
    expect(await left()).toEqual([kept.id]);
    expect([await accept(lost.token), await accept(kept.token)]).toEqual([404, 200]);
  });

  it('counts for the one who has sent it again', async () => {
    const { id } = await invite(admin, mailOf('again'), 'ADMIN');
    expect((await owner.call(`/invitations/${id}/resend`, { method: 'POST' })).status).toBe(200);
    const token = await post.token(mailOf('again'));
    await setRole(PEOPLE.admin, 'MEMBER');
    expect([await left(), await accept(token)]).toEqual([[id], 200]);
  });

  it('is checked when it is accepted too, however the role of its author has changed', async () => {
    const { token } = await invite(admin, mailOf('file'), 'ADMIN');
    await readRows(
      service.database,
      `UPDATE svc.memberships SET role = 'MEMBER' WHERE account_id = (SELECT id FROM svc.accounts WHERE email = $1)`,
      [PEOPLE.admin],
    );
    expect(await accept(token)).toBe(404);
  });
});

it('what a member has made and goes on is named, to owners and admins', async () => {
  const key = (await admin.call<CreatedApiKey>('/api-keys', { body: { name: 'of-admin', kind: 'LIVE' } })).body;
  const revoked = (await admin.call<CreatedApiKey>('/api-keys', { body: { name: 'revoked', kind: 'LIVE' } })).body;
  await admin.call(`/api-keys/${revoked.id}`, { method: 'DELETE' });
  await owner.call('/api-keys', { body: { name: 'of-owner', kind: 'LIVE' } });
  const hook = (await admin.call<CreatedWebhook>('/webhooks', { body: { url: 'https://siem.example/admin' } })).body;
  await owner.call('/webhooks', { body: { url: 'https://siem.example/owner' } });
  const id = await idOf(PEOPLE.admin);
  const made = await owner.call<MadeByMember>(`/members/${id}/made`);
  expect(made.body).toEqual({
    apiKeys: { total: 1, items: [{ id: key.id, name: 'of-admin', prefix: expect.any(String) }] },
    webhooks: { total: 1, items: [{ id: hook.id, url: 'https://siem.example/admin' }] },
  });
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  expect((await stranger.call(`/members/${id}/made`)).status).toBe(404);
});
