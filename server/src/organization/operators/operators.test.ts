// SPDX-License-Identifier: Apache-2.0
/**
 * A service of its own: the sessions of everybody end.
 * Guarantee: an operator's act on people counts at once, leaves an owner, and stands in the audit.
 */
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { setUpCodes } from '#harness/people/codes.ts';
import {
  ACME,
  GLOBEX,
  type LastingService,
  openOrganizationIn,
  startTestService,
  type TestService,
} from '#harness/service';
import { readAuditEntries, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, openBrowser, PASSWORD, PEOPLE, signIn } from '#harness/service/sessions.ts';
import { createPool } from '../../storage/connections/index.ts';
import { endAllSessions, endSessions, type ListedPerson, listPeople, removePerson, resetPassword } from './index.ts';

const memberOfBoth = () => `
      - { email: ${PEOPLE.member}, role: OWNER }
      - { email: ${PEOPLE.stranger}, name: stranger, password: "${PASSWORD}", role: OWNER }`;

let own: LastingService;
let service: TestService;
let pool: pg.Pool;
beforeAll(async () => {
  own = await startTestService();
});
afterAll(() => own.stop());
beforeEach(async () => {
  service = await openOrganizationIn(own, () => acmeWithPeople({ globexPeople: memberOfBoth() }));
  await readRows(service.database, 'DELETE FROM svc.sessions');
  await readRows(service.database, 'DELETE FROM svc.account_links');
  pool = createPool({ connectionString: service.database.connectionString }, 2);
});
afterEach(async () => {
  await pool.end();
  await service.stop();
});

const login = async (email: string, password: string) =>
  (await openBrowser(service.baseUrl).call('/auth/login', { body: { email, password } })).status;
const operatorEntries = async (organization: string) =>
  (await readAuditEntries(service.database, organization))
    .filter(({ actor }) => actor.id === 'operator')
    .map(({ kind, actor, metadata }) => ({ kind, type: actor.type, source: metadata.source }));

describe('a reset', () => {
  it('makes a password that works, ends every session, and is audited in each organization', async () => {
    const [member, owner] = [await signIn(service.baseUrl, PEOPLE.member), await signIn(service.baseUrl, PEOPLE.owner)];
    const made = await resetPassword(pool, PEOPLE.member.toUpperCase(), { factors: false });
    expect(made).toEqual({ email: PEOPLE.member, password: expect.stringMatching(/^\w{20}$/) });
    expect([(await member.call('/me')).status, (await owner.call('/me')).status]).toEqual([401, 200]);
    expect([await login(PEOPLE.member, PASSWORD), await login(PEOPLE.member, made.password)]).toEqual([401, 200]);
    for (const organization of [ACME, GLOBEX]) {
      expect(await operatorEntries(organization)).toEqual([
        { kind: 'member.password_set', type: 'system', source: 'command-line' },
      ]);
    }
  });

  it('leaves second factors, or takes them away with an entry that says so; open links end either way', async () => {
    await setUpCodes(await signIn(service.baseUrl, PEOPLE.member));
    const linksLeft = async () => {
      const links = 'SELECT count(*)::int AS links FROM svc.account_links WHERE account_id IS NOT NULL';
      return (await readRows(service.database, links))[0]?.links;
    };
    const forget = () => openBrowser(service.baseUrl).call('/auth/password/forgot', { body: { email: PEOPLE.member } });
    await forget();
    expect(await linksLeft()).toBe(1);
    const kept = await resetPassword(pool, PEOPLE.member, { factors: false });
    expect(await linksLeft()).toBe(0);
    const asked = { body: { email: PEOPLE.member, password: kept.password } };
    const answer = await openBrowser(service.baseUrl).call('/auth/login', asked);
    expect(answer.body).not.toHaveProperty('user');

    await forget();
    const made = await resetPassword(pool, PEOPLE.member, { factors: true });
    expect(await linksLeft()).toBe(0);
    expect(await login(PEOPLE.member, made.password)).toBe(200);
    const member = await signIn(service.baseUrl, PEOPLE.member, made.password);
    expect((await member.call('/me')).status).toBe(200);
    const removed = (await readAuditEntries(service.database, GLOBEX)).map(({ metadata }) => metadata.factorsRemoved);
    expect(removed.slice(-2)).toEqual([undefined, true]);
  });

  it('of nobody says so', async () => {
    const error = 'No account has the address none@acme.test. See: svc-server user list';
    await expect(resetPassword(pool, 'none@acme.test', { factors: true })).rejects.toThrow(error);
  });
});

