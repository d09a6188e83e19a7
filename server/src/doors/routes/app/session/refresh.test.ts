// SPDX-License-Identifier: Apache-2.0
/** The answers of one route, by their status. */
import type { ActivityList, SessionList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ACME, GLOBEX, openOrganization, otherProcess, type TestService } from '#harness/service';
import { organizationIdOf, readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

/** POST /auth/refresh rotates both tokens with each use, under any concurrency and on any process. */
describe('204', () => {
  let service: TestService;
  let other: TestService;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
    other = await otherProcess(service);
  });
  afterAll(async () => {
    await other.stop();
    await service.stop();
  });

  const refresh = (browser: Browser) => browser.call('/auth/refresh', { method: 'POST' });
  const tokensOf = ({ cookies }: Browser) => ['access', 'refresh'].map((name) => cookies.get(`__Host-svc_${name}`));

  it('gives two new cookies with their whole lifetime, and the session goes on', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.owner);
    const before = tokensOf(browser);
    const { status, headers } = await refresh(browser);
    expect(status).toBe(204);
    expect(headers.getSetCookie().join('\n')).toMatch(
      /svc_access=.*Max-Age=900;.*\n__Host-svc_refresh=.*Max-Age=2592000;/,
    );
    expect(tokensOf(browser).filter((token) => before.includes(token))).toEqual([]);
    expect((await browser.call('/me')).status).toBe(200);
  });

  it('renews when and from where the session was last used', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.admin);
    await readRows(service.database, `UPDATE svc.sessions SET network = '192.0.2.0/24', browser = 'Opera'`);
    service.clock.move('10m');
    const current = async () =>
      (await browser.call<SessionList>('/me/sessions')).body.items.find((session) => session.current);
    expect(await current()).toMatchObject({ network: '192.0.2.0/24', browser: 'Opera' });
    const startedAt = service.clock.now().toISOString();
    const headers = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    await browser.call('/auth/refresh', { method: 'POST', headers });
    const { network, browser: name, system, lastUsedAt } = (await current()) as SessionList['items'][number];
    expect([network, name, system]).toEqual(['127.0.0.0/24', 'Firefox', 'Linux']);
    expect(lastUsedAt >= startedAt).toBe(true);
  });

  it('leaves a call that is under way with the access token before its time', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.owner);
    const underWay = openBrowser(service.baseUrl, browser.cookies);
    await refresh(browser);
    expect((await underWay.call('/me')).status).toBe(200);
  });

  it('works without the access cookie, which has ended with its time', async () => {
    const browser = await signIn(service.baseUrl, PEOPLE.owner);
    browser.cookies.delete('__Host-svc_access');
    expect((await browser.call('/me')).status).toBe(401);
    expect((await refresh(browser)).status).toBe(204);
    expect((await browser.call('/me')).status).toBe(200);
  });

  it('gives every one of many tabs the same successors, also on two processes at once', async () => {
    const first = await signIn(service.baseUrl, PEOPLE.owner);
    const tabs = Array.from({ length: 20 }, (_, index) =>
      openBrowser((index % 2 === 0 ? service : other).baseUrl, first.cookies),
    );
    const answers = await Promise.all(tabs.map(refresh));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(204));
    expect(new Set(tabs.map((tab) => tokensOf(tab).join())).size).toBe(1);
    expect(tokensOf(tabs[0] as Browser)).not.toEqual(tokensOf(first));
  });

  it('moves to another organization of the person when they are no longer a member of the current one', async () => {
    await service.provision(acmeWithPeople({ globexPeople: `\n      - { email: ${PEOPLE.member}, role: ADMIN }` }));
    const browser = await signIn(service.baseUrl, PEOPLE.member);
    const [account] = await readRows<{ id: string }>(service.database, 'SELECT id FROM svc.accounts WHERE email = $1', [
      PEOPLE.member,
    ]);
    for (const table of ['memberships', 'membership_directory']) {
      await readRows(service.database, `DELETE FROM svc.${table} WHERE account_id = $1 AND organization_id = $2`, [
        account?.id,
        await organizationIdOf(service.database, ACME),
      ]);
    }
    expect((await browser.call('/me')).status).toBe(401);
    expect((await refresh(browser)).status).toBe(204);
    expect((await browser.call('/me')).body).toMatchObject({ organization: { name: GLOBEX, role: 'ADMIN' } });
  });
});

