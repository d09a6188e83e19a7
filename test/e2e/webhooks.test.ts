/** Webhooks in the app: how an endpoint is doing, its deliveries with their attempts, a test, and sending again. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../harness/service/index.ts';
import { type Receiver, startReceiver } from '../harness/webhooks/index.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, MEMBER, OWNER, organization } from './organization.ts';

let receiver: Receiver;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  const provisioning = organization({ webhooks: [`${receiver.url}/siem`] });
  [service, browser] = await Promise.all([startTestService({ provisioning }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop(), receiver?.stop()]));

it('shows what failed and why, and sends it again', async () => {
  receiver.answers.push(400);
  const eventId = await decide(service);
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER);
  await page.getByRole('link', { name: 'Webhooks' }).click();
  await page.getByRole('heading', { name: `${receiver.url}/siem` }).waitFor();
  const delivery = page.getByRole('listitem');
  await delivery.getByText('Failed', { exact: true }).waitFor();
  await page.getByText(/^Failing since/).waitFor();
  await delivery.getByText(/^Delivery /).click();
  await delivery.getByText(/Attempt 1: 400/).waitFor();
  await delivery.getByText(eventId).waitFor();
  await delivery.getByRole('button', { name: /^Send delivery .* again$/ }).click();
  await delivery.getByText('Delivered', { exact: true }).waitFor();
  await delivery.getByText('2 attempts').waitFor();
  expect(receiver.deliveriesOf(eventId).map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(problems).toEqual([]);
  await context.close();
});

it('sends a test, which comes first in the list', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/webhooks');
  await page.getByRole('button', { name: 'Send a test' }).click();
  const first = page.getByRole('listitem').first();
  await first.getByText('Test', { exact: true }).waitFor();
  await first.getByText('Delivered', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('lets a member look, and change nothing', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, MEMBER, '/app/webhooks');
  await page.getByRole('listitem').first().waitFor();
  expect(await page.getByRole('button', { name: /Send/ }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
