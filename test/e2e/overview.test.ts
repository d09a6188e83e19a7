// SPDX-License-Identifier: Apache-2.0
/** The overview: news without polling, and what it says while they do not come. Its parts are tried beside the page. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { words } from '../../web/src/pages/overview/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization, WAITING_ACTION } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  await decide(service);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('shows a review that arrives, and one that is answered elsewhere, without asking again and again', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/overview');
  const waiting = page.getByRole('region', { name: words.waitingTitle });
  await waiting.getByText('support-bot').first().waitFor();
  await page.clock.install();
  const streamed = page.waitForResponse((response) => response.url().endsWith('/stream'));
  await page.reload();
  await streamed;
  await expect.poll(() => service.app.openStreams()).toBe(1);
  await waiting.getByText('support-bot').first().waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.runFor('00:10');
  expect(asked).toEqual([]);
  const before = await waiting.getByRole('listitem').count();
  await decide(service, { ...WAITING_ACTION, recordsAffected: 4_321 });
  await waiting.getByText(/4,321 records/).waitFor();
  expect(await waiting.getByRole('listitem').count()).toBe(before + 1);
  await context.close();
});

it('says since when it is not up to date, reads again by itself, and goes on when the stream is back', async () => {
  const { page, context } = await openPage(browser, service);
  await page.route('**/stream', (route) => route.abort());
  await signIn(page, OWNER, '/app/overview');
  await page.getByText(words.notSince('')).waitFor();
  await page.waitForResponse((response) => response.url().includes('/dashboard?'));
  await page.unroute('**/stream');
  await page.getByText(words.notSince('')).waitFor({ state: 'hidden' });
  await expect.poll(() => service.app.openStreams()).toBe(1);
  await context.close();
});
