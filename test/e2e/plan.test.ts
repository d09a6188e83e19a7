// SPDX-License-Identifier: Apache-2.0
/**
 * Another plan by way of the payment processor. A service of its own: it knows the processor. The page itself is tried
 * beside its sources.
 */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE } from '#harness/service/sessions.ts';
import { type StripeStandIn, startStripe } from '#harness/stripe';
import { words } from '../../web/src/pages/plan/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';

let browser: Browser;
let stripe: StripeStandIn;
let paid: TestService;
beforeAll(async () => {
  stripe = await startStripe();
  [browser, paid] = await Promise.all([
    startBrowser(),
    startTestService({
      stripe: stripe.settings,
      provisioning: acmeWithPeople({ plan: 'DEVELOPER', settings: ['agentsMax: 9'] }),
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), paid?.stop(), stripe?.stop()]);
});

it('leads to the page of payment, waits for its confirmation, and shows what is paid', async () => {
  const { page, context } = await openPage(browser, paid);
  await signIn(page, PEOPLE.owner, '/app/plan');
  expect(await page.getByRole('button', { name: words.chooseOf(words.names.DEVELOPER) }).count()).toBe(0);
  await page.getByRole('button', { name: words.chooseOf(words.names.TEAM) }).click();
  await page.waitForURL(/\/pages\/pay\//);
  await page.goto('/app/plan?paid=1');
  await page.getByText(words.confirming).waitFor();
  const subscription = stripe.pay(stripe.sessions.at(-1)?.id ?? '');
  const { body, headers } = stripe.event('checkout.session.completed', subscription);
  await fetch(`${paid.baseUrl}/billing/webhook`, { method: 'POST', headers, body });
  await page.getByText(words.paidUntil(words.names.TEAM, '').split(' , ')[0] ?? '').waitFor();
  await page.getByRole('row', { name: new RegExp(`${words.names.TEAM}.*${words.current}`) }).waitFor();
  await page.getByRole('button', { name: words.portal }).click();
  await page.waitForURL(/\/pages\/portal\//);
  await context.close();
});
