// SPDX-License-Identifier: Apache-2.0
/** POST /auth/refresh rotates both tokens with each use, under any concurrency and on any process. */
import type { SessionList } from '@svc/contract';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, GLOBEX, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
  for (const table of ['memberships', 'membership_directory']) {
    await readRows(
      service.database,
      `DELETE FROM svc.${table} m USING svc.accounts a, svc.organizations o
       WHERE m.account_id = a.id AND a.email = $1 AND m.organization_id = o.organization_id AND o.name = '${ACME}'`,
      [PEOPLE.member],
    );
  }
  expect((await browser.call('/me')).status).toBe(401);
  expect((await refresh(browser)).status).toBe(204);
  expect((await browser.call('/me')).body).toMatchObject({ organization: { name: GLOBEX, role: 'ADMIN' } });
});
