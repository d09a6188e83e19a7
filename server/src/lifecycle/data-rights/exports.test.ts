// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an export has its documented format and nothing else: no secret, no hash, and nothing of others. */
import type { AccountExport, OrganizationExport } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { setUpCodes } from '#harness/people/codes.ts';
import { ACME, call, LIVE_KEY, mailOf, openOrganization, type TestService } from '#harness/service';
import { expectFormat } from '#harness/service/export-formats.ts';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { acmeWithWebhooks, WEBHOOK_SECRET } from '#harness/webhooks';

let service: TestService;
let owner: Browser;
let admin: Browser;
let member: Browser;
beforeAll(async () => {
  service = await openOrganization({
    provisioning: () => acmeWithWebhooks(['https://siem.example/hook?token=hidden']),
  });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  admin = await signIn(service.baseUrl, PEOPLE.admin);
  member = await signIn(service.baseUrl, PEOPLE.member);
});
afterAll(() => service.stop());
beforeEach(() => readRows(service.database, 'DELETE FROM svc.rate_windows'));

async function fetched(browser: Browser, path: string): Promise<{ response: Response; text: string }> {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
  const response = await fetch(service.baseUrl + path, { headers: { 'sec-fetch-site': 'same-origin', cookie } });
  return { response, text: await response.text() };
}

/** Every text that the database keeps as a secret or as the hash of one. */
async function storedSecrets(): Promise<string[]> {
  const columns = await readRows<{ of: string; name: string; type: string }>(
    service.database,
    `SELECT table_name AS of, column_name AS name, data_type AS type FROM information_schema.columns
     WHERE table_schema = 'svc' AND (column_name ~ '(hash|secret|salt|private_key|public_key|key_prefix|credential_id)$')
       AND table_name NOT LIKE 'audit%' AND table_name <> 'organization_heads'`,
  );
  expect(columns.length).toBeGreaterThan(15);
  const found = new Set<string>();
  for (const { of, name, type } of columns) {
    const shown = type === 'bytea' ? `encode(${name}, 'hex')` : `${name}::text`;
    const rows = await readRows(service.database, `SELECT ${shown} AS value FROM svc.${of} WHERE ${name} IS NOT NULL`);
    for (const { value } of rows) if (String(value).length > 8) found.add(String(value));
  }
  return [...found];
}

it('of an account: profile, memberships, factors, sessions and history, in its format', async () => {
  const { secret, recoveryCodes } = await setUpCodes(admin);
  const { response, text } = await fetched(admin, '/me/export');
  expect(response.status).toBe(200);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(response.headers.get('cache-control')).toBe('no-store');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="svc-account-\d{4}-\d\d-\d\d\.json"$/,
  );
  const body = JSON.parse(text) as AccountExport;
  expectFormat('account-export', body);
  expect(body.profile.email).toBe(PEOPLE.admin);
  expect(body.memberships).toMatchObject([{ name: ACME, role: 'ADMIN' }]);
  expect(body.secondFactors).toMatchObject({ authenticatorApp: true, recoveryCodes: 10 });
  expect(body.activity.map(({ kind }) => kind)).toEqual(['mfa.enabled', 'sign_in.succeeded']);
  // The export is in the history, and not in itself.
  const later = JSON.parse((await fetched(admin, '/me/export')).text) as AccountExport;
  expect(later.activity.map(({ kind }) => kind)).toEqual(['account.exported', 'mfa.enabled', 'sign_in.succeeded']);
  for (const one of [secret, ...recoveryCodes, ...admin.cookies.values(), ...(await storedSecrets())]) {
    expect(text).not.toContain(one);
  }
  for (const other of [PEOPLE.owner, PEOPLE.member, PEOPLE.stranger]) expect(text).not.toContain(other);
});

it('of a long history, all of it', async () => {
  await readRows(
    service.database,
    `INSERT INTO svc.account_activity (id, account_id, kind, at, details)
     SELECT ('00000000-0000-7000-8000-' || lpad(n::text, 12, '0'))::uuid, a.id, 'profile.changed', now(), '{}'
     FROM svc.accounts a, generate_series(1, 401) n WHERE a.email = $1`,
    [PEOPLE.member],
  );
  const body = JSON.parse((await fetched(member, '/me/export')).text) as AccountExport;
  expect(body.activity.filter(({ kind }) => kind === 'profile.changed')).toHaveLength(401);
});

