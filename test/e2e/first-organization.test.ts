// SPDX-License-Identifier: Apache-2.0
/** A person whose last organization was deleted makes a new one with the sign-in, and ends the account from there. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUpVerified } from '#harness/people';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { words as fields } from '../../web/src/account/words-en.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as settings } from '../../web/src/pages/settings/words-en.ts';
import { words as first } from '../../web/src/pages/sign-in/first-organization-words-en.ts';
import { words } from '../../web/src/pages/sign-in/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { violationsIn } from './axe.ts';
import { openPage, startBrowser } from './browser.ts';
import { organization } from './organization.ts';
import { openPasskeyDevice } from './passkey-device.ts';

let service: TestService;
let browser: Browser;
let post: Post;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  post = await openPost(service);
});
afterAll(() => Promise.all([browser?.close(), post?.stop(), service?.stop()]));

async function signInWith(page: Page, email: string): Promise<void> {
  await page.getByLabel(fields.email).fill(email);
  await page.getByLabel(fields.password).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

/** Where a fresh organization begins. */
const firstPage = (page: Page) => page.waitForURL('**/app/first-steps');

it('deletes the organization in the app, signs in to a new one, and deletes the account', async () => {
  const person = await signUpVerified(service, post, mailOf('rita', 'alone'));
  const { name } = person.signedIn.organization;
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app/sign-in');
  await signInWith(page, person.email);
  await firstPage(page);
  await page.goto('/app/settings');
  await page.getByRole('button', { name: settings.deleteOpen }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(settings.deleteName(name)).fill(name);
  await dialog.getByLabel(fields.password).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(words.because['organization-deleted']).waitFor();

  await signInWith(page, person.email);
  await page.getByRole('heading', { name: first.heading }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  await page.getByLabel(first.name).fill('Rita & filhas');
  await page.keyboard.press('Enter');
  await firstPage(page);
  await page.getByText('Rita & filhas').first().waitFor();

  await page.goto('/app/account?part=data');
  await page.getByRole('button', { name: account.deleteOpen }).click();
  await dialog.getByLabel(fields.password).fill(NEW_PASSWORD);
  await dialog.getByLabel(account.deleteWord).fill('DELETE');
  await page.keyboard.press('Enter');
  await page.getByText(words.because['account-deleted']).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('asks a person who came by a passkey for it again', async () => {
  const { browser: own, email, signedIn } = await signUpVerified(service, post, mailOf('tina', 'alone'));
  const { page, context } = await openPasskeyDevice(browser, service);
  await page.goto('/app/sign-in');
  await signInWith(page, email);
  await firstPage(page);
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: account.addPasskey }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(account.passkeyName).fill('Laptop');
  await page.keyboard.press('Enter');
  await dialog.getByText(ui.secret.storedSeveral).waitFor();
  const [mfaCode] = await dialog.getByRole('list', { name: account.codes }).getByRole('listitem').allInnerTexts();
  const body = { password: NEW_PASSWORD, confirmName: signedIn.organization.name, mfaCode };
  expect((await own.call('/organization', { method: 'DELETE', body })).status).toBe(204);

  await page.goto('/app/sign-in');
  await page.getByRole('button', { name: words.passkey }).click();
  await page.getByRole('heading', { name: first.heading }).waitFor();
  await page.getByLabel(first.name).fill('Tina');
  await page.getByRole('button', { name: first.next }).click();
  await page.getByRole('button', { name: first.passkey }).click();
  await firstPage(page);
  await context.close();
});
