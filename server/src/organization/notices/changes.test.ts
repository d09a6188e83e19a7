// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: owners are told of changes of the rules that others made, in the digest, with who made them. A person is
 * not told of their own acts. No secret stands in the mail. Roles that are told no more are told of that.
 */
import type { MemberList } from '@svc/contract';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type MailServer, smtpAddress, startMailServer } from '#harness/mail';
import { ACME, call, openOrganization, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { TEST_AUTHORITY } from '#harness/upstream';
import { createMails, createSmtpTransport } from '../../outgoing/mail/index.ts';
import { Outages } from '../../platform/logging/index.ts';
import { createVault } from '../../platform/vault/index.ts';
import { createMetrics } from '../../storage/metrics/index.ts';
import { prepareNotices } from './index.ts';

const BASE_URL = 'https://svc.example';
const never = new AbortController().signal;
const log = { warn: () => {}, error: (fields: object) => expect(fields).toBe('no error') };
const outages = new Outages({ ...log, info: () => {} });

let service: TestService;
let server: MailServer;
let owner: Browser;
let admin: Browser;
beforeEach(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  server = await startMailServer({});
  await readRows(service.database, `UPDATE svc.accounts SET language = 'en'`);
  [owner, admin] = await Promise.all([signIn(service.baseUrl, PEOPLE.owner), signIn(service.baseUrl, PEOPLE.admin)]);
});
afterEach(async () => {
  await server.stop();
  await service.stop();
});

async function tell(): Promise<void> {
  const { pool } = service.app;
  const transport = createSmtpTransport(smtpAddress(server), { ca: TEST_AUTHORITY });
  const vault = createVault([TEST_ENCRYPTION_KEY]);
  const mails = createMails({
    ...{ pool, vault, transport, log, from: null, metrics: createMetrics() },
    baseUrl: () => BASE_URL,
  });
  await prepareNotices({ pool, outages }, never);
  await mails.sendDue(never);
}
const digests = () => server.mails.filter(({ read }) => read.subject?.startsWith(`${ACME}: `));
const told = () => digests().flatMap(({ to, read }) => to.map((one) => `${one}: ${read.subject}`));

it('tells owners what others changed and how, and nobody of their own acts', async () => {
  const policy = { name: 'Deletions', action: 'DELETE', decision: 'BLOCK' };
  const made = await admin.call<{ id: string; updatedAt: string }>('/policies', { body: policy });
  expect(made.status).toBe(201);
  const change = { ...policy, decision: 'ALLOW', updatedAt: made.body.updatedAt };
  expect((await admin.call(`/policies/${made.body.id}`, { method: 'PATCH', body: change })).status).toBe(200);
  expect((await owner.call('/organization', { method: 'PATCH', body: { riskReviewAt: 40 } })).status).toBe(200);
  await tell();
  expect(told()).toEqual([`${PEOPLE.owner}: ${ACME}: 2 changes of the rules`]);
  const text = digests()[0]?.read.text;
  expect(text).toMatch(/GMT-3: Policy created: Deletions, by admin person\./);
  expect(text).toContain('Policy changed: Deletions (decision: BLOCK → ALLOW), by admin person.');
  expect(text).toContain(`${BASE_URL}/app/audit\n`);
  expect(text).not.toContain('Settings changed');
});

it('tells of an apply by the name of its key, of keys, roles, settings, permissions and classes', async () => {
  const { body: key } = await admin.call<{ key: string }>('/api-keys', {
    body: { name: 'CI', kind: 'LIVE', permissions: ['apply'] },
  });
  await call(service.baseUrl, '/v1/policies/apply', {
    key: key.key,
    body: { policies: [{ name: 'p', action: 'READ', decision: 'REVIEW' }] },
  });
  const { items } = (await admin.call<MemberList>('/members')).body;
  const member = items.find(({ email }) => email === PEOPLE.member);
  await owner.call(`/members/${member?.id}`, { method: 'PATCH', body: { role: 'ADMIN' } });
  await admin.call('/organization', { method: 'PATCH', body: { riskReviewAt: 70 } });
  await tell();
  const [{ read } = expect.fail()] = digests();
  expect(read.text).toContain('API key created: CI, by admin person.');
  expect(read.text).toContain('Policy created: p, by the API key CI.');
  expect(read.text).toMatch(/Settings changed \(riskReviewAt: \d+ → 70\), by admin person\./);
  expect(read.text).not.toContain(key.key);
  expect(read.text).not.toContain('Role changed');
});

