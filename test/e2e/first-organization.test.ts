/** A person whose last organization was deleted makes a new one with the sign-in, and ends the account from there. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, type SignedUp, signUpVerified } from '#harness/people';
import { codeOf, setUpCodes } from '#harness/people/codes.ts';
import { mailOf, openOrganization, type TestService } from '#harness/service';
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

const LACKING = 'Your account has no organization';

async function deleteOrganization({ browser: own, signedIn }: SignedUp, mfaCode?: string): Promise<void> {
  const body = { password: NEW_PASSWORD, confirmName: signedIn.organization.name, mfaCode };
  expect((await own.call('/organization', { method: 'DELETE', body })).status).toBe(204);
}

async function signInWith(page: Page, email: string): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

it('deletes the organization in the app, signs in to a new one, and deletes the account', async () => {
  const person = await signUpVerified(service, post, mailOf('rita', 'alone'));
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, person.email);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/settings');
  await page.getByRole('button', { name: 'Delete the organization…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel(/^Type .* to confirm$/).fill(person.signedIn.organization.name);
  await dialog.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The organization is deleted. Your account stays: sign in to start another one.').waitFor();

  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: LACKING }).waitFor();
  expect(await violationsIn(page)).toEqual([]);
  const name = page.getByLabel('Organization');
  expect(await name.evaluate((field) => field.matches(':focus'))).toBe(true);
  await page.keyboard.press('Enter');
  await page.getByText('Enter a name for the organization.').waitFor();
  await name.fill('a\u202eb');
  await page.keyboard.press('Enter');
  await page.getByText('Use a name of letters, digits and spaces.').waitFor();
  await name.fill('Rita & filhas');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByText('Rita & filhas').first().waitFor();

  await page.goto('/app/account?part=data');
  await page.getByRole('button', { name: 'Delete your account…' }).click();
  await dialog.getByLabel('Password').fill(NEW_PASSWORD);
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.keyboard.press('Enter');
  await page.getByText('Your account is deleted', { exact: false }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('asks a person with an authenticator app for another code, in Portuguese on a phone', async () => {
  const person = await signUpVerified(service, post, mailOf('saulo', 'alone'));
  const { recoveryCodes, secret } = await setUpCodes(person.browser);
  await deleteOrganization(person, recoveryCodes[0]);
  const { page, context, problems } = await openPage(browser, service, {
    locale: 'pt-BR',
    viewport: { width: 390, height: 844 },
  });
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(person.email);
  await page.getByLabel('Senha').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByLabel('Código').fill(recoveryCodes[1] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Sua conta não tem organização' }).waitFor();
  await page.getByLabel('Organização').fill('Padaria do Saulo');
  await page.getByRole('button', { name: 'Continuar' }).click();
  await page.getByText('Mais uma vez: cada código vale uma vez só, espere o próximo.').waitFor();
  await page.getByLabel('Código').fill(codeOf(secret, 1));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Primeiros passos' }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('asks a person who came by a passkey for it again', async () => {
  const person = await signUpVerified(service, post, mailOf('tina', 'alone'));
  const { page, context } = await openPasskeyDevice(browser, service);
  await signInWith(page, person.email);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('dialog', { name: 'Add a passkey' }).getByLabel('Name').fill('Laptop');
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  const [code] = await codes.allInnerTexts();
  await deleteOrganization(person, code);

  await page.goto('/app/sign-in');
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByRole('heading', { name: LACKING }).waitFor();
  await page.getByLabel('Organization').fill('Tina');
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('button', { name: 'Confirm with the passkey' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await context.close();
});