describe('a removal', () => {
  it('from one organization leaves the others', async () => {
    const member = await signIn(service.baseUrl, PEOPLE.member);
    expect(await removePerson(pool, PEOPLE.member, ACME)).toEqual([ACME]);
    const { status, body } = await member.call<{ memberships: { name: string }[] }>('/me');
    expect(status === 401 || body.memberships.every(({ name }) => name === GLOBEX)).toBe(true);
    expect(await operatorEntries(ACME)).toEqual([{ kind: 'member.removed', type: 'system', source: 'command-line' }]);
    expect(await operatorEntries(GLOBEX)).toEqual([]);
    await expect(removePerson(pool, PEOPLE.member, ACME)).rejects.toThrow(
      `${PEOPLE.member} is no member of ${ACME}, but of: ${GLOBEX}.`,
    );
  });

  it('from all ends the sessions, and a file that says the same does not bring the person back', async () => {
    const member = await signIn(service.baseUrl, PEOPLE.member);
    expect((await removePerson(pool, PEOPLE.member, null)).sort()).toEqual([ACME, GLOBEX]);
    expect((await member.call('/me')).status).toBe(401);
    expect(await readRows(service.database, 'SELECT 1 FROM svc.sessions')).toEqual([]);
    await service.provision(acmeWithPeople({ globexPeople: memberOfBoth() }), { isForced: false });
    await expect(removePerson(pool, PEOPLE.member, null)).rejects.toThrow('is a member of no organization.');
  });

  it('of the last owner of one organization changes nothing in any', async () => {
    await removePerson(pool, PEOPLE.stranger, GLOBEX);
    await expect(removePerson(pool, PEOPLE.member, null)).rejects.toThrow(
      `${PEOPLE.member} is the last OWNER of ${GLOBEX}: make another member an OWNER first`,
    );
    expect(await operatorEntries(ACME)).toEqual([]);
    expect((await (await signIn(service.baseUrl, PEOPLE.member)).call('/me')).status).toBe(200);
  });

  it('of two last owners at once leaves one', async () => {
    const both = await Promise.allSettled([
      removePerson(pool, PEOPLE.member, GLOBEX),
      removePerson(pool, PEOPLE.stranger, GLOBEX),
    ]);
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('the end of sessions', () => {
  it('is that of one person, or of everybody', async () => {
    const people = [PEOPLE.owner, PEOPLE.admin, PEOPLE.member];
    const browsers = await Promise.all(people.map((email) => signIn(service.baseUrl, email)));
    const statuses = async () => await Promise.all(browsers.map(async (browser) => (await browser.call('/me')).status));
    expect(await endSessions(pool, PEOPLE.admin)).toBe(1);
    expect(await statuses()).toEqual([200, 401, 200]);
    expect(await endAllSessions(pool)).toBe(2);
    expect(await statuses()).toEqual([401, 401, 401]);
    expect((await operatorEntries(ACME)).map(({ kind }) => kind)).toEqual([
      'member.sessions_ended',
      'organization.sessions_ended',
    ]);
    expect((await operatorEntries(GLOBEX)).map(({ kind }) => kind)).toEqual(['organization.sessions_ended']);
  });
});

it('lists everybody, with organizations and open sessions', async () => {
  await signIn(service.baseUrl, PEOPLE.member);
  const people: ListedPerson[] = [];
  const addresses = Object.values(PEOPLE);
  for await (const person of listPeople(pool)) if (addresses.includes(person.email)) people.push(person);
  expect(people.map(({ email }) => email)).toEqual([PEOPLE.admin, PEOPLE.member, PEOPLE.owner, PEOPLE.stranger]);
  expect(people[1]).toEqual({
    email: PEOPLE.member,
    name: 'member person',
    memberships: [
      { organization: ACME, role: 'MEMBER' },
      { organization: GLOBEX, role: 'OWNER' },
    ],
    sessions: 1,
  });
});
