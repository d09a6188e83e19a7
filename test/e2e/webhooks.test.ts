// SPDX-License-Identifier: Apache-2.0
/**
 * Webhooks in the app before a receiver: what failed and is sent again, and which secret signs. The page itself
 * is tried beside its sources.
 */
import { verifyDelivery } from '@svc/core/signature';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { PATIENTLY } from '#harness/bounds';
import { openOrganization, type TestService } from '#harness/service';
import { type Receiver, startReceiver } from '#harness/webhooks';
import { words } from '../../web/src/pages/webhooks/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { decide, OWNER, organization } from './organization.ts';

let receiver: Receiver;
let service: TestService;
let browser: Browser;
beforeAll(async () => {
  receiver = await startReceiver();
  [service, browser] = await Promise.all([
    openOrganization({ provisioning: () => organization({ webhooks: [`${receiver.url}/siem`] }) }),
    startBrowser(),
  ]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop(), receiver?.stop()]));

it('shows what failed and why, and sends it again', async () => {
  receiver.answers.push(400);
  const eventId = await decide(service);
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER);
  await page.getByRole('link', { name: words.title }).first().click();
  await page.getByRole('heading', { name: `${receiver.url}/siem` }).waitFor();
  const delivery = page.getByRole('region', { name: `${receiver.url}/siem` }).getByRole('listitem');
  await delivery.getByText(words.statuses.FAILED, { exact: true }).waitFor();
  await page.getByText(words.failing('')).first().waitFor();
  await delivery.getByText(words.details('')).click();
  await delivery.getByText(`${words.attempt(1)}: 400`).waitFor();
  await delivery.getByText(eventId).waitFor();
  await delivery.getByRole('button', { name: new RegExp(words.retryOne('.*')) }).click();
  await delivery.getByText(words.statuses.DELIVERED, { exact: true }).waitFor();
  await delivery.getByText(words.attempts(2)).waitFor();
  expect(receiver.deliveriesOf(eventId).map(({ attempt }) => attempt)).toEqual([1, 2]);
  expect(problems).toEqual([]);
  await context.close();
});

/** The page's dialog, and a button of it. */
const dialogOf = (page: Page) => page.getByRole('dialog');
const press = (page: Page, name: string) => dialogOf(page).getByRole('button', { name, exact: true }).click();
async function stored(page: Page): Promise<void> {
  await page.getByLabel(ui.secret.stored).check();
  await press(page, ui.secret.done);
}

it('adds an endpoint, shows its secret once, and sends to it', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await signIn(page, OWNER, '/app/webhooks');
  const url = `${receiver.url}/added`;
  await page.getByRole('button', { name: words.add }).click();
  await page.getByRole('textbox', { name: words.url }).fill(url);
  await page.getByLabel(words.description).fill('Added by hand');
  await page.keyboard.press('Enter');
  const secret = await page.getByRole('textbox', { name: words.secret }).inputValue();
  expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/);
  await press(page, ui.copy);
  await dialogOf(page).getByRole('button', { name: ui.copied }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(secret);
  await stored(page);
  await page.getByRole('link', { name: url }).click();
  await page.getByRole('heading', { name: url }).waitFor();
  await page.getByText(words.added).waitFor();
  expect(await page.content()).not.toContain(secret);
  const eventId = await decide(service);
  await vi.waitFor(() => expect(receiver.deliveriesOf(eventId).length).toBe(2), PATIENTLY);
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
    await page.getByRole('button', { name: words.rotateOne(`${receiver.url}/added`) }).click();
    if (isNow) await page.getByLabel(words.rotateNow).check();
    await press(page, words.confirmRotate);
    secrets.push(await page.getByRole('textbox', { name: words.secret }).inputValue());
    await stored(page);
    await page.getByText(words.rotated('').slice(0, -2)).first().waitFor();
    await page.getByText(words.nextSecret('').slice(0, -2)).waitFor({ state: isNow ? 'detached' : 'visible' });
    const eventId = await decide(service);
    await vi.waitFor(() => expect(receiver.deliveriesOf(eventId).length).toBe(2), PATIENTLY);
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
