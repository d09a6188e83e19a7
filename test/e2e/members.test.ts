/** An invitation from the mail to the list of members, and the organizations of a person. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, mailOf, openOrganization, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createVault } from '../../server/src/vault/index.ts';
import { words } from '../../web/src/pages/members/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: organization }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

/** The link of a mail, from its sealed secret. */
async function linkOf(email: string): Promise<string> {
  const [row] = await readRows<{ organization_id: string; id: string; sealed_secret: string }>(
    service.database,
    'SELECT organization_id, id, sealed_secret FROM svc.invitations WHERE email = $1',
    [email],
  );
  if (row === undefined) throw new Error(`no invitation to ${email}`);
  const binding = {
    organizationId: row.organization_id,
    table: 'invitations',
    column: 'sealed_secret',
    rowId: row.id,
  } as const;
  return `/app/invitation#token=${createVault([TEST_ENCRYPTION_KEY]).openText(row.sealed_secret, binding)}`;
}

it('a person is invited, makes an account from the mail, and stands in the list', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, OWNER, '/app/members');
  await page.getByRole('button', { name: /^Invite/ }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill('nobody');
  await page.keyboard.press('Enter');
  await dialog.getByText('This is not an e-mail address.').waitFor();
  await dialog.getByRole('textbox', { name: 'E-mail address' }).fill(mailOf('rui'));
  await dialog.getByRole('combobox', { name: 'Role' }).selectOption('ADMIN');
  await page.keyboard.press('Control+s');
  await page.getByText(words.invited(mailOf('rui'))).waitFor();
  await page
    .getByRole('region', { name: /Waiting invitations/ })
    .getByText(mailOf('rui'))
    .waitFor();

  const { page: mail, context: other } = await openPage(browser, service, { locale: 'pt-BR' });
  await mail.goto(await linkOf(mailOf('rui')));
  await mail.getByRole('heading', { name: `Entrar em ${ACME}` }).waitFor();
  await mail.getByRole('textbox', { name: 'Seu nome' }).fill('Rui Sá');
  await mail.getByLabel('Senha').fill('password1234');
  await mail.getByRole('button', { name: 'Criar sua conta e entrar' }).click();
  await mail.getByText('Muita gente usa esta senha.').waitFor();
  await mail.getByLabel('Senha').fill('a sentence of nobody else');
  await mail.getByText('Forte', { exact: true }).waitFor();
  await mail.getByRole('button', { name: 'Criar sua conta e entrar' }).click();
  await mail.getByRole('heading', { name: 'Visão geral', exact: true }).waitFor();
  await other.close();

  await page.reload();
  await page.getByRole('link', { name: /Rui Sá/ }).waitFor();
  expect(await page.getByRole('region', { name: /Waiting invitations/ }).count()).toBe(0);
  expect(problems).toEqual([]);
  await context.close();
});

it('a further organization is made, and a digit goes back to the first', async () => {
  const { page, context } = await openPage(browser, service);
  // The page waits for one more answer: a dialog opens all the same.
  let answer = () => {};
  const answered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/anomalies?*', async (route) => {
    await answered;
    await route.continue();
  });
  await signIn(page, OWNER, '/app/members');
  await page.getByRole('button', { name: /^Organizations: Acme/ }).click();
  await page.getByRole('menuitem', { name: 'Create an organization' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Acme Lab');
  answer();
  // The page that is left may name the new organization before the browser has gone there.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: 'Create and go there' }).click()]);
  await page.getByRole('button', { name: /^Organizations: Acme Lab/ }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^A?\\s*${ACME} Owner`) }).waitFor();
  // The menu takes the focus a moment after it is shown.
  await page.locator('[role=menu]:focus, [role=menu]:focus-within').waitFor();
  await page.keyboard.press('1');
  await page.getByRole('button', { name: `Organizations: ${ACME}`, exact: true }).waitFor();
  await context.close();
});
