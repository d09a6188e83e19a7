/** A person takes their data along, an owner ends an organization, and each page says what happened. */
import { readFile } from 'node:fs/promises';
import type { AccountExport, HeldData, OrganizationExport } from '@svc/contract';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PASSWORD, PEOPLE } from '#harness/service/sessions.ts';
import { openPage, signIn, startBrowser } from './browser.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: acmeWithPeople }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

async function saved(page: Page, button: string): Promise<{ name: string; text: string }> {
  const waiting = page.waitForEvent('download');
  await page.getByRole('button', { name: button, exact: true }).click();
  const download = await waiting;
  return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
}

it('says on one page what is held about a member, and hands it over as JSON', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, PEOPLE.owner, '/app/members');
  await page.getByRole('link', { name: new RegExp(PEOPLE.admin) }).click();
  await page.getByRole('link', { name: 'What we hold about this person' }).click();
  const roles = page.getByRole('region', { name: /^Membership and role/ });
  await roles.getByRole('link', { name: 'member.added' }).waitFor();
  await page
    .getByRole('region', { name: /^Reviews answered/ })
    .getByText('Nothing.')
    .waitFor();
  const { name, text } = await saved(page, 'Download as JSON');
  expect(name).toMatch(/^svc-held-data-\d{4}-\d\d-\d\d\.json$/);
  expect((JSON.parse(text) as HeldData).person.email).toBe(PEOPLE.admin);
  await roles.getByRole('link', { name: 'member.added' }).click();
  await page.locator('[data-drawer]').getByText('member.added').first().waitFor();
  await page.goto('/app/members/00000000-0000-7000-8000-000000000000');
  await page.getByRole('heading', { name: 'No such person' }).first().waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('exports, then deletes the organization and the account of its only owner', async () => {
  const { page, context, problems } = await openPage(browser, service);
  await signIn(page, PEOPLE.owner, '/app/account?part=data');
  const own = await saved(page, 'Export your data');
  expect(own.name).toMatch(/^svc-account-\d{4}-\d\d-\d\d\.json$/);
  expect((JSON.parse(own.text) as AccountExport).profile.email).toBe(PEOPLE.owner);

  const dialog = page.getByRole('dialog');
  await page.getByRole('button', { name: 'Delete your account…' }).click();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await dialog.getByLabel('Type DELETE to confirm').fill('delete');
  await dialog.getByRole('button', { name: 'Delete for good', exact: true }).click();
  await dialog.getByText('Type the word DELETE, in capitals.').waitFor();
  await dialog.getByLabel('Type DELETE to confirm').fill('DELETE');
  await page.keyboard.press('Enter');
  // The organization has other members, and no other owner.
  await dialog.getByText('You are the only owner of organizations with other members.').waitFor();
  await dialog.getByRole('alert').getByText(ACME).waitFor();

  await page.goto('/app/audit');
  const csv = await saved(page, 'Export events as CSV');
  expect(csv.name).toMatch(/^svc-compliance-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.split('\r\n')[0]).toMatch(/^id,seq,createdAt,/);

  await page.goto('/app/settings');
  const whole = await saved(page, 'Export the organization');
  expect((JSON.parse(whole.text) as OrganizationExport).organization.name).toBe(ACME);
  await page.getByRole('button', { name: 'Delete the organization…' }).click();
  await dialog.getByLabel(`Type ${ACME} to confirm`).fill(ACME);
  await dialog.getByLabel('Password').fill('wrong');
  await page.keyboard.press('Enter');
  await dialog.getByText('The password or the code is wrong.').waitFor();
  await dialog.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('The organization is deleted.', { exact: false }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
});

it('shows an admin the export alone, and deletes their account', async () => {
  const second = await openOrganization({ provisioning: acmeWithPeople });
  const { page, context, problems } = await openPage(browser, second, { locale: 'pt-BR' });
  await signIn(page, PEOPLE.admin, '/app/settings');
  await page.getByRole('button', { name: 'Exportar a organização', exact: true }).waitFor();
  expect(await page.getByRole('button', { name: 'Excluir a organização…' }).count()).toBe(0);
  await page.goto('/app/account?part=data');
  await page.getByRole('button', { name: 'Excluir sua conta…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Senha').fill(PASSWORD);
  await dialog.getByLabel('Digite DELETE para confirmar').fill('DELETE');
  await page.keyboard.press('Enter');
  await page.getByText('Sua conta foi excluída', { exact: false }).waitFor();
  expect(problems).toEqual([]);
  await context.close();
  await second.stop();
});
