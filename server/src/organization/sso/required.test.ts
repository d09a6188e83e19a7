// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: where the directory is required, people enter by it alone, and whatever else opens the organization ends at
 * once. Break-glass owners enter all the same, and one of them always remains.
 */
import type { Me } from '@svc/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Company, openCompany } from '#harness/directory/company.ts';
import { sendToMcp } from '#harness/mcp';
import { connectApp } from '#harness/oauth';
import { ACME, LIVE_KEY, openOrganization, PEOPLE } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PASSWORD, signIn } from '#harness/service/sessions.ts';
import { newLinkSecret } from '../../people/links/index.ts';

let company: Company;
let ownerId: string;
beforeAll(async () => {
  company = await openCompany(await openOrganization({ provisioning: acmeWithPeople }));
  ownerId = (await company.owner.call<Me>('/me')).body.user.id;
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const LIST = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
const useOf = async (token: string) =>
  (await sendToMcp(company.service.baseUrl, LIST, { authorization: `Bearer ${token}` })).status;
const login = (email: string) =>
  openBrowser(company.service.baseUrl).call<{ organizations?: object[] }>('/auth/login', {
    body: { email, password: PASSWORD },
  });
const memberId = async (email: string) => {
  const { body } = await company.owner.call<{ items: { id: string; email: string }[] }>('/members');
  return body.items.find((one) => one.email === email)?.id ?? '';
};

/** Gives the invitation of an address a link that the test knows. */
async function tokenOf(email: string): Promise<string> {
  const { token, digest } = newLinkSecret();
  const values = [email, digest];
  await readRows(
    company.service.database,
    `WITH invited AS (UPDATE svc.invitations SET secret_hash = $2 WHERE email_key = $1 RETURNING id)
     UPDATE svc.invitation_directory SET secret_hash = $2 WHERE invitation_id IN (SELECT id FROM invited)`,
    values,
  );
  return token;
}

describe('switched on', () => {
  let member: Browser;
  let byDirectory: Browser;
  beforeAll(async () => {
    member = await signIn(company.service.baseUrl, PEOPLE.member);
    const ofMember = await connectApp(company.service.baseUrl, member);
    const ofOwner = await connectApp(company.service.baseUrl, company.owner);
    expect([await useOf(ofMember.access_token), await useOf(ofOwner.access_token)]).toEqual([200, 200]);
    byDirectory = (await company.enter({ sub: 'dora', email: `dora@${company.domain}`, groups: ['people'] })).browser;
    expect(await company.change({ required: true })).toBe(200);
    expect([await useOf(ofMember.access_token), await useOf(ofOwner.access_token)]).toEqual([401, 200]);
  });

  it('ends what a session by password reads, and its way back in', async () => {
    expect((await member.call('/me')).status).toBe(401);
    expect((await member.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
    const { status, body } = await login(PEOPLE.member);
    expect([status, body]).toEqual([
      403,
      expect.objectContaining({
        error: 'sso_required',
        organizations: [{ id: company.organizationId, name: ACME }],
      }),
    ]);
  });

  it('lets people of the directory in, and break-glass owners by their password', async () => {
    expect((await byDirectory.call('/me')).status).toBe(200);
    expect((await login(PEOPLE.owner)).status).toBe(200);
    const { status, browser } = await company.enter({ sub: 'member', email: PEOPLE.member, groups: ['people'] });
    expect(status).toBe(200);
    expect((await browser.call('/reviews')).status).toBe(200);
  });

  it('lets people of the directory connect apps, to this organization', async () => {
    const { access_token } = await connectApp(company.service.baseUrl, byDirectory);
    expect(await useOf(access_token)).toBe(200);
  });

  it('takes an invited person in, who signs in by the directory then', async () => {
    const email = `ivo@${company.domain}`;
    await company.owner.call('/invitations', { body: { email, role: 'MEMBER' } });
    const token = await tokenOf(email);
    const browser = openBrowser(company.service.baseUrl);
    const { status, body } = await browser.call<{ signedIn: object | null }>('/invitations/accept', {
      body: { token, name: 'Ivo', password: PASSWORD },
    });
    expect([status, body.signedIn, browser.cookies.size]).toEqual([200, null, 0]);
    expect((await login(email)).status).toBe(403);
    expect((await company.enter({ sub: 'ivo', email, groups: ['people'] })).status).toBe(200);
  });

  it('leaves API keys as they are', async () => {
    const response = await fetch(`${company.service.baseUrl}/v1/organization`, {
      headers: { authorization: `Bearer ${LIVE_KEY}` },
    });
    expect(response.status).not.toBe(401);
  });

  it('shows the organization to a person who has another one, and none of its content', async () => {
    const name = 'Beside';
    await company.change({ required: false });
    const admin = await signIn(company.service.baseUrl, PEOPLE.admin);
    const { body: made } = await admin.call<{ id: string }>('/organizations', { body: { name } });
    await company.change({ required: true });
    expect((await admin.call('/auth/refresh', { method: 'POST' })).status).toBe(204);
    const { body: me } = await admin.call<Me>('/me');
    expect(me.organization.id).toBe(made.id);
    expect(me.memberships.map(({ id, needsDirectory }) => [id, needsDirectory])).toEqual([
      [company.organizationId, true],
      [made.id, false],
    ]);
    const back = await admin.call('/me/organization', { body: { organizationId: company.organizationId } });
    expect(back.status).toBe(404);
    const { body: waiting } = await admin.call<{ items: { organizationId: string }[] }>('/me/reviews');
    expect(waiting.items.map(({ organizationId }) => organizationId)).toEqual([made.id]);
  });
});

describe('a break-glass owner remains', () => {
  const CONFLICT = [409, 'conflict'];
  const refused = async (path: string, options: object) => {
    const { status, body } = await company.owner.call(path, options);
    return [status, body?.error];
  };

  it('whatever owners change', async () => {
    expect(await company.change({ required: true, breakGlass: [] })).toBe(409);
    expect(await company.change({ required: true, enabled: false })).toBe(400);
    expect(await company.change({ required: true, breakGlass: [await memberId(PEOPLE.member)] })).toBe(400);
    // Another owner remains, who is not on the list.
    const other = await memberId(PEOPLE.admin);
    expect(await refused(`/members/${other}`, { method: 'PATCH', body: { role: 'OWNER' } })).toEqual([200, undefined]);
    expect(await refused(`/members/${ownerId}`, { method: 'PATCH', body: { role: 'ADMIN' } })).toEqual(CONFLICT);
    expect(await refused(`/members/${ownerId}`, { method: 'DELETE' })).toEqual(CONFLICT);
    expect(await refused('/me', { method: 'DELETE', body: { password: PASSWORD, confirm: 'DELETE' } })).toEqual(
      CONFLICT,
    );
    expect((await company.owner.call<Me>('/me')).body.organization.role).toBe('OWNER');
  });

  it('whatever a file or the directory says', async () => {
    const file = acmeWithPeople().replace(/(owner@.*role:) OWNER/, '$1 MEMBER');
    await expect(company.service.provision(file)).rejects.toThrow();
    const { body } = await company.enter({ sub: 'owner', email: PEOPLE.owner, groups: ['people'] });
    expect(body.reason).toBe('LAST_OWNER');
  });

  it('with a second factor, where the organization asks for one', async () => {
    const { status, body } = await company.owner.call('/organization', { method: 'PATCH', body: { requireMfa: true } });
    expect([status, body.error]).toEqual(CONFLICT);
  });

  it('until the requirement ends', async () => {
    expect(await company.change({ required: false })).toBe(200);
    expect((await login(PEOPLE.member)).status).toBe(200);
    expect(await company.change({ required: false, breakGlass: [] })).toBe(200);
  });
});

it('ends sessions of the directory with the connection', async () => {
  const person = { sub: 'elsa', email: `elsa@${company.domain}`, groups: ['people'] };
  const { browser } = await company.enter(person);
  expect(await company.change({ enabled: false })).toBe(200);
  expect((await browser.call('/me')).status).toBe(401);
  expect((await company.enter(person)).body.reason).toBe('NOT_AVAILABLE');
  expect(await company.change({})).toBe(200);
  const again = (await company.enter(person)).browser;
  expect((await company.owner.call('/sso', { method: 'DELETE' })).status).toBe(204);
  expect((await again.call('/me')).status).toBe(401);
});
