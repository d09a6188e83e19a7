/** More reviews wait than one page holds: each of them can be reached, the soonest to expire first. */

import { LIST_ITEMS_MAX } from '@svc/contract/limits';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization } from './organization.ts';

const WAITING = LIST_ITEMS_MAX + 5;

let service: TestService;
let browser: Browser;
let first: string;
let last: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({ provisioning: organization() }), startBrowser()]);
  first = await decide(service);
  for (let made = 2; made < WAITING; made += 1) await decide(service);
  last = await decide(service);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('shows the rest on request, and opens the last of them', async () => {
  const { page, problems, context } = await openPage(browser, service);
  await signIn(page, OWNER);
  const rows = page.getByRole('region', { name: 'Reviews', exact: true }).getByRole('listitem');
  await page.getByText(`more than ${LIST_ITEMS_MAX} reviews waiting`).waitFor({ state: 'attached' });
  expect(await rows.count()).toBe(LIST_ITEMS_MAX);
  expect(await rows.first().getByRole('link').getAttribute('href')).toContain(first);
  await page.getByRole('button', { name: 'Show more' }).click();
  await page.getByText(`${WAITING} reviews waiting`, { exact: true }).waitFor({ state: 'attached' });
  expect(await rows.count()).toBe(WAITING);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await rows.last().getByRole('link').click();
  await page.waitForURL((url) => url.searchParams.get('event') === last);
  await page.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('reads all of them to put the riskiest first', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, OWNER);
  const risky = await decide(service, {
    agent: 'support-bot',
    action: 'EXPORT_DATA',
    resource: 'customers',
    destination: 'EXTERNAL_API',
    recordsAffected: 50_000,
  });
  await page.getByRole('button', { name: 'Expiring first' }).click();
  const riskiest = page
    .getByRole('region', { name: 'Reviews', exact: true })
    .getByRole('listitem')
    .first()
    .getByRole('link');
  await expect.poll(() => riskiest.getAttribute('href')).toContain(risky);
  await context.close();
});
