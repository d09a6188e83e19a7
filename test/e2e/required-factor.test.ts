// SPDX-License-Identifier: Apache-2.0
/** An organization asks for a second factor; a member who has none gets to its set-up, and from there everywhere. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { codeOf, setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { openOrganization, type TestService } from '#harness/service';
import { signIn as signInByApi } from '#harness/service/sessions.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { MEMBER, OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('opens everything to a member who has set one up', async () => {
  const owner = await signInByApi(service.baseUrl, OWNER);
  await setUpCodes(owner);
  const required = await owner.call('/organization', { method: 'PATCH', body: { requireMfa: true } });
  expect(required.status).toBe(200);

  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, MEMBER, '/app/events');
  const asked = page.getByText(account.factorNeeded.what);
  await asked.waitFor();
  expect(page.url()).toBe(`${service.baseUrl}/app/account?part=security`);
  await page.getByRole('button', { name: account.appEnable }).click();
  const dialog = page.getByRole('dialog');
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  startOfStep();
  await dialog.getByLabel(account.appCode).fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  await page.getByRole('checkbox', { name: ui.secret.storedSeveral }).check();
  await page.getByRole('button', { name: ui.secret.done }).click();
  await asked.waitFor({ state: 'hidden' });
  await page.getByRole('link', { name: shell.pages.events, exact: true }).click();
  await page.getByRole('heading', { name: shell.pages.events }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
