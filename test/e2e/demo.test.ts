// SPDX-License-Identifier: Apache-2.0
/** A visitor enters the demo by one press, looks around, and finds nothing that would change it. */
import { pino } from 'pino';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { keepDemo } from '../../server/src/lifecycle/demo/index.ts';
import { createAddressReach } from '../../server/src/outgoing/egress/index.ts';
import { createVault } from '../../server/src/platform/vault/index.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as demo } from '../../web/src/pages/sign-in/demo-words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { openPage, startBrowser } from './browser.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startTestService({ demo: true }), startBrowser()]);
  await keepDemo(
    {
      pool: service.app.pool,
      vault: createVault([TEST_ENCRYPTION_KEY]),
      reach: createAddressReach([]),
      log: pino({ level: 'silent' }),
    },
    { isOn: true, days: 3, perDay: 12 },
    Date.now(),
    new AbortController().signal,
  );
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('shows everything and offers no change', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app/overview');
  await page.getByRole('button', { name: demo.act }).click();
  const bar = page.getByRole('region', { name: shell.demo });
  await bar.getByText(shell.demoBar).waitFor();
  await page.goto('/app/policies');
  await page
    .getByText(/Review|Block/)
    .first()
    .waitFor();
  expect(await page.getByRole('link', { name: /^New policy/ }).count()).toBe(0);
  await page.goto('/app/agents');
  await page.locator('[data-row]').first().waitFor();
  expect(await page.getByRole('button', { name: /^Register/ }).count()).toBe(0);
  await page.goto('/app/account');
  await page.getByRole('heading', { name: account.demoTitle }).waitFor();
  await bar.getByRole('button', { name: shell.demoLeave }).click();
  await page.getByRole('button', { name: demo.act }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
