/**
 * Webhooks in the app: the state of endpoints, deliveries, tests, sending again; and adding, changing, deleting them.
 */
import { verifyDelivery } from '@svc/core/signature';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startTestService, type TestService } from '#harness/service';
import { type Receiver, startReceiver } from '#harness/webhooks';
import { hold, openPage, signIn, startBrowser } from './browser.ts';
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
  await page.getByRole('link', { name: 'Webhooks' }).first().click();
  await page.getByRole('heading', { name: `${receiver.url}/siem` }).waitFor();
  const delivery = page.getByRole('region', { name: `${receiver.url}/siem` }).getByRole('listitem');
  await delivery.getByText('Failed', { exact: true }).waitFor();
  await page
    .getByText(/^First failed/)
    .first()
    .waitFor();
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
  await page.getByRole('button', { name: /^Send a test/ }).click();
  const first = page
    .getByRole('region', { name: `${receiver.url}/siem` })
    .getByRole('listitem')
    .first();
  await first.getByText('Test', { exact: true }).waitFor();
  await first.getByText('Delivered', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

/** The page's dialog, and a button of it. */
const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();
async function stored(page: Page): Promise<void> {
  await page.getByLabel('I have stored it').check();
  await press(page, 'Done');
}

it('adds an endpoint, shows its secret once, and sends to it', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, OWNER, '/app/webhooks');
  const url = `${receiver.url}/added`;
  await page.getByRole('button', { name: 'Add a webhook' }).focus();
  await page.keyboard.press('Enter');
  await page.locator('input[name=url]:focus').waitFor();
  // The first field has the focus. No request is sent without an address, nor with an address that another endpoint
  // has.
  await page.keyboard.press('Enter');
  await dialogOf(page).getByText('Enter the address.').waitFor();
  await page.keyboard.type(`${receiver.url}/siem`);
  await page.keyboard.press('Enter');
  await dialogOf(page)
    .getByText(/^Another webhook has this address/)
    .waitFor();
  await page.getByRole('textbox', { name: 'Address' }).fill(url);
  await page.getByLabel('Description (optional)').fill('Added by hand');
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('textbox', { name: 'Secret' }).inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9_-]{43}$/);
  await press(page, 'Copy');
  await dialogOf(page).getByRole('button', { name: 'Copied' }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  // It would be gone for good.
  await page.keyboard.press('Escape');
  expect(await dialogOf(page).getByRole('button', { name: 'Done' }).isDisabled()).toBe(true);
  await stored(page);
  await page.getByRole('link', { name: url }).click();
  await page.getByRole('heading', { name: url }).waitFor();
  await page.getByText('The webhook was added.').waitFor();
  expect(await page.content()).not.toContain(secret);
  const eventId = await decide(service);
  await vi.waitFor(() => expect(receiver.deliveriesOf(eventId).length).toBe(2), { timeout: 30_000 });
  const accepted = receiver
    .deliveriesOf(eventId)
    .filter(({ body: rawBody, signature: header }) =>
      verifyDelivery({ secret, header, rawBody, nowSeconds: Date.now() / 1_000 }),
    );
  expect(accepted).toHaveLength(1);
  expect(problems).toEqual([]);
  await context.close();
});

it('makes a new secret that signs later, or at once', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/webhooks');
  const secrets: string[] = [];
  await page.getByRole('link', { name: `${receiver.url}/added` }).click();
  for (const isNow of [false, true]) {
    await page.getByRole('button', { name: `Make a new secret for ${receiver.url}/added` }).click();
    if (isNow) await page.getByLabel(/^Use it at once/).check();
    await press(page, 'Make a new secret');
    secrets.push(await page.getByRole('textbox', { name: 'Secret' }).inputValue());
    await stored(page);
    await page
      .getByText(/^The new secret signs from/)
      .first()
      .waitFor();
    await page.getByText(/A new secret signs from/).waitFor({ state: isNow ? 'detached' : 'visible' });
    const eventId = await decide(service);
    await vi.waitFor(() => expect(receiver.deliveriesOf(eventId).length).toBe(2), { timeout: 30_000 });
    const isSigned = receiver
      .deliveriesOf(eventId)
      .some(({ body: rawBody, signature: header }) =>
        verifyDelivery({ secret: secrets.at(-1) ?? '', header, rawBody, nowSeconds: Date.now() / 1_000 }),
      );
    expect(isSigned).toBe(isNow);
  }
  expect(secrets[0]).not.toBe(secrets[1]);
  expect(problems).toEqual([]);
  await context.close();
});

it('changes, disables, enables and deletes an endpoint', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/webhooks');
  const before = `${receiver.url}/added`;
  const after = `${receiver.url}/moved`;
  await page.getByRole('link', { name: before }).click();
  await page.getByRole('button', { name: `Edit ${before}` }).click();
  expect(await page.getByRole('textbox', { name: 'Address' }).inputValue()).toBe(before);
  await page.getByRole('textbox', { name: 'Address' }).fill(after);
  await page.getByLabel('Description (optional)').fill('');
  await press(page, 'Save');
  const card = page.getByRole('region', { name: after });
  await card.waitFor();
  expect(await card.getByText('Added by hand').count()).toBe(0);
  await card.getByRole('button', { name: /^Disable/ }).click();
  await card.getByText('A person disabled it.').waitFor();
  expect(await card.getByRole('button', { name: /^Send a test/ }).count()).toBe(0);
  const untold = await decide(service);
  await card.getByRole('button', { name: /^Enable/ }).click();
  // Nothing was sent to its new address yet.
  await card.getByText('Nothing sent yet').first().waitFor();
  const told = await decide(service);
  await vi.waitFor(() => expect(receiver.deliveriesOf(told).length).toBe(2), { timeout: 30_000 });
  expect(receiver.deliveriesOf(untold)).toHaveLength(1);

  await card.getByRole('button', { name: /^Delete/ }).click();
  await press(page, 'Cancel');
  await card.getByRole('button', { name: /^Delete/ }).click();
  await hold(page, /delete the webhook/);
  await page.getByText('The webhook was deleted.').waitFor();
  await card.waitFor({ state: 'detached' });
  // Its buttons are gone: the focus stands where the page begins.
  expect(await page.evaluate<string>('document.activeElement.id')).toBe('content');
  expect(problems).toEqual([]);
  await context.close();
});

it('lets a member look, and change nothing', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, MEMBER, '/app/webhooks');
  await page.getByRole('listitem').first().waitFor();
  expect(await page.getByRole('button', { name: /^(Send|Add|Edit|Make|Disable|Delete)/ }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});
