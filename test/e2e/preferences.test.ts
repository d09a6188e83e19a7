/** Language and theme: the browser's, until a person chooses others. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openOrganization, type TestService } from '#harness/service';
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
  await page.getByRole('heading', { name: 'Revisões' }).waitFor();
  const background = () => page.evaluate<string>('getComputedStyle(document.documentElement).backgroundColor');
  const dark = await background();
  const choose = async (preference: RegExp, value: string) => {
    await page.getByRole('button', { name: /^(Conta|Account)/ }).click();
    await page.getByRole('menuitem', { name: preference }).click();
    await page.getByRole('menuitemradio', { name: value }).click();
  };
  await choose(/^Tema/, 'Claro');
  await expect.poll(background).not.toBe(dark);
  await choose(/^Idioma/, 'English');
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Reviews' }).waitFor();
  expect(await background()).not.toBe(dark);
  expect(await page.getAttribute('html', 'lang')).toBe('en');
  await context.close();
});

it('lets a person turn single letters off, after which they and their marks are gone', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/account');
  const dialog = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await page.locator('h1').click();
  await page.keyboard.press('?');
  await dialog.waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await page.getByRole('group', { name: 'Single-letter keys' }).getByText('Off').click();
  await page.goto('/app/policies');
  await page.getByRole('link', { name: 'New policy' }).waitFor();
  expect(await page.locator('kbd', { hasText: /^C$/ }).count()).toBe(0);
  await page.keyboard.press('?');
  await page.keyboard.press('c');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
  expect(await dialog.count()).toBe(0);
  expect(page.url()).toMatch(/\/app\/policies$/);
  await context.close();
});
