/** Members, invitations, settings and the organizations of a person, as people use them. */
import type { Invitation } from '@svc/contract';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest';
import { mailOf, startTestService, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import * as sessions from '#harness/service/sessions.ts';
import { createVault } from '../../server/src/vault/index.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { ADMIN, MEMBER, OWNER, organization } from './organization.ts';

let browser: Browser;
let service: TestService;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(() => browser.close());
beforeEach(async () => {
  service = await startTestService({ provisioning: organization() });
});
afterEach(() => service.stop());

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
  await page.getByText('Invitation sent to rui@new.test').waitFor();
  await page
    .getByRole('region', { name: /Waiting invitations/ })
    .getByText(mailOf('rui'))
    .waitFor();

  const { page: mail, context: other } = await openPage(browser, service, { locale: 'pt-BR' });
  await mail.goto(await linkOf(mailOf('rui')));
  await mail.getByRole('heading', { name: 'Entrar em Acme' }).waitFor();
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

it('a role changes, and a held button removes; the last owner and other owners are explained', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, ADMIN, '/app/members');
  await page.getByRole('link', { name: /Olivia Owner/ }).click();
  await page.getByText('Only an owner changes or removes an owner.').waitFor();
  await page.getByRole('link', { name: /Mia Member/ }).click();
  await page.getByRole('button', { name: 'Change role' }).click();
  const roles = page.getByRole('dialog').getByRole('combobox');
  await roles.waitFor();
  expect(await roles.locator('option').count()).toBe(2);
  await roles.selectOption('ADMIN');
  await page.getByRole('button', { name: 'Save role' }).click();
  await page.getByText('Role changed').waitFor();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  const hold = page.getByRole('dialog').getByRole('button', { name: /remove/ });
  await hold.focus();
  await page.keyboard.down('Enter');
  await page.getByText('Member removed').waitFor();
  await page.keyboard.up('Enter');
  await page.getByRole('link', { name: /Mia Member/ }).waitFor({ state: 'detached' });
  await context.close();
});

it('a member reads, may leave, and sees no change to make', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, MEMBER, '/app/members');
  await page.getByRole('link', { name: /Ana Admin/ }).click();
  expect(await page.getByRole('button', { name: /^Invite|Change role|^Remove/ }).count()).toBe(0);
  await page.getByRole('link', { name: /Mia Member/ }).click();
  await page.getByRole('button', { name: 'Leave the organization' }).waitFor();
  await page.goto('/app/settings');
  await page.getByText('Only owners and admins change settings.').waitFor();
  expect(await page.getByRole('button', { name: 'Save settings' }).count()).toBe(0);
  await context.close();
});

it('settings are saved by Ctrl S, faults stand at their field, and monitor mode asks first', async () => {
  const { page, context } = await openPage(browser, service);
  await signIn(page, ADMIN, '/app/settings');
  await page.getByRole('textbox', { name: /^Ask a person/ }).fill('95');
  await page.keyboard.press('Control+s');
  await page.getByText('Asking must not begin above blocking.').waitFor();
  await page.getByRole('textbox', { name: /^Ask a person/ }).fill('40');
  await page.getByRole('img', { name: 'Allowed below 40, asked from 40, blocked from 90' }).waitFor();
  await page.getByRole('combobox', { name: 'Enforcement' }).selectOption('MONITOR');
  await page.keyboard.press('Control+s');
  await page.getByRole('heading', { name: 'Let everything through?' }).waitFor();
  await page.getByRole('button', { name: 'Monitor only' }).click();
  await page.getByText('Settings saved.').waitFor();
  await page.getByText('Nothing is stopped.', { exact: false }).waitFor();
  await page.getByRole('textbox', { name: /^Ask a person/ }).fill('45');
  await page.getByText('1 change, not saved').waitFor();
  await page.getByRole('link', { name: 'Members', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('textbox', { name: /^Ask a person/ }).fill('40');
  await page.getByText('1 change, not saved').waitFor({ state: 'detached' });
  const admin = await sessions.signIn(service.baseUrl, ADMIN);
  const { body } = await admin.call<{ enforcement: string; riskReviewAt: number }>('/organization');
  expect(body).toMatchObject({ enforcement: 'MONITOR', riskReviewAt: 40 });
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
  await page.getByRole('menuitem', { name: /^A?\s*Acme Owner/ }).waitFor();
  // The menu takes the focus a moment after it is shown.
  await page.locator('[role=menu]:focus, [role=menu]:focus-within').waitFor();
  await page.keyboard.press('1');
  await page.getByRole('button', { name: 'Organizations: Acme', exact: true }).waitFor();
  await context.close();
});

it('a link that was used, and an account that is not the invited one, are explained', async () => {
  const owner = await sessions.signIn(service.baseUrl, OWNER);
  const { body } = await owner.call<Invitation>('/invitations', { body: { email: mailOf('rui'), role: 'MEMBER' } });
  const link = await linkOf(mailOf('rui'));
  const { page, context } = await openPage(browser, service);
  await signIn(page, MEMBER, '/app/reviews');
  await page.goto(link);
  await page.getByText(/is for rui@new\.test, and you are signed in as member@acme\.test/).waitFor();
  await owner.call(`/invitations/${body.id}`, { method: 'DELETE' });
  await page.reload();
  await page.getByText('This link opens nothing any more.').waitFor();
  await context.close();
});
