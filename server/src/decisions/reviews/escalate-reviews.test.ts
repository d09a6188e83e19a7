// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: it counts the due reviews of every organization.
 * Guarantee: a LIVE review that no approver opened for the set share of its time is passed on once, by one process. The
 * next roles may resolve it and are told, a second chat gets it, and the audit chain has an entry.
 */
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { ACME, call, LIVE_KEY, startTestService, TEST_KEY, type TestService } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { prepareNotices } from '../../organization/notices/index.ts';
import { Outages } from '../../platform/logging/index.ts';
import { escalateReviews } from './index.ts';

const POLICIES = `
      - { name: Any, action: EXPORT, decision: REVIEW, approverRoles: [MEMBER] }`;
const REVIEWED = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'EXTERNAL_API' };
const never = new AbortController().signal;

let service: TestService;
let owner: Browser;
let member: Browser;
let chatId: string;
beforeAll(async () => {
  service = await startTestService({ provisioning: acmeWithPeople({ policies: POLICIES }) });
  [owner, member] = await Promise.all([signIn(service.baseUrl, PEOPLE.owner), signIn(service.baseUrl, PEOPLE.member)]);
  const body = { name: 'second', kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url: 'https://chat.example/hook' };
  chatId = (await owner.call<{ id: string }>('/integrations', { body })).body.id;
});
afterAll(() => service.stop());
beforeEach(() => setEscalation({ afterPercent: 50, roles: ['OWNER'], chatIntegrationId: chatId }));

const sql = (text: string, values: unknown[] = []) => readRows(service.database, text, values);
const run = async () => (await escalateReviews(service.app.pool, never)).reviews;
const ask = async (key = LIVE_KEY) =>
  (await call(service.baseUrl, '/v1/events', { key, body: REVIEWED })).body.id as string;
/** As if the review had been made so many minutes before now; it waits for 100. */
const shift = (id: string, minutes: number) =>
  sql(
    `UPDATE svc.reviews SET created_at = now() - $2 * interval '1 minute',
       expires_at = now() + (100 - $2::float8) * interval '1 minute' WHERE event_id = $1`,
    [id, minutes],
  );
/** As if it had been set before each of the reviews. */
async function setEscalation(escalation: object | null, who = owner): Promise<void> {
  expect((await who.call('/notifications', { method: 'PATCH', body: { escalation } })).status).toBe(200);
  await sql(`UPDATE svc.notice_settings SET escalate_set_at = '-infinity'`);
}
const entries = async (id: string) =>
  (await readAuditEntries(service.database, ACME)).filter(
    ({ kind, subject }) => kind === 'review.escalated' && subject.id === id,
  );

it('is passed on once when its share is over, on any number of processes, and not before', async () => {
  const [due, early] = [await ask(), await ask()];
  await shift(due, 51);
  await shift(early, 49);
  const counts = await Promise.all([run(), run(), run()]);
  expect(counts.reduce((sum, count) => sum + count, 0)).toBe(1);
  expect(await run()).toBe(0);
  const [entry, ...more] = await entries(due);
  expect(more).toEqual([]);
  expect(await entries(early)).toEqual([]);
  expect(entry).toMatchObject({
    actor: { type: 'system', id: 'review-escalation' },
    metadata: { afterPercent: 50, approverRoles: ['MEMBER', 'OWNER'], chatIntegrationId: chatId, roles: ['OWNER'] },
  });
  expect(verifyEntries(await readAuditEntries(service.database, ACME))).toMatchObject({ isValid: true });
  expect(
    await sql('SELECT event_id, integration_id FROM svc.chat_outbox WHERE event_id = ANY ($1)', [[due, early]]),
  ).toEqual([{ event_id: due, integration_id: chatId }]);
});

it('may be resolved by the next roles from then on, and by nobody else who could not before', async () => {
  const id = await ask();
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  expect((await owner.call(`/reviews/${id}/deny`, { body: {} })).status).toBe(403);
  await shift(id, 60);
  await run();
  expect((await admin.call(`/reviews/${id}/deny`, { body: {} })).status).toBe(403);
  expect((await owner.call(`/reviews/${id}/deny`, { body: {} })).status).toBe(200);
});

it('passes only to roles that could resolve it before, where an admin set it, or an owner after it was made', async () => {
  const everybody = { afterPercent: 10, roles: ['OWNER', 'ADMIN'], chatIntegrationId: chatId };
  const admin = await signIn(service.baseUrl, PEOPLE.admin);
  const askFor = async (roles: string) => {
    const id = await ask();
    await sql('UPDATE svc.reviews SET approver_roles = $2 WHERE event_id = $1', [id, roles]);
    await shift(id, 60);
    return id;
  };
  const passedTo = async (id: string) => (await entries(id)).map(({ metadata }) => metadata.roles);
  const expectAdmins = async () => {
    const [forMembers, forOwners, forBoth] = [await askFor('{MEMBER}'), await askFor('{OWNER}'), await askFor('{}')];
    expect([await run(), await run()]).toEqual([2, 0]);
    expect(await passedTo(forMembers)).toEqual([]);
    expect(await passedTo(forOwners)).toEqual([['OWNER']]);
    expect(await passedTo(forBoth)).toEqual([['OWNER', 'ADMIN']]);
    expect((await admin.call(`/reviews/${forOwners}/approve`, { body: {} })).status).toBe(403);
    // They are too young to be deleted; one that was opened passes no further.
    await sql('UPDATE svc.reviews SET opened_at = now()');
  };
  await setEscalation(null);
  await setEscalation(everybody, admin);
  await expectAdmins();
  // Saved again as it stands, it stays the admin's.
  await setEscalation(everybody);
  await expectAdmins();
  await owner.call('/notifications', { method: 'PATCH', body: { escalation: { ...everybody, afterPercent: 20 } } });
  await expectAdmins();
  await setEscalation({ ...everybody, afterPercent: 20 });
  await sql(`UPDATE svc.notice_settings SET escalate_set_at = '-infinity'`);
  const later = await askFor('{OWNER}');
  expect(await run()).toBe(1);
  expect(await passedTo(later)).toEqual([['OWNER', 'ADMIN']]);
  await setEscalation({ ...everybody, afterPercent: 30 }, admin);
  await expectAdmins();
});

