// SPDX-License-Identifier: Apache-2.0
/** Guarantee: a sign-in from a browser that an account does not know is told by mail, once, and no other is. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUp, signUpVerified } from '#harness/people';
import { mailOf, openOrganization, otherProcess, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { type Browser, openBrowser } from '#harness/service/sessions.ts';

const DEVICE = '__Host-svc_device';

let service: TestService;
let post: Post;
beforeAll(async () => {
  service = await otherProcess(await openOrganization());
  post = await openPost(service);
});
afterAll(async () => {
  await post.stop();
  await service.stop();
});

const logIn = async (browser: Browser, email: string, headers: Record<string, string> = {}) => {
  const { status } = await browser.call('/auth/login', { body: { email, password: NEW_PASSWORD }, headers });
  expect(status).toBe(200);
  return browser;
};

it('tells of a new browser once, with its name and coarse address, and not of a known one', async () => {
  const ana = await signUpVerified(service, post, mailOf('ana'));
  await ana.browser.call('/auth/logout', { method: 'POST' });
  await logIn(ana.browser, ana.email);
  expect(await post.fetch()).toEqual([]);
  const headers = {
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Firefox/140.0',
    'x-forwarded-for': '203.0.113.9',
  };
  const elsewhere = await logIn(openBrowser(service.baseUrl), ana.email, headers);
  const [letter, ...more] = await post.fetch();
  expect(more).toEqual([]);
  expect(letter?.to).toBe(ana.email);
  expect(letter?.subject).toBe('A sign-in from a new browser / Um acesso por um novo navegador');
  expect(letter?.text).toContain('From: Firefox, Linux, 203.0.113.0/24');
  await elsewhere.call('/auth/logout', { method: 'POST' });
  await logIn(elsewhere, ana.email);
  expect(await post.fetch()).toEqual([]);
});

it('keeps one cookie for all accounts of a browser, and a digest of it alone', async () => {
  const bea = await signUpVerified(service, post, mailOf('bea'));
  const device = bea.browser.cookies.get(DEVICE);
  expect(device).toMatch(/^[\w-]{43}$/);
  const eva = await signUp(service, mailOf('eva'));
  await logIn(bea.browser, eva.email);
  await logIn(bea.browser, bea.email);
  expect(bea.browser.cookies.get(DEVICE)).toBe(device);
  const [stored] = await readRows(service.database, 'SELECT json_agg(d)::text AS text FROM svc.account_devices d');
  expect(stored?.text).not.toContain(Buffer.from(String(device), 'base64url').toString('hex'));
});

it('does not know a browser by the cookie that another person planted there', async () => {
  const eve = await signUpVerified(service, post, mailOf('eve'));
  const rui = await signUpVerified(service, post, mailOf('rui'));
  const device = String(eve.browser.cookies.get(DEVICE));
  await logIn(openBrowser(service.baseUrl, new Map([[DEVICE, device]])), rui.email);
  const [letter] = await post.fetch();
  expect(letter).toMatchObject({ to: rui.email, subject: expect.stringContaining('new browser') });
});

it('takes no text for a browser that is not of our form', async () => {
  const ida = await signUpVerified(service, post, mailOf('ida'));
  for (const text of ['', 'x', 'x'.repeat(43), 'x'.repeat(3_000)]) {
    const browser = openBrowser(service.baseUrl, new Map([[DEVICE, text]]));
    await logIn(browser, ida.email);
    expect(browser.cookies.get(DEVICE)).not.toBe(text);
  }
  expect(await post.fetch(ida.email)).toHaveLength(4);
});

it('keeps the newest fifty browsers of an account', async () => {
  const uma = await signUp(service, mailOf('uma'));
  await readRows(
    service.database,
    `INSERT INTO svc.account_devices SELECT $1, sha256(n::text::bytea), now() - make_interval(days => n)
     FROM generate_series(1, 80) n`,
    [uma.signedIn.user.id],
  );
  await logIn(uma.browser, uma.email);
  const kept = await readRows(service.database, 'SELECT 1 FROM svc.account_devices WHERE account_id = $1', [
    uma.signedIn.user.id,
  ]);
  expect(kept).toHaveLength(50);
});