it('tells owners that an admin no longer requires a second factor, and lets assistants answer reviews', async () => {
  const sql = (text: string) => readRows(service.database, text);
  await sql(`INSERT INTO svc.account_passkeys (id, account_id, name, credential_id, public_key, counter, transports,
      created_at)
    SELECT gen_random_uuid(), id, 'Key', gen_random_uuid()::text, '\\x00', 0, '{}', now() FROM svc.accounts`);
  await sql('UPDATE svc.organizations SET require_mfa = true');
  const body = { requireMfa: false, assistantApprovals: true };
  expect((await admin.call('/organization', { method: 'PATCH', body })).status).toBe(200);
  await tell();
  expect(told()).toEqual([`${PEOPLE.owner}: ${ACME}: 1 change of the rules`]);
  const text = digests()[0]?.read.text;
  expect(text).toContain('requireMfa: true → false');
  expect(text).toContain('assistantApprovals: false → true');
});

it('tells those who are told no more that it is so, and nothing after it; a person may turn it off', async () => {
  await admin.call('/notifications', { method: 'PATCH', body: { mails: { changeMade: [] } } });
  await tell();
  expect(told()).toEqual([`${PEOPLE.owner}: ${ACME}: 1 change of the rules`]);
  expect(digests()[0]?.read.text).toMatch(/Notifications changed \(mails\), by admin person\.[\s\S]*audit\?open=\d+/);
  service.clock.move('6m');
  await admin.call('/organization', { method: 'PATCH', body: { riskReviewAt: 70 } });
  await tell();
  expect(digests()).toHaveLength(1);
  await admin.call('/notifications', { method: 'PATCH', body: { mails: { changeMade: ['OWNER', 'ADMIN'] } } });
  await owner.call('/me', { method: 'PATCH', body: { notifications: { changeMade: false } } });
  await owner.call('/organization', { method: 'PATCH', body: { riskReviewAt: 60 } });
  await tell();
  expect(told().slice(1)).toEqual([`${PEOPLE.admin}: ${ACME}: 1 change of the rules`]);
});

it('tells an admin who was told, and is told no more, of just that', async () => {
  await owner.call('/notifications', { method: 'PATCH', body: { mails: { changeMade: ['OWNER', 'ADMIN'] } } });
  await tell();
  const before = told().length;
  service.clock.move('6m');
  await owner.call('/notifications', { method: 'PATCH', body: { mails: { changeMade: ['OWNER'] } } });
  await tell();
  expect(told().slice(before)).toEqual([`${PEOPLE.admin}: ${ACME}: 1 change of the rules`]);
  service.clock.move('6m');
  await owner.call('/organization', { method: 'PATCH', body: { riskReviewAt: 70 } });
  await tell();
  expect(told()).toHaveLength(before + 1);
});

it('tells a flood in one digest, which names the first and counts the others', async () => {
  const names = Array.from({ length: 30 }, (_, index) => `p${index}`);
  const policies = names.map((name) => ({ name, action: 'READ', decision: 'REVIEW' }));
  const applied = await call(service.baseUrl, '/v1/policies/apply', { body: { policies } });
  expect(applied.status).toBe(200);
  await tell();
  expect(told()).toEqual([`${PEOPLE.owner}: ${ACME}: 20 changes of the rules`]);
  expect(digests()[0]?.read.text).toContain('There are 10 more.');
});
