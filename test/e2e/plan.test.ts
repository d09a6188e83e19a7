/** Plan and usage as people use it: another plan at once, and another plan by way of the payment processor. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { call, PLAIN_ACTION, startTestService, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE } from '#harness/service/sessions.ts';
import { type StripeStandIn, startStripe } from '#harness/stripe';
import { openPage, signIn, startBrowser } from './browser.ts';

let browser: Browser;
let stripe: StripeStandIn;
let free: TestService;
let paid: TestService;
beforeAll(async () => {
  stripe = await startStripe();
  const provisioning = acmeWithPeople({ plan: 'TEAM', settings: ['eventsPerMonth: 1'] });
  [browser, free, paid] = await Promise.all([
    startBrowser(),
    startTestService({ planChange: 'free', provisioning }),
    startTestService({
      stripe: stripe.settings,
      provisioning: acmeWithPeople({ plan: 'DEVELOPER', settings: ['agentsMax: 9'] }),
    }),
  ]);
});
afterAll(async () => {
  await Promise.all([browser?.close(), free?.stop(), paid?.stop(), stripe?.stop()]);
});

it('shows a month past its quota, and takes another plan after a question that says what goes', async () => {
  for (let event = 0; event < 2; event += 1) await call(free.baseUrl, '/v1/events', { body: PLAIN_ACTION });
  const { page, problems, context } = await openPage(browser, free);
  await signIn(page, PEOPLE.owner, '/app/plan');
  await page.getByText('Nothing stops: every call is decided and recorded as before').waitFor();
  await page.getByRole('img', { name: '2 of 1 decisions used' }).waitFor();
  await page.getByRole('button', { name: 'Choose Developer' }).click();
  await page.getByText('Events older than 7 days are deleted').waitFor();
  await page.getByRole('button', { name: 'Change the plan' }).click();
  await page.getByText('The plan is Developer').waitFor();
  await page.getByRole('row', { name: /Developer.*Your plan/ }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('leads to the page of payment, waits for its confirmation, and shows what is paid', async () => {
  const { page, context } = await openPage(browser, paid);
  await signIn(page, PEOPLE.owner, '/app/plan');
  expect(await page.getByRole('button', { name: 'Choose Developer' }).count()).toBe(0);
  await page.getByRole('button', { name: 'Choose Team' }).click();
  await page.waitForURL(/\/pages\/pay\//);
  await page.goto('/app/plan?paid=1');
  await page.getByText('The payment is on its way.').waitFor();
  const subscription = stripe.pay(stripe.sessions.at(-1)?.id ?? '');
  const { body, headers } = stripe.event('checkout.session.completed', subscription);
  await fetch(`${paid.baseUrl}/billing/webhook`, { method: 'POST', headers, body });
  await page.getByText(/^Team is paid until/).waitFor();
  await page.getByRole('row', { name: /Team.*Your plan/ }).waitFor();
  await page.getByRole('button', { name: 'Bills and payment…' }).click();
  await page.waitForURL(/\/pages\/portal\//);
  await context.close();
});

it('says to others who may change the plan', async () => {
  const { page, context, problems } = await openPage(browser, free);
  await signIn(page, PEOPLE.member, '/app/plan');
  await page.getByText('Only an owner changes the plan.').waitFor();
  expect(await page.getByRole('button', { name: /^Choose/ }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
