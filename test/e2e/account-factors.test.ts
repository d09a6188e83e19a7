/** A person protects their account with a passkey and an authenticator app, and signs in with each. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUpVerified } from '#harness/people';
import { codeOf, setUpCodes, startOfStep } from '#harness/people/codes.ts';
import { mailOf, openOrganization, type TestService } from '#harness/service';
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
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByText('You are signed out.').waitFor();
}

const codesIn = async (page: Page): Promise<string[]> => {
  const codes = page.getByRole('dialog').getByRole('list', { name: 'Recovery codes' }).getByRole('listitem');
  await codes.first().waitFor();
  return await codes.allInnerTexts();
};

async function storeCodes(page: Page): Promise<void> {
  const done = page.getByRole('button', { name: 'Done' });
  expect(await done.isDisabled()).toBe(true);
  await page.getByRole('checkbox').check();
  await done.click();
}

it('adds a passkey, signs in with it alone, confirms a change with it, and removes it', async () => {
  const { email } = await signUpVerified(service, post, mailOf('pat'));
  const { page, context, verifies } = await openPasskeyDevice(browser, service);
  await signInWith(page, email);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('Laptop of Pat');
  await page.keyboard.press('Enter');
  expect(await codesIn(page)).toHaveLength(10);
  await page.keyboard.press('Escape');
  expect(await codesIn(page)).toHaveLength(10);
  await storeCodes(page);
  await page.getByText('Laptop of Pat').waitFor();
  await page.getByText('10 codes left').waitFor();

  await signOut(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByRole('heading', { name: 'First steps' }).waitFor();

  service.clock.move('10m');
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: 'Remove Laptop of Pat' }).click();
  await hold(page, /remove the passkey/);
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await verifies(false);
  await confirm.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await confirm.getByText('No passkey was used.').waitFor();
  await verifies(true);
  await confirm.getByRole('button', { name: 'Confirm with a passkey' }).click();
  await page.getByText('The passkey is removed.').waitFor();

  await signOut(page);
  await page.getByRole('button', { name: 'Continue with a passkey' }).click();
  await page.getByText('No account here knows this passkey.').waitFor();
  await context.close();
});

it('sets an authenticator app up, asks for its code, takes a recovery code once, and turns it off', async () => {
  const { email } = await signUpVerified(service, post, mailOf('tom'));
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, email);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: 'Set up an app' }).click();
  const dialog = page.getByRole('dialog', { name: 'Set up an app' });
  await dialog.getByRole('img', { name: 'QR code for an authenticator app' }).waitFor();
  const secret = (await dialog.locator('code').innerText()).replaceAll(/\s/g, '');
  await dialog.getByLabel('Code from the app').fill('000000');
  await page.keyboard.press('Enter');
  await dialog.getByText('Wrong code.').waitFor();
  startOfStep();
  await dialog.getByLabel('Code from the app').fill(codeOf(secret, -1));
  await page.keyboard.press('Enter');
  const codes = await codesIn(page);
  expect(codes).toHaveLength(10);
  await storeCodes(page);

  await signOut(page);
  await signInWith(page, email);
  await page.getByRole('heading', { name: 'One more step' }).waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('mfaCode');
  await page.keyboard.type('000000');
  await page.keyboard.press('Enter');
  await page.getByText('Wrong code.').waitFor();
  await page.getByLabel('Code').fill(codeOf(secret));
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();

  await signOut(page);
  await signInWith(page, email);
  await page.getByLabel('Code').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account?part=security');
  await page.getByText('9 codes left').waitFor();

  await page.getByRole('button', { name: 'Turn the app off' }).click();
  const off = page.getByRole('dialog', { name: 'Turn the app off' });
  await off.getByLabel('Password').fill(NEW_PASSWORD);
  await off.getByLabel('Code from the app').fill(codes[0] ?? '');
  await page.keyboard.press('Enter');
  await off.getByText('The password or the code is wrong.').waitFor();
  await off.getByLabel('Code from the app').fill(codes[1] ?? '');
  await page.keyboard.press('Enter');
  await page.getByText('The app is turned off.').waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('starts the sign-in anew after five wrong codes, and says so', async () => {
  const person = await signUpVerified(service, post, mailOf('ivo'));
  const { secret } = await setUpCodes(person.browser);
  const wrong = String((Number(codeOf(secret)) + 1) % 1_000_000).padStart(6, '0');
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, person.email);
  for (let index = 0; index < 6; index += 1) {
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await page.getByLabel('Code').fill(wrong);
    const answered = page.waitForResponse((response) => response.url().endsWith('/auth/login'));
    await page.keyboard.press('Enter');
    await answered;
  }
  await page.getByText('Too many wrong codes.').waitFor();
  await page.getByRole('heading', { name: 'Sign in to svc' }).waitFor();
  expect(await page.getByLabel('Password').inputValue()).toBe('');
  expect(problems).toEqual([]);
  await context.close();
});