it('of an organization: settings and records, and neither secrets nor events', async () => {
  const credential = { type: 'API_KEY_HEADER', header: 'x-key', secret: 'a-bearer-of-nobody' };
  await owner.call('/integrations', { body: { name: 'crm', kind: 'HTTP', allowedHosts: ['crm.example'], credential } });
  const chat = { kind: 'CHAT_WEBHOOK', provider: 'INCOMING_WEBHOOK', url: 'https://chat.example/hook/hidden-part' };
  await owner.call('/integrations', { body: { name: 'chat', ...chat } });
  await owner.call('/http-routes', { body: { name: 'crm', baseUrl: 'https://crm.example', integration: 'crm' } });
  await owner.call('/mcp-routes', { body: { name: 'tools', agent: 'billing-bot' } });
  await owner.call('/invitations', { body: { email: mailOf('rui'), role: 'MEMBER' } });
  const claim = { name: 'No deletes', when: { action: 'DELETE' }, never: ['ALLOW'] };
  await owner.call('/guardrails', { body: { claim, enforcing: false } });
  const budget = { name: 'Reads', measure: 'COUNT', limit: 3, window: 'DAY', per: 'AGENT', action: 'READ' };
  await owner.call('/budgets', { body: { ...budget, onExceed: 'REVIEW' } });
  const act = { agent: 'billing-bot', resource: 'customers', action: 'READ_DATA' };
  await call(service.baseUrl, '/v1/events', { body: act });
  for (let number = 0; number < 25; number += 1) {
    await owner.call('/policies', { body: { name: `Policy ${number}`, action: 'READ', decision: 'ALLOW' } });
  }
  const { response, text } = await fetched(owner, '/organization/export');
  expect(response.headers.get('content-disposition')).toMatch(
    /^attachment; filename="svc-organization-\d{4}-\d\d-\d\d\.json"$/,
  );
  const body = JSON.parse(text) as OrganizationExport;
  expectFormat('organization-export', body);
  expect(body.organization).toMatchObject({ name: ACME, plan: 'BUSINESS', agentsMax: 50 });
  expect(body.members.map(({ email }) => email).sort()).toEqual([PEOPLE.admin, PEOPLE.member, PEOPLE.owner]);
  expect(body.agents.map(({ name }) => name)).toContain('billing-bot');
  expect(body.policies.filter(({ name }) => name.startsWith('Policy '))).toHaveLength(25);
  expect(body.guardrails).toMatchObject([{ name: 'No deletes', enforcing: false, version: 1 }]);
  expect(body.budgets).toMatchObject([{ name: 'Reads', spec: { limit: 3 }, series: 1, raisedWindow: null }]);
  expect(body.counts).toMatchObject([{ of: body.budgets[0]?.id, sandbox: false, used: 1 }]);
  expect(body.webhooks).toMatchObject([{ url: 'https://siem.example/…' }]);
  expect(body.integrations.map(({ name, credentialType }) => [name, credentialType]).sort()).toEqual([
    ['chat', null],
    ['crm', 'API_KEY_HEADER'],
  ]);
  expect([body.invitations.length, body.httpRoutes.length, body.mcpRoutes.length]).toEqual([1, 1, 1]);
  const hidden = [LIVE_KEY, 'key_live', 'key_test', WEBHOOK_SECRET, 'hidden', credential.secret];
  for (const one of [...hidden, ...(await storedSecrets())]) expect(text).not.toContain(one);
  expect(text).not.toContain(PEOPLE.stranger);
  const entries = await readAuditEntries(service.database, ACME);
  expect(entries.at(-1)).toMatchObject({
    kind: 'organization.exported',
    metadata: { format: 'svc.organization-export/v1', source: 'app', actorRole: 'OWNER' },
  });
});

it('is five an hour of a person and a kind, and for owners and admins alone where it is of the organization', async () => {
  for (const path of ['/me/export', '/organization/export']) {
    for (let count = 0; count < 5; count += 1) expect((await fetched(owner, path)).response.status).toBe(200);
    const { response, text } = await fetched(owner, path);
    expect([response.status, JSON.parse(text).error]).toEqual([429, 'rate_limited']);
    expect(Number(response.headers.get('retry-after'))).toBeGreaterThan(3_000);
    expect((await fetched(admin, path)).response.status).toBe(200);
    expect((await fetched(openBrowser(service.baseUrl), path)).response.status).toBe(401);
  }
  expect((await fetched(member, '/organization/export')).response.status).toBe(403);
});

it('says what a person may do', async () => {
  const rights = async (browser: Browser) => (await browser.call('/me/data-rights')).body;
  expect(await rights(owner)).toEqual({ export: true, deleteAccount: true, deleteOrganization: true });
  expect(await rights(admin)).toEqual({ export: true, deleteAccount: true, deleteOrganization: false });
  expect((await openBrowser(service.baseUrl).call('/me/data-rights')).status).toBe(401);
});
