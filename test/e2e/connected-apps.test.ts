// SPDX-License-Identifier: Apache-2.0
/** An app in the app: the page that asks the person, whose answer it gets, and its connection. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { authorizationUrl, REDIRECT_URI, redeem, registerClient } from '#harness/oauth';
import { openOrganization, type TestService } from '#harness/service';
import { words as connect } from '../../web/src/pages/connect/words-en.ts';
import { words } from '../../web/src/pages/connected-apps/words-en.ts';
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

it('asks who is signed in, names what it may do, and lists and ends the connection', async () => {
  const { page, context, problems } = await openPage(browser, service);
  const clientId = await registerClient(service.baseUrl);
  const asked = authorizationUrl(service.baseUrl, clientId, { redirect_uri: redirectUri });
  // The person signs in first, and comes back to the request.
  await page.goto(service.baseUrl + asked.url);
  await signInByForm(page, OWNER, page.url());
  await page.getByRole('heading', { name: connect.onDevice }).waitFor();
  await page.getByText(connect.callsItself('Test assistant')).waitFor();
  await page.getByText(connect.signedInAs(OWNER)).waitFor();
  await page.getByLabel(connect.scope['decisions:write'].name).uncheck();
  await page.getByRole('button', { name: connect.allow(3) }).click();
  const answer = await answered(page);
  const { body } = await redeem(service.baseUrl, asked, answer.get('code') ?? '', redirectUri);
  expect(body.scope).toBe('decisions:read policies:read policies:test');
  await page.goto(`${service.baseUrl}/app/connected-apps`);
  await page.getByRole('listitem').filter({ hasText: 'Test assistant' }).getByText(words.used('')).waitFor();
  await page.getByRole('button', { name: words.revokeOne('Test assistant') }).click();
  await page.getByRole('dialog').getByRole('button', { name: words.revoke }).click();
  await page.getByRole('heading', { name: words.none }).waitFor();
  await page.getByRole('link', { name: words.connect }).click();
  await page.getByText(`claude mcp add --transport http svc ${service.baseUrl}/mcp`).waitFor();
  expect(others(problems)).toEqual([]);
  await context.close();
});

it('is asked in no frame of another page, where a person could be led to press Allow unseen', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, OWNER);
  const clientId = await registerClient(service.baseUrl);
  await page.goto(authorizationUrl(service.baseUrl, clientId, { redirect_uri: redirectUri }).url);
  const request = page.url();
  await page.getByRole('button', { name: connect.allow(4) }).waitFor();
  const refused = page.waitForEvent('requestfailed', (one) => one.url() === request);
  await page.goto(`${new URL(FRAMING, redirectUri).href}?page=${encodeURIComponent(request)}`);
  expect((await refused).failure()?.errorText).toBe('net::ERR_BLOCKED_BY_RESPONSE');
  expect(
    await page
      .frameLocator('iframe')
      .getByRole('button', { name: connect.allow(4) })
      .count(),
  ).toBe(0);
  await context.close();
});
