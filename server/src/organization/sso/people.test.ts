// SPDX-License-Identifier: Apache-2.0
/** Guarantee: an account is given to a person of the directory by the rules alone, and the session reaches no further than the organization. */
import { APP_OPERATIONS, type AppOperation, type Me } from '@svc/contract';
import { verifyEntries } from '@svc/core/audit-chain';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Company, enter, openCompany } from '#harness/directory/company.ts';
import { startDirectory } from '#harness/directory/index.ts';
import { ACME, GLOBEX, mailOf, openOrganization, PEOPLE } from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PASSWORD, signIn } from '#harness/service/sessions.ts';
import { verifyAsOperator } from './index.ts';

let company: Company;
beforeAll(async () => {
  company = await openCompany(await openOrganization({ provisioning: acmeWithPeople }));
});
afterAll(async () => {
  await company.directory.stop();
  await company.service.stop();
});

const reasonOf = async (person: Parameters<Company['enter']>[0]) => {
  const { status, body } = await company.enter(person);
  return status === 200 ? 'entered' : body.reason;
};
const accountOf = async (email: string) =>
  (
    await readRows<{ id: string }>(company.service.database, `SELECT id FROM svc.accounts WHERE email_key = '${email}'`)
  )[0]?.id;

describe('an account', () => {
  it('is made and linked for addresses of verified domains alone, that the directory does not deny', async () => {
    const email = `ines@${company.domain}`;
    expect(await reasonOf({ sub: 'ines', groups: ['people'] })).toBe('NO_EMAIL');
    expect(await reasonOf({ sub: 'ines', email: 'no address', groups: ['people'] })).toBe('NO_EMAIL');
    expect(await reasonOf({ sub: 'ines', email: mailOf('ines', 'elsewhere'), groups: ['people'] })).toBe(
      'DOMAIN_UNVERIFIED',
    );
    expect(await reasonOf({ sub: 'ines', email: PEOPLE.stranger, groups: ['people'] })).toBe('DOMAIN_UNVERIFIED');
    expect(await reasonOf({ sub: 'ines', email, email_verified: false, groups: ['people'] })).toBe('EMAIL_UNVERIFIED');
    expect(await accountOf(email)).toBeUndefined();
    expect(await reasonOf({ sub: 'ines', email, email_verified: true, groups: ['people'] })).toBe('entered');
  });

  it('of one person of the directory is not given to a second one with the same address', async () => {
    const email = `rosa@${company.domain}`;
    expect(await reasonOf({ sub: 'rosa', email, groups: ['people'] })).toBe('entered');
    expect(await reasonOf({ sub: 'another rosa', email, groups: ['people'] })).toBe('OTHER_PERSON');
    expect(await reasonOf({ sub: 'rosa', email, groups: ['people'] })).toBe('entered');
  });

  it('that a stranger made with the address is taken over, and nothing of the stranger stays', async () => {
    const email = `vera@${company.domain}`;
    const stranger = openBrowser(company.service.baseUrl);
    const signUp = { name: 'Stranger', email, password: PASSWORD, organizationName: mailOf('vera') };
    expect((await stranger.call('/auth/signup', { body: signUp })).status).toBe(201);
    const id = await accountOf(email);
    const { body } = await company.enter({ sub: 'vera', email, name: 'Vera', groups: ['people'] });
    expect(body.user).toEqual({ id, email, name: 'Vera' });
    expect((await stranger.call('/me')).status).toBe(401);
    const again = await openBrowser(company.service.baseUrl).call('/auth/login', {
      body: { email, password: PASSWORD },
    });
    expect(again.status).toBe(401);
  });

  it('that is a member here already is taken over too, and the chain goes on behind what ended', async () => {
    const { service, organizationId } = company;
    const email = `nina@${company.domain}`;
    const signUp = { name: 'Stranger', email, password: PASSWORD, organizationName: mailOf('nina') };
    expect((await openBrowser(service.baseUrl).call('/auth/signup', { body: signUp })).status).toBe(201);
    const ids = `'${organizationId}', '${await accountOf(email)}'`;
    await readRows(
      service.database,
      `WITH member AS (
         INSERT INTO svc.memberships (organization_id, account_id, role, created_at) VALUES (${ids}, 'MEMBER', now())
       ), directory AS (
         INSERT INTO svc.membership_directory (organization_id, account_id) VALUES (${ids})
       )
       INSERT INTO svc.signing_keys (organization_id, account_id, id, passkey_id, key_thumbprint, created_at)
       VALUES (${ids}, gen_random_uuid(), gen_random_uuid(), 'thumb', now())`,
    );
    expect(await reasonOf({ sub: 'nina', email, groups: ['admins'] })).toBe('entered');
    const entries = await readAuditEntries(service.database, ACME);
    expect(entries.slice(-3).map(({ kind }) => kind)).toEqual([
      'member.signing_key_removed',
      'member.role_changed',
      'member.directory_linked',
    ]);
    expect(verifyEntries(entries)).toMatchObject({ isValid: true });
  });

  it('that a directory made opens by no password, until its person sets one by mail', async () => {
    const email = `timo@${company.domain}`;
    await company.enter({ sub: 'timo', email, groups: ['people'] });
    for (const password of ['', PASSWORD, 'timo']) {
      const { status } = await openBrowser(company.service.baseUrl).call('/auth/login', { body: { email, password } });
      expect(status).toBe(401);
    }
  });
});

