// SPDX-License-Identifier: Apache-2.0
/** A server without sign-up: the link that its start prints makes the first owner, once, in the browser. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD } from '#harness/people';
import { createTestDatabase, type TestDatabase } from '#harness/postgres';
import { mailOf, startTestService, type TestService } from '#harness/service';
import { words as account } from '../../web/src/account/words-en.ts';
import { words as decision } from '../../web/src/decision/words-en.ts';
import { words as signIn } from '../../web/src/pages/sign-in/words-en.ts';
import { words } from '../../web/src/pages/sign-up/words-en.ts';
import { openPage, startBrowser } from './browser.ts';

let database: TestDatabase;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  database = await createTestDatabase();
  [service, browser] = await Promise.all([startTestService({ database, signup: 'closed' }), startBrowser()]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), service?.stop()]);
  await database?.drop();
});

async function signUp(page: Page, email: string): Promise<void> {
  await page.getByLabel(words.organization).fill('Aurora');
  await page.getByLabel(words.name).fill('Ana Lima');
  await page.getByLabel(account.email).fill(email);
  await page.getByLabel(words.password, { exact: true }).fill(NEW_PASSWORD);
  await page.getByRole('button', { name: words.submit }).click();
}

it('makes the first owner, and says to everybody after them that it was used', async () => {
  const link = `${service.baseUrl}/app/sign-up#token=${await service.app.firstOwnerToken()}`;
  const { page, context, problems } = await openPage(browser, service);
  // Without the link there is no way in, and the page says so.
  await Promise.all([page.waitForResponse(/\/auth\/session$/), page.goto(`${service.baseUrl}/app/sign-in`)]);
  await page.getByRole('link', { name: signIn.forgot }).waitFor();
  await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
  expect(await page.getByRole('link', { name: signIn.signUp }).count()).toBe(0);
  await page.goto(`${service.baseUrl}/app/sign-up`);
  await page.getByText(words.closed.what).waitFor();
  expect(await page.getByLabel(account.email).count()).toBe(0);

  await page.goto(link);
  await signUp(page, mailOf('ana', 'aurora'));
  await page.waitForURL('**/app/first-steps');
  // The link does not stay in the history, where the next person at this machine would find it.
  expect(page.url()).not.toContain('token');
  await page.goto(`${service.baseUrl}/app/members`);
  await page
    .getByRole('row')
    .filter({ hasText: mailOf('ana', 'aurora') })
    .getByText(decision.roles.OWNER)
    .first()
    .waitFor();
  expect(problems).toEqual([]);
  await context.close();

  const late = await openPage(browser, service);
  await late.page.goto(link);
  await signUp(late.page, mailOf('rui', 'aurora'));
  await late.page.getByText(words.linkOver.what).waitFor();
  await late.page.getByText(words.linkOver.remedy).waitFor();
  await late.context.close();
});