/** POST /auth/refresh: an old token is theft and ends the session of thief and person alike; others end nothing. */
describe('401', () => {
  const REFRESH = '__Host-svc_refresh';

  let service: TestService;
  let browser: Browser;
  beforeAll(async () => {
    service = await openOrganization({ provisioning: acmeWithPeople });
  });
  afterAll(() => service.stop());
  beforeEach(async () => {
    await readRows(service.database, 'DELETE FROM svc.rate_windows');
    browser = await signIn(service.baseUrl, PEOPLE.owner);
  });

  const refresh = (one: Browser) => one.call('/auth/refresh', { method: 'POST' });
  const withRefresh = (token: string) => openBrowser(service.baseUrl, new Map([[REFRESH, token]]));
  const laterBy = (seconds: number) =>
    readRows(
      service.database,
      `UPDATE svc.sessions
         SET rotated_at = (rotated_at AT TIME ZONE 'UTC' - make_interval(secs => $1)) AT TIME ZONE 'UTC'`,
      [seconds],
    );

  async function expectEnded(): Promise<void> {
    expect((await browser.call('/me')).status).toBe(401);
    expect((await refresh(browser)).status).toBe(401);
  }

  it('gives the same successors within 10 seconds; after them the token before is theft', async () => {
    const stolen = withRefresh(String(browser.cookies.get(REFRESH)));
    const late = withRefresh(String(browser.cookies.get(REFRESH)));
    await refresh(browser);
    await laterBy(8);
    expect((await refresh(stolen)).status).toBe(204);
    expect(stolen.cookies.get(REFRESH)).toBe(browser.cookies.get(REFRESH));
    await laterBy(3);
    const refused = await refresh(late);
    expect(refused.status).toBe(401);
    expect(refused.body.error).toBe('unauthorized');
    await expectEnded();
  });

  it('takes a token two rotations old for theft, however young', async () => {
    const stolen = withRefresh(String(browser.cookies.get(REFRESH)));
    await refresh(browser);
    await refresh(browser);
    expect((await refresh(stolen)).status).toBe(401);
    await expectEnded();
  });

  it('tells the person of a theft, in the activity and by mail, once', async () => {
    await readRows(service.database, 'DELETE FROM svc.account_activity');
    const stolen = withRefresh(String(browser.cookies.get(REFRESH)));
    await refresh(browser);
    await refresh(browser);
    expect((await refresh(stolen)).status).toBe(401);
    expect((await refresh(stolen)).status).toBe(401);
    const again = await signIn(service.baseUrl, PEOPLE.owner);
    const activity = (await again.call<ActivityList>('/me/activity')).body.items;
    const thefts = activity.filter(({ kind }) => kind === 'session.stolen');
    expect(thefts).toMatchObject([{ network: '127.0.0.0/24' }]);
    const mails = await readRows(service.database, `SELECT kind FROM svc.mail_outbox WHERE subject_id = $1`, [
      thefts[0]?.id,
    ]);
    expect(mails).toEqual([{ kind: 'account.session_stolen' }]);
  });

  it('calls a session that has run out no theft', async () => {
    await readRows(service.database, 'DELETE FROM svc.account_activity');
    await readRows(service.database, 'UPDATE svc.sessions SET expires_at = created_at');
    expect((await refresh(browser)).status).toBe(401);
    expect(await readRows(service.database, 'SELECT kind FROM svc.account_activity')).toEqual([]);
  });

  it('ends the access token of the thief too', async () => {
    const thief = openBrowser(service.baseUrl, browser.cookies);
    await refresh(thief);
    await refresh(thief);
    expect((await refresh(browser)).status).toBe(401);
    expect((await thief.call('/me')).status).toBe(401);
  });

  it('clears the cookies of a session that has ended', async () => {
    await readRows(service.database, 'DELETE FROM svc.sessions');
    const { status, headers } = await refresh(browser);
    expect(status).toBe(401);
    expect(headers.getSetCookie().map((line) => /^([\w-]+)=;.*Max-Age=0/.exec(line)?.[1])).toEqual([
      '__Host-svc_access',
      REFRESH,
    ]);
    expect([...browser.cookies.keys()]).toEqual(['__Host-svc_device']);
  });

  it('knows no token past its 30 days', async () => {
    await readRows(service.database, 'UPDATE svc.sessions SET expires_at = created_at');
    expect((await refresh(browser)).status).toBe(401);
  });

  it('ends nothing for a token that was never handed out, though it names the session', async () => {
    const token = Buffer.from(String(browser.cookies.get(REFRESH)), 'base64url');
    const forged = (from: number, to: number) => {
      const bytes = Buffer.from(token);
      bytes.fill(0, from, to);
      return withRefresh(bytes.toString('base64url'));
    };
    expect((await refresh(forged(16, 48))).status).toBe(401);
    expect((await refresh(forged(16, 80))).status).toBe(401);
    expect((await refresh(forged(0, 16))).status).toBe(401);
    for (const text of ['', 'x', `${token.toString('base64url')}=`, token.toString('base64'), 'é'.repeat(54)]) {
      expect((await refresh(withRefresh(encodeURIComponent(text)))).status).toBe(401);
    }
    expect((await refresh(openBrowser(service.baseUrl))).status).toBe(401);
    expect((await browser.call('/me')).status).toBe(200);
  });

  it('403 for a page elsewhere, and the token stays good', async () => {
    const refused = await browser.call('/auth/refresh', { method: 'POST', origin: 'https://evil.test' });
    expect(refused.status).toBe(403);
    expect((await refresh(browser)).status).toBe(204);
  });
});
