// SPDX-License-Identifier: Apache-2.0
/** A person signs in by the directory of their company, in a browser, and gets out at both places. */
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type Company, openCompany } from '#harness/directory/company.ts';
import { ACME, openOrganization, PEOPLE } from '#harness/service';
import { acmeWithPeople, PASSWORD } from '#harness/service/sessions.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as directory } from '../../web/src/pages/directory/words-en.ts';
import { words as signIn } from '../../web/src/pages/sign-in/words-en.ts';
import { words } from '../../web/src/pages/sso/words-en.ts';
import { openPage, signIn as signInByPassword, startBrowser } from './browser.ts';

let company: Company;
let browser: Browser;
beforeAll(async () => {
  const [service, started] = await Promise.all([openOrganization({ provisioning: acmeWithPeople }), startBrowser()]);
  browser = started;
  company = await openCompany(service);
});
afterAll(async () => {
  await company?.directory.stop();
  await Promise.all([browser?.close(), company?.service.stop()]);
});

const person = () => ({ sub: 'bea', email: `bea@${company.domain}`, name: 'Bea', groups: ['people'] });

it('goes from the address of the person to the directory and back, to the page they wanted', async () => {
  company.directory.person = person();
  const { page, context } = await openPage(browser, company.service);
  await page.goto('/app/members');
  await page.getByRole('link', { name: signIn.company }).click();
  await page.getByLabel(words.email).fill(`someone@nowhere.example`);
  await page.keyboard.press('Enter');
  await page.getByText(words.noneFound.what).waitFor();
  await page.getByLabel(words.email).fill(person().email);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: words.goOnTo(ACME) }).click();
  await page.waitForURL('**/app/members');
  await page.getByText(person().email).first().waitFor();
  await page.goto('/app/account?part=security');
  await page.getByText(account.byCompany.what).waitFor();
  expect(await page.getByRole('link', { name: account.parts.security }).count()).toBe(0);
  await context.close();
});

it('by the address of the organization, and says what the directory or the organization refuses', async () => {
  company.directory.person = { ...person(), groups: ['others'] };
  const { page, context } = await openPage(browser, company.service);
  await page.goto(`/app/sso/${company.organizationId}`);
  await page.getByRole('button', { name: words.goOn }).click();
  await page.getByText(words.refusals.NO_ROLE.what).waitFor();
  expect(new URL(page.url()).search).toBe('');
  company.directory.person = person();
  await page.getByRole('button', { name: words.again }).click();
  await page.getByText(ACME).first().waitFor();
  await context.close();
});

it('shows an owner the connection, tries it, and refuses to lock everybody out', async () => {
  const { page, context } = await openPage(browser, company.service);
  await signInByPassword(page, PEOPLE.owner);
  await page.goto('/app/settings/sign-in');
  await page.getByRole('button', { name: directory.tryIt }).click();
  await page.getByText(directory.works).waitFor();
  await page.getByLabel(directory.required).check();
  await page.getByRole('checkbox', { name: 'Olivia Owner' }).uncheck();
  await page.getByRole('button', { name: directory.save }).click();
  await page.getByText(directory.lockOut).waitFor();
  await page.getByRole('checkbox', { name: 'Olivia Owner' }).check();
  await page.getByRole('button', { name: directory.save }).click();
  await page.getByText(directory.saved).waitFor();
  await context.close();
});

it('leads a person with a password to the directory, where it is required', async () => {
  company.directory.person = { sub: 'member', email: PEOPLE.member, groups: ['people'] };
  const { page, context } = await openPage(browser, company.service);
  await page.goto('/app/sign-in');
  await page.locator('input[name=email]').fill(PEOPLE.member);
  await page.locator('input[name=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('link', { name: signIn.companyOf(ACME) }).click();
  await page.getByRole('button', { name: words.goOn }).click();
  await page.getByText(ACME).first().waitFor();
  await context.close();
});
