// SPDX-License-Identifier: Apache-2.0
/**
 * The documentation in a browser: search without a network, the keyboard, both languages, themes and sizes, and requests
 * that a reader tries. No page says anything on the console, and none asks another host for anything.
 */
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sample } from '#harness/amount';
import { LIVE_KEY, openOrganization, TEST_KEY, type TestService } from '#harness/service';
import { violationsIn } from './axe.ts';
import { buildSite, openPage, startBrowser } from './browser.ts';

const PHONE = { viewport: { width: 390, height: 844 } };
const KINDS = ['', 'guides/reviews.html', 'reference/api.html', 'operating/running.html', 'nowhere.html'];
/** Every second one has each language, theme and size. */
const LOOKS = [
  ['', 'light', 'desk'],
  ['', 'dark', 'desk'],
  ['pt-BR/', 'dark', 'desk'],
  ['pt-BR/', 'light', 'desk'],
  ['', 'dark', 'phone'],
  ['', 'light', 'phone'],
  ['pt-BR/', 'light', 'phone'],
  ['pt-BR/', 'dark', 'phone'],
] as const;

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  await buildSite();
  [service, browser] = await Promise.all([openOrganization(), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

/** Opens a page of the documentation, once its script runs. */
async function read(path: string, options: BrowserContextOptions = {}) {
  const opened = await openPage(browser, service, options);
  await opened.page.goto(`/docs/${path}`);
  await isLive(opened.page);
  return opened;
}

/** The colours of the reader are known to the script alone: the button names the others. */
const isLive = (page: Page) => page.waitForFunction('document.querySelector(".svc-header button[title]") !== null');

const languageOf = (page: Page) => page.getAttribute('html', 'lang');
const headingOf = (page: Page) => page.locator('main h1');

describe('the search', () => {
  it.each([
    ['', 'Search', 'redeem permission', 'en', /held call|Deciding|client library/],
    ['pt-BR/', 'Buscar', 'concessoes', 'pt-BR', /Concessões/],
  ])('of /docs/%s finds by the keyboard alone, without a network', async (path, name, query, language, title) => {
    const { page, context, problems } = await read(path);
    await page.keyboard.press('/');
    const field = page.getByRole('combobox');
    const option = page.getByRole('option');
    await field.pressSequentially('a');
    await option.first().waitFor();
    // The index is here now; the pages themselves still come from the service.
    await field.fill('');
    await context.setOffline(true);
    await field.pressSequentially(query);
    await option.filter({ hasText: title }).first().waitFor();
    expect(await option.count()).toBeGreaterThan(1);
    await context.setOffline(false);
    const texts = await option.allInnerTexts();
    const wanted = texts.findIndex((text) => title.test(text));
    for (let at = 0; at < wanted; at += 1) await field.press('ArrowDown');
    expect(await page.locator('[role=option][aria-selected=true]').innerText()).toMatch(title);
    await field.press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    await headingOf(page).filter({ hasText: title }).waitFor();
    expect(await languageOf(page)).toBe(language);
    expect(await page.getByRole('button', { name }).count()).toBe(1);
    expect(problems).toEqual([]);
    await context.close();
  });

  it('says that it found nothing, and gives the keyboard back', async () => {
    const { page, context, problems } = await read('guides/reviews.html');
    const button = page.getByRole('button', { name: 'Search' });
    await button.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('combobox').fill('zzzzqqqq');
    await page.getByText('Nothing found for “zzzzqqqq”').waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('dialog').waitFor({ state: 'hidden' });
    expect(await page.evaluate('document.activeElement.textContent')).toContain('Search');
    expect(problems).toEqual([]);
    await context.close();
  });
});

it('leads past the menu, through the menu, and from page to page by the keyboard', async () => {
  const { page, context, problems } = await read('guides/reviews.html');
  await page.keyboard.press('Tab');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Skip to the text');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.id')).toBe('content');
  const menu = page.getByRole('navigation', { name: 'Menu' });
  const group = menu.getByRole('button', { name: 'Run the service' });
  expect(await group.getAttribute('aria-expanded')).toBe('false');
  await group.focus();
  await page.keyboard.press('Enter');
  expect(await group.getAttribute('aria-expanded')).toBe('true');
  expect(await menu.locator('[aria-current=page]').innerText()).toBe('Reviews');
  await menu.getByRole('link', { name: 'Backup and restore' }).focus();
  await page.keyboard.press('Enter');
  await headingOf(page).filter({ hasText: 'Backup and restore' }).waitFor();
  await page.getByRole('link', { name: /^Next page/ }).click();
  await headingOf(page).filter({ hasText: 'Upgrading' }).waitFor();
  await page.getByRole('link', { name: /^Previous page/ }).click();
  await headingOf(page).filter({ hasText: 'Backup and restore' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('keeps the page when the language changes, and says what is not translated', async () => {
  const { page, context, problems } = await read('guides/reviews.html');
  await page.getByRole('link', { name: 'Português', exact: true }).click();
  await headingOf(page).filter({ hasText: 'Revisões' }).waitFor();
  expect([new URL(page.url()).pathname, await languageOf(page)]).toEqual(['/docs/pt-BR/guides/reviews.html', 'pt-BR']);
  await page.goto('/docs/operating/backup.html');
  await isLive(page);
  await page.getByRole('link', { name: 'Português', exact: true }).click();
  await page.getByText('Esta página ainda não foi traduzida').waitFor();
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await page.waitForURL('**/docs/operating/backup.html');
  expect(await languageOf(page)).toBe('en');
  expect(problems).toEqual([]);
  await context.close();
});

it('takes the colours of the browser until others are chosen, and keeps those', async () => {
  const { page, context, problems } = await read('', { colorScheme: 'dark' });
  const ground = () => page.evaluate<string>('getComputedStyle(document.body).backgroundColor');
  const dark = await ground();
  await page.getByRole('button', { name: 'Light colours' }).click();
  await expect.poll(ground).not.toBe(dark);
  await page.reload();
  await page.getByRole('button', { name: 'Dark colours' }).waitFor();
  expect(await ground()).not.toBe(dark);
  expect(problems).toEqual([]);
  await context.close();
});

it('shows its version, and others that the folder lists', async () => {
  const { page, context, problems } = await openPage(browser, service);
  const versions = [{ version: '0.0.9', url: '/docs/0.0.9/' }];
  await page.route('**/docs/versions.json', (route) => route.fulfill({ json: { versions } }));
  await page.goto('/docs/');
  await isLive(page);
  await page.getByText('0.1.0', { exact: true }).click();
  const list = page.getByRole('list', { name: 'Versions of the documentation' });
  await list.getByRole('link', { name: '0.0.9' }).waitFor();
  expect(await list.getByRole('link').allInnerTexts()).toEqual(['0.1.0 (this one)', '0.0.9', 'What changed']);
  await page.keyboard.press('Escape');
  expect(await list.isVisible()).toBe(false);
  expect(problems).toEqual([]);
  await context.close();
});

it.each(sample(LOOKS, 4))(
  'pages of /docs/%s are accessible and fit, %s, on a %s',
  async (language, colorScheme, size) => {
    const { page, context, problems } = await read(language, { colorScheme, ...(size === 'phone' && PHONE) });
    for (const kind of KINDS) {
      await page.goto(`/docs/${language}${kind}`);
      await isLive(page);
      expect({ kind, violations: await violationsIn(page) }).toEqual({ kind, violations: [] });
      expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBeLessThanOrEqual(0);
    }
    expect(problems).toEqual([]);
    await context.close();
  },
);

it('opens and closes its menu on a phone', async () => {
  const { page, context, problems } = await read('guides/reviews.html', PHONE);
  const entry = page.getByRole('navigation', { name: 'Menu' }).getByRole('link', { name: 'Policies', exact: true });
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  await entry.click();
  await headingOf(page).filter({ hasText: 'Policies' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

describe('a request that a reader tries', () => {
  it('goes to this service with a TEST key, which nothing keeps', async () => {
    const { page, context, problems } = await read('reference/api.html');
    const trial = page.locator('details.svc-try').first();
    await trial.locator('summary').click();
    await trial.getByLabel('TEST key').fill(TEST_KEY);
    const [sent] = await Promise.all([
      page.waitForRequest('**/v1/events'),
      trial.getByRole('button', { name: 'Send' }).click(),
    ]);
    expect(new URL(sent.url()).origin).toBe(service.baseUrl);
    await trial.getByText(/^Answer: 200/).waitFor();
    expect(await trial.getByRole('region', { name: 'Answer' }).innerText()).toMatch(/"finalDecision": "\w+"/);
    expect(
      await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage }) + document.cookie'),
    ).not.toContain(TEST_KEY);
    await page.reload();
    await isLive(page);
    expect(await page.locator('details.svc-try input[type=password]').first().inputValue()).toBe('');
    expect(problems).toEqual([]);
    await context.close();
  });

  it.each([
    ['a LIVE key', () => LIVE_KEY, 'This is a LIVE key'],
    ['anything else', () => 'a password', 'A TEST key begins with key_test_'],
  ])('is not sent with %s', async (_name, keyOf, sentence) => {
    const { page, context, problems } = await read('reference/api.html');
    const sent: string[] = [];
    page.on('request', (request) => request.url().includes('/v1/') && sent.push(request.url()));
    const trial = page.locator('details.svc-try').first();
    await trial.locator('summary').click();
    await trial.getByLabel('TEST key').fill(keyOf());
    await trial.getByRole('button', { name: 'Send' }).click();
    await trial.getByText(sentence).waitFor();
    expect(sent).toEqual([]);
    expect(await trial.getByLabel('TEST key').inputValue()).not.toContain('key_live_');
    expect(problems).toEqual([]);
    await context.close();
  });

  it('is shown in the language that was chosen for one of them', async () => {
    const { page, context, problems } = await read('reference/api.html');
    const tabs = page.getByRole('tablist', { name: 'Language of the example' });
    await tabs.first().getByRole('tab', { name: 'curl' }).focus();
    await page.keyboard.press('ArrowLeft');
    expect(await page.evaluate('document.activeElement.textContent')).toBe('Python');
    const chosen = await page.locator('[role=tab][aria-selected=true]').allInnerTexts();
    expect([...new Set(chosen)]).toEqual(['Python']);
    expect(await page.locator('[role=tabpanel]:visible').first().innerText()).toContain('urllib.request');
    expect(problems).toEqual([]);
    await context.close();
  });
});
