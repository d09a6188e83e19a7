// SPDX-License-Identifier: Apache-2.0
/** A person takes their data along, and that of the organization: each button hands over a file of the service. */
import { readFile } from 'node:fs/promises';
import type { AccountExport, OrganizationExport } from '@svc/contract';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ACME, openOrganization, type TestService } from '#harness/service';
import { acmeWithPeople, PEOPLE } from '#harness/service/sessions.ts';
import { words as account } from '../../web/src/pages/account/words-en.ts';
import { words as audit } from '../../web/src/pages/audit/words-en.ts';
import { words as settings } from '../../web/src/pages/settings/words-en.ts';
import { openPage, signIn, startBrowser } from './browser.ts';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([openOrganization({ provisioning: acmeWithPeople }), startBrowser()]);
});
afterAll(() => Promise.all([browser?.close(), service?.stop()]));

it('exports the account, the events and the organization', async () => {
  const { page, context, problems } = await openPage(browser, service);
  const saved = async (
    name: string,
    role: 'button' | 'menuitem' = 'button',
  ): Promise<{ name: string; text: string }> => {
    const waiting = page.waitForEvent('download');
    await page.getByRole(role, { name, exact: role === 'button' }).click();
    const download = await waiting;
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  };
  await signIn(page, PEOPLE.owner, '/app/account?part=data');
  const own = await saved(account.exportAct);
  expect(own.name).toMatch(/^svc-account-\d{4}-\d\d-\d\d\.json$/);
  expect((JSON.parse(own.text) as AccountExport).profile.email).toBe(PEOPLE.owner);

  await page.goto('/app/audit');
  await page.getByRole('button', { name: audit.export, exact: true }).click();
  const csv = await saved(audit.files.eventsCsv.name, 'menuitem');
  expect(csv.name).toMatch(/^svc-compliance-\d{4}-\d\d-\d\d\.csv$/);
  expect(csv.text.split('\r\n')[0]).toMatch(/^\ufeffid,seq,createdAt/);

  await page.goto('/app/settings');
  const whole = await saved(settings.exportAct);
  expect((JSON.parse(whole.text) as OrganizationExport).organization.name).toBe(ACME);
  expect(problems).toEqual([]);
  await context.close();
});
