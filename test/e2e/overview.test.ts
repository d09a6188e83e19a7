/** The overview: one sentence, the chart with its table, every number a link, and news without polling. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { countDecisions, recordPast } from '#harness/history';
import { openOrganization, type TestService } from '#harness/service';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization, WAITING_ACTION } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  const read = { agent: 'billing-bot', action: 'READ_DATA', resource: 'orders' };
  const deletion = { agent: 'support-bot', action: 'DELETE_DATA', resource: 'customers', content: '529.982.247-25' };
  await recordPast(service, { body: read, hoursAgo: [2, 50, 24 * 9, 24 * 40], eventsEach: 6 });
  await recordPast(service, { body: deletion, hoursAgo: [50, 24 * 9], eventsEach: 2 });
  await decide(service);
  await countDecisions(service);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

async function opened(path: string): Promise<{ page: Page; close(): Promise<void>; problems: string[] }> {
  const { page, context, problems } = await openPage(browser, service, { viewport: { width: 1_440, height: 900 } });
  await signIn(page, OWNER, path);
  await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
  return { page, problems, close: () => context.close() };
}

it('tells in a sentence, a chart and panels what happened, and leads to the lists behind the numbers', async () => {
  const { page, close, problems } = await opened('/app');
  const main = page.getByRole('main');
  await main.getByText(/your agents asked 7 times\. 0 were blocked, and 1 waits for a person; it expires in/).waitFor();
  await main.getByRole('link', { name: 'Allowed: 18, show the events' }).waitFor();
  await main.getByRole('link', { name: 'Blocked: 4, show the events' }).waitFor();
  const chart = main.getByRole('group', { name: 'Decisions, 30 days' });
  await chart.focus();
  await page.keyboard.press('ArrowLeft');
  await main
    .getByRole('status')
    .filter({ hasText: /Asked a person 1/ })
    .waitFor();
  await main.getByRole('button', { name: 'Table' }).click();
  expect(await main.getByRole('table').getByRole('row').count()).toBe(31);
  await main.getByText('Risk', { exact: true }).click();
  await main.getByRole('link', { name: /^Low: \d+, show the events/ }).waitFor();
  await page.waitForURL('**/app/overview?table=true&by=risk');
  await main.getByRole('link', { name: 'Block deleting customers: 4, show the events' }).click();
  await page.waitForURL(/\/app\/events\?from=.*decision=BLOCK&q=Block/);
  await page.keyboard.press('g');
  await page.keyboard.press('o');
  await main.getByText('CPF').waitFor();
  expect(problems).toEqual([]);
  await close();
});

it('shows a review that arrives, and one that is answered elsewhere, without asking again and again', async () => {
  const { page, close } = await opened('/app/overview');
  const waiting = page.getByRole('region', { name: /^Waiting/ });
  await waiting.getByText('support-bot').first().waitFor();
  await page.clock.install();
  const streamed = page.waitForResponse((response) => response.url().endsWith('/stream'));
  await page.reload();
  await streamed;
  await expect.poll(() => service.app.openStreams(), { timeout: 10_000 }).toBe(1);
  await waiting.getByText('support-bot').first().waitFor();
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  await page.clock.runFor('00:10');
  expect(asked).toEqual([]);
  const before = await waiting.getByRole('listitem').count();
  await decide(service, { ...WAITING_ACTION, recordsAffected: 4_321 });
  await waiting.getByText(/4,321 records/).waitFor();
  expect(await waiting.getByRole('listitem').count()).toBe(before + 1);
  await close();
});

it('says since when it is not up to date, reads again by itself, and goes on when the stream is back', async () => {
  const { page, context } = await openPage(browser, service);
  await page.route('**/stream', (route) => route.abort());
  await signIn(page, OWNER, '/app/overview');
  await page.getByText(/^Not up to date since/).waitFor();
  await page.waitForResponse((response) => response.url().includes('/dashboard?'), { timeout: 30_000 });
  await page.unroute('**/stream');
  await page.getByText(/^Not up to date since/).waitFor({ state: 'hidden', timeout: 60_000 });
  await expect.poll(() => service.app.openStreams()).toBe(1);
  await context.close();
});
