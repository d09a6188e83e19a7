// SPDX-License-Identifier: Apache-2.0
/**
 * Guarantee: a real Keycloak is a directory of an organization. Its people sign in with the role of their groups, and
 * sign out at both places. It signs them out, too, and confirms them. Without a group they have no access. A group of it
 * approves reviews, for as long as a person is in it. Who is deprovisioned loses all at once.
 */
import type { CreatedScimToken, Decision, Me, SsoTrial } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { finish } from '#harness/directory/company.ts';
import { type Realm, type RealmBrowser, startRealm } from '#harness/keycloak';
import { patch, scimOf } from '#harness/scim';
import { call, openOrganization, PEOPLE, type TestService } from '#harness/service';
import { acmeWithPeople, type Browser, openBrowser, signIn } from '#harness/service/sessions.ts';
import { verifyAsOperator } from '../../server/src/organization/sso/index.ts';

let service: TestService;
let owner: Browser;
let organizationId: string;
let domain: string;
let realm: Realm;
beforeAll(async () => {
  service = await openOrganization({ provisioning: acmeWithPeople });
  owner = await signIn(service.baseUrl, PEOPLE.owner);
  const { body: me } = await owner.call<Me>('/me');
  organizationId = me.organization.id;
  domain = PEOPLE.owner.slice(PEOPLE.owner.indexOf('@') + 1);
  await verifyAsOperator(service.app.pool, organizationId, domain);
  const { body } = await owner.call<{
    addresses: { callback: string; backChannelLogout: string; afterLogout: string };
  }>('/sso');
  realm = await startRealm(body.addresses, {
    ana: { email: `ana@${domain}`, groups: ['platform', 'everybody'] },
    rui: { email: `rui@${domain}`, groups: ['everybody'] },
    eva: { email: `eva@${domain}`, groups: ['owners', 'legal'] },
  });
  const connection = {
    ...{ issuer: realm.issuer, clientId: realm.clientId, clientSecret: realm.clientSecret },
    ...{ scopes: ['email', 'profile'], roleClaim: 'groups', defaultRole: null, enabled: true, required: true },
    roles: [
      { value: 'owners', role: 'OWNER' },
      { value: 'platform', role: 'ADMIN' },
      { value: 'everybody', role: 'MEMBER' },
    ],
    ...{ breakGlass: [me.user.id], sessionHours: 8 },
  };
  expect((await owner.call('/sso', { method: 'PUT', body: connection })).status).toBe(200);
});
afterAll(async () => {
  await realm?.stop();
  await service?.stop();
});

interface Entered {
  browser: Browser;
  there: RealmBrowser;
  status: number;
  body: { reason?: string; organization?: { role: string }; user?: { name: string } };
}

async function enter(userName: string): Promise<Entered> {
  const [browser, there] = [openBrowser(service.baseUrl), { userName, cookies: new Map<string, string>() }];
  const { body } = await browser.call<{ url: string }>('/auth/sso', { body: { organizationId } });
  const returned = await realm.visit(body.url, there);
  return { browser, there, ...(await finish(browser, organizationId, returned)) };
}

const isIn = async (browser: Browser) => (await browser.call('/me')).status === 200;

it('can be used, and ends its own sessions', async () => {
  const { body } = await owner.call<SsoTrial>('/sso/check', { method: 'POST' });
  expect(body).toEqual({ fault: null, detail: null, endsSessions: true });
});

it('lets people in with the highest role of their groups', async () => {
  const [ana, rui] = [await enter('ana'), await enter('rui')];
  expect([ana.body.organization?.role, rui.body.organization?.role]).toEqual(['ADMIN', 'MEMBER']);
  expect(ana.body.user?.name).toBe('ana of Acme');
});

it('ends a session at both places at a sign-out', async () => {
  const { browser, there } = await enter('rui');
  const { body } = await browser.call<{ url: string }>('/auth/sso/logout', { method: 'POST' });
  expect(await realm.follow(body.url, there)).toBe(`${service.baseUrl}/app/sign-in`);
  expect(await isIn(browser)).toBe(false);
});

it('is heard when it ends the sessions of a person itself', async () => {
  const [rui, ana] = [await enter('rui'), await enter('ana')];
  await realm.signOutOf('rui');
  expect([await isIn(rui.browser), await isIn(ana.browser)]).toEqual([false, true]);
});

it('asks a person anew who confirms a change', async () => {
  const { browser, there } = await enter('eva');
  const { body } = await browser.call<{ url: string }>('/auth/sso/confirm', { method: 'POST' });
  const returned = await realm.visit(body.url, there);
  expect((await finish(browser, organizationId, returned)).status).toBe(200);
  expect((await browser.call('/sso')).status).toBe(200);
});

const EXPORT = { agent: 'billing-bot', resource: 'customers', action: 'EXPORT_DATA', recordsAffected: 100 };
/** @returns the id of an event that waits for a person */
async function waiting(policy: object): Promise<string> {
  const policies = [{ name: 'Exports', action: 'EXPORT', decision: 'REVIEW', ...policy }];
  const applied = await call(service.baseUrl, '/v1/policies/apply', { body: { policies, prune: true } });
  expect(applied.status).toBe(200);
  const { body } = await call<Decision>(service.baseUrl, '/v1/events', { body: EXPORT });
  expect(body.decision).toBe('REVIEW');
  return body.id;
}
const approve = (browser: Browser, event: string) => browser.call<Decision>(`/reviews/${event}/approve`, { body: {} });

it('says who is in a group that approves', async () => {
  const legal = { name: 'legal', claimValue: 'legal' };
  expect((await owner.call('/groups', { body: legal })).status).toBe(201);
  const event = await waiting({ approverGroups: ['legal'] });
  expect((await approve((await enter('rui')).browser, event)).status).toBe(403);
  await realm.setGroups('rui', ['everybody', 'legal']);
  const { browser } = await enter('rui');
  expect((await approve(browser, event)).body).toMatchObject({ finalDecision: 'ALLOW' });

  const next = await waiting({ approverGroups: ['legal'] });
  await realm.setGroups('rui', ['everybody']);
  await enter('rui');
  expect((await approve(browser, next)).status).toBe(403);
});

it('takes sessions and open votes at once from a person whom it deprovisions', async () => {
  const again = await signIn(service.baseUrl, PEOPLE.owner);
  const { token } = (await again.call<CreatedScimToken>('/scim/tokens', { body: { days: 30 } })).body;
  const scim = scimOf(service.baseUrl, token);
  const { browser } = await enter('ana');
  const { id } = (await scim('/Users', { body: { userName: `ana@${domain}` } })).body;
  const event = await waiting({ approverRoles: ['ADMIN', 'OWNER'], approvals: { count: 2, notAsker: false } });
  expect((await approve(browser, event)).body.review?.approvals).toMatchObject({ given: 1 });

  const { status } = await scim(`/Users/${id}`, patch({ op: 'replace', path: 'active', value: false }));
  expect([status, await isIn(browser)]).toEqual([200, false]);
  const { body } = await call<Decision>(service.baseUrl, `/v1/events/${event}`);
  expect(body.review?.approvals).toMatchObject({ given: 0 });
  expect((await enter('ana')).body.reason).toBe('NO_ROLE');
});

it('gives no access any more to a person who has left their groups', async () => {
  const { browser } = await enter('rui');
  await realm.setGroups('rui', []);
  expect((await enter('rui')).body.reason).toBe('NO_ROLE');
  expect(await isIn(browser)).toBe(false);
  await realm.setGroups('rui', ['platform']);
  expect((await enter('rui')).body.organization?.role).toBe('ADMIN');
});
