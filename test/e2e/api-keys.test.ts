// SPDX-License-Identifier: Apache-2.0
/** An API key in the app decides once it is made, beside its replacement, and not once it is revoked. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { words } from '../../web/src/pages/api-keys/words-en.ts';
import { words as registry } from '../../web/src/registry/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { choose, hold, openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

const BODY = { action: 'READ_DATA', resource: 'orders' };
const statusOf = async (key: string) => (await call(service.baseUrl, '/v1/events', { key, body: BODY })).status;

it('is made for one agent, replaced and revoked, and decides as long as it shall', async () => {
  const { page, problems } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/api-keys');
  const dialog = page.getByRole('dialog');
  const drawer = page.locator('[data-drawer]');
  const press = (name: string) => dialog.getByRole('button', { name, exact: true }).click();
  const takeKey = async () => {
    const key = await dialog.getByRole('textbox', { name: words.one }).inputValue();
    await dialog.getByLabel(ui.secret.stored).check();
    await press(ui.secret.done);
    return key;
  };
  await page.getByRole('button', { name: words.add }).click();
  await dialog.getByRole('textbox', { name: registry.name }).fill('CRM worker');
  await dialog.getByRole('combobox', { name: words.kind }).selectOption('LIVE');
  await choose(page, dialog.getByRole('combobox', { name: registry.optional(words.for) }), 'billing-bot');
  await press(words.addAct);
  const command = await dialog.getByRole('region', { name: words.firstDecision }).locator('pre').textContent();
  expect(command).toContain(`curl ${service.baseUrl}/v1/events`);
  const first = await takeKey();
  expect(first).toMatch(/^key_live_/);
  expect(await statusOf(first)).toBe(200);

  await page.getByRole('link', { name: 'CRM worker' }).click();
  await drawer.getByRole('button', { name: words.rotate }).click();
  await dialog.getByRole('combobox', { name: words.grace }).selectOption(words.graces(1));
  await press(words.rotateAct);
  const second = await takeKey();
  expect(second).not.toBe(first);
  expect([await statusOf(first), await statusOf(second)]).toEqual([200, 200]);

  await drawer.getByRole('button', { name: words.revoke }).click();
  await hold(page, new RegExp(words.revokeAct));
  await page.getByText(words.revoked('CRM worker')).waitFor();
  expect([await statusOf(first), await statusOf(second)]).toEqual([401, 200]);
  expect(problems).toEqual([]);
});
