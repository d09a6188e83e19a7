/** A person gets in, is kept in while the session can be renewed, comes back to the same page, and gets out. */
import { SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS } from '@svc/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { openPage, signInByForm, startBrowser } from './browser.ts';
import { decide, MEMBER, OWNER, organization, PASSWORD, visitor } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({ provisioning: organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const ACCESS = '__Host-svc_access';
const REFRESH = '__Host-svc_refresh';

it('says what is missing and what is wrong, and lets in with the right password', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app');
  await page.waitForURL('**/app/sign-in?returnTo=*');
  await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
  expect(await page.title()).toBe('Sign in · svc');
  await page.getByRole('button', { name: 'Sign in' }).click();
  await page.getByText('Enter the e-mail address of your account.').waitFor();
  const email = page.getByLabel('E-mail');
  expect(await email.evaluate((field) => field.matches(':focus'))).toBe(true);
  expect(await email.getAttribute('aria-invalid')).toBe('true');

  await email.fill(OWNER);
  await page.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('E-mail, password or code is wrong.').waitFor();
  expect(await email.inputValue()).toBe(OWNER);

  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
  expect(await page.title()).toBe('Overview · svc');
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
  await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
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
  await page.getByRole('heading', { name: 'Overview' }).waitFor();
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

const NOT_OURS = ['https://evil.example/', '//evil.example', '/app\\..\\evil', '/appendix', 'javascript:alert(1)'];

it.each(NOT_OURS.map((returnTo, index) => ({ returnTo, index })))(
  'leads nowhere else than to its own pages, whatever the address says: $returnTo',
  async ({ returnTo, index }) => {
    const { page, context, problems } = await openPage(browser, service);
    await signInByForm(page, visitor(index), `/app/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
    await page.getByRole('heading', { name: 'Overview' }).waitFor();
    await page.waitForURL(`${service.baseUrl}/app/overview`);
    expect(problems).toEqual([]);
    await context.close();
  },
);

it('says how long to wait after too many attempts', async () => {
  const origin = service.baseUrl;
  for (let attempts = 0; attempts < SIGN_IN_FAILURES_PER_ACCOUNT_AND_ADDRESS; attempts += 1) {
    const body = JSON.stringify({ email: MEMBER, password: 'a guess' });
    await fetch(`${origin}/auth/login`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/json' },
      body,
    });
  }
  const { page, context } = await openPage(browser, service);
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(MEMBER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  expect(await page.getByRole('alert').innerText()).toMatch(
    /^Too many attempts\.\s+Wait \d+ seconds, then try again\./,
  );
  await context.close();
});

it('says so when the app is opened at an address that is not its own', async () => {
  const { page, context } = await openPage(browser, service);
  await page.goto(`${service.baseUrl.replace('127.0.0.1', 'elsewhere.localhost')}/app/sign-in`);
  await page.getByLabel('E-mail').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This is not the address that the service knows as its own.').waitFor();
  await context.close();
});

it('renews a session whose access has run out, without a word, also for several calls at a time', async () => {
  await decide(service);
  const { page, context } = await openPage(browser, service);
  await signInByForm(page, visitor(6));
  await context.clearCookies({ name: ACCESS });
  await page.reload();
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  // A renewal that the reload began has ended by then.
  const settled = () => page.evaluate<number>("performance.getEntriesByName('svc.first-page').length");
  await expect.poll(settled, { timeout: 20_000 }).toBeGreaterThan(0);
  const renewals: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/auth/refresh')) renewals.push(request.url());
  });
  await context.clearCookies({ name: ACCESS });
  await page.getByRole('link', { name: 'Events', exact: true }).click();
  // Rows come with an answer; the table itself stands before it.
  await page.locator('[data-row]').first().waitFor();
  expect(renewals).toHaveLength(1);
  await context.close();
});

it('asks to sign in again when the session has ended, and goes back to where the person was', async () => {
  const eventId = await decide(service);
  const { page, context, problems } = await openPage(browser, service);
  await signInByForm(page, visitor(7), `/app/events/${eventId}`);
  await page.getByRole('button', { name: 'Approve' }).click();
  await context.clearCookies();
  // The page may notice it by itself before the press.
  const press = page.getByRole('button', { name: 'Approve now' });
  await press.click({ timeout: 5_000 }).catch(() => undefined);
  await page.getByText('Your session has ended.', { exact: false }).waitFor();
  await page.getByLabel('E-mail').fill(visitor(7));
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: 'Approve' }).waitFor();
  await page.waitForURL(`**/app/events/${eventId}`);
  expect(problems).toEqual([]);
  await context.close();
});

it('signs out, and keeps nothing that can be read afterwards', async () => {
  const { page, context } = await openPage(browser, service);
  await signInByForm(page, visitor(8));
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
  // The device stays known: a sign-in from a new one is told by mail.
  const kept = (await context.cookies()).filter(({ value }) => value !== '').map(({ name }) => name);
  expect(kept).toEqual(['__Host-svc_device']);
  await page.goBack();
  await page.goto('/app/reviews');
  await page.waitForURL('**/app/sign-in?returnTo=*');
  await context.close();
});
