// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: an organization that its owner deletes ends at once on every process. Each decision is recorded before, or
 * refused. Every row goes in steps that survive a crash, and no other organization changes.
 */
import type { Me } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { signUp } from '#harness/people';
import { codeOf, setUpCodes } from '#harness/people/codes.ts';
import {
  ACME,
  call,
  GLOBEX,
  GLOBEX_KEY,
  IDS,
  LIVE_KEY,
  mailOf,
  openOrganization,
  otherProcess,
  PLAIN_ACTION,
  TEST_KEY,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { openStream } from '#harness/streams';
import { acmeWithWebhooks, BLOCKED, REVIEWED } from '#harness/webhooks';
import { inTransaction } from '../../storage/db/index.ts';
import { deleteRowsOfEnded } from './index.ts';

let service: TestService;
let other: TestService;
let owner: Browser;
let acmeId: string;
beforeEach(async () => {
  service = await openOrganization({ provisioning: () => acmeWithWebhooks(['https://siem.example/hook']) });
  other = await otherProcess(service);
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  acmeId = (await owner.call<Me>('/me')).body.organization.id;
});
afterEach(async () => {
  await other.stop();
  await service.stop();
});

const deletion = () => ({ password: PASSWORD, confirmName: ACME });
const deleteAcme = (body: object = deletion(), browser = owner) =>
  browser.call('/organization', { method: 'DELETE', body });
const never = new AbortController().signal;
const HOUR_MS = 3_600_000;
const decide = (at: TestService, key = LIVE_KEY, body: object = PLAIN_ACTION) =>
  call(at.baseUrl, '/v1/events', { key, body });

/** Tables with rows of the organization, as the service sees them; sessions belong to people. */
async function tablesWithRows(): Promise<string[]> {
  const tables = await readRows<{ name: string }>(
    service.database,
    `SELECT c.relname AS name FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
     WHERE c.relnamespace = 'svc'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
       AND a.attname = 'organization_id' ORDER BY 1`,
  );
  expect(tables.length).toBeGreaterThan(40);
  const found: string[] = [];
  for (const { name } of tables) {
    const rows = await inTransaction(service.app.pool, [acmeId], (transaction) =>
      transaction.queryOnce(`SELECT 1 FROM svc.${name} WHERE organization_id = $1 LIMIT 1`, [acmeId]),
    );
    if (rows.length > 0) found.push(name);
  }
  return found;
}

/** Writes into as many tables as the service has for an organization. */
async function fillAcme(): Promise<void> {
  for (const body of [PLAIN_ACTION, BLOCKED, REVIEWED]) {
    const headers = { 'idempotency-key': JSON.stringify(body).slice(0, 40) };
    await call(service.baseUrl, '/v1/events', { body, headers });
    await decide(service, TEST_KEY, body);
  }
  await owner.call('/integrations', { body: { name: 'crm', kind: 'HTTP' } });
  await owner.call('/http-routes', { body: { name: 'crm', baseUrl: 'https://api.example', integration: 'crm' } });
  await owner.call('/mcp-routes', { body: { name: 'tools', agent: 'billing-bot', resource: 'orders' } });
  await owner.call('/invitations', { body: { email: mailOf('rui'), role: 'MEMBER' } });
  await owner.call('/policies', { body: { name: 'p', action: 'READ', decision: 'ALLOW', cases: [] } });
  await owner.call('/policies/impact', { body: { policies: [], days: 1 } });
  await owner.call(`/agents/${IDS.billingBot}/pause`, { body: { reason: 'why' } });
  await owner.call('/notifications', { method: 'PATCH', body: { quietHours: { from: '22:00', until: '06:00' } } });
  await owner.call('/anomalies/scan', { method: 'POST' });
  await service.app.checkpoints.cover(acmeId);
}

it('refuses keys, sessions and streams from the answer on, on every process, and empties every table', async () => {
  await fillAcme();
  await decide(other, GLOBEX_KEY, { ...PLAIN_ACTION, resource: 'customers' });
  const stranger = await signIn(service.baseUrl, PEOPLE.stranger);
  const admin = await signIn(other.baseUrl, PEOPLE.admin);
  const stream = await openStream(other.baseUrl, admin);
  await stream.next('ready');
  const before = await readAuditEntries(service.database, GLOBEX);
  expect((await tablesWithRows()).length).toBeGreaterThan(28);

  const answer = await deleteAcme();
  expect(answer.status).toBe(204);
  // It was the last organization of the owner: both cookies are gone, and so is the session.
  expect([...owner.cookies.keys()].filter((name) => /access|refresh/.test(name))).toEqual([]);
  for (const at of [service, other]) {
    for (const key of [LIVE_KEY, TEST_KEY]) expect((await decide(at, key)).status).toBe(401);
  }
  expect((await admin.call('/me')).status).toBe(401);
  expect((await admin.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
  await stream.closed;

  // A run that dies between two batches is gone on with by the next.
  expect(await inTransaction(service.app.pool, [acmeId], (t) => t.query(SOME, [acmeId]))).toEqual([{ n: 5 }]);
  expect(await deleteRowsOfEnded(other.app.pool, Date.now(), AbortSignal.abort())).toBe(1);
  expect((await tablesWithRows()).length).toBeGreaterThan(10);
  expect(await deleteRowsOfEnded(other.app.pool, Date.now(), never)).toBe(0);
  expect(await tablesWithRows()).toEqual(['organization_deletions']);
  // Rows that another task writes late go with the next run; then the deletion is forgotten.
  await inTransaction(service.app.pool, [acmeId], (t) => t.query(LATE, [acmeId]));
  expect(await deleteRowsOfEnded(other.app.pool, Date.now() + HOUR_MS, never)).toBe(0);
  expect(await tablesWithRows()).toEqual([]);

  const after = await readAuditEntries(service.database, GLOBEX);
  expect(after).toEqual(before);
  expect(verifyEntries(after)).toMatchObject({ isValid: true });
  expect((await stranger.call('/agents')).status).toBe(200);
  expect((await decide(other, GLOBEX_KEY, { ...PLAIN_ACTION, resource: 'customers' })).status).toBe(200);
});

const SOME = 'SELECT svc.delete_some_of($1, 5) AS n';
const LATE = `
  INSERT INTO svc.figure_lasts (organization_id, kind, record_id, sandbox, at, seq, event_id, decision)
  VALUES ($1, 'AGENT', gen_random_uuid(), false, now(), 1, gen_random_uuid(), 'ALLOW')`;

it('records each decision before, or refuses it, while decisions are being recorded', async () => {
  const statuses: number[] = [];
  const recorded: string[] = [];
  let isEnded = false;
  const keepDeciding = async (at: TestService) => {
    while (!isEnded) {
      const { status, body } = await decide(at);
      statuses.push(status);
      if (status === 200) recorded.push(body.id);
      else isEnded = true;
    }
  };
  const deciding = Array.from({ length: 16 }, (_, index) => keepDeciding(index % 2 === 0 ? service : other));
  await expect.poll(() => recorded.length, { interval: 5 }).toBeGreaterThan(50);
  expect((await deleteAcme()).status).toBe(204);
  await Promise.all(deciding);
  expect([...new Set(statuses)].sort()).toEqual([200, 401]);
  const stored = await inTransaction(service.app.pool, [acmeId], (transaction) =>
    transaction.query<{ id: string }>('SELECT id FROM svc.events'),
  );
  expect(stored.map(({ id }) => id).sort()).toEqual(recorded.sort());
});

it('lets one of two deletions at once succeed', async () => {
  const second = await signIn(other.baseUrl, PEOPLE.owner);
  const answers = await Promise.all([deleteAcme(), deleteAcme(deletion(), second)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([204, 401]);
});

it('asks for the exact name, the password, and a code where there is an authenticator app', async () => {
  const named = await deleteAcme({ ...deletion(), confirmName: 'acme' });
  expect([named.status, Object.keys(named.body.fields ?? {})]).toEqual([400, ['confirmName']]);
  expect((await deleteAcme({ password: PASSWORD })).status).toBe(400);
  const wrong = await deleteAcme({ ...deletion(), password: 'wrong' });
  expect([wrong.status, wrong.body.error]).toEqual([401, 'invalid_credentials']);
  for (const email of [PEOPLE.admin, PEOPLE.member]) {
    const refused = await deleteAcme(deletion(), await signIn(service.baseUrl, email));
    expect([refused.status, refused.body.error]).toEqual([403, 'forbidden']);
  }
  const { secret } = await setUpCodes(owner);
  for (const code of [{}, { mfaCode: '000000' }]) {
    const refused = await deleteAcme({ ...deletion(), ...code });
    expect([refused.status, refused.body.error]).toEqual([401, 'invalid_credentials']);
  }
  service.clock.move('11m');
  const late = await deleteAcme({ ...deletion(), mfaCode: codeOf(secret) });
  expect([late.status, late.body.error]).toEqual([401, 'reauthentication_required']);
  const confirmed = await owner.call('/auth/reauthenticate', { body: { password: PASSWORD, mfaCode: codeOf(secret) } });
  expect(confirmed.status).toBe(204);
  expect((await deleteAcme({ ...deletion(), mfaCode: codeOf(secret, 1) })).status).toBe(204);
});

it('leaves the owner signed in where they have another organization, and tells every member', async () => {
  expect((await owner.call('/organizations', { body: { name: 'Second' } })).status).toBe(201);
  expect((await deleteAcme()).status).toBe(204);
  const me = (await owner.call<Me>('/me')).body;
  expect([me.organization.name, me.memberships.map(({ name }) => name)]).toEqual(['Second', ['Second']]);
  // The name of the organization that ended does not delete the one that the session went on in.
  expect((await deleteAcme()).status).toBe(400);
  const told = await readRows(
    service.database,
    `SELECT a.email, e.details FROM svc.mail_outbox m JOIN svc.account_activity e ON e.id = m.subject_id
       JOIN svc.accounts a ON a.id = e.account_id
     WHERE m.kind = 'account.organization_deleted' ORDER BY 1`,
  );
  expect(told).toEqual(
    [PEOPLE.admin, PEOPLE.member, PEOPLE.owner].map((email) => ({ email, details: { organization: ACME } })),
  );
});

it('deletes nothing of an organization that nobody has ended, whatever a statement says', async () => {
  const run = (text: string) =>
    inTransaction(service.app.pool, [acmeId], (transaction) => transaction.queryOnce(text, [acmeId]));
  await expect(run('SELECT svc.delete_some_of($1, 10)')).rejects.toThrow(/not being deleted/);
  await expect(run('DELETE FROM svc.organization_heads WHERE organization_id = $1')).rejects.toThrow(/denied/);
  await expect(run('DELETE FROM svc.events WHERE organization_id = $1 RETURNING 1')).resolves.toEqual([]);
  const mark = 'INSERT INTO svc.organization_deletions (organization_id, begun_at) VALUES ($1, now())';
  await expect(run(mark)).rejects.toThrow(/denied/);
});

it('keeps the account of a person whose only organization it was', async () => {
  const person = await signUp(service, mailOf('ana', 'alone'));
  const body = { password: 'a password of nobody else', confirmName: `Org of ${mailOf('ana', 'alone')}` };
  expect((await person.browser.call('/organization', { method: 'DELETE', body })).status).toBe(204);
  const again = await person.browser.call('/auth/login', {
    body: { email: mailOf('ana', 'alone'), password: 'a password of nobody else' },
  });
  expect([again.status, again.body.error]).toEqual([403, 'no_organization']);
});
