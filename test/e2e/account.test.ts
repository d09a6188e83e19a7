// SPDX-License-Identifier: Apache-2.0
/** A person makes an account, proves its address, and finds back in without the password. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUpVerified } from '#harness/people';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { words as fields } from '../../web/src/account/words-en.ts';
import { words as fieldsPt } from '../../web/src/account/words-pt-br.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as forgotPt } from '../../web/src/pages/forgot/words-pt-br.ts';
import { words as resetPt } from '../../web/src/pages/reset/words-pt-br.ts';
import { words as signIn } from '../../web/src/pages/sign-in/words-en.ts';
import { words as signInPt } from '../../web/src/pages/sign-in/words-pt-br.ts';
import { words as signUp } from '../../web/src/pages/sign-up/words-en.ts';
import { words as verify } from '../../web/src/pages/verify/words-en.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { openPage, startBrowser } from './browser.ts';
import { organization } from './organization.ts';

const OTHER_PASSWORD = 'another password of mine';

let service: TestService;
let browser: Browser;
let post: Post;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
  post = await openPost(service);
});
afterAll(() => Promise.all([browser?.close(), post?.stop(), service?.stop()]));

/** Where a fresh organization begins. */
const firstPage = (page: Page) => page.waitForURL('**/app/first-steps');

it('makes an organization with an account, by the keyboard alone, and proves its address', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app/sign-in');
  await page.getByRole('link', { name: signIn.signUp }).press('Enter');
  await page.getByLabel(signUp.organization).focus();
  for (const text of ['Ana Org', 'Ana Lima', mailOf('ana')]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await firstPage(page);
  await page.getByText('Ana Org').first().waitFor();

  await page.getByRole('button', { name: new RegExp(`^${shell.account}`) }).click();
  await page.getByRole('menuitem', { name: shell.accountAndSessions }).click();
  await page.getByText(account.notConfirmed).waitFor();
  await page.goto(`/app/verify#token=${await post.token(mailOf('ana'))}`);
  await page.getByRole('heading', { name: verify.doneHeading }).waitFor();
  expect(page.url()).toBe(`${service.baseUrl}/app/verify`);
  await page.goto('/app/account');
  await page.getByText(account.confirmed, { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('finds back in by a mailed link, which ends every session', async () => {
  const { email } = await signUpVerified(service, post, mailOf('bea'));
  const { page, context, problems } = await openPage(browser, service);
  const signInWith = async (password: string) => {
    await page.goto('/app/sign-in');
    await page.getByLabel(fields.email).fill(email);
    await page.getByLabel(fields.password).fill(password);
    await page.keyboard.press('Enter');
    await firstPage(page);
  };
  await signInWith(NEW_PASSWORD);
  const other = await openPage(browser, service, { locale: 'pt-BR' });
  await other.page.goto('/app/sign-in');
  await other.page.getByRole('link', { name: signInPt.forgot }).click();
  // The sign-in has a field of the same name: the other page stands once that of the password is gone.
  await other.page.getByLabel(fieldsPt.password).waitFor({ state: 'detached' });
  await other.page.getByLabel(fieldsPt.email).fill(email);
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { name: forgotPt.sentHeading }).waitFor();
  await other.page.goto(`/app/reset#token=${await post.token(email)}`);
  await other.page.getByLabel(fieldsPt.newPassword).fill(OTHER_PASSWORD);
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { name: resetPt.doneHeading }).waitFor();
  // The stream tells the page by itself, often before the press.
  const ended = page.getByText(signIn.because.ended);
  await page.getByRole('link', { name: shell.pages.events, exact: true }).or(ended).click();
  await ended.waitFor();
  await signInWith(OTHER_PASSWORD);
  expect([...problems, ...other.problems]).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});
