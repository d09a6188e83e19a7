/** A person makes an account, proves its address, finds back in without the password, and looks after it. */
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { NEW_PASSWORD, openPost, type Post, signUpVerified } from '#harness/people';
import { mailOf, openOrganization, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
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

async function signInWith(page: Page, email: string, password: string): Promise<void> {
  await page.goto('/app/sign-in');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
}

it('makes an organization with an account, by the keyboard alone, and proves its address', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await page.goto('/app/sign-in');
  await page.getByRole('link', { name: 'Create an organization' }).press('Enter');
  await page.getByRole('button', { name: 'Create organization' }).press('Enter');
  await page.getByText('Enter a name that your colleagues know.').waitFor();
  await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('organizationName');
  for (const text of ['Ana Org', 'Ana Lima', mailOf('ana')]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await page.keyboard.type('password');
  await page.getByText('4 characters more').first().waitFor();
  await page.keyboard.type('1234');
  await page.getByText('Easy to guess').waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('Many people use this password.').waitFor();
  await page.getByLabel('Password').fill(NEW_PASSWORD);
  await page.getByText('Strong').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.getByText('Ana Org').first().waitFor();

  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Account and sessions' }).click();
  await page.getByText('Not confirmed yet').waitFor();
  await page.goto(`/app/verify#token=${await post.token(mailOf('ana'))}`);
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  expect(page.url()).toBe(`${service.baseUrl}/app/verify`);
  await page.goto('/app/account');
  await page.getByText('Confirmed', { exact: true }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('says that a link has ended, and leads on', async () => {
  const { page, context } = await openPage(browser, service);
  await page.goto(`/app/verify#token=${'A'.repeat(43)}`);
  await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor();
  await page.goto('/app/verify');
  await page.getByRole('heading', { name: 'This link has expired or was already used' }).waitFor();
  await page.goto('/app/reset');
  await page.getByRole('link', { name: 'Send another link' }).click();
  await page.getByRole('heading', { name: 'Forgot your password?' }).waitFor();
  await page.goto(`/app/reset#token=${'A'.repeat(43)}`);
  await page.getByLabel('New password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('alert').getByText('This link has expired or was already used').waitFor();
  await context.close();
});

it('does not tell a stranger who has an account', async () => {
  await signUpVerified(service, post, mailOf('known'));
  const { page, context } = await openPage(browser, service);
  await page.goto('/app/sign-up');
  await page.getByLabel('Organization').fill('Mine');
  await page.getByLabel('Your name').fill('Stranger');
  await page.getByLabel('E-mail').fill(mailOf('known'));
  await page.getByLabel('Password').fill(OTHER_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
  const asks = async (email: string) => {
    await page.goto('/app/forgot');
    await page.getByLabel('E-mail').fill(email);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Check your inbox' }).waitFor();
    return (await page.locator('main').innerText()).replace(email, 'ADDRESS');
  };
  expect(await asks(mailOf('known'))).toBe(await asks(mailOf('unknown')));
  await context.close();
});

it('finds back in by a mailed link, which ends every session', async () => {
  const { email } = await signUpVerified(service, post, mailOf('bea'));
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, email, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  const other = await openPage(browser, service, { locale: 'pt-BR' });
  await other.page.goto('/app/sign-in');
  await other.page.getByRole('link', { name: 'Esqueci a senha' }).click();
  // The sign-in has a field of the same name: the other page stands once that of the password is gone.
  await other.page.getByLabel('Senha').waitFor({ state: 'detached' });
  await other.page.getByLabel('E-mail').fill(email);
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { name: 'Veja seu e-mail' }).waitFor();
  await other.page.goto(`/app/reset#token=${await post.token(email)}`);
  await other.page.getByLabel('Nova senha').fill('curta');
  await other.page.keyboard.press('Enter');
  await other.page.getByText('Faltam 7 caracteres.').waitFor();
  await other.page.getByLabel('Nova senha').fill(OTHER_PASSWORD);
  await other.page.keyboard.press('Enter');
  await other.page.getByRole('heading', { name: 'Senha alterada' }).waitFor();
  // The stream tells the page by itself, often before the press.
  const events = page.getByRole('link', { name: 'Events', exact: true });
  await events.click({ timeout: 3_000 }).catch(() => undefined);
  await page.getByText('Your session has ended.', { exact: false }).waitFor();
  await signInWith(page, email, OTHER_PASSWORD);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  expect([...problems, ...other.problems]).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});

it('changes name, language, notices and address', async () => {
  const { email } = await signUpVerified(service, post, mailOf('eva'));
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, email, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account');
  await page.getByRole('textbox', { name: 'Name' }).fill('Eva Souza');
  await page.keyboard.press('Control+s');
  await page.getByText('The name is saved.').waitFor();
  await page.getByRole('button', { name: 'Account: Eva Souza' }).waitFor();

  const notice = page.getByRole('checkbox', { name: 'A review is about to expire' });
  const wasOn = await notice.isChecked();
  await notice.click();
  await expect.poll(() => notice.isChecked()).toBe(!wasOn);
  await page.reload();
  await expect.poll(() => notice.isChecked()).toBe(!wasOn);

  await page.getByRole('button', { name: 'Change the address' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change the address' });
  await dialog.getByLabel('New e-mail').fill(mailOf('eva.souza'));
  await dialog.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not your password.').waitFor();
  await dialog.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText(`${mailOf('eva.souza')} takes its place`).waitFor();
  await page.goto(`/app/verify#token=${await post.token(mailOf('eva.souza'))}`);
  await page.getByRole('heading', { name: 'Your address is confirmed' }).waitFor();
  await page.goto('/app/account');
  await page.getByText(mailOf('eva.souza'), { exact: true }).waitFor();

  await page.getByText('Português').click();
  await page.getByRole('heading', { name: 'Conta' }).waitFor();
  await expect
    .poll(() => readRows(service.database, `SELECT language FROM svc.accounts WHERE email = '${mailOf('eva.souza')}'`))
    .toEqual([{ language: 'pt-BR' }]);
  expect(problems).toEqual([]);
  await context.close();
});

it('asks who it is before a change that matters, and then makes it', async () => {
  const { email } = await signUpVerified(service, post, mailOf('ida'));
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, email, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account?part=security');
  await page.getByRole('button', { name: 'Change the password' }).click();
  service.clock.move('10m');
  const change = page.getByRole('dialog', { name: 'Change the password' });
  await change.getByLabel('Current password').fill(NEW_PASSWORD);
  await change.getByLabel('New password').fill(OTHER_PASSWORD);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog', { name: 'Confirm that it is you' });
  await confirm.getByLabel('Password').fill('not the password');
  await page.keyboard.press('Enter');
  await confirm.getByRole('alert').waitFor();
  await page.keyboard.press('Escape');
  await confirm
    .getByRole('button', { name: 'Discard' })
    .or(confirm.getByRole('button', { name: 'Leave' }))
    .click();
  await change.getByText('This change needs a recent sign-in.').waitFor();
  await change.getByRole('button', { name: 'Change the password' }).click();
  await confirm.getByLabel('Password').fill(NEW_PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The password is changed.').waitFor();
  expect(await change.count()).toBe(0);

  await page.getByRole('link', { name: 'Activity' }).click();
  await page.getByText('The password changed').waitFor();
  await page.getByText('Confirmed who you are').first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('shows where one is signed in, and ends the others', async () => {
  const { email } = await signUpVerified(service, post, mailOf('noa'));
  const { page, context, problems } = await openPage(browser, service);
  await signInWith(page, email, NEW_PASSWORD);
  await page.getByRole('heading', { name: 'First steps' }).waitFor();
  const other = await openPage(browser, service);
  await signInWith(other.page, email, NEW_PASSWORD);
  await other.page.getByRole('heading', { name: 'First steps' }).waitFor();
  await page.goto('/app/account?part=sessions');
  const sessions = page.getByRole('list', { name: 'Where you are signed in' }).getByRole('listitem');
  // The sign-up was a session, too.
  await expect.poll(() => sessions.count()).toBe(3);
  expect(await sessions.first().innerText()).toMatch(/^Chrome on Linux\s+This one/);
  await sessions
    .last()
    .getByRole('button', { name: /^End the session/ })
    .click();
  await expect.poll(() => sessions.count()).toBe(2);
  await page.getByRole('button', { name: 'End all others' }).click();
  await expect.poll(() => sessions.count()).toBe(1);
  const events = other.page.getByRole('link', { name: 'Events', exact: true });
  await events.click({ timeout: 3_000 }).catch(() => undefined);
  await other.page.getByText('Your session has ended.', { exact: false }).waitFor();
  expect(problems).toEqual([]);
  await Promise.all([context.close(), other.context.close()]);
});