it('tells the next roles once by mail, and not those who were told before', async () => {
  const id = await ask();
  await shift(id, 60);
  await sql('DELETE FROM svc.notice_outbox');
  await run();
  const outages = new Outages({ error: (fields) => expect(fields).toBe('no error'), info: () => {} });
  await prepareNotices({ pool: service.app.pool, outages }, never);
  await run();
  await prepareNotices({ pool: service.app.pool, outages }, never);
  const told = await sql(
    `SELECT a.email, d.subjects FROM svc.notice_digests d JOIN svc.accounts a ON a.id = d.account_id`,
  );
  expect(told).toEqual([{ email: PEOPLE.owner, subjects: { reviewEscalated: { ids: [id], more: 0 } } }]);
});

it('stays where it is once a person who may resolve it has opened it, and a look of others counts for nothing', async () => {
  const [opened, looked] = [await ask(), await ask()];
  expect((await member.call(`/events/${opened}`)).status).toBe(200);
  expect((await owner.call(`/events/${looked}`)).status).toBe(200);
  await shift(opened, 90);
  await shift(looked, 90);
  expect(await run()).toBe(1);
  expect(await entries(opened)).toEqual([]);
  expect(await entries(looked)).toHaveLength(1);
});

it('is left alone in the sandbox, when resolved or expired, and without the setting', async () => {
  const [tried, resolved, expired, unset] = [await ask(TEST_KEY), await ask(), await ask(), await ask()];
  await member.call(`/reviews/${resolved}/deny`, { body: {} });
  for (const id of [tried, resolved, unset]) await shift(id, 90);
  await shift(expired, 101);
  await setEscalation(null);
  expect(await run()).toBe(0);
  await setEscalation({ afterPercent: 90, roles: ['OWNER', 'ADMIN'], chatIntegrationId: null });
  await shift(unset, 91);
  expect(await run()).toBe(1);
  expect(await entries(unset)).toMatchObject([{ metadata: { approverRoles: ['MEMBER', 'OWNER', 'ADMIN'] } }]);
});

it('stays where it is when its policy kept it, whatever the policy says later', async () => {
  const both = { action: 'EXPORT', decision: 'REVIEW', approverRoles: ['MEMBER'] };
  const apply = async (any: boolean, large: boolean) => {
    const policies = [
      { name: 'Any', ...both, escalate: any },
      { name: 'All', ...both, condition: { minRecords: 500 }, escalate: large },
    ];
    expect((await call(service.baseUrl, '/v1/policies/apply', { key: LIVE_KEY, body: { policies } })).status).toBe(200);
  };
  const askLarge = async () => {
    const body = { ...REVIEWED, recordsAffected: 500 };
    return (await call(service.baseUrl, '/v1/events', { key: LIVE_KEY, body })).body.id as string;
  };
  const isKept = async (id: string) =>
    !(await owner.call<{ review: { escalates: boolean } }>(`/events/${id}`)).body.review.escalates;
  await apply(true, false);
  const [kept, passed] = [await askLarge(), await ask()];
  await apply(false, true);
  const [passedNow, keptNow] = [await askLarge(), await ask()];
  const all = [kept, passed, passedNow, keptNow];
  for (const id of all) await shift(id, 60);
  expect([await run(), await run()]).toEqual([2, 0]);
  expect(await Promise.all(all.map(async (id) => (await entries(id)).length))).toEqual([0, 1, 1, 0]);
  const chats = await sql('SELECT event_id FROM svc.chat_outbox WHERE event_id = ANY ($1) ORDER BY event_id', [all]);
  expect(chats).toEqual([passed, passedNow].sort().map((event_id) => ({ event_id })));
  expect(await Promise.all(all.map(isKept))).toEqual([true, false, false, true]);
  await apply(true, true);
});

it('is set by owners and admins within its bounds, to no lesser role and no foreign chat', async () => {
  const set = (escalation: object, who = owner) =>
    who.call('/notifications', { method: 'PATCH', body: { escalation } });
  const good = { afterPercent: 25, roles: ['ADMIN', 'OWNER'], chatIntegrationId: null };
  expect((await set(good)).body).toMatchObject({ escalation: { ...good, roles: ['OWNER', 'ADMIN'] } });
  expect((await set(good, member)).status).toBe(403);
  const faulty = [
    { ...good, roles: [] },
    { ...good, roles: ['MEMBER'] },
    { ...good, afterPercent: 9 },
    { ...good, afterPercent: 91 },
    { ...good, chatIntegrationId: '0190a5a0-0000-7000-8000-000000000000' },
  ];
  for (const escalation of faulty) expect((await set(escalation)).status).toBe(400);
  const kinds = (await readAuditEntries(service.database, ACME)).map(({ kind }) => kind);
  expect(kinds).toContain('notifications.updated');
});
