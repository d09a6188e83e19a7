/** The list of every decision: filters stay in the address, and the list loads page by page. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { type OpenedPage, openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization } from './organization.ts';

const PLAIN_EVENTS = 55;
/** The page size of the list. */
const EVENTS_PER_PAGE = 50;

let service: TestService;
let browser: Browser;
let owner: OpenedPage;
let exportId: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({ provisioning: organization() }), startBrowser()]);
  exportId = await decide(service);
  for (let made = 0; made < PLAIN_EVENTS; made += 1) await decide(service, PLAIN_ACTION);
  owner = await openPage(browser, service);
  await signIn(owner.page, OWNER, '/app/events');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('shows the newest first, and more on request', async () => {
  const { page, problems } = owner;
  await page.getByText(`${EVENTS_PER_PAGE} events shown`).waitFor();
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText(`${PLAIN_EVENTS + 1} events shown`).waitFor();
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  const last = page.getByRole('row').last();
  // Outside business hours the risk is higher by 5 points, and critical.
  const risk = /Export from customers[\s\S]*support-bot[\s\S]*(?:High · 75|Critical · 80)[\s\S]*In review/;
  expect(await last.innerText()).toMatch(risk);
  expect(problems).toEqual([]);
});

it('filters by choice and by text, and keeps the filters in the address', async () => {
  const { page } = owner;
  await page.getByLabel('Decision').selectOption('Review');
  await page.waitForURL('**/app/events?decision=REVIEW');
  await page.getByText('1 event shown').waitFor();
  await page.getByLabel('Search events').fill('customers');
  await page.keyboard.press('Enter');
  await page.waitForURL('**/app/events?q=customers&decision=REVIEW');
  await page.reload();
  await page.getByText('1 event shown').waitFor();
  expect(await page.getByLabel('Decision').inputValue()).toBe('REVIEW');

  await page.getByLabel('Agent').fill('nobody');
  await page.getByRole('button', { name: 'Search' }).click();
  await page.getByRole('heading', { name: 'No event matches' }).waitFor();
  await page.goBack();
  await page.getByRole('link', { name: 'Export from customers' }).click();
  await page.waitForURL(`**/app/events/${exportId}`);
});

it('says that an event is not there, for an id of nobody and for no id at all', async () => {
  const { page } = owner;
  for (const id of ['018f0000-0000-7000-8000-000000000000', 'nonsense']) {
    await page.goto(`/app/events/${id}`);
    await page.getByRole('heading', { name: 'There is no such event' }).waitFor();
  }
});
