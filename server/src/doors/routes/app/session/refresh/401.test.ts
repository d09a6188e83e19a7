// SPDX-License-Identifier: Apache-2.0
/** POST /auth/refresh: an old token is theft and ends the session of thief and person alike; others end nothing. */
import type { ActivityList } from '@svc/contract';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { acmeWithPeople, type Browser, openBrowser, PEOPLE, signIn } from '#harness/service/sessions.ts';

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
  readRows(service.database, 'UPDATE svc.sessions SET rotated_at = rotated_at - make_interval(secs => $1)', [seconds]);

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
