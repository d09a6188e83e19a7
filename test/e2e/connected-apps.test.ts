/** Apps in the app: the page that asks the person, connected apps, and how an assistant is connected. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationUrl, REDIRECT_URI, redeem, registerClient } from '#harness/oauth';
import { openOrganization, type TestService } from '#harness/service';
import { openPage, signIn, signInByForm, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

/** Its page that puts another one in a frame. */
const FRAMING = '/framing';

/** The app on the device, which gets the answer at a port of its own. */
let device: Server;
let redirectUri: string;
beforeAll(async () => {
  device = createServer(({ url = '/' }, response) => {
    const { pathname, searchParams } = new URL(url, redirectUri);
    if (pathname !== FRAMING) return response.end('connected');
    const framed = searchParams.get('page') ?? '';
    return response.setHeader('content-type', 'text/html').end(`<iframe src="${framed}"></iframe>`);
  }).listen(0, '127.0.0.1');
  await once(device, 'listening');
  redirectUri = REDIRECT_URI.replace('33418', String((device.address() as AddressInfo).port));
});
afterAll(() => device.close());

async function answered(page: Page): Promise<URLSearchParams> {
  await page.waitForURL(`${redirectUri}**`);
  return new URL(page.url()).searchParams;
}

/** Requests to the app on the device are no fault. */
const others = (problems: readonly string[]) => problems.filter((one) => !one.startsWith(`requested ${redirectUri}`));

it('may ask its person to resolve reviews, where the organization lets it and the person marks it', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER, `${service.baseUrl}/app/settings`);
  await page.getByLabel('Reviews in assistants').selectOption({ label: 'The app may ask its own person' });
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved', { exact: false }).first().waitFor();
  const clientId = await registerClient(service.baseUrl);
  const asked = authorizationUrl(service.baseUrl, clientId, { redirect_uri: redirectUri });
  await page.goto(service.baseUrl + asked.url);
  await page.getByText('It can never approve or deny a review').waitFor();
  const mark = page.getByLabel(/^Ask me to approve or deny reviews/);
  expect(await mark.isChecked()).toBe(false);
  // Without decisions there is nothing to ask about.
  await page.getByLabel(/^Ask for real decisions/).uncheck();
  expect(await mark.count()).toBe(0);
  await page.getByLabel(/^Ask for real decisions/).check();
  await mark.check();
  await page.getByText('It can never change a policy, and never resolve a review at the risk critical.').waitFor();
  await page.getByRole('button', { name: 'Allow 4 scopes' }).click();
  const answer = await answered(page);
  expect((await redeem(service.baseUrl, asked, answer.get('code') ?? '', redirectUri)).status).toBe(200);
  await page.goto(`${service.baseUrl}/app/connected-apps`);
  await page.getByText('asks for reviews').waitFor();
  await page.getByRole('button', { name: 'Disconnect Test assistant' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('heading', { name: 'No app is connected.' }).waitFor();
  expect(others(problems)).toEqual([]);
  await context.close();
});

it('asks who is signed in, names what it may do, and lists and ends the connection', async () => {
  const { page, context, problems } = await openPage(browser, service);
  const clientId = await registerClient(service.baseUrl);
  const asked = authorizationUrl(service.baseUrl, clientId, { redirect_uri: redirectUri });
  // The person signs in first, and comes back to the request.
  await page.goto(service.baseUrl + asked.url);
  await signInByForm(page, OWNER, page.url());
  await page.getByRole('heading', { name: 'An app on this device asks to use svc as you' }).waitFor();
  await page.getByText('The answer goes to a program on this device.').waitFor();
  await page.getByText('Go on only if you have just started this yourself.').waitFor();
  await page.getByText('It calls itself “Test assistant”. Nobody has checked that.').waitFor();
  await page.getByText(`You are signed in as ${OWNER}.`).waitFor();
  await page.getByLabel(/^Ask for real decisions/).uncheck();
  await page.getByRole('button', { name: 'Allow 3 scopes' }).click();
  const answer = await answered(page);
  const { body } = await redeem(service.baseUrl, asked, answer.get('code') ?? '', redirectUri);
  expect(body.scope).toBe('decisions:read policies:read policies:test');
  await page.goto(`${service.baseUrl}/app/connected-apps`);
  await page
    .getByRole('listitem')
    .filter({ hasText: 'Test assistant' })
    .getByText(/last used/)
    .waitFor();
  await page.getByRole('button', { name: 'Disconnect Test assistant' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('heading', { name: 'No app is connected.' }).waitFor();
  await page.getByRole('link', { name: 'Connect an assistant' }).click();
  await page.getByText(`claude mcp add --transport http svc ${service.baseUrl}/mcp`).waitFor();
  expect(others(problems)).toEqual([]);
  await context.close();
});

it('tells the app of a refusal, and the person of a request that is over', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, OWNER);
  const clientId = await registerClient(service.baseUrl);
  await page.goto(authorizationUrl(service.baseUrl, clientId, { redirect_uri: redirectUri }).url);
  const request = page.url();
  await page.getByRole('button', { name: 'Refuse' }).click();
  expect((await answered(page)).get('error')).toBe('access_denied');
  await page.goto(request);
  await page.getByText('This request is over, or it came to another browser.').waitFor();
  await context.close();
});

it('is asked in no frame of another page, where a person could be led to press Allow unseen', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, OWNER);
  const clientId = await registerClient(service.baseUrl);
  await page.goto(authorizationUrl(service.baseUrl, clientId, { redirect_uri: redirectUri }).url);
  const request = page.url();
  const allow = /^Allow \d+ scopes$/;
  await page.getByRole('button', { name: allow }).waitFor();
  const refused = page.waitForEvent('requestfailed', (one) => one.url() === request);
  await page.goto(`${new URL(FRAMING, redirectUri).href}?page=${encodeURIComponent(request)}`);
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
  expect(await page.frameLocator('iframe').getByRole('button', { name: allow }).count()).toBe(0);
  await context.close();
});
