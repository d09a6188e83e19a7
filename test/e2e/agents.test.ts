// SPDX-License-Identifier: Apache-2.0
/** The kill switch in the app: what the next decision of an agent is. Its page is tried beside its sources. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, openOrganization, type TestService } from '#harness/service';
import { words } from '../../web/src/pages/agents/words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('pauses by a held button, with a reason; resumes; and the next decision obeys', async () => {
  const { page, problems } = await openPage(browser, service);
  const dialog = () => page.getByRole('dialog');
  await signIn(page, OWNER, '/app/agents');
  const body = { agent: 'reader-bot', action: 'READ_DATA', resource: 'customers' };
  await page.keyboard.press('Control+k');
  await dialog().getByRole('combobox').fill('reader-bot');
  await page.getByRole('option', { name: shell.palette.pause('reader-bot') }).click();
  await dialog().getByRole('textbox', { name: words.why }).fill('Volume spike');
  const hold = dialog().getByRole('button', { name: words.pauseAct });
  await hold.focus();
  await page.keyboard.down('Enter');
  await page.getByText(words.paused('reader-bot')).waitFor();
  await page.keyboard.up('Enter');
  expect((await call(service.baseUrl, '/v1/events', { body })).body).toMatchObject({ decision: 'BLOCK' });
  await page.getByRole('button', { name: words.resume }).click();
  await dialog().getByRole('button', { name: words.resume }).click();
  await page.getByText(words.resumed('reader-bot')).waitFor();
  expect((await call(service.baseUrl, '/v1/events', { body })).body).toMatchObject({ decision: 'ALLOW' });
  expect(problems).toEqual([]);
});
