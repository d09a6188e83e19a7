// SPDX-License-Identifier: Apache-2.0
/** A person protects their account with a passkey and an authenticator app, and signs in with each. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUpVerified } from '#harness/people';
import { codeOf, setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { words as fields } from '../../web/src/account/words-en.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as factor } from '../../web/src/pages/sign-in/second-factor-words-en.ts';
import { words } from '../../web/src/pages/sign-in/words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { words as ui } from '../../web/src/ui/words-en.ts';
import { hold, openPage, startBrowser } from './browser.ts';
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
  await page.goto('/app/sign-in');
  await page.getByLabel(fields.email).fill(email);
  await page.getByLabel(fields.password).fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

/** Where a fresh organization begins. */
const firstPage = (page: Page) => page.waitForURL('**/app/first-steps');

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^${shell.account}`) }).click();
  await page.getByRole('menuitem', { name: shell.signOut }).click();
  await page.getByText(words.because['signed-out']).waitFor();
}

it('adds a passkey, signs in with it alone, confirms a change with it, and removes it', async () => {
  const { email } = await signUpVerified(service, post, mailOf('pat'));
  const { page, context, verifies } = await openPasskeyDevice(browser, service);
  await signInWith(page, email);
  await firstPage(page);
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: account.addPasskey }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(account.passkeyName).fill('Laptop of Pat');
  await page.keyboard.press('Enter');
  await dialog.getByLabel(ui.secret.storedSeveral).check();
  expect(await dialog.getByRole('list', { name: account.codes }).getByRole('listitem').count()).toBe(10);
  await dialog.getByRole('button', { name: ui.secret.done }).click();
  await page.getByText('Laptop of Pat').waitFor();
  await page.getByText(account.codesLeft(10)).waitFor();

  await signOut(page);
  await page.getByRole('button', { name: words.passkey }).click();
  await firstPage(page);

  service.clock.move('10m');
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: account.removePasskeyOf('Laptop of Pat') }).click();
  await hold(page, new RegExp(account.removePasskey));
  const confirm = page.getByRole('dialog', { name: fields.confirm.title });
  await verifies(false);
  await confirm.getByRole('button', { name: fields.confirm.passkey }).click();
  await confirm.getByText(fields.passkeyNotUsed.what).waitFor();
  await verifies(true);
  await confirm.getByRole('button', { name: fields.confirm.passkey }).click();
  await page.getByText(account.passkeyRemoved).waitFor();

  await signOut(page);
  await page.getByRole('button', { name: words.passkey }).click();
  await page.getByText(words.unknownPasskey.what).waitFor();
  await context.close();
});

it('signs in with the code of an authenticator app, or with a recovery code', async () => {
  const { browser: own, email } = await signUpVerified(service, post, mailOf('tom'));
  startOfStep();
  const { secret, recoveryCodes } = await setUpCodes(own);
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, email);
  await page.getByLabel(factor.mfaCode).fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await firstPage(page);

  await signOut(page);
  await signInWith(page, email);
  await page.getByLabel(factor.mfaCode).fill(recoveryCodes[0] ?? '');
  await page.keyboard.press('Enter');
  await firstPage(page);
  await page.goto('/app/account?part=security');
  await page.getByText(account.codesLeft(9)).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});
