// SPDX-License-Identifier: Apache-2.0
/** Language, theme and single letters: the browser's, until a person chooses others, which are kept over a load. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as reviews } from '../../web/src/pages/reviews/words-en.ts';
import { words as reviewsPt } from '../../web/src/pages/reviews/words-pt-br.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { words as shellPt } from '../../web/src/shell/words-pt-br.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: () => organization() }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('takes preferences from the browser until they are chosen, and then keeps them', async () => {
  const { page, context } = await openPage(browser, service, { locale: 'pt-PT', colorScheme: 'dark' });
  await signIn(page, OWNER);
  await page.getByRole('heading', { name: reviewsPt.title }).waitFor();
  const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const dark = await background();
  const choose = async (preference: string, value: string) => {
    await page.getByRole('button', { name: new RegExp(`^${shellPt.account}`) }).click();
    await page.getByRole('menuitem', { name: new RegExp(`^${preference}`) }).click();
    await page.getByRole('menuitemradio', { name: value }).click();
  };
  await choose(shellPt.theme, shellPt.themes.light);
  await expect.poll(background).not.toBe(dark);
  await choose(shellPt.language, 'English');
  await page.getByRole('heading', { name: reviews.title }).waitFor();
  await page.goto('/app/account');
  await page.getByRole('group', { name: account.keys }).getByText(account.keysOff).click();
  await page.goto('/app/reviews');
  await page.getByRole('heading', { name: reviews.title }).waitFor();
  expect(await background()).not.toBe(dark);
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  await page.keyboard.press('?');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog', { name: shell.palette.title }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(1);
  await context.close();
});
