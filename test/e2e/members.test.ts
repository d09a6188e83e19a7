// SPDX-License-Identifier: Apache-2.0
/** An invitation from the mail to the list of members, and the organizations of a person. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, mailOf, openOrganization, TEST_ENCRYPTION_KEY, type TestService } from '#harness/service';
import { readRows } from '#harness/service/rows.ts';
import { createVault } from '../../server/src/platform/vault/index.ts';
import { words as invitation } from '../../web/src/pages/invitation/words-pt-br.ts';
import { words } from '../../web/src/pages/members/words-en.ts';
import { words as overview } from '../../web/src/pages/overview/words-pt-br.ts';
import { words as shell } from '../../web/src/shell/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';
import { OWNER, organization } from './organization.ts';

const { organizations } = shell;

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
  await page.getByRole('button', { name: words.invite }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('textbox', { name: words.inviteEmail }).fill(mailOf('rui'));
  await dialog.getByRole('combobox', { name: words.role }).selectOption('ADMIN');
  await page.keyboard.press('Control+s');
  const waiting = page.getByRole('region', { name: words.invitations });
  await waiting.getByText(mailOf('rui')).waitFor();

  const { page: mail, context: other } = await openPage(browser, service, { locale: 'pt-BR' });
  await mail.goto(await linkOf(mailOf('rui')));
  await mail.getByRole('heading', { name: invitation.heading(ACME) }).waitFor();
  await mail.getByRole('textbox', { name: invitation.name }).fill('Rui Sá');
  await mail.getByLabel(invitation.password).fill('a sentence of nobody else');
  await mail.getByRole('button', { name: invitation.makeAccount }).click();
  await mail.getByRole('heading', { name: overview.title, exact: true }).waitFor();
  await other.close();

  await page.reload();
  await page.getByRole('link', { name: /Rui Sá/ }).waitFor();
  expect(await waiting.count()).toBe(0);
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
  await page.getByRole('button', { name: new RegExp(`^${organizations.switch}: ${ACME} (?!Lab)`) }).click();
  await page.getByRole('menuitem', { name: organizations.create }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: organizations.name }).fill('Acme Lab');
  answer();
  // The page that is left may name the new organization before the browser has gone there.
  await Promise.all([page.waitForEvent('load'), page.getByRole('button', { name: organizations.act }).click()]);
  await page.getByRole('button', { name: `${organizations.switch}: Acme Lab` }).click();
  await page.getByRole('menuitem', { name: new RegExp(`^A?\\s*${ACME} Owner`) }).waitFor();
  // The menu takes the focus a moment after it is shown.
  await page.locator('[role=menu]:focus, [role=menu]:focus-within').waitFor();
  await page.keyboard.press('1');
  await page.getByRole('button', { name: new RegExp(`^${organizations.switch}: ${ACME} (?!Lab)`) }).waitFor();
  await context.close();
});
