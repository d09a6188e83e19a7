// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a person whom the directory takes out loses all that they had in the organization, at once and on each
 * process. None of it comes back with them. Owners who must remain do.
 */
import type { Decision, Me } from '@svc/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { inHours } from '#harness/granting';
import { sendToMcp } from '#harness/mcp';
import { connectApp } from '#harness/oauth';
import { openProvisioned, type ProvisionedCompany, patch, scimOf } from '#harness/scim';
import { call, openOrganization, otherProcess, PEOPLE, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, signIn } from '#harness/service/sessions.ts';
import { removePerson } from '../operators/index.ts';

const person = (email: string, role: string) => `
      - { email: ${email}, name: ${role.toLowerCase()} person, password: "${PASSWORD}", role: ${role} }`;
const provisioning = () =>
  acmeWithPeople({
    policies: ' []',
    people: person(PEOPLE.admin, 'ADMIN') + person(PEOPLE.member, 'MEMBER') + person(PEOPLE.stranger, 'ADMIN'),
    globexPeople: ' []',
  });

let company: ProvisionedCompany;
let other: TestService;
let admin: Browser;
let id: string;
beforeEach(async () => {
  company = await openProvisioned(await openOrganization({ provisioning }));
  other = await otherProcess(company.service);
  admin = await signIn(company.service.baseUrl, PEOPLE.admin);
  id = (await company.scim('/Users', { body: { userName: PEOPLE.admin } })).body.id;
});
afterEach(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const ACT = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', destination: 'INTERNAL' };
const apply = async (policies: object[]) => {
  const { status } = await call(company.service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(status).toBe(200);
};
const ask = async () =>
  (await call<Decision>(company.service.baseUrl, '/v1/events', { body: { ...ACT, recordsAffected: 100 } })).body;
const read = async (event: string) => (await call<Decision>(other.baseUrl, `/v1/events/${event}`)).body;
const setActive = (active: unknown) =>
  company.scim(`/Users/${id}`, patch({ op: 'Replace', path: 'active', value: active }));
const idOfAdmin = async () => (await admin.call<Me>('/me')).body.user.id;
/** Each way out ends the same. */
const WAYS_OUT: [string, () => Promise<unknown>][] = [
  ['the directory', () => setActive(false)],
  ['an owner', async () => await company.owner.call(`/members/${await idOfAdmin()}`, { method: 'DELETE' })],
  ['themselves', async () => await admin.call(`/members/${await idOfAdmin()}`, { method: 'DELETE' })],
  ['an operator', () => removePerson(company.service.app.pool, PEOPLE.admin, company.organizationId)],
];
const sql = (text: string) => readRows(company.service.database, text);

describe('a person who is taken out', () => {
  it('takes a person out whatever roles come with it: a role that is none here keeps no person in', async () => {
    const body = { userName: PEOPLE.admin, active: false, roles: [{ value: 'a role of another time' }] };
    expect((await company.scim(`/Users/${id}`, { method: 'PUT', body })).body).toMatchObject({ active: false });
    expect((await admin.call('/me')).status).toBe(401);
  });

  it('ends sessions and connected apps on each process, and neither comes back', async () => {
    const app = await connectApp(company.service.baseUrl, admin);
    const listed = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    const useOf = async () =>
      (await sendToMcp(other.baseUrl, listed, { authorization: `Bearer ${app.access_token}` })).status;
    const elsewhere = openBrowser(other.baseUrl, admin.cookies);
    expect([await useOf(), (await elsewhere.call('/me')).status]).toEqual([200, 200]);
    expect((await setActive('False')).body).toMatchObject({ active: false });
    expect([await useOf(), (await elsewhere.call('/me')).status]).toEqual([401, 401]);
    expect((await admin.call('/auth/refresh', { method: 'POST' })).status).toBe(401);

    expect((await setActive(true)).body).toMatchObject({ active: true, roles: [{ value: 'MEMBER' }] });
    expect([await useOf(), (await elsewhere.call('/me')).status]).toEqual([401, 401]);
    const again = await signIn(company.service.baseUrl, PEOPLE.admin);
    expect((await again.call<Me>('/me')).body.organization.role).toBe('MEMBER');
  });

  it.each(WAYS_OUT)('by %s ends an open approval, which does not count when the person is back', async (_, takeOut) => {
    await apply([{ name: 'Two', action: 'EXPORT', decision: 'REVIEW', approvals: { count: 2, notAsker: false } }]);
    const { id: event } = await ask();
    await admin.call(`/reviews/${event}/approve`, { body: {} });
    expect((await read(event)).review?.approvals).toMatchObject({ given: 1 });
    await takeOut();
    expect((await read(event)).review?.approvals).toMatchObject({ given: 0 });
    await company.scim(`/Users/${id}`, patch({ op: 'add', value: { active: true, roles: ['ADMIN'] } }));
    expect((await read(event)).review?.approvals).toMatchObject({ given: 0 });
    await company.owner.call(`/reviews/${event}/approve`, { body: {} });
    expect((await read(event)).review).toMatchObject({ status: 'PENDING', approvals: { given: 1 } });
  });

  it('ends the grants that the person made', async () => {
    await apply([{ name: 'Exports', action: 'EXPORT', decision: 'REVIEW', approvals: { grants: true } }]);
    const { id: event } = await ask();
    expect((await company.owner.call('/organization', { method: 'PATCH', body: { grantHoursMax: 24 } })).status).toBe(
      200,
    );
    const grant = { until: inHours(2) };
    expect((await admin.call(`/reviews/${event}/approve`, { body: { grant } })).status).toBe(200);
    expect((await ask()).finalDecision).toBe('ALLOW');
    await setActive(false);
    expect((await ask()).finalDecision).toBe('REVIEW');
  });

  it.each(WAYS_OUT)(
    'by %s ends chat links, signing keys and invitations, and leaves the keys of the organization',
    async (_, takeOut) => {
      const accountId = await idOfAdmin();
      const key = await admin.call<{ key: string }>('/api-keys', { body: { name: 'Theirs', kind: 'LIVE' } });
      expect(key.status).toBe(201);
      await admin.call('/invitations', { body: { email: `new@${company.domain}`, role: 'MEMBER' } });
      await sql(`INSERT INTO svc.signing_keys (organization_id, id, account_id, passkey_id, key_thumbprint, created_at)
      VALUES ('${company.organizationId}', gen_random_uuid(), '${accountId}', gen_random_uuid(), 'thumb', now())`);
      await sql(`INSERT INTO svc.chat_links (organization_id, account_id, integration_id, id, chat_team, chat_user,
        created_at, secret_digest)
      VALUES ('${company.organizationId}', '${accountId}', gen_random_uuid(), gen_random_uuid(), 'T', 'U', now(),
        sha256('x'))`);
      await takeOut();
      const of = `organization_id = '${company.organizationId}' AND account_id = '${accountId}'`;
      expect(
        await sql(`SELECT (SELECT count(*)::int FROM svc.signing_keys WHERE ${of}) AS keys,
        (SELECT count(*)::int FROM svc.chat_links WHERE ${of}) AS links,
        (SELECT count(*)::int FROM svc.invitations WHERE organization_id = '${company.organizationId}') AS invited`),
      ).toEqual([{ keys: 0, links: 0, invited: 0 }]);
      expect((await call(other.baseUrl, '/v1/events', { body: ACT, key: key.body.key })).status).toBe(200);
    },
  );

  it('is the same for a person who is deleted, whom no sign-in brings back', async () => {
    expect((await company.scim(`/Users/${id}`, { method: 'DELETE' })).status).toBe(204);
    expect((await openBrowser(other.baseUrl, admin.cookies).call('/me')).status).toBe(401);
    const { status, body } = await company.enter({ sub: 'admin', email: PEOPLE.admin, groups: ['admins'] });
    expect([status, body.reason]).toEqual([403, 'NO_ROLE']);
  });

  it('happens once, whoever asks at once', async () => {
    const answers = await Promise.all(
      [1, 2, 3, 4].map((place) =>
        scimOf(place % 2 ? other.baseUrl : company.service.baseUrl, company.token)(
          `/Users/${id}`,
          patch({ op: 'replace', path: 'active', value: false }),
        ),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const [entry] = await sql(`SELECT count(*)::int AS removed FROM svc.audit_entries
      WHERE organization_id = '${company.organizationId}' AND kind = 'member.removed'`);
    expect(entry).toEqual({ removed: 1 });
  });
});

describe('an owner who must remain', () => {
  let owner: string;
  beforeEach(async () => {
    owner = (await company.scim('/Users', { body: { userName: PEOPLE.owner } })).body.id;
  });
  const taken = async () => {
    const answers = [
      await company.scim(`/Users/${owner}`, patch({ op: 'replace', path: 'active', value: false })),
      await company.scim(`/Users/${owner}`, { method: 'DELETE' }),
      await company.scim(`/Users/${owner}`, patch({ op: 'add', path: 'roles', value: [{ value: 'MEMBER' }] })),
    ];
    return answers.map(({ status, body }) => [status, body?.detail]);
  };

  it('is the last one', async () => {
    const refused = [409, expect.stringContaining('last owner')];
    expect(await taken()).toEqual([refused, refused, refused]);
    expect((await company.owner.call<Me>('/me')).body.organization.role).toBe('OWNER');
  });

  it('is the last one of the break-glass list, where the directory is required', async () => {
    await company.scim(`/Users/${id}`, patch({ op: 'add', path: 'roles', value: [{ value: 'owners' }] }));
    expect(await company.change({ required: true })).toBe(200);
    const refused = [409, expect.stringContaining('break-glass')];
    expect(await taken()).toEqual([refused, refused, refused]);
  });
});
