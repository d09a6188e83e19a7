// SPDX-License-Identifier: Apache-2.0
/** A person gets in, is kept in while the session can be renewed, comes back to the same page, and gets out. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { words as account } from '../../web/src/account/words-en.ts';
import { words as overview } from '../../web/src/pages/overview/words-en.ts';
import { words as reviews } from '../../web/src/pages/reviews/words-en.ts';
import { words } from '../../web/src/pages/sign-in/words-en.ts';
import { words as answers } from '../../web/src/review/words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { openPage, signInByForm, startBrowser } from './browser.ts';
import { decide, OWNER, organization, PASSWORD, visitor } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
  // An organization without a decision opens its first steps.
  await decide(service);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const ACCESS = '__Host-svc_access';
const REFRESH = '__Host-svc_refresh';

it('lets in with the password, and keeps the session in cookies that no script reads', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app');
  await page.waitForURL('**/app/sign-in?returnTo=*');
  await page.getByLabel(account.email).fill(OWNER);
  await page.getByLabel(account.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: overview.title }).waitFor();
  expect(await page.title()).toBe(`${overview.title} · svc`);
  for (const name of [ACCESS, REFRESH]) {
    const cookie = (await context.cookies()).find((one) => one.name === name);
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: '/' });
  }
  expect(problems).toEqual([]);
  await context.close();
});

it('asks a visitor of whom it knows nothing once, without an error in the console', async () => {
  const { page, context } = await openPage(browser, service);
  const asked: string[] = [];
  const said: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'fetch') asked.push(new URL(request.url()).pathname);
  });
  page.on('console', (message) => said.push(message.text()));
  await page.goto('/app/events');
  await page.getByRole('heading', { name: words.heading }).waitFor();
  await page.waitForLoadState('networkidle');
  expect(asked).toEqual(['/auth/session']);
  expect(said).toEqual([]);
  await context.close();
});

it('knows a person whose session another page of this browser began', async () => {
  const { page, context } = await openPage(browser, service);
  const { baseUrl } = service;
  await context.request.post('/auth/login', {
    headers: { origin: baseUrl },
    data: { email: visitor(9), password: PASSWORD },
  });
  await page.goto('/app');
  await page.getByRole('heading', { name: overview.title }).waitFor();
  await context.close();
});

it('leads to the page that was asked for', async () => {
  const eventId = await decide(service);
  const { page, context } = await openPage(browser, service);
  await signInByForm(page, visitor(5), `/app/events/${eventId}`);
  await page.getByRole('heading', { name: 'Export 1,200 records from customers' }).waitFor();
  await page.waitForURL(`**/app/events/${eventId}`);
  await context.close();
});

it('says so when the app is opened at an address that is not its own', async () => {
  const { page, context } = await openPage(browser, service);
  await page.goto(`${service.baseUrl.replace('127.0.0.1', 'elsewhere.localhost')}/app/sign-in`);
  await page.getByLabel(account.email).fill(OWNER);
  await page.getByLabel(account.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText(words.otherAddress.what).waitFor();
  await context.close();
});

it('renews a session whose access has run out, without a word, also for several calls at a time', async () => {
  await decide(service);
  const { page, context } = await openPage(browser, service);
  await signInByForm(page, visitor(6));
  await context.clearCookies({ name: ACCESS });
  await page.reload();
  await page.getByRole('heading', { name: reviews.title }).waitFor();
  // A renewal that the reload began has ended by then.
  const settled = () => page.evaluate<number>("performance.getEntriesByName('svc.first-page').length");
  await expect.poll(settled).toBeGreaterThan(0);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals.push(request.url());
  });
  await context.clearCookies({ name: ACCESS });
  await page.getByRole('link', { name: shell.pages.events, exact: true }).click();
  // Rows come with an answer; the table itself stands before it.
  await page.locator('[data-row]').first().waitFor();
  expect(renewals).toHaveLength(1);
  await context.close();
});

it('asks to sign in again when the session has ended, and goes back to where the person was', async () => {
  const eventId = await decide(service);
  const { page, context, problems } = await openPage(browser, service);
  await signInByForm(page, visitor(7), `/app/events/${eventId}`);
  await page.getByRole('button', { name: answers.approve }).click();
  await context.clearCookies();
  // The page may notice it by itself before the press.
  const ended = page.getByText(words.because.ended);
  await page.getByRole('button', { name: answers.approveNow }).or(ended).click();
  await ended.waitFor();
  await page.getByLabel(account.email).fill(visitor(7));
  await page.getByLabel(account.password).fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: answers.approve }).waitFor();
  await page.waitForURL(`**/app/events/${eventId}`);
  expect(problems).toEqual([]);
  await context.close();
});

it('signs out, and keeps nothing that can be read afterwards', async () => {
  const { page, context } = await openPage(browser, service);
  await signInByForm(page, visitor(8));
  await page.getByRole('button', { name: new RegExp(`^${shell.account}`) }).click();
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  await page.getByText(words.because['signed-out']).waitFor();
  // The device stays known: a sign-in from a new one is told by mail.
  const kept = (await context.cookies()).filter(({ value }) => value !== '').map(({ name }) => name);
  expect(kept).toEqual(['__Host-svc_device']);
  await page.goBack();
  await page.goto('/app/reviews');
  await page.waitForURL('**/app/sign-in?returnTo=*');
  await context.close();
});