describe('a role', () => {
  it('follows the groups at each sign-in, and goes with the last one', async () => {
    const email = `gina@${company.domain}`;
    const roles: unknown[] = [];
    for (const groups of [['people'], ['people', 'admins'], ['people']]) {
      roles.push((await company.enter({ sub: 'gina', email, groups })).body.organization?.role);
    }
    expect(roles).toEqual(['MEMBER', 'ADMIN', 'MEMBER']);
    const { browser } = await company.enter({ sub: 'gina', email, groups: ['people'] });
    expect(await reasonOf({ sub: 'gina', email, groups: ['others'] })).toBe('NO_ROLE');
    expect((await browser.call('/me')).status).toBe(401);
    expect((await browser.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
    const { body } = await company.owner.call<{ items: { email: string }[] }>('/members');
    expect(body.items.map((member) => member.email)).not.toContain(email);
  });

  it('is not given to a person without a group, who is no member by it', async () => {
    const before = await company.owner.call<{ items: unknown[] }>('/members');
    expect(await reasonOf({ sub: 'admin', email: PEOPLE.admin, groups: [] })).toBe('NO_ROLE');
    expect((await company.owner.call<{ items: unknown[] }>('/members')).body).toEqual(before.body);
  });

  it('stays with the last owner, whose sign-in is refused', async () => {
    for (const groups of [['people'], []]) {
      expect(await reasonOf({ sub: 'owner', email: PEOPLE.owner, groups: ['owners'] })).toBe('entered');
      expect(await reasonOf({ sub: 'owner', email: PEOPLE.owner, groups })).toBe('LAST_OWNER');
    }
    expect((await company.owner.call<Me>('/me')).body.organization.role).toBe('OWNER');
  });

  it('may come from a claim at a path, or be the same for everybody', async () => {
    await company.change({ roleClaim: 'realm_access.roles', defaultRole: 'MEMBER' });
    const person = { sub: 'paul', email: `paul@${company.domain}` };
    company.directory.forge = (claims, sign) => sign({ ...claims, realm_access: { roles: ['admins'] } });
    expect((await company.enter(person)).body.organization?.role).toBe('ADMIN');
    company.directory.forge = null;
    expect((await company.enter(person)).body.organization?.role).toBe('MEMBER');
    await company.change({});
  });
});

describe('a session', () => {
  it('reaches nothing beyond its organization, and nothing of the account', async () => {
    const { browser } = await company.enter({ sub: 'solo', email: `solo@${company.domain}`, groups: ['owners'] });
    const beyond = Object.entries<AppOperation>(APP_OPERATIONS).filter(([, { notByDirectory }]) => notByDirectory);
    expect(beyond.map(([id]) => id).toSorted()).toEqual([
      'addPasskey',
      'changeEmail',
      'changePassword',
      'createOrganization',
      'deleteAccount',
      'disableMfa',
      'enableMfa',
      'endOtherSessions',
      'endSession',
      'exportAccount',
      'listActivity',
      'listPasskeys',
      'listSessions',
      'passkeyOptions',
      'reauthenticate',
      'removePasskey',
      'renewRecoveryCodes',
      'requestVerification',
      'setUpMfa',
      'switchOrganization',
    ]);
    for (const [id, { method, path, body }] of beyond) {
      const called = await browser.call(path.replaceAll(/\{\w+\}/g, '018f0000-0000-7000-8000-00000000ffff'), {
        method,
        ...(body !== null && { body: {} }),
      });
      expect([id, called.status, called.body.error]).toEqual([id, 403, 'directory_session']);
    }
  });

  it('of a person of two organizations shows and changes one', async () => {
    const stranger = await signIn(company.service.baseUrl, PEOPLE.stranger);
    const member = await signIn(company.service.baseUrl, PEOPLE.member);
    const invited = await stranger.call<{ link: string | null }>('/invitations', {
      body: { email: PEOPLE.member, role: 'ADMIN' },
    });
    expect(invited.status).toBe(201);
    await readRows(
      company.service.database,
      `WITH m AS (SELECT a.id AS account_id, o.organization_id FROM svc.accounts a, svc.organizations o
         WHERE a.email_key = '${PEOPLE.member}' AND o.name = '${GLOBEX}'),
       made AS (INSERT INTO svc.memberships SELECT organization_id, account_id, 'ADMIN', now() FROM m)
       INSERT INTO svc.membership_directory SELECT account_id, organization_id FROM m`,
    );
    expect((await member.call<Me>('/me')).body.memberships).toHaveLength(2);
    const { browser } = await company.enter({ sub: 'member', email: PEOPLE.member, groups: ['people'] });
    const { body: me } = await browser.call<Me>('/me');
    expect(me.memberships.map(({ id }) => id)).toEqual([company.organizationId]);
    expect((await browser.call<{ items: object[] }>('/me/reviews')).body.items).toHaveLength(1);
    expect((await browser.call('/me', { method: 'PATCH', body: { name: 'Another' } })).body.error).toBe(
      'directory_session',
    );
  });
});

it('keeps the same address in the directories of two organizations apart', async () => {
  const email = `both@${company.domain}`;
  const stranger = await signIn(company.service.baseUrl, PEOPLE.stranger);
  const { body: me } = await stranger.call<Me>('/me');
  const organizationId = me.organization.id;
  await verifyAsOperator(company.service.app.pool, organizationId, company.domain);
  const own = `${company.service.baseUrl}/app/sso/${organizationId}`;
  const addresses = { callback: `${own}/callback`, backChannelLogout: own, afterLogout: own };
  const directory = await startDirectory(addresses);
  const connection = { ...company.connection, issuer: directory.issuer, breakGlass: [me.user.id] };
  expect((await stranger.call('/sso', { method: 'PUT', body: connection })).status).toBe(200);
  const here = await company.enter({ sub: 'both', email, groups: ['people'] });
  const there = await enter(
    { service: company.service, organizationId, directory },
    { sub: 'both', email, groups: ['admins'] },
  );
  await directory.stop();
  expect([here.body.organization?.role, there.body.organization?.role]).toEqual(['MEMBER', 'ADMIN']);
  for (const [entered, id] of [
    [here, company.organizationId],
    [there, organizationId],
  ] as const) {
    expect((await entered.browser.call<Me>('/me')).body.memberships.map((one) => one.id)).toEqual([id]);
    const goTo = id === organizationId ? company.organizationId : organizationId;
    const went = await entered.browser.call('/me/organization', { body: { organizationId: goTo } });
    expect(went.status).toBe(403);
  }
});

it('ends the session when the organization says, however it is used', async () => {
  const { browser } = await company.enter({ sub: 'lena', email: `lena@${company.domain}`, groups: ['people'] });
  company.service.clock.move('11h');
  expect((await browser.call('/auth/refresh', { method: 'POST' })).status).toBe(204);
  company.service.clock.move('59m');
  expect((await browser.call('/auth/refresh', { method: 'POST' })).status).toBe(204);
  expect((await browser.call('/me')).status).toBe(200);
  company.service.clock.move('1m');
  expect((await browser.call('/me')).status).toBe(401);
  expect((await browser.call('/auth/refresh', { method: 'POST' })).status).toBe(401);
});
