/** API keys in the app: a key is shown once with a command that works, replaced with a grace, changed, and revoked. */
import type { Browser, Page, Route } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { choose, openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
let page: Page;
let problems: string[];
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  ({ page, problems } = await openPage(browser, service));
  await signIn(page, OWNER, '/app/api-keys');
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const dialog = () => page.getByRole('dialog');
const drawer = () => page.locator('[data-drawer]');
const press = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const BODY = { action: 'READ_DATA', resource: 'orders' };
const statusOf = async (key: string) => (await call(service.baseUrl, '/v1/events', { key, body: BODY })).status;

/** Closes the list of a field that searches, then its dialog. */
async function closeSearch(): Promise<void> {
  for (const closed of [page.getByRole('listbox'), dialog()]) {
    await page.keyboard.press('Escape');
    await closed.waitFor({ state: 'detached' });
  }
}

/** The secret of the frame; the dialog closes only after it is said to be stored. */
async function takeKey(): Promise<string> {
  const field = dialog().getByRole('textbox', { name: 'API key' });
  const key = await field.inputValue();
  await page.keyboard.press('Escape');
  expect(await field.isVisible()).toBe(true);
  expect(await dialog().getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await dialog().getByLabel('I have stored it').check();
  await press('Done');
  await field.waitFor({ state: 'detached' });
  return key;
}

let first: string;

it('says that agents could not be searched, and asks again by itself', async () => {
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('c');
  await page.route('**/agents?*q=billing*', (route) => route.fulfill({ status: 400, json: {} }), { times: 1 });
  await dialog().getByRole('combobox', { name: /^For/ }).fill('billing');
  await page.getByRole('alert').getByRole('button', { name: 'Try again' }).waitFor();
  expect(await page.getByText('Nothing found').count()).toBe(0);
  await page.getByRole('option', { name: 'billing-bot' }).waitFor();
  expect(await page.getByRole('alert').count()).toBe(0);
  await closeSearch();
});

it('narrows the agents with each key, before the search is answered', async () => {
  await page.keyboard.press('c');
  const agents = dialog().getByRole('combobox', { name: /^For/ });
  await agents.press('ArrowDown');
  await page.getByRole('option', { name: 'reader-bot' }).waitFor();
  const held: Route[] = [];
  const searches = '**/agents?*q=*bot*';
  await page.route(searches, (route) => held.push(route));
  await agents.fill('support-bot');
  await page.getByRole('option', { name: 'reader-bot' }).waitFor({ state: 'detached' });
  await page.getByRole('option', { name: 'support-bot' }).waitFor();
  await agents.fill('no such bot');
  await page.getByText('Loading').waitFor();
  // The page gives up the first search for the second, perhaps before it is sent.
  await expect.poll(() => held.at(-1)?.request().url()).toContain('no+such+bot');
  await Promise.all(held.map((route) => route.continue()));
  await page.getByText('Nothing found').waitFor();
  await page.unroute(searches);
  await closeSearch();
});

it('makes a key for one agent, shows it once beside a command, and it decides', async () => {
  await page.locator('[data-row]').first().waitFor();
  await page.keyboard.press('c');
  await dialog().getByRole('textbox', { name: 'Name' }).fill('CRM worker');
  await choose(page, dialog().getByRole('combobox', { name: /^For/ }), 'billing-bot');
  await dialog()
    .getByRole('textbox', { name: /^Allowed addresses/ })
    .fill('not an address');
  await press('Create the key');
  await dialog().locator('textarea[aria-invalid=true]').waitFor();
  await dialog()
    .getByRole('textbox', { name: /^Allowed addresses/ })
    .fill('127.0.0.1\n10.20.0.0/16');
  await press('Create the key');
  await dialog().getByRole('heading', { name: 'Store this key now' }).waitFor();
  const command = await dialog().getByRole('region', { name: 'Ask for a first decision' }).locator('pre').textContent();
  expect(command).toContain(`curl ${service.baseUrl}/v1/events`);
  expect(command).not.toContain('"agent"');
  first = await takeKey();
  expect(first).toMatch(/^key_live_/);
  expect(await statusOf(first)).toBe(200);
  await page.getByRole('row', { name: /CRM worker.*billing-bot.*127\.0\.0\.1 and 1 more/ }).waitFor();
  expect(await page.content()).not.toContain(first);
  expect(problems).toEqual([]);
});

it('finds a key by its beginning, and leads there from the palette without searching for the rest', async () => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.keyboard.press('Control+k');
  await dialog().getByRole('combobox').fill(first);
  await page.getByRole('option', { name: /CRM worker/ }).click();
  await drawer().getByText('CRM worker').first().waitFor();
  expect(asked.filter((url) => url.includes(first.slice(0, 20)))).toEqual([]);
  expect(asked.some((url) => url.includes(`q=${first.slice(0, 16)}`))).toBe(true);
});

it('changes name and end by Ctrl S', async () => {
  await drawer().getByRole('button', { name: 'Change' }).click();
  await dialog().getByRole('textbox', { name: 'Name' }).fill('CRM worker, old');
  await dialog().getByRole('combobox', { name: 'Expires' }).selectOption('In 30 days');
  await page.keyboard.press('Control+s');
  await drawer().getByText('CRM worker, old').first().waitFor();
});

it('replaces it: both work for as long as was chosen, and the list says until when', async () => {
  await drawer().getByRole('button', { name: 'Replace' }).click();
  await dialog().getByRole('combobox', { name: 'The old key works on' }).selectOption('For 1 hour');
  await press('Make the new key');
  const second = await takeKey();
  expect(second).not.toBe(first);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);
  await page
    .getByText(/^works until/)
    .first()
    .waitFor();
  await drawer().getByText('Being replaced').waitFor();
});

it('revokes the old one by a held button, at once; a replaced key changes no more', async () => {
  expect(await drawer().getByRole('button', { name: 'Change' }).count()).toBe(0);
  await drawer().getByRole('button', { name: 'Revoke' }).click();
  const hold = dialog().getByRole('button', { name: /revoke/ });
  await hold.focus();
  await page.keyboard.down('Enter');
  await page.getByText('CRM worker, old is revoked').waitFor();
  await page.keyboard.up('Enter');
  expect(await statusOf(first)).toBe(401);
  await drawer().getByText('Revoked', { exact: true }).waitFor();
  expect(problems).toEqual([]);
});
